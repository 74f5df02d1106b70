package import MoultMatching
import MoultRewriting
import MoultSyntax

/// What `messageEncoding` of grpc-swift 1 says of requests; what is accepted of replies is a setting of the transport.
///
/// A client that accepts nothing compressed gets the same replies as they are.
struct CompressionOfRequests {
  /// The algorithm for requests; nil where none is set.
  let algorithm: Code?

  /// What a person reads over.
  let reasons: [String]

  /// The declaration of a constant that only held the configuration, and goes.
  let constant: Node?

  /// - Parameters:
  ///   - value: `.disabled`, or `.enabled(…)` with a configuration that is made there, or in a constant for it alone.
  ///   - file: where such a constant may be; nil where it could not go.
  init(_ value: Node, _ file: FileContext? = nil) throws(Refusal) {
    if MemberAccess(value)?.name == "disabled" {
      (algorithm, reasons, constant) = (nil, [], nil)
      return
    }
    let step = Refusal(
      "set 'compression' of the options to the algorithm for requests, and the algorithms that the transport accepts in its 'config.compression.enabledAlgorithms'; grpc-swift 2 has no decompression limit"
    )
    guard let enabled = CallExpr(value), enabled.called?.node.name == "enabled",
      let configuration = enabled.onlyArgument?.expression?.node
    else { throw step }
    let held = file.flatMap { file in
      ConstantUsedOnce(configuration, file) ?? ConstantUsedOnce(ofFile: configuration, file)
    }
    constant = held?.statement
    guard let made = CallExpr(held?.value ?? configuration), let maker = made.called?.node.name
    else { throw step }
    switch maker {
    case "responsesOnly": algorithm = nil
    case "init", "Configuration":
      guard let asked = made.argument(labeled: "forRequests")?.expression?.node else { throw step }
      switch MemberAccess(asked)?.name {
      case "gzip"?: algorithm = .member(nil, "gzip")
      case "deflate"?: algorithm = .member(nil, "deflate")
      case "identity"?: algorithm = .member(nil, "none")
      case nil where asked.kind == .nilLiteral: algorithm = nil
      default: throw step
      }
    default: throw step
    }
    reasons = [
      "nothing is compressed before the transport's 'config.compression.enabledAlgorithms' names an algorithm"
    ]
  }
}

/// Turns `options.messageEncoding = .enabled(…)` into `options.compression = …`, or into nothing where only replies are
/// compressed.
package func messageEncodingToCompression(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  if isOptionOfClient(match, file) { return nil }
  guard let assignment = AssignmentExpr(to: match.node), let value = assignment.value?.node,
    assignment.node.parent?.isBlockOfStatements == true
  else {
    return .manual(
      "use 'compression', the algorithm for requests; replies are a setting of the transport")
  }
  let compression = try CompressionOfRequests(value, file)
  var editor = file.editor
  if let constant = compression.constant { editor.remove(item: constant) }
  let isNeedless = compression.algorithm == nil && isOnlyEncoding(match.node, file)
  if isNeedless, !file.tree.holdsComment(in: assignment.range) {
    editor.remove(item: assignment.node)
  } else {
    editor.rename(match.node, to: "compression")
    editor.replace(value, with: compression.algorithm ?? .word("nil"))
  }
  return TransformOutcome(editor, review: compression.reasons)
}

/// Whether options of a local are made without an encoding, and get none but this one.
private func isOnlyEncoding(_ encoding: Node, _ file: FileContext) -> Bool {
  guard let options = encoding.base, let local = LocalVariable(named: options, file),
    let made = CallExpr(of: local.value), made.called?.node.name == "CallOptions",
    made.argument(labeled: "messageEncoding") == nil
  else { return false }
  return local.uses(file).allSatisfy { use in
    guard let member = MemberAccess(on: use) else { return true }
    return member.node == encoding || member.name != "messageEncoding"
  }
}
