package import MoultFindings
import MoultMatching
import MoultProto
import MoultSource

/// Which Objective-C class prefixes a project wants.
struct ClassPrefixPolicy: Hashable, Sendable {
  /// What is configured for a package.
  enum Wish: Hashable, Sendable {
    case prefix(String)
    /// Any prefix: the one that its files have, or else what buf derives.
    case any
  }

  /// By `.proto` package.
  private let wishes: [String: Wish]

  /// That of all other packages, if it is configured.
  private let otherwise: Wish?

  init(_ options: OptionValues) {
    let table = options.table("proto.objc_class_prefix").mapValues(Self.wish)
    wishes = table.filter { $0.key != "*" }
    otherwise = options.text("proto.objc_class_prefix").map(Self.wish) ?? table["*"]
  }

  func wish(forPackage package: String) -> Wish? { wishes[package] ?? otherwise }

  /// Returns the prefix that is configured for a package; nil if none is, or any will do.
  func prefix(ofPackage package: String) -> String? {
    guard case .prefix(let prefix)? = wish(forPackage: package) else { return nil }
    return prefix
  }

  private static func wish(_ value: String) -> Wish {
    value == "required" ? .any : .prefix(value)
  }
}

/// What a finding rests on that is there because nothing makes or uses the classes.
package let noConsumerInSight = Evidence(
  "no code that uses the classes is in sight: wherever it is, it gets new names")

/// What a page about class prefixes looks for.
enum ClassPrefixFault: String, CaseIterable {
  case missing
  case short
  case lowercase
  case characters
  case reserved
  case inconsistent
  case shared
  /// No file of a tree of schemas states a prefix, and nothing says whether one is wanted.
  case undecided
}

package let classPrefixFinder = Finder(
  FinderTerms(
    "proto-class-prefix", .word(ClassPrefixFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["package", "prefix", "wanted", "other", "command", "count"] },
    anchors: { _ in objectiveCWords }),
  on: [.proto], classPrefixFindings)

/// Finds `.proto` files whose `objc_class_prefix` is missing or unfit, in a project where it matters.
///
/// It matters where something makes or uses Objective-C classes of the file, where the configuration asks for a prefix, or
/// where other files show that one is wanted and nothing says who generates (`PrefixDemand`); and not where buf's managed
/// mode or another setting decides it whatever the file says, nor in copies of other people's files.
func classPrefixFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = ClassPrefixFault(rawValue: rule.row.find.subject),
    let proto = facts.protos[file.source.path], !proto.hasErrors, proto.declaresTypes,
    !proto.package.hasPrefix("google.protobuf")
  else { return [] }
  let wish = facts.classPrefix.wish(forPackage: proto.package)
  guard wish != nil || !isCopy(proto) else { return [] }
  let origin = facts.prefixSources.prefix(of: proto).origin
  switch origin {
  case .managedMode: return []
  case .package, .elsewhere: if proto.objectiveCPrefix == nil, wish == nil { return [] }
  case .option, .none: break
  }
  guard let demand = facts.prefixDemand(on: proto) else {
    return fault == .undecided ? undecided(rule, file, proto, facts) : []
  }
  let reader = ClassPrefixReader(
    rule: rule, file: file, proto: proto, facts: facts,
    configured: facts.classPrefix.prefix(ofPackage: proto.package), demand: demand)
  switch fault {
  case .missing: return reader.missing()
  case .undecided: return []
  case .shared:
    // That packages share one is a matter for whoever generates.
    switch demand {
    case .configured, .consumer: break
    case .itself, .package, .tree: return []
    }
  case .short, .lowercase, .characters, .reserved, .inconsistent: break
  }
  guard let option = proto.option(named: "objc_class_prefix"), let value = option.string else {
    return []
  }
  let range = option.valueRange ?? option.range ?? ByteOffset(0)..<ByteOffset(0)
  return reader.finding(fault, value, range)
}

extension SurfaceRule {
  /// Whether its page is about packages of which nothing says that a prefix is wanted.
  package var findsUndecidedPrefixes: Bool {
    row.finder === classPrefixFinder
      && row.find.subject == ClassPrefixFault.undecided.rawValue
  }
}

extension SurfaceFacts {
  /// Returns what shows that the class prefix of a file matters, the strongest first; nil if nothing does.
  fileprivate func prefixDemand(on proto: ProtoFile) -> PrefixDemand? {
    if classPrefix.wish(forPackage: proto.package) != nil { return .configured }
    if let consumer = objectiveCConsumers.first(where: { $0.consumes(proto.path) }) {
      return .consumer(consumer.evidence)
    }
    // Where Swift is all that is generated, no class is made.
    guard objectiveCConsumers.isEmpty, swiftConsumerEvidence == nil,
      !protosOfNanopb.contains(proto.path)
    else { return nil }
    return prefixPractice.demand(on: proto)
  }
}

