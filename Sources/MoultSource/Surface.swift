/// A kind of file in which the era of a library shows.
package enum Surface: String, CaseIterable, Hashable, Sendable {
  case swift
  case objectiveC = "objective-c"
  case proto
  /// What names dependencies or configures a generator: `Package.swift`, `Podfile`, `buf.gen.yaml`, ….
  case manifest
  /// What may call a generator: shell scripts, makefiles, CI files.
  case script

  /// Whether it is source of a module, and no manifest written in Swift.
  package var isCode: Bool {
    switch self {
    case .swift, .objectiveC: true
    case .proto, .manifest, .script: false
    }
  }

  /// Creates the surface that the file at a path shows by its name, or nil if it shows none.
  package init?(path: String) {
    self.init(fileName: lastComponent(ofPath: path))
  }

  /// Creates the surface that a file of this name shows, or nil if it shows none.
  ///
  /// - Parameter fileName: the last component of a path.
  package init?(fileName: String) {
    if let byName = Surface(wholeName: fileName) {
      self = byName
      return
    }
    // Moult's own configuration names rules, not generators.
    guard fileName != ".moult.yml" else { return nil }
    guard let dot = fileName.utf8.lastIndex(of: UInt8(ascii: ".")), dot != fileName.startIndex
    else { return nil }
    switch fileName[dot...].dropFirst() {
    case "swift": self = .swift
    case "m", "mm", "h": self = .objectiveC
    case "proto": self = .proto
    // What nanopb makes of a '.proto' file is decided beside it.
    case "podspec", "options", "xcconfig": self = .manifest
    case "sh", "bash", "zsh", "command", "mk", "mak", "Makefile", "makefile", "just", "yml", "yaml",
      "dockerfile", "rb",
      "rake":
      self = .script
    default: return nil
    }
  }

  private init?(wholeName name: String) {
    switch name {
    case "Package.swift", "Package.resolved", "Podfile", "Podfile.lock", "Cartfile",
      "Cartfile.private", "Cartfile.resolved", "buf.yaml", "buf.yml", "buf.work.yaml",
      "buf.work.yml", "buf.gen.yaml", "buf.gen.yml", "buf.lock", "project.pbxproj",
      "BUILD", "BUILD.bazel", "swift-protobuf-config.json", "grpc-swift-config.json",
      "grpc-swift-proto-generator-config.json":
      self = .manifest
    case "Makefile", "makefile", "GNUmakefile", "Justfile", "justfile", ".justfile", "Dockerfile",
      "Containerfile", "Rakefile", "Fastfile", "Gemfile", "Dangerfile":
      self = .script
    default:
      if name.hasPrefix("Package@swift-"), name.hasSuffix(".swift") {
        self = .manifest
      } else if name.hasPrefix("buf.gen."), name.hasSuffix(".yaml") || name.hasSuffix(".yml") {
        self = .manifest
      } else if name.hasSuffix(".podspec.json") {
        self = .manifest
      } else if !name.hasSuffix(".swift"),
        ["Makefile.", "GNUmakefile.", "Dockerfile.", "Containerfile."].contains(
          where: name.hasPrefix)
      {
        self = .script
      } else if name.hasSuffix(".md"), name.hasPrefix("README") || name.hasPrefix("CONTRIBUTING") {
        // What people are told to type is in fences of these.
        self = .script
      } else {
        return nil
      }
    }
  }
}

/// Returns whether a generator wrote the file, judged by its name.
///
/// - Parameter fileName: the last component of a path.
package func hasGeneratedName(_ fileName: String) -> Bool {
  let endings = [
    ".pb.swift", ".grpc.swift", ".connect.swift", ".mock.swift",
    ".pbobjc.h", ".pbobjc.m", ".pbrpc.h", ".pbrpc.m",
  ]
  return endings.contains { fileName.hasSuffix($0) }
}
