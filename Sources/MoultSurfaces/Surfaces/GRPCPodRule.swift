import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// What a page about the pods of gRPC looks for.
enum GRPCPodFault: String, CaseIterable {
  /// The generator's plugin is of another minor version than the runtime.
  case skew
  /// The plugin is asked for by a requirement that many minor versions meet.
  case floating
  /// The requirement on `Protobuf` excludes what the runtime needs.
  case protobuf
  /// The platform of the Podfile is older than the runtime allows.
  case platform
}

/// The pods that the rules look at.
let grpcPodNames = ["!ProtoCompiler-gRPCPlugin", "gRPC-ProtoRPC"]

/// What a version of gRPC needs, as the podspecs of 'gRPC-ProtoRPC' say from 1.2.0 to 1.83.0.
private struct GRPCNeeds {
  let protobufMajor: Int
  let iOS: Int

  init(minor: Int) {
    switch minor {
    case ...33: (protobufMajor, iOS) = (3, 7)
    case ...55: (protobufMajor, iOS) = (3, 9)
    case ...67: (protobufMajor, iOS) = (3, 10)
    case ...70: (protobufMajor, iOS) = (3, 11)
    case ...71: (protobufMajor, iOS) = (3, 12)
    case ...81: (protobufMajor, iOS) = (4, 15)
    default: (protobufMajor, iOS) = (5, 15)
    }
  }
}

package let grpcPodFinder = Finder(
  FinderTerms(
    "grpc-pod", .word(GRPCPodFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["needs", "runtime", "version"] }, anchors: { _ in grpcPodNames }),
  on: [.manifest, .script], grpcPodFindings)

/// Finds pods of gRPC for Objective-C that do not go together.
func grpcPodFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = GRPCPodFault(rawValue: rule.row.find.subject) else { return [] }
  let kind = manifestKind(ofPath: file.source.path)
  let reader = PodReader(rule: rule, file: file, runtime: facts.grpcRuntime, cache: facts.cache)
  switch (fault, kind) {
  case (.skew, .podfileLock): return reader.skewInLock()
  case (.skew, .podfile), (.skew, .podspec): return reader.skew()
  case (.floating, .podfile), (.floating, .podspec): return reader.floating()
  case (.protobuf, .podfile), (.protobuf, .podspec): return reader.protobuf()
  case (.platform, .podfile): return reader.platform()
  default: return []
  }
}

/// The runtime of gRPC that a project takes.
struct GRPCRuntime: Hashable, Sendable {
  /// `1.44.0`, or as much of it as is written.
  let version: String
  let minor: Int

  /// A phrase such as `'gRPC-ProtoRPC' 1.44.0 in Podfile.lock:7`.
  let evidence: String

  init?(_ version: String, evidence: String) {
    let parts = version.split(separator: ".").map { Int($0) }
    guard parts.count > 1, parts[0] == 1, let minor = parts[1] else { return nil }
    self.version = version
    self.minor = minor
    self.evidence = evidence
  }
}

/// Returns the runtime that the project's lock holds, or else that a Podfile or podspec asks for.
func grpcRuntime(in files: [ProjectText], _ cache: TreeCache) -> GRPCRuntime? {
  for file in files where manifestKind(ofPath: file.source.path) == .podfileLock {
    for pod in resolvedDependencies(in: file.source) where isRuntime(pod.name) {
      if let version = pod.version,
        let runtime = GRPCRuntime(
          version, evidence: "'\(pod.name)' \(version) in \(file.place(of: pod.range))")
      {
        return runtime
      }
    }
  }
  for file in files {
    switch manifestKind(ofPath: file.source.path) {
    case .podfile, .podspec: break
    default: continue
    }
    for pod in cache.pods(of: file.source) {
      guard isRuntime(pod.name.value ?? ""), let wanted = PodRequirement(pod), !wanted.isFloating,
        let runtime = GRPCRuntime(
          wanted.version, evidence: "'\(pod.name.value ?? "")' in \(file.place(of: pod.range))")
      else { continue }
      return runtime
    }
  }
  return nil
}

private func isRuntime(_ pod: String) -> Bool {
  pod.prefix { $0 != "/" } == "gRPC-ProtoRPC"
}

/// A requirement that is one string.
private struct PodRequirement {
  /// Without its operator.
  let version: String
  let range: ByteRange

