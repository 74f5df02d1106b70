package import MoultSource

/// The kinds of file, apart from source code, in which an era shows.
package enum ManifestKind: String, Hashable, Sendable, CaseIterable {
  /// `Package.swift`, `Package@swift-5.9.swift`.
  case swiftPackage
  /// `Package.resolved`.
  case swiftPackageLock
  case podfile
  case podfileLock
  case podspec
  /// `Cartfile`, `Cartfile.private`.
  case cartfile
  /// `Cartfile.resolved`.
  case cartfileLock
  /// `buf.gen.yaml` and its like, given to `buf generate --template`.
  case bufGeneration
  /// `buf.yaml`.
  case bufModule
  /// `buf.work.yaml`.
  case bufWorkspace
  case bufLock
  /// Other YAML: workflows of continuous integration, XcodeGen projects.
  case yaml
  /// The JSON configuration of a build plugin: `grpc-swift-config.json` and its like.
  case pluginConfiguration
  case makefile
  case justfile
  case shell
  case dockerfile
  /// A Ruby script that is no Podfile: `Fastfile`, `Rakefile`.
  case ruby
  /// `project.pbxproj`.
  case xcodeProject
  /// `Release.xcconfig`, on which configurations of Xcode projects are based.
  case xcodeSettings
  /// `BUILD`, `BUILD.bazel`.
  case bazelPackage
  /// `README.md`: the shell blocks in it.
  case markdown
}

/// Returns the kind that the path tells, or nil if it is none of these.
///
/// A script without extension is known by its first line only: ask `manifestKind(of:)`.
package func manifestKind(ofPath path: String) -> ManifestKind? {
  let start = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) }
  let name = String(path[(start ?? path.startIndex)...])
  if let kind = kindsByName[name] { return kind }
  // Most files of most projects.
  if name.utf8.suffix(6).elementsEqual(".swift".utf8) {
    return name.hasPrefix("Package@swift-") ? .swiftPackage : nil
  }
  let dot = name.utf8.lastIndex(of: UInt8(ascii: "."))
  if name.hasPrefix("Dockerfile.") || name.hasPrefix("Containerfile.") { return .dockerfile }
  if name.hasPrefix("Makefile.") || name.hasPrefix("GNUmakefile.") { return .makefile }
  guard let dot else { return nil }
  let suffix = String(name[name.utf8.index(after: dot)...])
  let isYAML = suffix == "yml" || suffix == "yaml"
  if isYAML, name.hasPrefix("buf.gen.") { return .bufGeneration }
  if suffix == "podspec", isOfRelease(path) { return nil }
  return kindsBySuffix[suffix]
}

/// Whether a podspec stands in a repository of specifications, `Kite/1.2.0/Kite.podspec`: it says what a release that is out
/// needs, and nobody changes that.
private func isOfRelease(_ path: String) -> Bool {
  let parts = path.split(separator: "/")
  guard parts.count > 2, let version = parts.dropLast().last else { return false }
  return version.first?.isNumber == true && version.allSatisfy { $0.isNumber || $0 == "." }
    && parts[parts.count - 1].dropLast(".podspec".count) == parts[parts.count - 3]
}

/// Returns the kind of a file by its path, or else by its first line (`#!/bin/sh`).
package func manifestKind(of source: SourceText) -> ManifestKind? {
  if let kind = manifestKind(ofPath: source.path) { return kind }
  guard source.bytes.starts(with: "#!".utf8),
    !(source.path.utf8.split(separator: UInt8(ascii: "/")).last?.contains(UInt8(ascii: "."))
      ?? false)
  else { return nil }
  let end = min(source.bytes.endOfLine(from: 0), 256)
  let words = source.bytes[2..<max(2, end)].split { $0.isBlank }
  for word in words {
    let program = word.split(separator: UInt8(ascii: "/")).last ?? word
    if program.isText("env") || program.first == "-" { continue }
    if program.isText("ruby") { return .ruby }
    if program.isText("make") { return .makefile }
    let shells = ["sh", "bash", "zsh", "dash", "ksh"]
    return shells.contains(String(decoding: program, as: UTF8.self)) ? .shell : nil
  }
  return nil
}

/// The names that tell a kind whatever stands around them; for tests that hold other lists against this one.
package let namesOfManifests: [String] =
  kindsByName.keys.sorted() + kindsBySuffix.keys.sorted().map { "a." + $0 }

private let kindsByName: [String: ManifestKind] = [
  "Package.swift": .swiftPackage, "Package.resolved": .swiftPackageLock,
  "Podfile": .podfile, "Podfile.lock": .podfileLock,
  "Cartfile": .cartfile, "Cartfile.private": .cartfile, "Cartfile.resolved": .cartfileLock,
  "buf.yaml": .bufModule, "buf.yml": .bufModule,
  "buf.gen.yaml": .bufGeneration, "buf.gen.yml": .bufGeneration,
  "buf.work.yaml": .bufWorkspace, "buf.work.yml": .bufWorkspace, "buf.lock": .bufLock,
  "grpc-swift-config.json": .pluginConfiguration,
  "swift-protobuf-config.json": .pluginConfiguration,
  "grpc-swift-proto-generator-config.json": .pluginConfiguration,
  "Makefile": .makefile, "makefile": .makefile, "GNUmakefile": .makefile,
  "Justfile": .justfile, "justfile": .justfile, ".justfile": .justfile,
  "Dockerfile": .dockerfile, "Containerfile": .dockerfile,
  "Fastfile": .ruby, "Rakefile": .ruby, "Gemfile": .ruby, "Dangerfile": .ruby,
  "project.pbxproj": .xcodeProject, "BUILD": .bazelPackage, "BUILD.bazel": .bazelPackage,
]

private let kindsBySuffix: [String: ManifestKind] = [
  "podspec": .podspec, "yml": .yaml, "yaml": .yaml, "mk": .makefile, "mak": .makefile,
  "Makefile": .makefile, "makefile": .makefile, "just": .justfile, "sh": .shell, "bash": .shell,
  "zsh": .shell, "command": .shell,
  "dockerfile": .dockerfile, "md": .markdown, "rb": .ruby, "rake": .ruby,
  "xcconfig": .xcodeSettings,
]
