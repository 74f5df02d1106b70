import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns a call of grpc-swift 0 without its completion as one of grpc-swift 2: `client.watch(request, metadata: […])`.
///
/// - Parameter name: what the client is called; nil for its name in `call`.
/// - Throws: a `Refusal` where the headers are made elsewhere.
func callOfGRPC2(
  from call: Node, client name: String? = nil, _ file: FileContext
) throws(Refusal) -> String {
  guard let callee = call.callee else { throw Refusal("call the method by its name") }
  var arguments: [String] = []
  for argument in call.arguments where argument.argumentLabel != "completion" {
    let value = argument.argumentValue
    guard argument.argumentLabel == "metadata" else {
      arguments.append(file.source.text(argument.range))
      continue
    }
    if isEmptyMetadata(value, file) { continue }
    let headers = try metadataOfGRPC2(from: value, file)
    arguments.append("metadata: \(file.layout.spelled(headers))")
  }
  let client = callee.base.map { (name ?? file.source.text($0.range)) + "." } ?? ""
  let list = arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"
  return client + methodNameOfGRPC2(callee.name) + list
}

/// Returns a call of grpc-swift 0 without its completion as one of grpc-swift 2, with closures behind it.
///
/// - Throws: a `Refusal` where the headers are made elsewhere.
func codeOfGRPC2(
  from call: Node, _ closures: [ClosureCode], _ file: FileContext
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
  let name = methodNameOfGRPC2(called.node.name)
  guard case .member(let member) = called, let client = member.base else {
    return .call(.word(name), arguments, trailing: closures)
  }
  return .call(.member(.kept(client), name), arguments, trailing: closures)
}
