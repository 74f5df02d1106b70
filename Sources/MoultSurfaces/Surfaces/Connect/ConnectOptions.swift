import MoultManifests

/// What an option of the generators of connect-swift takes.
enum ConnectOptionValue {
  case boolean
  case word([String])
  case any

  func accepts(_ text: String) -> Bool {
    switch self {
    case .any: true
    case .boolean: text == "true" || text == "false"
    case .word(let words): words.contains(text)
    }
  }

  /// The value that is spelled like this in another case, if there is one.
  func recased(_ text: String) -> String? {
    let words: [String]
    switch self {
    case .any: return nil
    case .boolean: words = ["true", "false"]
    case .word(let known): words = known
    }
    return words.first { $0.lowercased() == text.lowercased() }
  }

  var list: String {
    switch self {
    case .any: "any text"
    case .boolean: "'true' and 'false'"
    case .word(let words): words.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
}

/// The options of both generators with what each takes, and the value that holds where none is given.
///
/// Source: facts on connect-swift, section 4.1.
let connectOptions: [String: (value: ConnectOptionValue, standard: String)] = [
  "ExtraModuleImports": (.any, ""),
  "FileNaming": (.word(["FullPath", "PathToUnderscores", "DropPath"]), "FullPath"),
  "GenerateAsyncMethods": (.boolean, "true"),
  "GenerateCallbackMethods": (.boolean, "false"),
  "GenerateServiceMetadata": (.boolean, "true"),
  "KeepMethodCasing": (.boolean, "false"),
  "ProtoPathModuleMappings": (.any, ""),
  "SwiftProtobufModuleName": (.any, "SwiftProtobuf"),
  "Visibility": (.word(["Internal", "Public", "Package"]), "Internal"),
]

extension ConnectGeneratorUse {
  /// Returns the option that counts of those with a key: the last.
  func option(_ key: String) -> PluginOption? { options.last { $0.key.text == key } }

  /// Returns the value that an option has, given or not.
  func effective(_ key: String) -> String {
    option(key)?.value?.text ?? connectOptions[key]?.standard ?? ""
  }

  /// 0 for `Internal`, 1 for `Package`, 2 for `Public`; nil for what is no level.
  ///
  /// `protoc-gen-swift` reads its levels in any case.
  var visibility: Int? {
    let text = effective("Visibility")
    return ["internal", "package", "public"].firstIndex(of: text.lowercased())
  }
}
