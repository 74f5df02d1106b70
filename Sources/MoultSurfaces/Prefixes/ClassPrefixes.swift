import MoultManifests
import MoultProto
import MoultSource

/// Where the Objective-C prefix of a file comes from.
enum ClassPrefixOrigin: Hashable, Sendable {
  /// The file's own option, be it empty.
  case option
  /// The managed mode of buf, which overrules the option.
  case managedMode
  /// `use_package_as_prefix` on a command line.
  case package
  /// Something that Moult cannot read: a file of mappings, a variable of the environment.
  case elsewhere
  /// There is none: names get no prefix.
  case none
}

/// The Objective-C prefix that a file's names get when they are generated.
struct EffectiveClassPrefix: Hashable, Sendable {
  let value: String
  let origin: ClassPrefixOrigin
}

/// Who sets the Objective-C prefixes of a project's files beside the files themselves.
///
/// Source: facts on gRPC for Objective-C, sections 8.1 and 12.1.
struct ClassPrefixSources: Sendable {
  /// The managed modes, by the folder of their `buf.gen.yaml` (empty or with a final `/`), longest first.
  private let managed: [(folder: String, mode: BufManagedMode)]

  /// The modules of buf, by their folder, longest first.
  private let modules: [(folder: String, name: String?)]

  /// What the options of the first call of the generator say that says something.
  private let packagePrefix: (forced: String, isKnown: Bool)?

  init(_ files: [ProjectText], _ commands: [String: [ReadCommand]]) {
    var managed: [(folder: String, mode: BufManagedMode)] = []
    var modules: [(folder: String, name: String?)] = []
    for file in files {
      let folder = folder(of: file.source.path)
      switch manifestKind(ofPath: file.source.path) {
      case .bufGeneration:
        managed.append((folder, BufManagedMode(file.source, option: "objc_class_prefix")))
      case .bufModule, .bufWorkspace:
        modules += bufModules(in: file.source).map { module in
          (folder + (module.folder.isEmpty ? "" : module.folder + "/"), module.name)
        }
      default: continue
      }
    }
    self.managed = managed.sorted { $0.folder.utf8.count > $1.folder.utf8.count }
    self.modules = modules.sorted { $0.folder.utf8.count > $1.folder.utf8.count }
    packagePrefix = Self.packagePrefix(files, commands)
  }

  /// Returns the prefix that the names of a file get.
  func prefix(of file: ProtoFile) -> EffectiveClassPrefix {
    if let value = managedPrefix(of: file) {
      return EffectiveClassPrefix(value: value, origin: .managedMode)
    }
    if let value = file.objectiveCPrefix {
      return EffectiveClassPrefix(value: value, origin: .option)
    }
    guard let packagePrefix else { return EffectiveClassPrefix(value: "", origin: .none) }
    guard packagePrefix.isKnown else { return EffectiveClassPrefix(value: "", origin: .elsewhere) }
    return EffectiveClassPrefix(
      value: objectiveCPackagePrefix(forPackage: file.package, forced: packagePrefix.forced),
      origin: .package)
  }

  private func managedPrefix(of file: ProtoFile) -> String? {
    guard let mode = managed.first(where: { file.path.hasPrefix($0.folder) })?.mode else {
      return nil
    }
    let module = modules.first { file.path.hasPrefix($0.folder) }
    let root = module?.folder ?? managed.first { file.path.hasPrefix($0.folder) }?.folder ?? ""
    let importPath = String(file.path.dropFirst(root.count))
    switch mode.decision(on: "objc_class_prefix", forFile: importPath, module: module?.name) {
    case .untouched: return nil
    case .derived: return derivedObjectiveCPrefix(forPackage: file.package)
    case .value(let value): return value
    }
  }

  private static func packagePrefix(
    _ files: [ProjectText], _ commands: [String: [ReadCommand]]
  ) -> (forced: String, isKnown: Bool)? {
    for file in files {
      for command in commands[file.source.path] ?? [] {
        guard let invocation = command.invocation else { continue }
        let options = objectiveCOptions(of: invocation)
        func value(_ key: String) -> String? {
          options.first { $0.key.text == key }.map { $0.value?.text ?? "yes" }
        }
        if value("package_to_prefix_mappings_path") != nil { return ("", false) }
        guard let use = value("use_package_as_prefix"), isTrue(use) else { continue }
        let hasExceptions = value("proto_package_prefix_exceptions_path") != nil
        return (value("package_as_prefix_forced_prefix") ?? "", !hasExceptions)
      }
      if file.surface == .script,
        file.source.bytes.firstIndex(
          ofBytes: Array("GPB_OBJC_USE_PACKAGE_AS_PREFIX".utf8), from: 0) != nil
      {
        return ("", false)
      }
    }
    return nil
  }

  /// protoc takes `yes`, `true` and `1`, in any case.
  private static func isTrue(_ text: String) -> Bool {
    ["yes", "true", "1"].contains(text.lowercased())
  }
}

/// The options that a call of protoc gives to the Objective-C generator.
func objectiveCOptions(of invocation: ProtocInvocation) -> [PluginOption] {
  invocation.outputs.filter { $0.name.text == "objc" }.flatMap(\.options.items)
    + invocation.optionFlags.filter { $0.name.text == "objc" }.flatMap(\.options.items)
}

/// The folder of a path with its final `/`; the root is the empty text.
func folder(of path: String) -> String {
  path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}
