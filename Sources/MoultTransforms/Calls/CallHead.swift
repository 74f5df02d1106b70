import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What stays of a call to a generated method of grpc-swift 0: the callee, and the arguments but `completion:`.
struct CallHead {
  private let call: CallExpr

  /// The arguments that stay.
  private let arguments: [Argument]

  /// The headers, if they say something.
  private let metadata: Argument?
  let completion: Completion

  /// Whether `callOptions:` is passed, which takes the place of the client's defaults.
  var passesOptions: Bool { metadata != nil }

  enum Completion {
    /// None, or `nil`.
    case none
    case closure(Node)
    /// A function, or a variable that holds one.
    case value(Node)
  }

  init(_ node: Node, _ file: FileContext) throws(Refusal) {
    guard let call = CallExpr(node), call.trailingClosures.count < 2 else {
      throw Refusal("pass one completion to the call, then run the fix again")
    }
    self.call = call
    metadata = call.argument(labeled: "metadata").flatMap { argument in
      argument.expression.map { isEmptyMetadata($0.node, file) } == true ? nil : argument
    }
    let metadata = self.metadata
    arguments = call.arguments.filter { argument in
      argument.label != "completion" && (argument.label != "metadata" || argument == metadata)
    }
    if let headers = metadata?.expression { try Self.checkIsOwn(headers, file) }
    let passed = call.argument(labeled: "completion")?.expression
    if let closure = call.trailingClosures.first?.closure ?? ClosureExpr(of: passed?.node) {
      completion = .closure(closure.node)
    } else if let passed, passed.node.kind != .nilLiteral {
      completion = .value(passed.node)
    } else {
      completion = .none
    }
  }

  /// The call in grpc-swift 1's words.
  ///
  /// - Parameters:
  ///   - handler: what is given the messages of a stream.
  ///   - options: what is said of the call's options where the code says nothing.
  ///   - editor: changes what is kept.
  func code(
    handler: ClosureCode? = nil, options: Code? = nil, _ editor: inout SyntaxEditor,
    _ file: FileContext
  ) -> Code {
    if let metadata { pass(metadata, &editor, file) }
    let isAsBefore =
      handler == nil && options == nil && call.trailingClosures.isEmpty
      && call.arguments.count == arguments.count
    guard let called = call.called, !isAsBefore else { return .kept(call) }
    let more = options.map { [CodeArgument("callOptions", $0)] } ?? []
    return .call(
      .kept(called), arguments.map { .plain(.kept($0)) } + more,
      trailing: handler.map { [$0] } ?? [])
  }

  /// Headers are a part of the call's options.
  private func pass(_ metadata: Argument, _ editor: inout SyntaxEditor, _ file: FileContext) {
    editor.relabel(metadata, to: "callOptions")
    guard keepsMetadata(file), let headers = metadata.expression else { return }
    editor.replace(headers.node, with: .quoted("GRPC::CallOptions(customMetadata: \(headers))"))
  }

  /// The runtime's own property that is read has a successor of the same type, or none is read.
  private static func checkIsOwn(_ value: Expr, _ file: FileContext) throws(Refusal) {
    guard case .member(let member) = value, let symbol = file.semantics.symbol(of: member.node),
      symbol.module == "SwiftGRPC", symbol.name != "metadata"
    else { return }
    throw Refusal(
      "'\(member.node.text)' has headers of a different type; copy them into 'CallOptions(customMetadata:)' and pass that as 'callOptions:'"
    )
  }

  /// What a call is given as its options takes the place of the client's: where it was made elsewhere, with a limit of
  /// 600 seconds.
  func noteOptions(_ consequence: inout Consequence) {
    guard passesOptions else { return }
    consequence.lower(
      to: .review,
      because:
        "'callOptions:' replaces the client's 'defaultCallOptions'; headers created elsewhere have the time limit of 600 seconds that grpc-swift 0 started with, not one set on the client"
    )
  }
}

/// Whether the value is `Metadata()`, which says nothing.
func isEmptyMetadata(_ value: Node, _ file: FileContext) -> Bool {
  guard value.kind == .functionCall, value.arguments.isEmpty else { return false }
  return file.semantics.symbol(of: value)?.qualifiedName == "SwiftGRPC.Metadata.init()"
}
