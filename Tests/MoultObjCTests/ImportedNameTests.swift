import MoultObjC
import Testing

/// The names are those that Swift's compiler gave to methods of generated headers.
@Suite struct ImportedNameTests {
  @Test(arguments: [
    ("moveLoadWithRequest:handler:", "HCXLoad", "moveLoad(withRequest:handler:)"),
    ("sayHelloWithRequest:handler:", "HCXLoadRequest", "sayHello(with:handler:)"),
    ("RPCToMoveLoadWithRequest:handler:", "HCXLoad", "rpcToMoveLoad(withRequest:handler:)"),
    ("RPCToSayHelloWithRequest:handler:", "HCXLoadRequest", "rpcToSayHello(with:handler:)"),
    ("sendWithRequest:eventHandler:", "HCXChatMessage", "send(withRequest:eventHandler:)"),
    ("uRLListWithRequest:handler:", "HCXLoadRequest", "uRLList(with:handler:)"),
    ("RPCToURLListWithRequest:handler:", "HCXLoadRequest", "rpcToURLList(with:handler:)"),
    ("uploadWithRequestsWriter:handler:", "GRXWriter", "upload(withRequestsWriter:handler:)"),
    (
      "RPCTouploadWithRequestsWriter:handler:", "GRXWriter",
      "rpcToupload(withRequestsWriter:handler:)"
    ),
    (
      "moveLoadWithMessage:responseHandler:callOptions:", "HCXLoad",
      "moveLoad(withMessage:responseHandler:callOptions:)"
    ),
    (
      "sendWithMessage:responseHandler:callOptions:", "HCXChatMessage",
      "send(with:responseHandler:callOptions:)"
    ),
    ("chatWithResponseHandler:callOptions:", "GRPCProtoResponseHandler", "chat(with:callOptions:)"),
    ("getURLWithRequest:handler:", "HCXLoadRequest", "getURLWith(_:handler:)"),
    ("getLoadWithRequest:handler:", "HCXLoadRequest", "getLoadWith(_:handler:)"),
    ("initWithRequest:handler:", "HCXLoadRequest", "initWith(_:handler:)"),
    ("moveWithLoadWithRequest:handler:", "HCXLoadRequest", "moveWithLoad(with:handler:)"),
    ("loadRequest2WithRequest:handler:", "HCXLoadRequest", "loadRequest2(with:handler:)"),
  ])
  func `a method is known as Swift's importer makes it`(
    _ selector: String, _ type: String, _ expected: String
  ) {
    let names = importedNames(ofSelector: selector, firstArgument: type, in: "HCXCrane")
    #expect(names.first.map(describe) == expected)
  }

  @Test func `behind a verb the class of the receiver may be left out`() {
    let names = importedNames(
      ofSelector: "getCraneWithRequest:handler:", firstArgument: "HCXLoadRequest", in: "HCXCrane")
    #expect(names.map(describe) == ["getCraneWith(_:handler:)", "getWith(_:handler:)"])
  }

  @Test func `a selector of another shape has no name`() {
    #expect(importedNames(ofSelector: "start", firstArgument: "X", in: "Y").isEmpty)
    #expect(importedNames(ofSelector: "initWith:", firstArgument: "X", in: "Y").isEmpty)
  }

  private func describe(_ name: ImportedName) -> String {
    name.base + "(" + name.labels.map { ($0 ?? "_") + ":" }.joined() + ")"
  }
}
