import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// What a page about options of `protoc-gen-swift` looks for.
enum SwiftOptionFault: String, CaseIterable {
  /// No version knows the option, so the plugin stops at it.
  case unknown
  /// The option does not take the value.
  case value
  /// Another option of the same call excludes it.
  case conflict
  /// The version that the project pins does not know the option yet.
  case early
  /// The build plugin's configuration names files in a way that the plugin refuses.
  case fileNaming = "file-naming"
}

/// What an option takes.
private enum OptionValue {
  case boolean
  /// In any case.
  case word([String])
  case any

  /// Returns whether the plugin reads the text.
  func accepts(_ text: String) -> Bool {
    switch self {
    case .any: true
    // `Bool("True")` is nil.
    case .boolean: text == "true" || text == "false"
    case .word(let words): words.contains(text.lowercased())
    }
  }

  var list: String {
    switch self {
    case .any: "any text"
    case .boolean: "'true' and 'false', in lower case"
    case .word(let words): words.map { "'\($0)'" }.joined(separator: ", ")
    }
  }
}

/// The options of the plugin, what each takes, and the release that brought it.
///
/// Source: facts on swift-protobuf, section 5.
private let knownOptions: [String: (value: OptionValue, since: String)] = [
  "FileNaming": (
    .word([
      "fullpath", "full_path", "pathtounderscores", "path_to_underscores", "droppath", "drop_path",
    ]),
    "0.9.26"
  ),
  "Visibility": (.word(["internal", "public", "package"]), "0.9.26"),
  "ProtoPathModuleMappings": (.any, "0.9.903"),
  "SwiftProtobufModuleName": (.any, "1.11.0"),
  "ImplementationOnlyImports": (.boolean, "1.22.0"),
  "experimental_strip_nonfunctional_codegen": (.word(["", "true", "false"]), "1.27.0"),
  "UseAccessLevelOnImports": (.boolean, "1.28.0"),
  "EnumGeneration": (.word(["none", "nonexhaustive", "nonexhaustivewarn"]), "1.36.0"),
  "ExperimentalHiddenNames": (.any, "1.38.0"),
]

/// The words of which a script must mention one to call the plugin with options.
let swiftOptionWords = ["--swift_out", "--swift_opt", "protoc-gen-swift"]

package let swiftOptionFinder = Finder(
  FinderTerms(
    "swift-option", .word(SwiftOptionFault.allCases.map(\.rawValue)), reach: .own,
    binds: { _ in ["near", "value", "option", "list", "other", "since", "runtime"] },
    anchors: { _ in swiftOptionWords }), on: [.manifest, .script], swiftOptionFindings)

/// Finds options of `protoc-gen-swift`, on command lines and in configuration files, that it refuses.
func swiftOptionFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = SwiftOptionFault(rawValue: rule.row.find.subject) else { return [] }
  if fault == .fileNaming { return fileNamingFindings(rule, file) }
  return optionCalls(in: file, facts).flatMap { options in
    options.compactMap { option -> Finding? in
      guard option.key.isStatic, !option.key.text.isEmpty,
        let problem = problem(
          of: option, beside: options, fault, facts.swiftProtobuf(at: file.source.path))
      else { return nil }
      return finding(rule, file, problem)
    }
  }
}

private struct OptionProblem {
  let range: ByteRange
  let bindings: [String: String]
  var edit: Edit?
  var evidence: String?
}

private func problem(
  of option: PluginOption, beside others: [PluginOption], _ fault: SwiftOptionFault,
  _ runtime: TakenVersion?
) -> OptionProblem? {
  let key = option.key.text
  guard let known = knownOptions[key] else {
    guard fault == .unknown else { return nil }
    let names = knownOptions.keys.sorted()
    let cased = names.first { $0.lowercased() == key.lowercased() }
    let near = cased ?? nearestSpelling(of: key, among: names)
    return OptionProblem(
      range: option.key.range, bindings: ["near": near.map { "; did you mean '\($0)'?" } ?? ""],
      edit: cased.map { Edit(option.key.range, $0) })
  }
  switch fault {
  case .unknown, .fileNaming: return nil
  case .value:
    let text = option.value?.text ?? ""
    guard option.value?.isStatic ?? true, !known.value.accepts(text) else { return nil }
    let lowered = text.lowercased()
    let replacement =
      ["true", "false"].contains(lowered) ? lowered : ["1": "true", "0": "false"][text]
    var edit: Edit?
    if let value = option.value, let replacement, known.value.accepts(replacement) {
      edit = Edit(value.range, replacement)
    }
    return OptionProblem(
      range: option.value?.range ?? option.key.range,
      bindings: ["value": text, "option": key, "list": known.value.list], edit: edit)
  case .conflict:
    guard key == "ImplementationOnlyImports", option.value?.text == "true" else { return nil }
    let other = others.first { other in
      switch other.key.text {
      case "Visibility": other.value.map { $0.text.lowercased() != "internal" } ?? false
      case "UseAccessLevelOnImports": other.value?.text == "true"
      default: false
      }
    }
    guard let other else { return nil }
    return OptionProblem(range: option.item.range, bindings: ["other": other.item.text])
  case .early:
    guard let runtime, let since = Release(known.since), runtime.isBelow(since) else { return nil }
    return OptionProblem(
      range: option.key.range,
      bindings: ["since": known.since, "runtime": runtime.release.text],
      evidence: runtime.evidence)
  }
}

private func finding(
  _ rule: SurfaceRule, _ file: ProjectText, _ problem: OptionProblem
) -> Finding {
  rule.finding(
    in: file, at: problem.range, problem.bindings.mapValues(Binding.text),
    edits: [problem.edit].compactMap { $0 }, atLeast: .review, evidence: [problem.evidence])
}

/// The options of each call of the plugin in a file.
private func optionCalls(in file: ProjectText, _ facts: SurfaceFacts) -> [[PluginOption]] {
  if manifestKind(ofPath: file.source.path) == .bufGeneration {
    return bufPlugins(in: file.source).filter(isSwiftProtobuf).map { $0.options.flatMap(\.items) }
  }
  return (facts.commands[file.source.path] ?? []).compactMap { command in
    guard let invocation = command.invocation else { return nil }
    return invocation.outputs.filter { $0.name.text == "swift" }.flatMap(\.options.items)
      + invocation.optionFlags.filter { $0.name.text == "swift" }.flatMap(\.options.items)
  }
}

private func isSwiftProtobuf(_ plugin: BufPlugin) -> Bool {
  let text = plugin.reference.text
  let remote = text.split(separator: ":").first.map(String.init) ?? text
  if plugin.key == .remote || remote.contains("/") && plugin.key != .local {
    return remote.hasSuffix("/apple/swift")
  }
  return ["swift", "protoc-gen-swift"].contains(
    text.split(separator: "/").last.map(String.init) ?? text)
}

/// `"fileNaming"` of the build plugin's configuration, of which only one value is left.
private func fileNamingFindings(_ rule: SurfaceRule, _ file: ProjectText) -> [Finding] {
  guard file.source.path.hasSuffix("swift-protobuf-config.json") else { return [] }
  let root = parseYAML(file.source).documents.first
  return (root?["invocations"]?.elements ?? []).compactMap { invocation in
    guard let value = invocation["fileNaming"]?.scalar,
      !["pathtounderscores", "path_to_underscores"].contains(value.text.lowercased())
    else { return nil }
    return finding(
      rule, file,
      OptionProblem(
        range: value.content.range, bindings: ["value": value.text],
        edit: Edit(value.content.range, "PathToUnderscores")))
  }
}
