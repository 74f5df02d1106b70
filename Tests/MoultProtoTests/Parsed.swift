import MoultProto
import MoultProtoParser
import MoultSource

/// A text and what it declares.
struct Parsed {
  let source: SourceText
  let file: ProtoFile

  init(_ text: String) { self.init(bytes: Array(text.utf8)) }

  init(bytes: [UInt8]) {
    source = SourceText(path: "a.proto", bytes: bytes)
    file = parseProto(source)
  }

  /// The text of `range`; `nil` where there is none.
  func text(_ range: ByteRange?) -> String? { range.map(source.text) }

  /// The text before and after the place where an option may be inserted.
  var aroundInsertion: [String]? {
    guard let offset = file.insertionPointForOption else { return nil }
    let end = ByteOffset(source.bytes.count)
    return [source.text(ByteOffset(0)..<offset), source.text(offset..<end)]
  }
}

/// A declaration and where it stands.
struct Placed {
  let name: String
  let nameRange: ByteRange?
  let range: ByteRange?
}

/// Every declaration of a file, outer before inner.
func placedDeclarations(of file: ProtoFile) -> [Placed] {
  var result: [Placed] = []
  func add(_ name: String, _ place: ProtoPlace?) {
    result.append(Placed(name: name, nameRange: place?.nameRange, range: place?.range))
  }
  func add(_ enumeration: ProtoEnum) {
    add(enumeration.name, enumeration.place)
    for value in enumeration.values { add(value.name, value.place) }
  }
  func add(_ message: ProtoMessage) {
    add(message.name, message.place)
    for field in message.fields + message.extensions { add(field.name, field.place) }
    for oneof in message.oneofs { add(oneof.name, oneof.place) }
    for inner in message.messages { add(inner) }
    for inner in message.enums { add(inner) }
  }
  for message in file.messages { add(message) }
  for enumeration in file.enums { add(enumeration) }
  for field in file.extensions { add(field.name, field.place) }
  for service in file.services {
    add(service.name, service.place)
    for method in service.methods { add(method.name, method.place) }
  }
  return result
}
