import MoultFindings
import MoultMatching
import MoultProto
import MoultSource

/// Which Objective-C class prefixes a project wants.
struct ClassPrefixPolicy: Hashable, Sendable {
  /// The prefix of each `.proto` package that has one configured.
  let prefixes: [String: String]

  /// The prefix of all other packages, if one is configured.
  let otherwise: String?

  init(_ options: OptionValues) {
    prefixes = options.table("proto.objc_class_prefix")
    otherwise = options.text("proto.objc_class_prefix")
  }

  func prefix(ofPackage package: String) -> String? { prefixes[package] ?? otherwise }
}

/// What a page about class prefixes looks for.
enum ClassPrefixFault: String, CaseIterable {
  case missing
  case short
  case lowercase
  case characters
  case reserved
  case inconsistent
  case shared
}

let classPrefixFinder = Finder(
  FinderTerms(
    "proto-class-prefix", .word(ClassPrefixFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["package", "prefix", "wanted", "other", "command"] },
    anchors: { _ in objectiveCWords }),
  on: [.proto], classPrefixFindings)

/// Finds `.proto` files whose `objc_class_prefix` is missing or unfit, in a project where it matters.
///
/// It matters where something makes or uses Objective-C classes of the file, or where the configuration asks
/// for a prefix; and not where buf's managed mode or another setting decides it whatever the file says.
func classPrefixFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = ClassPrefixFault(rawValue: rule.row.find.subject),
    let proto = facts.protos[file.source.path], !proto.hasErrors,
    !proto.messages.isEmpty || !proto.enums.isEmpty || !proto.services.isEmpty,
    !proto.package.hasPrefix("google.protobuf")
  else { return [] }
  let configured = facts.classPrefix.prefix(ofPackage: proto.package)
  let consumer = facts.objectiveCConsumers.first { $0.consumes(file.source.path) }
  guard configured != nil || consumer != nil else { return [] }
  switch facts.prefixSources.prefix(of: proto).origin {
  case .managedMode: return []
  case .package, .elsewhere:
    if proto.objectiveCPrefix == nil, configured == nil { return [] }
  case .option, .none: break
  }
  let reader = ClassPrefixReader(
    rule: rule, file: file, proto: proto, facts: facts, configured: configured,
    consumer: consumer?.evidence)
  if fault == .missing { return reader.missing() }
  guard let option = proto.option(named: "objc_class_prefix"), let value = option.string else {
    return []
  }
  let range = option.valueRange ?? option.range ?? ByteOffset(0)..<ByteOffset(0)
  return reader.finding(fault, value, range)
}

/// Judges one file whose prefix matters.
private struct ClassPrefixReader {
  let rule: SurfaceRule
  let file: ProjectText
  let proto: ProtoFile
  let facts: SurfaceFacts
  let configured: String?

  /// Where the classes are made or used.
  let consumer: String?

  func missing() -> [Finding] {
    guard proto.objectiveCPrefix == nil else { return [] }
    let neighbour = facts.statedPrefixes.majority(ofPackage: proto.package)
    let prefix =
      configured ?? neighbour ?? derivedObjectiveCPrefix(forPackage: proto.package)
    guard !prefix.isEmpty else { return [] }
    let range = proto.packageStatement?.range ?? ByteOffset(0)..<ByteOffset(0)
    let reason =
      configured != nil
      ? "the configuration sets the prefix of '\(proto.package)' to '\(prefix)'"
      : neighbour != nil
        ? "other files of '\(proto.package)' have the prefix '\(prefix)'"
        : "'\(prefix)' is what buf derives from '\(proto.package)'"
    return [renamingFinding(range, to: prefix, reason)]
  }

  func finding(_ fault: ClassPrefixFault, _ value: String, _ range: ByteRange) -> [Finding] {
    switch fault {
    case .missing: return []
    case .short:
      guard (1...2).contains(value.utf8.count) else { return [] }
    case .lowercase:
      guard let first = value.utf8.first, !(0x41...0x5A).contains(first),
        value.utf8.allSatisfy(isPrefixByte)
      else { return [] }
    case .characters:
      guard !value.utf8.allSatisfy(isPrefixByte) else { return [] }
    case .reserved:
      guard isReservedPrefix(value) else { return [] }
    case .inconsistent: return inconsistent(value, range)
    case .shared: return shared(value, range)
    }
    return [plainFinding(range, ["prefix": .text(value)])]
  }

