import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// The versions of `connectrpc/swift` and `connectrpc/swift-mocks` in buf's catalogue, oldest first.
///
/// Source: facts on connect-swift, section 2, as of August 2026; what is newer is taken to be there.
private let listedVersions = [
  "0.8.0", "0.9.0", "0.10.0", "0.10.1", "0.11.0", "0.12.0", "0.13.0", "0.14.0", "1.0.0", "1.0.2",
  "1.0.3", "1.0.4", "1.1.0", "1.2.0", "1.2.1", "1.2.2", "1.2.3",
]

private let newest = "1.2.3"

/// Finds references to the plugins of connect-swift in buf's registry that are old, do not exist, or do not go
/// together.
func connectRemoteFindings(
  _ rule: SurfaceRule, _ fault: ConnectFault, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard manifestKind(ofPath: file.source.path) == .bufGeneration else { return [] }
  let uses = connectGeneratorUses(in: file, facts)
  let runtime = facts.taken.version(of: "connect-swift", at: file.source.path)
  let remotes = uses.filter { $0.role != .messages }.compactMap(\.remote)
  switch fault {
  case .renamedPlugin: return remotes.compactMap { renamed($0, rule, file, runtime) }
  case .unlistedVersion: return remotes.compactMap { unlisted($0, rule, file) }
  case .pluginPair: return unequal(uses, rule, file)
  case .skew, .minorSkew:
    return remotes.compactMap { skewed($0, fault, rule, file, runtime) }
  case .optionMismatch, .surplusMethods, .visibility, .noMethods, .unknownOption, .optionValue,
    .staleGenerated, .brokenRelease, .mocksDependency, .mocksInApp, .unequalPods, .mocksImport,
    .repository:
    return []
  }
}

private func renamed(
  _ remote: RemotePlugin, _ rule: SurfaceRule, _ file: ProjectText, _ runtime: TakenVersion?
) -> Finding? {
  guard remote.owner == "bufbuild" else { return nil }
  let name = remote.plugin == "connect-swift" ? "connectrpc/swift" : "connectrpc/swift-mocks"
  var text = name
  if remote.version != nil {
    let wanted = runtime?.release.text ?? newest
    text += ":v" + (listedVersions.contains(wanted) ? wanted : listed(atLeast: wanted) ?? newest)
  }
  let bindings: [String: Binding] = [
    "found": .text(file.source.text(remote.whole)), "name": .text("buf.build/" + name),
  ]
  return rule.finding(
    in: file, at: remote.whole, bindings,
    edits: [Edit(remote.nameRange.lowerBound..<remote.versionRange.upperBound, text)],
    evidence: [runtime?.evidence])
}

private func listed(atLeast version: String) -> String? {
  guard let wanted = VersionNumber(String(version.prefix { $0 != "-" })) else { return nil }
  return listedVersions.first { VersionNumber($0).map { !($0 < wanted) } ?? false }
}

private func unlisted(
  _ remote: RemotePlugin, _ rule: SurfaceRule, _ file: ProjectText
) -> Finding? {
  guard remote.owner == "connectrpc", let version = remote.version, version.hasPrefix("v") else {
    return nil
  }
  let text = String(version.dropFirst())
  guard !listedVersions.contains(text), let higher = listed(atLeast: text) else { return nil }
  let bindings: [String: Binding] = [
    "found": .text(version), "plugin": .text("\(remote.owner)/\(remote.plugin)"),
    "listed": .text("v" + higher),
  ]
  return rule.finding(
    in: file, at: remote.versionRange, bindings, edits: [Edit(remote.versionRange, ":v" + higher)])
}

private func unequal(
  _ uses: [ConnectGeneratorUse], _ rule: SurfaceRule, _ file: ProjectText
) -> [Finding] {
  guard let clients = uses.first(where: { $0.role == .clients })?.remote else { return [] }
  return uses.filter { $0.role == .mocks }.compactMap(\.remote).compactMap { mocks in
    guard mocks.owner == clients.owner, mocks.version != clients.version else { return nil }
    let bindings: [String: Binding] = [
      "found": .text(mocks.version ?? "no version"),
      "wanted": .text(clients.version ?? "no version"),
    ]
    return rule.finding(
      in: file, at: mocks.whole, bindings,
      edits: [Edit(mocks.versionRange, clients.version.map { ":" + $0 } ?? "")])
  }
}

/// Finds a generator and a runtime of different minor versions; at 0.10 the code that is made changed.
private func skewed(
  _ remote: RemotePlugin, _ fault: ConnectFault, _ rule: SurfaceRule, _ file: ProjectText,
  _ runtime: TakenVersion?
) -> Finding? {
  guard remote.owner == "connectrpc", let runtime, let text = remote.version?.dropFirst(),
    let version = VersionNumber(String(text)), let border = VersionNumber("0.10.0")
  else { return nil }
  let isApart = (version < border) != (runtime.release.version < border)
  let minor = text.split(separator: ".").prefix(2)
  let isOfAnotherMinor = minor != runtime.release.text.split(separator: ".").prefix(2)
  let isOlder = version < runtime.release.version
  // A runtime that may be newer is not known to be older than the generator.
  guard runtime.isPinned || isOlder else { return nil }
  guard fault == .skew ? isApart : isOfAnotherMinor && !isApart else { return nil }
  let wanted = listedVersions.contains(runtime.release.text) ? runtime.release.text : nil
  let bindings: [String: Binding] = [
    "found": .text(String(text)), "runtime": .text(runtime.release.text),
  ]
  return rule.finding(
    in: file, at: remote.whole, bindings,
    edits: wanted.map { [Edit(remote.versionRange, ":v" + $0)] } ?? [],
    evidence: [runtime.evidence])
}
