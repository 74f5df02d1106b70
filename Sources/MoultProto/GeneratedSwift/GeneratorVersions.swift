package import MoultSource

/// The versions of `protoc-gen-swift` that can have written a file.
package struct GeneratorVersions {
  /// The version from which on the file's shape is made, with the mark that shows it.
  package private(set) var from: MarkedVersion?

  /// The newest version whose runtime the file cannot do without, with what it uses of that.
  package private(set) var needed: MarkedVersion?

  /// The last version that makes the file's shape, with the mark that shows it.
  package private(set) var to: MarkedVersion?

  /// A version of the generator, and what in the file shows it.
  package struct MarkedVersion: Sendable {
    package let version: VersionNumber

    /// As release notes write it.
    package let text: String
    package let mark: String
    package let range: ByteRange
  }

  /// Reads the marks of a generated file; those that a file need not have show nothing by their absence.
  ///
  /// - Complexity: O(*n*) in the bytes of the file, for each mark.
  package init(_ bytes: [UInt8]) {
    for mark in generatorMarks {
      guard let range = bytes.range(ofText: mark.text, within: mark.isInHead ? 4096 : bytes.count)
      else { continue }
      if let text = mark.from, let version = VersionNumber(text) {
        let marked = MarkedVersion(version: version, text: text, mark: mark.text, range: range)
        if from.map({ $0.version < version }) ?? true { from = marked }
        if mark.needsRuntime, needed.map({ $0.version < version }) ?? true { needed = marked }
      }
      if let text = mark.to, let version = VersionNumber(text),
        to.map({ version < $0.version }) ?? true
      {
        to = MarkedVersion(version: version, text: text, mark: mark.text, range: range)
      }
    }
  }
}

private struct GeneratorMark {
  let text: String
  let from: String?
  let to: String?

  /// Stands in the comment or the version check at the top.
  let isInHead: Bool

  /// Uses what the runtime has since the same release.
  let needsRuntime: Bool

  init(
    _ text: String, from: String? = nil, to: String? = nil, isInHead: Bool = false,
    needsRuntime: Bool = false
  ) {
    self.needsRuntime = needsRuntime
    self.text = text
    self.from = from
    self.to = to
    self.isInHead = isInHead
  }
}

/// What the generator's releases write, each with the first and the last release that does.
///
/// Source: facts on swift-protobuf, section 4.
private let generatorMarks: [GeneratorMark] = [
  GeneratorMark("ProtobufGeneratedMessage", to: "0.9.24"),
  GeneratorMark("jsonFieldNames", to: "0.9.24"),
  GeneratorMark("SwiftProtobuf.ProtoNameProviding", from: "0.9.26", to: "0.9.27"),
  GeneratorMark("FieldNameMap", from: "0.9.26", to: "0.9.27"),
  GeneratorMark("SwiftProtobuf.Proto3Message", from: "0.9.26", to: "0.9.28"),
  GeneratorMark("SwiftProtobuf.Proto2Message", from: "0.9.26", to: "0.9.28"),
  GeneratorMark("ProtobufAPIVersion_1", from: "0.9.28", to: "0.9.902", isInHead: true),
  GeneratorMark("ProtobufAPIVersion_2", from: "0.9.903", isInHead: true),
  GeneratorMark("documenation", from: "0.9.903", to: "1.6.0", isInHead: true),
  GeneratorMark("that your are building", to: "1.7.0", isInHead: true),
  GeneratorMark("#if swift(>=4.2)", from: "1.1.0"),
  GeneratorMark("// swift-format-ignore-file", from: "1.9.0", isInHead: true),
  GeneratorMark("SwiftProtobuf.Internal.emptyData", from: "0.9.900", to: "1.10.2"),
  GeneratorMark("The use of inline closures", from: "1.12.0"),
  GeneratorMark("#if swift(>=5.5)", from: "1.19.0", to: "1.26.0"),
  GeneratorMark("static nonisolated(unsafe) let defaultInstance", from: "1.26.0"),
  GeneratorMark("Swift.CaseIterable", from: "1.27.0"),
  GeneratorMark("// swiftlint:disable all", from: "1.28.0", isInHead: true),
  GeneratorMark(": Int, SwiftProtobuf.Enum", from: "1.29.0"),
  GeneratorMark("SwiftProtobuf._NameMap = [", to: "1.30.0"),
  GeneratorMark("SwiftProtobuf._NameMap(bytecode:", from: "1.31.0", needsRuntime: true),
  GeneratorMark("#if canImport(FoundationEssentials)", from: "1.36.0", isInHead: true),
  GeneratorMark("nonisolated struct", from: "1.38.0"),
]