  /// The configuration, or else most files of the package, want another prefix.
  private func inconsistent(_ value: String, _ range: ByteRange) -> [Finding] {
    guard let wanted = configured ?? facts.statedPrefixes.majority(ofPackage: proto.package) else {
      guard facts.statedPrefixes.all(ofPackage: proto.package).count > 1 else { return [] }
      return [
        plainFinding(
          range, ["prefix": .text(value), "wanted": .text("another")],
          evidence: ["no prefix of '\(proto.package)' is in most of its files"])
      ]
    }
    guard wanted != value else { return [] }
    let reason =
      configured != nil
      ? "the configuration sets the prefix of '\(proto.package)' to '\(wanted)'"
      : "most files of '\(proto.package)' have the prefix '\(wanted)'"
    return [renamingFinding(range, to: wanted, reason, was: value)]
  }

  /// Another package has the same prefix; said once for each package, in the first of its files.
  private func shared(_ value: String, _ range: ByteRange) -> [Finding] {
    guard !value.isEmpty,
      let holders = facts.statedPrefixes.packages[value], holders.count > 1,
      holders.first(where: { $0.package == proto.package })?.path == proto.path,
      let other = holders.first(where: { $0.package != proto.package })
    else { return [] }
    return [
      plainFinding(
        range, ["prefix": .text(value), "other": .text(other.package)],
        evidence: ["the same prefix in \(other.path)"])
    ]
  }

  private func plainFinding(
    _ range: ByteRange, _ bindings: [String: Binding], evidence: [String] = []
  ) -> Finding {
    let all = bindings.merging([
      "package": .text(proto.package), "found": .text(file.source.text(range)),
      "command": .text(facts.renamePrefixCommand(for: proto)),
    ]) { first, _ in first }
    return Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path, range: range,
      message: filled(rule.row.message, all, file.source),
      nextStep: rule.row.nextStep.map { filled($0, all, file.source) },
      evidence: ([consumer].compactMap { $0 } + evidence).map { Evidence($0) })
  }

  /// A finding whose fix gives the whole package the prefix, callers included.
  private func renamingFinding(
    _ range: ByteRange, to prefix: String, _ reason: String, was old: String = ""
  ) -> Finding {
    let renaming = facts.desk.renaming(
      PrefixChange(option: .objectiveC, package: proto.package, value: prefix))
    let bindings: [String: Binding] = [
      "prefix": .text(old.isEmpty ? prefix : old), "wanted": .text(prefix),
      "package": .text(proto.package), "found": .text(file.source.text(range)),
      "command": .text(facts.renamePrefixCommand(for: proto)),
    ]
    var evidence = [consumer].compactMap { $0 } + [reason]
    if let example = renaming.suffixChanges.first {
      evidence.append("'\(example.old)' becomes '\(example.new)': a prefix changes the suffix")
    }
    evidence += renaming.obstacles
    let isWhole = renaming.obstacles.isEmpty && renaming.uncertain.isEmpty
    let command = renamePrefixCommand(proto.package, to: prefix)
    return Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path, range: range,
      message: filled(rule.row.message, bindings, file.source),
      nextStep: isWhole
        ? nil
        : renaming.obstacles.isEmpty
          ? "check the \(renaming.uncertain.count) ambiguous uses; '\(command)' renames the rest"
          : "choose a valid prefix, as in '\(facts.renamePrefixCommand(for: proto))'",
      evidence: evidence.map { Evidence($0) },
      related: renaming.uncertain.map {
        RelatedPlace(path: $0.path, range: $0.range, message: $0.reason)
      },
      fix: isWhole
        ? Fix(
          title: filled(rule.row.fixTitle, bindings, file.source),
          safety: max(rule.row.safety, .review), files: renaming.edits) : nil)
  }
}

private func isPrefixByte(_ byte: UInt8) -> Bool {
  switch byte {
  case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A: true
  default: false
  }
}

/// Prefixes that belong to protobuf, to gRPC and to frameworks of Apple's platforms.
///
/// Source: facts on gRPC for Objective-C, sections 8.3 and 13. What Apple has in two letters is reserved as a whole,
/// which the rule on short prefixes says; named here are those whose classes every app links.
func isReservedPrefix(_ prefix: String) -> Bool {
  [
    "GPB", "GRPC", "GRX", "NS", "UI", "CF", "CG", "CA", "CI", "CL", "CN", "AV", "MK", "SK", "WK",
    "MTK", "MTL", "PHA", "SCN",
  ].contains(prefix)
}
