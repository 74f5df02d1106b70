import MoultFindings
import MoultMatching
import MoultProto
import MoultSource

/// What a page about the output of `protoc-gen-swift` looks for.
enum SwiftGeneratorFault: String, CaseIterable {
  /// Of a generator before 0.9.903: no 1.x compiles it.
  case stale
  /// Of a generator between two releases, whose version check no release has.
  case unreleased
  /// Of a generator that is newer than the runtime that the project takes, and with what that lacks.
  case newer
  /// Of such a generator, and without anything that is known to be missing.
  case newerShape = "newer-shape"
  /// In a shape that the runtime which the project takes has deprecated.
  case older
}

package let swiftGeneratorFinder = Finder(
  FinderTerms(
    "swift-generator", .word(SwiftGeneratorFault.allCases.map(\.rawValue)), reach: .advice,
    binds: { _ in ["source", "generator", "runtime", "call"] },
    anchors: { _ in ["SwiftProtobuf"] }), on: [.swift], swiftGeneratorFindings)

/// Finds files of `protoc-gen-swift` that do not go with the runtime.
func swiftGeneratorFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = SwiftGeneratorFault(rawValue: rule.row.find.subject),
    isMadeByProtocGenSwift(file),
    let fault = Fault(
      fault, in: file, facts.swiftProtobuf(at: file.source.path))
  else { return [] }
  let call = callPhrase(of: "swift", facts)
  // Whoever changes what is taken changes what the runtime is.
  let sources =
    fault.runtime == nil
    ? [] : facts.taken.sources(of: "swift-protobuf", at: file.source.path)
  let bindings: [String: Binding] = [
    "source": .text(sourceLine(of: file.source) ?? "its '.proto' file"),
    "generator": .text(fault.generator), "runtime": .text(fault.runtime?.release.text ?? "1.x"),
    "call": .text(call),
  ]
  return [
    rule.finding(
      in: file, at: fault.range, bindings,
      evidence: ["'\(fault.mark)' in generated code", fault.runtime?.evidence],
      related: sources.map {
        RelatedPlace(
          path: $0.path, range: $0.range, message: "'\($0.name)', on which the runtime depends")
      }
    ).caused(by: call)
  ]
}

/// Code of other plugins stands in files of their own, under names of their own.
private func isMadeByProtocGenSwift(_ file: ProjectText) -> Bool {
  guard file.surface == .swift, file.isGenerated else { return false }
  return file.source.path.hasSuffix(".pb.swift")
    || file.source.bytes.range(ofText: "Swift generator plugin", within: 4096) != nil
}

private struct Fault {
  let range: ByteRange
  let mark: String

  /// `0.9.28 or older`, `1.31.0 or newer`.
  let generator: String
  let runtime: TakenVersion?

  init?(_ fault: SwiftGeneratorFault, in file: ProjectText, _ runtime: TakenVersion?) {
    let bytes = file.source.bytes
    switch fault {
    case .unreleased:
      let mark = "ProtobufAPIVersion_3"
      guard let range = bytes.range(ofText: mark, within: 4096) else { return nil }
      self.init(range: range, mark: mark, generator: "no release", runtime: nil)
    case .stale:
      guard let last = GeneratorVersions(bytes).to, let limit = VersionNumber("0.9.903"),
        last.version < limit
      else { return nil }
      self.init(
        range: last.range, mark: last.mark, generator: "\(last.text) or older", runtime: nil)
    case .newer:
      guard let runtime, let needed = GeneratorVersions(bytes).needed,
        runtime.release.version < needed.version
      else { return nil }
      self.init(newer: needed, than: runtime)
    case .newerShape:
      guard let runtime else { return nil }
      let versions = GeneratorVersions(bytes)
      guard let first = versions.from, runtime.release.version < first.version,
        versions.needed.map({ $0.version <= runtime.release.version }) ?? true
      else { return nil }
      self.init(newer: first, than: runtime)
    case .older:
      guard let runtime, let limit = VersionNumber("1.31"), !(runtime.release.version < limit),
        let last = GeneratorVersions(bytes).to, last.version < limit,
        let first = VersionNumber("0.9.903"), !(last.version < first)
      else { return nil }
      self.init(
        range: last.range, mark: last.mark, generator: "\(last.text) or older", runtime: runtime)
    }
  }

  private init(newer made: GeneratorVersions.MarkedVersion, than runtime: TakenVersion) {
    self.init(
      range: made.range, mark: made.mark, generator: "\(made.text) or newer", runtime: runtime)
  }

  private init(range: ByteRange, mark: String, generator: String, runtime: TakenVersion?) {
    self.range = range
    self.mark = mark
    self.generator = generator
    self.runtime = runtime
  }
}

extension SurfaceFacts {
  /// The version of swift-protobuf that the file at `path` is built with, where it is a single one.
  func swiftProtobuf(at path: String) -> TakenVersion? {
    taken.version(of: "swift-protobuf", at: path).flatMap { $0.isPinned ? $0 : nil }
  }
}
