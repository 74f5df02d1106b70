import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource
import MoultSyntax

/// Finds 0.10.0 in a `Package.swift` and its lock: it uses flags that SwiftPM allows in no dependency.
func brokenReleaseFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  switch manifestKind(of: file.source) {
  case .swiftPackage:
    return cache.manifest(of: file.source).dependencies.compactMap { dependency in
      guard dependency.identity == "connect-swift", let requirement = dependency.requirement,
        let value = requirement.value, value.value == "0.10.0"
      else { return nil }
      switch requirement.kind {
      // What may be newer is: 0.10.1 came a day later.
      case .from, .upToNextMajor, .upToNextMinor, .range, .closedRange, .majorVersion, .branch,
        .revision, .unknown:
        return nil
      case .exact: break
      }
      return rule.finding(
        in: file, at: value.range, ["found": .text(value.value)],
        edits: value.isOnlyHere ? [Edit(value.contentRange, "0.10.1")] : [])
    }
  case .swiftPackageLock:
    return resolvedDependencies(in: file.source).compactMap { entry in
      guard entry.name == "connect-swift", entry.version == "0.10.0" else { return nil }
      return rule.finding(
        in: file, at: entry.versionRange ?? entry.range, ["found": .text("0.10.0")])
    }
  default: return []
  }
}

/// Finds targets of a `Package.swift` that import `ConnectMocks` without its product, or that link it and are no test's.
func mocksDependencyFindings(
  _ rule: SurfaceRule, _ fault: ConnectFault, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard manifestKind(of: file.source) == .swiftPackage else { return [] }
  let manifest = facts.cache.manifest(of: file.source)
  guard manifest.dependencies.contains(where: { $0.identity == "connect-swift" }) else { return [] }
  let project = String(file.source.path.dropLast("Package.swift".count))
  return manifest.targets.compactMap { target in
    guard let name = target.name else { return nil }
    let bindings: [String: Binding] = ["found": .text(name.value)]
    let product = target.dependencies.first { $0.name.value == "ConnectMocks" }
    if fault == .mocksInApp {
      guard let product, target.kind != .testTarget, !isForTests(name.value) else { return nil }
      return rule.finding(in: file, at: product.range, bindings)
    }
    guard product == nil,
      facts.imports.modules(importedBy: name.value, in: project).contains("ConnectMocks"),
      !bringsMocks(target, manifest, [])
    else { return nil }
    let edit = target.dependencyList.map {
      $0.appending(".product(name: \"ConnectMocks\", package: \"connect-swift\")")
    }
    return rule.finding(
      in: file, at: name.range, bindings, edits: [edit].compactMap { $0 },
      evidence: ["'import ConnectMocks' in the target's files"])
  }
}

/// Whether a target of the package that this one depends on links the mocks.
private func bringsMocks(
  _ target: PackageTarget, _ manifest: PackageManifest, _ seen: Set<String>
) -> Bool {
  target.dependencyNames.contains { dependency in
    if dependency == "ConnectMocks" { return true }
    guard !seen.contains(dependency),
      let next = manifest.targets.first(where: { $0.name?.value == dependency })
    else { return false }
    return bringsMocks(next, manifest, seen.union([dependency]))
  }
}

private func isForTests(_ name: String) -> Bool {
  ["Test", "Mock", "Support", "Fixture", "Preview", "Fake", "Stub"].contains { name.contains($0) }
}

/// Finds the pods of runtime and mocks in different versions: the one wants the other exactly.
func unequalPodFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ cache: TreeCache
) -> [Finding] {
  func different(_ version: String, _ range: ByteRange, _ wanted: String, _ edits: [Edit])
    -> Finding
  {
    let bindings: [String: Binding] = ["found": .text(version), "wanted": .text(wanted)]
    return rule.finding(in: file, at: range, bindings, edits: edits)
  }
  switch manifestKind(ofPath: file.source.path) {
  case .podfileLock:
    let pods = resolvedDependencies(in: file.source)
    guard let runtime = pods.first(where: { $0.name == "Connect-Swift" })?.version,
      let mocks = pods.first(where: { $0.name == "Connect-Swift-Mocks" }),
      let version = mocks.version, version != runtime
    else { return [] }
    return [different(version, mocks.versionRange ?? mocks.range, runtime, [])]
  case .podfile:
    let pods = cache.pods(of: file.source)
    guard let runtime = pods.first(where: { $0.rootName == "Connect-Swift" }),
      runtime.requirements.count == 1, let wanted = runtime.requirements[0]?.value
    else { return [] }
    return pods.filter { $0.rootName == "Connect-Swift-Mocks" }.compactMap { mocks in
      guard mocks.options.isEmpty else { return nil }
      guard let written = mocks.requirements.first else {
        // Without a version the exact one is taken that the runtime's has.
        return nil
      }
      guard mocks.requirements.count == 1, let string = written, let version = string.value,
        version != wanted
      else { return nil }
      return different(
        version, string.contentRange, wanted, [Edit(string.contentRange, wanted)])
    }
  default: return []
  }
}

/// The types that `ConnectMocks` declares.
private let mockTypes: Set<String> = [
  "MockBidirectionalStream", "MockBidirectionalAsyncStream", "MockServerOnlyStream",
  "MockServerOnlyAsyncStream", "MockClientOnlyStream", "MockClientOnlyAsyncStream",
]

/// Finds types of `ConnectMocks` in files that import `Connect` and not `ConnectMocks`.
///
/// A project that declares a type of the name means its own, and so does the module itself.
func mocksImportFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard file.surface == .swift, !file.isGenerated, facts.imports.shows("ConnectMocks"),
    !facts.imports.isOf("ConnectMocks", file.source.path)
  else { return [] }
  let tree = facts.cache.tree(of: file.source)
  let imported = tree.importedModules
  guard imported.contains("Connect"), !imported.contains("ConnectMocks") else { return [] }
  for position in tree.nodes.indices {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(position)))
    switch node.kind {
    case .identifierType, .declReference:
      guard mockTypes.contains(node.name) else { continue }
      return [
        rule.finding(
          in: file, at: node.mainToken.range, ["found": .text(node.name)],
          edits: importEdits(adding: ["ConnectMocks"], to: tree))
      ]
    case .classDecl, .structDecl, .enumDecl, .protocolDecl, .typealiasDecl, .actorDecl:
      if mockTypes.contains(node.name) { return [] }
    default: continue
    }
  }
  return []
}
