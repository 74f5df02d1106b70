package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives a type that reads and writes buffers itself, a `GRPCPayload` of grpc-swift 1, what a call of grpc-swift 2 reads and writes
/// it with.
package func payloadToSerializers(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  let payload = try SerializedPayload(conformance: match.node, file)
  var editor = file.editor
  payload.rewrite(&editor, file)
  return TransformOutcome(
    editor, review: "a message is sent between tasks, so that its type has to be 'Sendable'")
}

/// A structure or an enum of the project that conforms to `GRPCPayload`, with what the protocol wants.
struct SerializedPayload {
  private let conformance: Node
  private let owner: Node
  private let members: MemberBlock
  private let readingThrows: Bool
  private let writingThrows: Bool

  /// - Parameter conformance: the protocol's name, in what a type says to conform to.
  init(conformance: Node, _ file: FileContext) throws(Refusal) {
    let step = "write a 'MessageSerializer' and a 'MessageDeserializer' over 'GRPCContiguousBytes'"
    guard isConformance(conformance), let clause = conformance.parent?.parent,
      let owner = clause.parent, owner.kind == .structDecl || owner.kind == .enumDecl,
      let members = owner.child(.memberBlock).flatMap({ MemberBlock($0) })
    else { throw Refusal(step) }
    func declared(_ kind: NodeKind, _ name: String?, _ label: String) -> Node? {
      owner.members.first { member in
        member.kind == kind && (name == nil || member.name == name)
          && member.parameters.map(\.externalName) == [label]
      }
    }
    let own = Set(["Serializer", "Deserializer"])
    guard let reading = declared(.initializerDecl, nil, "serializedByteBuffer"),
      let writing = declared(.functionDecl, "serialize", "into"),
      ![reading, writing].contains(where: \.isAsync),
      !owner.members.contains(where: { own.contains($0.name) })
    else {
      throw Refusal(
        step
          + ", or declare 'init(serializedByteBuffer:)' and 'serialize(into:)' in the type that says 'GRPCPayload', then run the fix again"
      )
    }
    guard !file.refusesRaces || Self.maySend(owner, file) else {
      throw Refusal("make what '\(owner.name)' keeps 'Sendable', then run the fix again")
    }
    (self.conformance, self.owner, self.members) = (conformance, owner, members)
    (readingThrows, writingThrows) = (reading.isThrowing, writing.isThrowing)
  }

  /// Whether Swift 6 mode may let a type be `Sendable`: its type parameters are, and it keeps no object that is not.
  private static func maySend(_ owner: Node, _ file: FileContext) -> Bool {
    let clause = owner.child(.genericParameterClause)
    guard clause.map({ $0.text.contains("Sendable") }) ?? true else { return false }
    let kept = owner.members.compactMap { VariableDecl($0) }.flatMap(\.bindings)
      .filter { $0.node.accessorBlock == nil }.compactMap(\.pattern)
    return !kept.contains { pattern in
      file.semantics.symbol(of: pattern.node)?.type.fullyUnwrapped.nominalSymbol.map {
        $0.kind == .classType && $0.isOfProject && file.model.isNeverSendable($0)
      } ?? false
    }
  }

  /// Whether a type is a payload that is given what reads and writes it.
  static func isRewritten(_ type: Symbol, _ file: FileContext) -> Bool {
    guard let declaration = type.declaration, let home = file.context(of: declaration) else {
      return false
    }
    let named = declaration.inheritedTypes.first { $0.mainTypeName == "GRPCPayload" }
    return named.flatMap { try? SerializedPayload(conformance: $0, home) } != nil
  }

  func rewrite(_ editor: inout SyntaxEditor, _ file: FileContext) {
    if owner.inheritedTypes.contains(where: { $0.mainTypeName == "Sendable" }) {
      conformance.parent.map { editor.remove(element: $0) }
    } else {
      editor.rename(conformance, to: "Sendable")
    }
    let bytes = "<Bytes: \(file.spelling(of: "GRPCCore.GRPCContiguousBytes", at: owner))>"
    let (writing, reading) = (writingThrows ? "try " : "", readingThrows ? "try " : "")
    func codec(_ role: String, _ documentation: String, _ function: Code) -> Code {
      let interface = file.spelling(of: "GRPCCore.Message\(role)", at: owner)
      return .quoted(
        type: "struct \(role): \(interface) {}", [function], documentation: documentation)
    }
    let written = Code.quoted(
      items:
        "var buffer = NIOCore::ByteBuffer(); \(writing)message.serialize(into: &buffer); return "
        + "Bytes(buffer.readableBytesView)"
    )
    let copied = Code.quoted("bytes.withUnsafeBytes { raw in NIOCore::ByteBuffer(bytes: raw) }")
    let read = Code.quoted("\(reading)\(owner.name)(serializedByteBuffer: &buffer)")
    let serialize = Code.quoted(
      "func serialize\(bytes)(_ message: \(owner.name)) throws -> Bytes { \(written) }")
    let deserialize = Code.quoted(
      "func deserialize\(bytes)(_ bytes: Bytes) throws -> \(owner.name) { var buffer = "
        + "\(copied); return \(read) }"
    )
    editor.insert(
      [
        codec("Serializer", "Writes a message that is sent.", serialize),
        codec("Deserializer", "Reads a message that is received.", deserialize),
      ], atEndOf: members)
  }
}
