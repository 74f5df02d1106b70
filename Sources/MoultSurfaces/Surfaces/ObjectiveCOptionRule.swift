import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// What a page about options of protoc's Objective-C generator looks for.
enum ObjectiveCOptionFault: String, CaseIterable {
  /// No version knows it, so protoc stops at it.
  case unknown
  /// The version that the project pins does not know it yet.
  case early
}

/// The options of protoc's Objective-C generator with the release that brought them, as protoc counts releases
/// today: 3.18 is 18, 3.21 and 21.0 are one.
///
/// Source: facts on gRPC for Objective-C, section 8.4.
private let knownOptions: [String: Int] = [
  "expected_prefixes_path": 0, "generate_for_named_framework": 0,
  "named_framework_to_proto_path_mappings_path": 0, "expected_prefixes_suppressions": 7,
  "runtime_import_prefix": 13, "use_package_as_prefix": 18,
  "proto_package_prefix_exceptions_path": 18, "prefixes_must_be_registered": 19,
  "require_prefixes": 19, "package_to_prefix_mappings_path": 20,
  "headers_use_forward_declarations": 20, "package_as_prefix_forced_prefix": 22,
  "strip_custom_options": 25, "generate_minimal_imports": 25, "extension_generation_mode": 34,
]

package let objectiveCOptionFinder = Finder(
  FinderTerms(
    "objc-option", .word(ObjectiveCOptionFault.allCases.map(\.rawValue)), reach: .advice,
    binds: { _ in ["near", "pinned", "since"] }, anchors: { _ in flagWords("objc") }),
  on: [.manifest, .script], objectiveCOptionFindings)

/// Finds options of `--objc_out` and `--objc_opt` that the generator does not know.
func objectiveCOptionFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = ObjectiveCOptionFault(rawValue: rule.row.find.subject) else { return [] }
  return options(in: file, facts).compactMap { option, pinned in
    let key = option.key
    guard key.isStatic, !key.text.isEmpty else { return nil }
    var bindings: [String: Binding] = ["found": .text(key.text)]
    var evidence: [String] = []
    if let since = knownOptions[key.text] {
      guard fault == .early, let pinned = pinned ?? facts.pinnedProtoc, pinned.release < since
      else { return nil }
      bindings["since"] = .text(since < 22 ? "3.\(since)" : "\(since).0")
      bindings["pinned"] = .text(pinned.text)
      evidence = [pinned.evidence]
    } else {
      guard fault == .unknown else { return nil }
      let near = nearestSpelling(of: key.text, among: knownOptions.keys.sorted())
      bindings["near"] = .text(near.map { "; did you mean '\($0)'?" } ?? "")
    }
    return rule.finding(in: file, at: key.range, bindings, evidence: evidence)
  }
}

/// The options of the generator in one file, with the version that the place itself names.
private func options(
  in file: ProjectText, _ facts: SurfaceFacts
) -> [(PluginOption, PinnedProtoc?)] {
  if manifestKind(ofPath: file.source.path) == .bufGeneration {
    return bufPlugins(in: file.source).filter(isObjectiveC).flatMap { plugin in
      let version = plugin.reference.text.split(separator: ":").dropFirst().last
      let pinned = version.flatMap { version in
        PinnedProtoc(
          plugin: String(version), evidence: "'\(plugin.reference.text)' in \(file.source.path)")
      }
      return plugin.options.flatMap(\.items).map { ($0, pinned) }
    }
  }
  return (facts.commands[file.source.path] ?? []).flatMap { command in
    guard let invocation = command.invocation else {
      return [(PluginOption, PinnedProtoc?)]()
    }
    return objectiveCOptions(of: invocation).map { ($0, nil) }
  }
}

/// The protoc that a project takes.
struct PinnedProtoc: Hashable, Sendable {
  /// Counted as `knownOptions` is.
  let release: Int
  let text: String

  /// A phrase such as `'!ProtoCompiler' 3.19.2 in Podfile.lock:5`.
  let evidence: String

  /// - Parameter plugin: `v3.14.0` or `v21.7`, as buf names versions of protoc's own plugins.
  init?(plugin: String, evidence: String) {
    let parts = plugin.drop { $0 == "v" }.split(separator: ".").compactMap { Int($0) }
    guard let first = parts.first else { return nil }
    release = first == 3 && parts.count > 1 ? parts[1] : first
    text = plugin
    self.evidence = evidence
  }

  /// - Parameter pod: the version of the pod `!ProtoCompiler`, whose first number is the runtime's.
  init?(pod: String, evidence: String) {
    let parts = pod.split(separator: ".").compactMap { Int($0) }
    guard parts.count > 1, (3...5).contains(parts[0]) else { return nil }
    release = parts[1]
    text = pod
    self.evidence = evidence
  }
}

/// Returns the protoc that a `Podfile.lock`, a Podfile or a podspec pins.
func pinnedProtoc(in files: [ProjectText], _ cache: TreeCache) -> PinnedProtoc? {
  for file in files where manifestKind(ofPath: file.source.path) == .podfileLock {
    for pod in resolvedDependencies(in: file.source) where pod.name == "!ProtoCompiler" {
      if let version = pod.version,
        let pinned = PinnedProtoc(
          pod: version, evidence: "'!ProtoCompiler' \(version) in \(file.place(of: pod.range))")
      {
        return pinned
      }
    }
  }
  for file in files {
    switch manifestKind(ofPath: file.source.path) {
    case .podfile, .podspec: break
    default: continue
    }
    for pod in cache.pods(of: file.source) where pod.name.value == "!ProtoCompiler" {
      // Only an exact version says which one it is.
      if pod.requirements.count == 1, let text = pod.requirements[0]?.value,
        let pinned = PinnedProtoc(
          pod: String(text.drop { $0 == "=" || $0 == " " }),
          evidence: "'!ProtoCompiler' in \(file.place(of: pod.range))"), text.first != "~",
        text.first != ">"
      {
        return pinned
      }
    }
  }
  return nil
}
