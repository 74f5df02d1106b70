import MoultMatching
import MoultRewriting
import MoultSyntax

/// A type that interceptors of a file look at messages with, or keep what changes in.
struct ObservedType {
  let name: String
  let code: Code

  /// Declares types behind everything else in the file, once.
  ///
  /// - Returns: those whose name is taken there.
  static func declare(
    _ types: [ObservedType], _ editor: inout SyntaxEditor, _ file: FileContext
  ) -> [ObservedType] {
    func isOwn(_ node: Node) -> Bool {
      TypeDecl(node) != nil && node.modifierNames.contains("private")
        && node.members.contains { member in
          FunctionDecl(member)?.name == "mutate"
            || VariableDecl(member)?.bindings.only?.node.child(.identifierPattern)?.name
              == "observe"
        }
    }
    let places = types.map { NameAtEndOfFile([$0.name], in: file, isOwn: isOwn) }
    let missing = zip(types, places).filter { $1?.isDeclared == false }.map(\.0.code)
    if !missing.isEmpty { editor.insertAtEndOfFile(missing) }
    return zip(types, places).filter { $1 == nil }.map(\.0)
  }
}

/// The box of what changes in the course of a call.
let lockedValue = ObservedType(name: lockedName, code: lockedBox)

/// A writer of grpc-swift 2 that shows each message before it writes it.
let observedWriter = ObservedType(
  name: "ObservedWriter",
  code: .quoted(
    type: "private struct ObservedWriter<Element: Sendable>: GRPCCore::RPCWriterProtocol { "
      + "let writer: GRPCCore::RPCWriter<Element>; let observe: @Sendable (Element) -> Void; "
      + "func write(_ element: Element) async throws { observe(element); try await writer.write(element) }; "
      + "func write(contentsOf elements: some Sequence<Element>) async throws { "
      + "for element in elements { try await write(element) } } }",
    documentation: "Shows each message before it is written."))

/// A sequence that shows each part of a response of grpc-swift 2, and the error that ends it.
let observedSequence = ObservedType(
  name: "ObservedParts",
  code: .quoted(
    type: "private struct ObservedParts<Element: Sendable>: AsyncSequence, Sendable { "
      + "let parts: \(sequenceOfParts); let observe: @Sendable (\(shownResult)) -> Void; "
      + "func makeAsyncIterator() -> Iterator { "
      + "Iterator(parts: parts.makeAsyncIterator(), observe: observe) } }",
    [
      .quoted(
        type: "struct Iterator: AsyncIteratorProtocol { "
          + "var parts: \(sequenceOfParts).AsyncIterator; "
          + "let observe: @Sendable (\(shownResult)) -> Void; "
          + "mutating func next() async throws -> Element? { do { "
          + "guard let part = try await parts.next() else { return nil }; "
          + "observe(.success(part)); return part } catch let error as GRPCCore::RPCError { "
          + "observe(.failure(error)); throw error } } }",
        documentation: "Shows each part as it is read.")
    ], documentation: "Shows each part of a response, and the error that ends it."))

private let sequenceOfParts = "GRPCCore::RPCAsyncSequence<Element, any Error>"
private let shownResult = "Result<Element, GRPCCore::RPCError>"