/// Says once for the tree, in the first of the files, how many packages have no prefix.
private func undecided(
  _ rule: SurfaceRule, _ file: ProjectText, _ proto: ProtoFile, _ facts: SurfaceFacts
) -> [Finding] {
  let bare = facts.prefixPractice.bare
  guard facts.prefixPractice.isUndecided, facts.swiftConsumerEvidence == nil,
    facts.objectiveCConsumers.isEmpty, bare.first?.path == proto.path
  else { return [] }
  let bindings: [String: Binding] = [
    "count": .text(bare.count == 1 ? "1 package" : "\(bare.count) packages"),
    "package": .text(proto.package),
    "prefix": .text(derivedObjectiveCPrefix(forPackage: proto.package)),
  ]
  let named = bare.prefix(5).map {
    $0.package.isEmpty ? "what is in no package" : "'\($0.package)'"
  }
  .joined(separator: ", ")
  return [
    Finding(
      rule: rule.id, severity: rule.severity, path: file.source.path,
      range: proto.headRange,
      message: filled(rule.row.message, bindings, file.source),
      nextStep: rule.row.nextStep.map { filled($0, bindings, file.source) },
      evidence: [Evidence("without a prefix: \(named)\(bare.count > 5 ? ", …" : "")")])
  ]
}

/// Judges one file whose prefix matters.
private struct ClassPrefixReader {
  let rule: SurfaceRule
  let file: ProjectText
  let proto: ProtoFile
  let facts: SurfaceFacts
  let configured: String?

  let demand: PrefixDemand

  func missing() -> [Finding] {
    guard proto.objectiveCPrefix == nil else { return [] }
    let neighbour = facts.statedPrefixes.majority(ofPackage: proto.package)
    let ofBuf = derivedObjectiveCPrefix(forPackage: proto.package)
    let prefix =
      configured ?? neighbour ?? facts.statedPrefixes.derived[proto.package] ?? ofBuf
    let range = proto.headRange
    guard !prefix.isEmpty else {
      return [plainFinding(range, [:], evidence: ["no package to derive a prefix from"])]
    }
    return [renamingFinding(range, to: prefix, reason(forMissing: prefix, neighbour))]
  }

  /// Where the prefix of a file that states none comes from.
  private func reason(forMissing prefix: String, _ neighbour: String?) -> String {
    let ofBuf = derivedObjectiveCPrefix(forPackage: proto.package)
    if configured != nil {
      return "the configuration sets the prefix of '\(proto.package)' to '\(prefix)'"
    }
    if neighbour != nil { return "other files of '\(proto.package)' have the prefix '\(prefix)'" }
    if prefix == publishedPrefix(ofPackage: proto.package) {
      return "the files of '\(proto.package)' are published with '\(prefix)'"
    }
    return prefix == ofBuf
      ? "'\(prefix)' is what buf derives from '\(proto.package)'"
      : "'\(ofBuf)', which buf derives from '\(proto.package)', is \(isReservedPrefix(ofBuf) ? "a library's" : "another package's")"
  }

  /// How bad it is that the prefix is missing: an error where the configuration insists.
  private var severity: Severity {
    demand == .configured && proto.objectiveCPrefix == nil
      ? max(rule.severity, .error) : rule.severity
  }

  func finding(_ fault: ClassPrefixFault, _ value: String, _ range: ByteRange) -> [Finding] {
    switch fault {
    case .missing, .undecided: return []
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
      rule: rule.id, severity: severity, path: file.source.path, range: range,
      message: filled(rule.row.message, all, file.source),
      nextStep: rule.row.nextStep.map { filled($0, all, file.source) },
      evidence: ([demand.evidence].compactMap { $0 } + evidence).map { Evidence($0) })
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
    var evidence = [demand.evidence].compactMap { $0 } + [reason]
    if let example = renaming.suffixChanges.first {
      evidence.append("'\(example.old)' becomes '\(example.new)': a prefix changes the suffix")
    }
    if let stale = staleEvidence(renaming.generatedFiles) { evidence.append(stale) }
    evidence += renaming.obstacles
    switch demand {
    case .configured, .consumer: break
    case .itself, .package, .tree:
      evidence.append(noConsumerInSight.text)
    }
    let isWhole = renaming.obstacles.isEmpty && renaming.uncertain.isEmpty
    let command = renamePrefixCommand(proto.package, to: prefix)
    return Finding(
      rule: rule.id, severity: severity, path: file.source.path, range: range,
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
          safety: max(rule.row.safety, .review), files: renaming.edits.filter(isMeant)) : nil)
  }

  /// Whether a change is none of a copy of the schema of which other languages are made, as far as that is known: a file without classes of
  /// the name of one that has them.
  private func isMeant(_ file: FileEdits) -> Bool {
    guard case .consumer = demand, file.path.hasSuffix(".proto"),
      !facts.objectiveCConsumers.consume(file.path)
    else { return true }
    return !facts.stemsOfConsumedProtos.contains(objectiveCFileStem(file.path))
  }
}

/// What has to be done about generated code that is in the tree and that no fix writes.
private func staleEvidence(_ generated: [String]) -> String? {
  guard let first = generated.first else { return nil }
  let others = generated.count - 1
  let rest = others == 0 ? "" : others == 1 ? " and one more" : " and \(others) more"
  return
    "\(first)\(rest) \(others == 0 ? "has" : "have") the old names until the generator has run again"
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
