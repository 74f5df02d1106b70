import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What follows a connection in the one asynchronous function that opens and uses it, so that `withGRPCClient` can open the
/// client, run it, and end it around that.
struct ScopeOfAClient {
  private let expression: Node
  private let statement: Node

  /// The local that the connection is given to; nil where it is made in place.
  private let name: String?

  /// The brace that ends the scope, on a line of its own.
  private let brace: ByteOffset
  private let function: Node
  private let file: FileContext

  /// - Parameter expression: the connection, with the `try` and `await` that go with it.
  /// - Returns: nil where the connection, or a client that is made with it, may live longer than the function.
  init?(of expression: Node, _ file: FileContext) {
    var statement = expression
    while let parent = statement.parent, !parent.isBlockOfStatements { statement = parent }
    let function = file.function(around: expression)
    guard function.kind == .functionDecl, function.isAsync, function.isThrowing,
      let block = statement.parent, block.kind == .codeBlock || block.kind == .closure,
      Self.isBody(block, of: function)
    else { return nil }
    let brace = ByteOffset(block.range.upperBound.index - 1)
    let line = file.indentation(atLineOf: brace)
    let start = brace.index - line.utf8.count
    guard start > statement.range.upperBound.index,
      file.source.bytes[start - 1] == UInt8(ascii: "\n")
    else { return nil }
    let binding = statement.kind == .variableDecl ? statement.bindings.first : nil
    let isBound = binding?.initialValue == expression
    name = isBound ? binding?.child(.identifierPattern)?.name : nil
    guard !isBound || name != nil, Self.staysInside(expression, function, file) else { return nil }
    (self.expression, self.statement, self.brace) = (expression, statement, brace)
    (self.function, self.file) = (function, file)
  }

  /// Returns the edits that put what follows into the scope of a client.
  ///
  /// - Parameters:
  ///   - call: `withGRPCClient(transport: …)`.
  ///   - names: what the client may be called where no local has its name.
  ///   - preparation: what stands before, up to where its statement begins.
  func edits(
    _ call: String, names: [String], after preparation: String
  ) throws(Refusal) -> [Edit] {
    guard let client = name ?? file.freeName(names, around: statement) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    let step = file.step
    let opening = "\(preparation)\(givesResult ? "return " : "")try await \(call) { \(client) in"
    let start = statement.range.lowerBound
    let head =
      name == nil
      ? [
        Edit(start..<start, opening + file.lineBreak(before: statement) + step),
        Edit(expression.range, client),
      ] : [Edit(statement.range, opening)]
    let first = name == nil ? start : statement.range.upperBound
    let margin = file.indentation(atLineOf: brace)
    let line = ByteOffset(brace.index - margin.utf8.count)
    return head + file.linesMoved(in: first..<line, by: step)
      + [Edit(brace..<brace, step + "}" + file.lineEnding + margin)]
  }

  /// What the function returns is returned through the scope.
  private var givesResult: Bool {
    guard let type = function.returnType else { return false }
    return !["Void", "()"].contains(file.source.text(type.range))
  }

  /// Whether a block is a function's body, or that of a scope in it.
  private static func isBody(_ block: Node, of function: Node) -> Bool {
    if block.kind == .codeBlock { return block.parent == function }
    return block.parent?.callee?.name == "withGRPCClient"
      && (block.parent?.parent?.ancestors.contains(function) ?? false)
  }

  /// Whether a connection or a client is used by this function alone: it is called, or a client is made with it.
  private static func staysInside(_ value: Node, _ function: Node, _ file: FileContext) -> Bool {
    guard file.function(around: value) == function, isRunAtOnce(value, in: function) else {
      return false
    }
    var value = value
    while let parent = value.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
      value = parent
    }
    guard let parent = value.parent else { return false }
    switch parent.kind {
    case .memberAccess: return parent.base == value && parent.parent?.kind == .functionCall
    case .argument:
      guard let call = parent.ancestors.first(where: { $0.kind == .functionCall }),
        ["channel", "wrapping"].contains(parent.argumentLabel), makesGeneratedClient(call, file)
      else { return false }
      return staysInside(call, function, file)
    case .initializerClause:
      guard let binding = parent.parent, binding.kind == .patternBinding,
        let variable = binding.parent, variable.name == "let", variable.bindings.count == 1,
        let pattern = binding.child(.identifierPattern),
        let symbol = file.semantics.symbol(of: pattern), symbol.kind == .local
      else { return false }
      return file.semantics.references(to: symbol).allSatisfy { use in
        pattern.range.contains(use.range.lowerBound) || staysInside(use, function, file)
      }
    default: return false
    }
  }

  /// Whether no closure stands between, which may run later; the closure of a scope runs at once.
  private static func isRunAtOnce(_ node: Node, in function: Node) -> Bool {
    node.ancestors.prefix { $0 != function }.allSatisfy { ancestor in
      ancestor.kind != .closure || ancestor.parent?.callee?.name == "withGRPCClient"
    }
  }
}
