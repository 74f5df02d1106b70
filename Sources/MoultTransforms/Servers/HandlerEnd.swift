import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// How a `return` leaves a handler of grpc-swift 0.
enum HandlerEnd {
  /// With what ends the call.
  case value(Expr)
  /// With nothing, right behind the statement that ended the call.
  case closed(by: SessionUse)
  /// With nothing; something else ends the call.
  case elsewhere

  init(_ statement: Node, _ file: FileContext) {
    if let value = ReturnStmt(statement)?.value, value.node.kind != .nilLiteral {
      self = .value(value)
    } else if let previous = statement.itemBefore,
      let use = SessionUse(statement: previous, file),
      ["close", "sendAndClose", "sendErrorAndClose"].contains(use.name)
    {
      self = .closed(by: use)
    } else {
      self = .elsewhere
    }
  }
}

extension ProviderMethod {
  /// The `return`s of the method itself, in source order: those of closures and functions inside are theirs.
  func ends(of body: StatementBlock, _ file: FileContext) -> [(statement: Node, end: HandlerEnd)] {
    body.node.ownDescendants.filter { $0.kind == .returnStmt }
      .sorted { $0.range.lowerBound < $1.range.lowerBound }
      .map { ($0, HandlerEnd($0, file)) }
  }

  /// Refuses a value that may be nil: then the handler had ended the call by itself.
  func checkNotOptional(_ value: Expr, _ file: FileContext) throws(Refusal) {
    let isPlain =
      switch value {
      case .name, .call, .optionalChaining: true
      case .member(let member): member.base != nil
      default: false
      }
    guard isPlain, file.semantics.type(of: value.node).isOptional else { return }
    throw Refusal(
      "unwrap '\(value.node.text)', which '\(name)' returns, because without a value the call would not end; then run the fix again"
    )
  }
}

extension SyntaxEditor {
  /// Leaves a body without a value: at its end nothing has to be said.
  mutating func leave(_ body: StatementBlock, at statement: Node) {
    if statement == body.items.last?.node {
      remove(item: statement)
    } else {
      replace(item: statement, with: [.word("return")])
    }
  }
}

extension StatementBlock {
  /// Whether members of the object are used without saying `self`.
  func usesSelfSilently(_ file: FileContext) -> Bool {
    node.descendants().contains { node in
      node.kind == .declReference && node.name != "self" && node.name != "super"
        && file.semantics.symbol(of: node)?.isInstanceMember == true
    }
  }
}
