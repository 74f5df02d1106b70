import MoultRewriting
import MoultSyntax

private let element = Code.word("Element")

private func observer(of value: Code) -> Code {
  .variable(
    .let, "observe", type: .form(.attributed(["@Sendable"], .functionType([value], .word("Void")))),
    value: nil)
}

/// A writer of grpc-swift 2 that shows each message before it writes it.
let observedWriter: Code = {
  let (message, messages) = (Code.word("element"), Code.word("elements"))
  let writer = Code.word("writer")
  return .form(
    .type(
      TypeCode(
        documentation: "Shows each message before it is written.", modifiers: ["private"],
        "struct", "ObservedWriter<Element: Sendable>", inherited: ["RPCWriterProtocol"],
        [
          .variable(
            .let, "writer", type: .generic(.library("GRPCCore.RPCWriter"), [element]), value: nil),
          observer(of: element),
          .function(
            FunctionCode(
              .function("write"), [ParameterCode(nil, "element", element)], isAsync: true,
              isThrowing: true,
              [
                .call("observe", [.plain(message)]),
                .tryAwait(writer.calling("write", [.plain(message)])),
              ])),
          .function(
            FunctionCode(
              .function("write"),
              [
                ParameterCode(
                  "contentsOf", "elements",
                  .form(.attributed(["some"], .generic("Sequence", [element]))))
              ], isAsync: true, isThrowing: true,
              [
                .form(
                  .loop(
                    "element", in: messages, [.tryAwait(.call("write", [.plain(message)]))]))
              ])),
        ])))
}()

/// A sequence that shows each part of a response of grpc-swift 2, and the error that ends it.
let observedSequence: Code = {
  let parts = Code.word("parts")
  let result = Code.generic("Result", [element, .library("GRPCCore.RPCError")])
  let error = Code.form(.existential(.word("Error")))
  let sequence = Code.generic(.library("GRPCCore.RPCAsyncSequence"), [element, error])
  func shown(_ name: String, _ value: String) -> Code {
    .call("observe", [.plain(.call(.member(nil, name), [.plain(.word(value))]))])
  }
  let next = Code.tryAwait(parts.calling("next"))
  let iterator = TypeCode(
    documentation: "Shows each part as it is read.", "struct", "Iterator",
    inherited: ["AsyncIteratorProtocol"],
    [
      .variable(.var, "parts", type: sequence.member("AsyncIterator"), value: nil),
      observer(of: result),
      .function(
        FunctionCode(
          modifiers: ["mutating"], .function("next"), [], isAsync: true, isThrowing: true,
          returning: .postfix(element, "?"),
          [
            .form(
              .caughtEach(
                [
                  .form(
                    .guarding(
                      [.variable(.let, "part", value: next)], else: [.returned(.word("nil"))])),
                  shown("success", "part"), .returned(.word("part")),
                ],
                [
                  CatchCode(
                    .library("GRPCCore.RPCError"),
                    [shown("failure", "error"), .form(.thrown(.word("error")))])
                ]))
          ])),
    ])
  return .form(
    .type(
      TypeCode(
        documentation: "Shows each part of a response, and the error that ends it.",
        modifiers: ["private"], "struct", "ObservedParts<Element: Sendable>",
        inherited: ["AsyncSequence", "Sendable"],
        [
          .variable(.let, "parts", type: sequence, value: nil),
          observer(of: result),
          .function(
            FunctionCode(
              .function("makeAsyncIterator"), [], returning: .word("Iterator"),
              [
                .call(
                  "Iterator",
                  [
                    CodeArgument("parts", parts.calling("makeAsyncIterator")),
                    CodeArgument("observe", .word("observe")),
                  ])
              ])),
          .form(.type(iterator)),
        ])))
}()
