/// Returns what swift-protobuf 1.x declares for an enum.
///
/// An open enum, which is what proto3 and editions have, keeps values that it does not know in `UNRECOGNIZED`.
func declaration(
  of enumeration: ProtoEnum, named fullName: String, types: SwiftTypeReferences
) -> InterfaceLines {
  let isOpen = isOpen(enumeration, in: types.file)
  var body: InterfaceLines = isOpen ? ["public typealias RawValue = Swift.Int"] : []
  var seenNumbers: Set<Int32> = []
  var seenNames: Set<String> = []
  for (value, caseName) in zip(enumeration.values, enumeration.swiftCaseNames) {
    let isAlias = !seenNumbers.insert(value.number).inserted
    guard seenNames.insert(caseName).inserted else { continue }
    if isAlias {
      body.append("public static let \(caseName): \(fullName)")
    } else {
      body.append(isOpen ? "case \(caseName)" : "case \(caseName) = \(value.number)")
    }
  }
  if isOpen {
    body += [
      "case UNRECOGNIZED(Swift.Int)",
      "public init()",
      "public init?(rawValue: Swift.Int)",
      "public var rawValue: Swift.Int { get }",
      "public static let allCases: [\(fullName)]",
    ]
  } else {
    body.append("public init()")
  }
  let raw = isOpen ? "" : "Swift.Int, "
  let name = lastComponent(fullName)
  return block("public enum \(name): \(raw)SwiftProtobuf.Enum, Swift.CaseIterable", body)
}

func isOpen(_ enumeration: ProtoEnum, in file: ProtoFile) -> Bool {
  switch file.syntax {
  case .proto2: false
  case .proto3: true
  case .edition: file.feature("enum_type", in: enumeration.options) != "CLOSED"
  }
}
