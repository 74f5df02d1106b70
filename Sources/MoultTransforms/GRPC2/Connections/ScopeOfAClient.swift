import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What follows a connection in the one asynchronous function that opens and uses it, so that `withGRPCClient` can open the
/// client, run it, and end it around that.
struct ScopeOfAClient {
  private let expression: Node
  private let statement: Node

  /// The local that the connection is given to; nil where it is made in place.
  private let name: String?

  private let block: Node
  private let function: Node
  private let file: FileContext

  /// - Parameter expression: the connection, with the `try` and `await` that go with it.
  /// - Returns: nil where the connection, or a client that is made with it, may live longer than the function.
  init?(of expression: Node, _ file: FileContext) {
    var statement = expression
    while let parent = statement.parent, !parent.isBlockOfStatements { statement = parent }
    let function = file.function(around: expression)
    guard function.kind == .functionDecl, function.isAsync, function.isThrowing,
      let block = statement.parent, StatementBlock(block) != nil || ClosureExpr(block) != nil,
      Self.isBody(block, of: function), file.layout.startsLine(statement.range.lowerBound)
    else { return nil }
    let binding = VariableDecl(statement)?.bindings.first
    let isBound = binding?.value?.node == expression
    name = isBound ? binding?.node.child(.identifierPattern)?.name : nil
    guard !isBound || name != nil && block.items.last != statement,
      Self.staysInside(expression, function, file)
    else { return nil }
    (self.expression, self.statement, self.block) = (expression, statement, block)
    (self.function, self.file) = (function, file)
  }

  /// Puts what follows into the scope of a client.
  ///
  /// - Parameters:
  ///   - arguments: of `withGRPCClient`.
  ///   - names: what the client may be called where no local has its name.
  ///   - preparation: what stands before.
  func put(
    _ arguments: [CodeArgument], names: [String], after preparation: [Code],
    _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let client = name ?? file.freeName(names, around: statement) else {
      throw Refusal("assign it to a local, then run the fix again")
    }
    if name == nil { editor.replace(expression, with: .word(client)) }
    let following = Code.kept(items: Array(block.items.drop { $0 != statement }.dropFirst()))
    let inside = name == nil ? [.kept(statement)] + following : following
    let closure = ClosureCode(parameters: [client], inside)
    let scope = Code.tryAwait(
      .call(.word("withGRPCClient"), arguments.map(\.moved), trailing: [closure]))
    let items = preparation + [givesResult ? .returned(scope) : scope]
    if let body = StatementBlock(block) {
      editor.replace(from: statement, toEndOf: body, with: items)
    } else if let scope = ClosureExpr(block) {
      editor.replace(from: statement, toEndOf: scope, with: items)
    }
  }

  /// What the function returns is returned through the scope.
  private var givesResult: Bool {
    guard let type = function.returnType else { return false }
    return !["Void", "()"].contains(type.text)
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
    let value = value.with(.tryExpr, .awaitExpr)
    guard let parent = value.parent else { return false }
    switch parent.kind {
    case .memberAccess: return parent.base == value && parent.parent?.kind == .functionCall
    case .argument:
      guard let call = parent.ancestors.first(where: { $0.kind == .functionCall }),
        parent.argumentLabel.map(labelsOfConnections.contains) == true,
        makesGeneratedClient(call, file)
      else { return false }
      return staysInside(call, function, file)
    case .initializerClause:
      guard let local = LocalVariable(holding: value, file), local.declaration?.introducer == .let
      else { return false }
      return file.semantics.references(to: local.symbol).allSatisfy { use in
        use.parent == local.binding || staysInside(use, function, file)
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
