import MoultRewriting
import MoultSyntax

/// `intercept(request:context:next:)` of grpc-swift 2, which changes `request` by statements and hands it on.
func interceptMethod(modifiers: [String] = [], _ statements: [Code]) -> Code {
  let request = Code.generic(.library("GRPCCore.StreamingClientRequest"), [.word("Input")])
  let response = Code.generic(.library("GRPCCore.StreamingClientResponse"), [.word("Output")])
  let context = Code.library("GRPCCore.ClientContext")
  func parameter(_ name: String, _ type: Code) -> ParameterCode {
    ParameterCode(name, name, type)
  }
  return .function(
    FunctionCode(
      modifiers: modifiers, .function("intercept<Input: Sendable, Output: Sendable>"),
      [
        parameter("request", request), parameter("context", context),
        parameter("next", .form(.asyncFunctionType([request, context], response))),
      ], isAsync: true, isThrowing: true, returning: response,
      [.variable(.var, "request", value: .word("request"))] + statements + [
        .returned(.tryAwait(.call("next", [.plain(.word("request")), .plain(.word("context"))])))
      ]))
}
