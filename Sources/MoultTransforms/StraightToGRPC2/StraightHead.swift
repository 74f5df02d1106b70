import MoultMatching
import MoultRewriting
import MoultSyntax

/// Returns a call of grpc-swift 0 without its completion as one of grpc-swift 2, with closures behind it.
///
/// - Parameter name: what the client is called; nil for its name in `call`.
/// - Throws: a `Refusal` where the headers are made elsewhere.
func codeOfGRPC2(
  from call: Node, client name: String? = nil, _ closures: [ClosureCode], _ file: FileContext
) throws(Refusal) -> Code {
  guard let view = CallExpr(call), let called = view.called else {
    throw Refusal("call the method by its name")
  }
  var arguments: [CodeArgument] = []
  for argument in view.arguments where argument.label != "completion" {
    guard let value = argument.expression else { throw Refusal("call the method by its name") }
    guard argument.label == "metadata" else {
      arguments.append(CodeArgument(argument.label, .kept(value)))
      continue
    }
    if isEmptyMetadata(value.node, file) { continue }
    arguments.append(CodeArgument("metadata", try metadataOfGRPC2(from: value.node, file)))
  }
  let method = methodNameOfGRPC2(called.node.name)
  guard case .member(let member) = called, let client = member.base else {
    return .call(.word(method), arguments, trailing: closures)
  }
  let base = name.map { Code.word($0) } ?? .kept(client)
  return .call(.member(base, method), arguments, trailing: closures)
}
