import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A function of the file that is told how a stream ended, as a `Result<GRPCStatus, any Error>`, by what is done with the
/// stream's status and by nobody else.
struct ResultOfACall {
  /// The type of the status in that of the parameter.
  private let type: Node
  private let changes: [ChangedStatus]

  /// - Parameter result: what the closure is given that is told the status.
  /// - Returns: nil if the result is not handed on.
  init?(_ result: Node, _ refusal: Refusal, _ file: FileContext) throws(Refusal) {
    guard let parameter = Parameter(of: file.parameter(taking: result)) else { return nil }
    guard let type = Self.status(in: parameter, file),
      let owner = parameter.node.owningFunction, FunctionDecl(owner)?.body != nil,
      let function = file.semantics.symbol(of: owner),
      let symbol = file.semantics.symbol(of: parameter.node),
      file.values(passedTo: parameter.node)?.map(\.value) == [result]
    else { throw refusal }
    let namesOther = owner.descendants.contains { node in
      node != type && node.kind == .identifierType
        && file.semantics.symbol(of: node)?.qualifiedName == "GRPC.GRPCStatus"
    }
    guard !namesOther, file.changesAlone(function),
      file.semantics.references(to: symbol).allSatisfy({
        $0.kind != .declReference || ChangedStatus.isLookedAt($0, file)
      })
    else { throw refusal }
    self.type = type
    var changes: [ChangedStatus] = []
    for status in ChangedStatus.statuses(in: owner, file) {
      if let change = try ChangedStatus(status, refusal, file) { changes.append(change) }
    }
    self.changes = changes
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    editor.replace(type, with: .library("GRPCCore.Status"))
    ChangedStatus.rewrite(changes, &editor)
  }

  /// `GRPCStatus` in `Result<GRPCStatus, any Error>`, the type of a parameter of the file.
  private static func status(in parameter: Parameter, _ file: FileContext) -> Node? {
    guard parameter.node.tree === file.tree, parameter.defaultValue == nil,
      let result = NamedType(of: parameter.type), result.name == "Result",
      let status = result.genericArguments?.first,
      file.semantics.symbol(of: status)?.qualifiedName == "GRPC.GRPCStatus"
    else { return nil }
    return status
  }
}

// MARK: - From the function

extension ResultOfACall {
  /// The fix of a stream whose status is told to the function around a node, which the function changes with.
  ///
  /// - Returns: nil if there is none.
  static func outcome(around node: Node, _ file: FileContext) -> TransformOutcome? {
    let owner = ([node] + node.ancestors).first { $0.kind == .functionDecl }
    guard
      let parameter = owner?.parameters.lazy.compactMap({ Parameter($0) }).first(where: {
        status(in: $0, file) != nil
      }),
      let passed = file.values(passedTo: parameter.node), passed.count == 1,
      let value = passed[0].value,
      value.tree === file.tree, let stream = stream(toldOf: value)
    else { return nil }
    if var outcome = fixOfStream(named: stream, file) {
      outcome.isPlaceOfMany = true
      return outcome
    }
    guard let kept = file.semantics.symbol(of: stream.withoutUnwrapping) else { return nil }
    return (try? CallInVariable.judged(kept, file)).map {
      placeOfMany($0.consequence(seenFrom: file))
    }
  }

  /// `call` of `call.status.whenComplete { result in … }`, where the result is used.
  private static func stream(toldOf result: Node) -> Node? {
    result.ancestors.lazy.compactMap { node -> Node? in
      guard let handler = HandlerOfFuture(node), let told = handler.call.called?.node,
        let future = MemberAccess(told)?.base?.node, let status = MemberAccess(future),
        status.name == "status"
      else { return nil }
      return status.base?.node
    }.first
  }
}