  /// Whether more than one minor version meets it.
  let isFloating: Bool

  init?(_ pod: PodDependency) {
    guard pod.requirements.count == 1, let string = pod.requirements[0], let text = string.value
    else { return nil }
    let digits = text.drop { !($0.isASCII && $0.isNumber) }
    let mark = text.dropLast(digits.count).filter { $0 != " " }
    let parts = digits.split(separator: ".")
    guard !parts.isEmpty else { return nil }
    version = String(digits)
    range = string.contentRange
    switch mark {
    case "", "=": isFloating = false
    case "~>": isFloating = parts.count < 3
    default: isFloating = true
    }
  }
}

private struct PodReader {
  let rule: SurfaceRule
  let file: ProjectText
  let runtime: GRPCRuntime?
  let cache: TreeCache

  func skewInLock() -> [Finding] {
    let pods = resolvedDependencies(in: file.source)
    guard let plugin = pods.first(where: { $0.name == "!ProtoCompiler-gRPCPlugin" }),
      let made = plugin.version.flatMap({ GRPCRuntime($0, evidence: "") }),
      let used = pods.first(where: { isRuntime($0.name) }),
      let runs = used.version.flatMap({
        GRPCRuntime($0, evidence: "'\(used.name)' \($0) in \(file.place(of: used.range))")
      }), made.minor != runs.minor
    else { return [] }
    return [finding(plugin.versionRange ?? plugin.range, made.version, runs)]
  }

  func skew() -> [Finding] {
    guard let runtime else { return [] }
    return plugins().compactMap { pod in
      guard let wanted = PodRequirement(pod), !wanted.isFloating,
        let made = GRPCRuntime(wanted.version, evidence: ""), made.minor != runtime.minor
      else { return nil }
      return finding(wanted.range, made.version, runtime)
    }
  }

  func floating() -> [Finding] {
    plugins().compactMap { pod in
      guard let wanted = PodRequirement(pod), wanted.isFloating else { return nil }
      return finding(
        wanted.range, wanted.version, runtime, edits: pinning(wanted.range))
    }
  }

  /// A plugin's pod was published for each minor version up to 1.49, and for 1.73.
  private func pinning(_ range: ByteRange) -> [Edit] {
    guard let runtime, runtime.minor <= 49 || runtime.minor == 73,
      runtime.version.split(separator: ".").count == 3
    else { return [] }
    return [Edit(range, runtime.version)]
  }

  func protobuf() -> [Finding] {
    guard let runtime else { return [] }
    let needs = GRPCNeeds(minor: runtime.minor)
    return cache.pods(of: file.source).compactMap { pod in
      guard pod.name.value == "Protobuf", let wanted = PodRequirement(pod),
        let major = wanted.version.split(separator: ".").first.flatMap({ Int($0) }),
        major != needs.protobufMajor
      else { return nil }
      return finding(wanted.range, wanted.version, runtime, needs: "~> \(needs.protobufMajor).0")
    }
  }

  func platform() -> [Finding] {
    guard let runtime else { return [] }
    let needs = GRPCNeeds(minor: runtime.minor)
    return rubyCalls(in: file.source).compactMap { call in
      guard call.name == "platform", call.receiver == nil, call.arguments.count > 1,
        case .symbol("ios", _) = call.arguments[0].value,
        let string = call.arguments[1].value.string, let text = string.value,
        let major = text.split(separator: ".").first.flatMap({ Int($0) }), major < needs.iOS
      else { return nil }
      return finding(string.contentRange, text, runtime, needs: "\(needs.iOS).0")
    }
  }

  private func plugins() -> [PodDependency] {
    cache.pods(of: file.source).filter { $0.name.value == "!ProtoCompiler-gRPCPlugin" }
  }

  private func finding(
    _ range: ByteRange, _ version: String, _ runtime: GRPCRuntime?, needs: String = "",
    edits: [Edit] = []
  ) -> Finding {
    let bindings: [String: Binding] = [
      "version": .text(version), "runtime": .text(runtime?.version ?? "the runtime's version"),
      "needs": .text(needs),
    ]
    return rule.finding(
      in: file, at: range, bindings, edits: edits, atLeast: .review, evidence: [runtime?.evidence])
  }
}
