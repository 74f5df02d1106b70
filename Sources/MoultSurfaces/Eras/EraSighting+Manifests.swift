package import MoultFindings
import MoultManifests
package import MoultSource

extension SightingReader {
  /// Reads dependencies, the plugins of a buf file, and the names of configuration files.
  mutating func readManifest() {
    let source = file.source
    switch manifestKind(of: source) {
    case .swiftPackage: readPackage(cache.manifest(of: source))
    case .podfile, .podspec: readPods()
    case .cartfile:
      for entry in cartfileEntries(in: source) {
        let meanings = package(entry.identifier).meanings(version: entry.requirement)
        see(
          meanings, .manifest, at: entry.range.lowerBound, "'\(entry.identifier)' by Carthage",
          dependency: .carthage)
      }
    case .xcodeProject: readXcodeProject(cache.xcodeProject(of: source))
    case .swiftPackageLock, .podfileLock, .cartfileLock: readLock()
    case .bufGeneration: readBufPlugins()
    case .pluginConfiguration:
      let name = lastComponent(ofPath: source.path)
      see(index.files[name] ?? [], .generator, at: ByteOffset(0), "a build plugin's '\(name)'")
    case .bufModule, .bufWorkspace, .bufLock, .yaml, .makefile, .justfile, .shell, .dockerfile,
      .ruby, .xcodeSettings, .bazelPackage, .markdown, nil:
      break
    }
  }

  /// What a text tells people to type is no evidence of what the project does.
  mutating func readCommands(_ commands: [ReadCommand]) {
    for command in commands where command.line.surface != .markdown {
      let names = command.line.pluginNames + (command.invocation?.outputs.map(\.name) ?? [])
      var seen: Set<String> = []
      for name in names where seen.insert(name.text).inserted {
        let meanings = index.generators[name.text] ?? []
        see(meanings, .generator, at: name.range.lowerBound, "a call of 'protoc-gen-\(name.text)'")
      }
    }
  }

  private mutating func readPackage(_ manifest: PackageManifest) {
    for dependency in manifest.dependencies {
      let requirement = dependency.requirement
      let isVersioned: Bool
      switch requirement?.kind {
      case .from, .upToNextMajor, .upToNextMinor, .exact, .range, .closedRange, .majorVersion:
        isVersioned = true
      case .branch, .revision, .unknown, nil: isVersioned = false
      }
      let names: String
      switch dependency.location {
      case .url(let address): names = address.value
      case .path(let path): names = path.value
      case .registry, .unknown: continue
      }
      let value = requirement?.value?.value ?? requirement.map { file.source.text($0.range) }
      let meanings = package(names).meanings(
        version: isVersioned ? value : nil, branch: isVersioned ? nil : requirement?.value?.value)
      let text = requirement.map { " \(oneLine(file.source.text($0.range)))" } ?? ""
      see(
        meanings, .manifest, at: dependency.range.lowerBound,
        "the package '\(dependency.identity ?? names)'\(text)",
        dependency: .swiftPackage(isVersioned: isVersioned))
    }
    for target in manifest.targets {
      for product in target.dependencies + target.plugins {
        guard let meanings = index.products[product.name.value] else { continue }
        switch product.kind {
        case .target: continue
        case .byName, .product, .plugin: break
        }
        see(
          meanings, .manifest, at: product.range.lowerBound,
          "the product '\(product.name.value)' of a target", module: target.name?.value)
      }
    }
  }

  private mutating func readXcodeProject(_ project: XcodeProject) {
    for reference in project.packages {
      let version = reference.version?.text
      see(
        package(reference.url.text).meanings(version: version), .manifest,
        at: reference.range.lowerBound,
        "the package '\(reference.identity)'\(version.map { " \($0)" } ?? "") of an Xcode project",
        dependency: .swiftPackage(isVersioned: version != nil))
    }
    for product in project.products {
      see(
        index.products[product.text] ?? [], .manifest, at: product.range.lowerBound,
        "the product '\(product.text)' of an Xcode project")
    }
  }

  private mutating func readPods() {
    for pod in cache.pods(of: file.source) {
      guard let name = pod.rootName, let known = index.pods[name.lowercased()] else { continue }
      let version = pod.requirements.compactMap { $0?.value }.first ?? pod.option("tag")?.value
      see(
        known.meanings(version: version), .manifest, at: pod.range.lowerBound, "the pod '\(name)'",
        dependency: .pod(isVersioned: version != nil))
    }
  }

  private mutating func readLock() {
    for entry in resolvedDependencies(in: file.source) {
      let root = entry.name.split(separator: "/").first.map(String.init) ?? entry.name
      let isPod = manifestKind(of: file.source) == .podfileLock
      let known =
        isPod ? index.pods[root.lowercased()] ?? [] : package(entry.location ?? entry.name)
      let version = entry.version
      see(
        known.meanings(version: version), .manifest, at: entry.range.lowerBound,
        "'\(root)' locked to \(version ?? "a revision")")
    }
  }

  private mutating func readBufPlugins() {
    for plugin in bufPlugins(in: file.source) {
      let text = plugin.reference.text
      let name = text.split(separator: "/").last.map(String.init) ?? text
      let local = name.hasPrefix("protoc-gen-") ? String(name.dropFirst(11)) : name
      let remote = text.split(separator: ":").first.map(String.init) ?? text
      let registry = remote.split(separator: "/").dropFirst().joined(separator: "/")
      let meanings =
        remote.contains("/") && plugin.key != .local
        ? index.remotes[registry] : index.generators[local]
      see(
        meanings ?? [], .generator, at: plugin.reference.range.lowerBound,
        "the plugin '\(text)' of buf")
    }
  }

  /// The signs of a package by its address, `owner/name`, or path.
  private func package(_ location: String) -> [EraIndex.VersionedMeaning] {
    index.packages[repositoryName(location)] ?? []
  }
}

private func oneLine(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

/// The oldest version of a platform that a package runs on.
package struct PlatformFloor: Sendable {
  /// `macOS`, `iOS`, ….
  package let platform: String
  package let version: VersionNumber
  package let place: EraPlace
}

/// Returns what a `Package.swift` says about platforms, as far as it says it with literals.
///
/// Its tools version says how it is read, and keeps nobody from depending on a package with a newer one.
package func platformFloors(in file: ProjectText, _ cache: TreeCache) -> [PlatformFloor] {
  guard manifestKind(of: file.source) == .swiftPackage else { return [] }
  let manifest = cache.manifest(of: file.source)
  let lines = file.source.lines
  func floor(_ platform: String, _ text: String?, _ range: ByteRange) -> PlatformFloor? {
    guard let text, let version = VersionNumber(text) else { return nil }
    return PlatformFloor(
      platform: platform, version: version,
      place: EraPlace(
        path: file.source.path, line: lines.line(of: range.lowerBound),
        why: "\(platform) \(text)"))
  }
  return manifest.platforms.compactMap { floor($0.name, $0.version, $0.range) }
}
