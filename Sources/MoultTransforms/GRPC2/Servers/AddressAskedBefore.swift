import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The port of a server in what a call is given that cannot suspend: an argument of `XCTUnwrap`, a text that a logger may leave out.
///
/// `try XCTUnwrap(server.channel.localAddress?.port)` becomes `let address = try await server.listeningAddress` and
/// `try XCTUnwrap(address?.ipv4?.port)`.
struct AddressAskedBefore {
  private let statement: Node
  private let port: Node
  private let server: Node
  private let name: String

  /// `?` or `!` behind the address.
  private let mark: String

  /// Whether a function of XCTest is given the port, which no `await` may stand in.
  let isOfATest: Bool

  /// - Parameters:
  ///   - port: `server.channel.localAddress?.port`, or with `!` for both.
  ///   - server: whose channel is asked.
  /// - Throws: a `Refusal` for a port that stands elsewhere, or where nothing can suspend and throw.
  init(_ port: Node, of server: Node, _ file: FileContext) throws(Refusal) {
    let refusal = Refusal("ask for the address in a statement before")
    let isForced = ForcedValue(port) != nil
    var node = port
    var calls: [CallExpr] = []
    while let parent = node.parent, !parent.isBlockOfStatements {
      switch parent.kind {
      case .functionCall where node.kind == .argumentList:
        calls += CallExpr(parent).map { [$0] } ?? []
      case .argument, .argumentList, .tuple, .interpolation, .stringLiteral, .tryExpr,
        .initializerClause, .patternBinding, .variableDecl:
        break
      default: throw refusal
      }
      node = parent
    }
    guard let call = calls.first, calls.count == 1, canSuspendAndThrow(node, file),
      let name = file.freeName(["address", "listeningAddress"], around: node)
    else { throw refusal }
    (statement, self.port, self.server, self.name) = (node, port, server, name)
    mark = isForced ? "!" : "?"
    isOfATest = call.called?.node.name.hasPrefix("XCT") == true
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    let asked = Code.form(.moved(.kept(server))).member("listeningAddress")
    editor.insert([.variable(.let, name, value: .tryAwait(asked))], before: statement)
    editor.replace(port, with: .quoted("\(name)\(mark).ipv4\(mark).port"))
  }
}

/// Whether the function or the closure around a statement suspends and throws as it is.
private func canSuspendAndThrow(_ statement: Node, _ file: FileContext) -> Bool {
  for ancestor in statement.ancestors {
    switch ancestor.kind {
    case .functionDecl, .initializerDecl: return ancestor.isAsync && ancestor.isThrowing
    case .closure:
      guard case .function(_, _, let isThrowing, let isAsync) = file.semantics.type(of: ancestor)
      else { return false }
      return isThrowing && isAsync
    case .accessorDecl, .accessorBlock, .deferStmt, .memberBlock: return false
    default: continue
    }
  }
  return false
}
