import MoultManifests
import MoultSource

/// What a `buf.gen.yaml` says about its own version.
struct BufTemplate {
  let lines: YAMLLines
  let root: YAMLNode

  /// `v1beta1`, `v1`, `v2`, or nil if none is named.
  let version: YAMLScalar?

  /// Nil for a file without a table of keys.
  init?(_ source: SourceText) {
    lines = YAMLLines(source)
    guard let root = lines.stream.documents.first, root.entries != nil else { return nil }
    self.root = root
    version = root["version"]?.scalar
  }

  /// The entries of `plugins:`, each a table.
  var plugins: [YAMLNode] {
    let list = root["plugins"].map(lines.stream.resolved)
    return (list?.elements ?? []).filter { $0.entries != nil }
  }

  private var managed: YAMLNode? { root["managed"].map(lines.stream.resolved) }

  /// Whether something is written as version 2 alone reads it.
  var hasKeysOfVersion2: Bool {
    if root["inputs"] != nil || root["clean"] != nil { return true }
    if managed?["disable"] != nil || managed?["override"]?.elements != nil { return true }
    return plugins.contains { plugin in
      if plugin["local"] != nil || plugin["protoc_builtin"] != nil { return true }
      guard let remote = plugin["remote"]?.scalar?.text else { return false }
      return !isAlphaReference(remote)
    }
  }

  /// Whether something is written as version 2 does not read it.
  var hasKeysOfVersion1: Bool {
    if root["types"] != nil || root["options"] != nil { return true }
    return plugins.contains { $0["name"] != nil || $0["plugin"] != nil || $0["path"] != nil }
  }
}

/// Whether a reference is of the form that plugins had while they were tried out:
/// `buf.build/owner/plugins/name:v1.0.0-1`.
func isAlphaReference(_ text: String) -> Bool {
  let parts = text.split(separator: "/")
  return parts.count == 4 && parts[2] == "plugins"
}

/// Returns what makes a `buf.gen.yaml` one of version 2.
func upgrade(_ template: BufTemplate) -> BufUpgrade {
  var upgrade = BufUpgrade()
  if let version = template.version {
    if version.text != "v2" { upgrade.replace(version.content.range, "v2") }
  } else {
    upgrade.refuse("write 'version: v2' on the first line")
  }
  if template.lines.isFlow(template.root) {
    upgrade.refuse("write the file in block style")
  }
  let known = ["version", "plugins", "managed", "types", "options", "inputs", "clean"]
  for entry in template.root.entries ?? [] {
    let key = entry.key.scalar?.text ?? ""
    if !known.contains(key) { upgrade.refuse("remove '\(key)', which version 2 does not know") }
  }
  if template.root["types"] != nil {
    upgrade.refuse(
      "move the contents of 'types' to 'types' of an entry of 'inputs', such as '- directory: .'")
  }
  for plugin in template.plugins { upgradePlugin(plugin, template.lines, &upgrade) }
  upgradeManagedMode(template, &upgrade)
  return upgrade
}

/// The generators that are part of protoc, by the names that buf gives them.
private let builtIn: Set<String> = [
  "cpp", "csharp", "java", "js", "objc", "php", "python", "pyi", "ruby", "rbs", "kotlin", "rust",
]

private func upgradePlugin(
  _ plugin: YAMLNode, _ lines: YAMLLines, _ upgrade: inout BufUpgrade
) {
  let entries = plugin.entries ?? []
  func index(_ names: [String]) -> Int? {
    entries.firstIndex { names.contains($0.key.scalar?.text ?? "") }
  }
  if index(["<<"]) != nil {
    upgrade.refuse("write out the plugins that merge a shared table with '<<'")
    return
  }
  guard let named = index(["name", "plugin"]) else { return }
  let entry = entries[named]
  guard let reference = entry.value.scalar else {
    upgrade.refuse("write out the plugin that '\(lines.text(entry.range))' names")
    return
  }
  let key = entry.key.range
  let path = index(["path"]).map { entries[$0] }
  let isBuiltIn = path == nil && builtIn.contains(reference.text)
  if index(["protoc_path"]) != nil, !isBuiltIn {
    upgrade.refuse(
      "remove 'protoc_path' from the plugin '\(reference.text)'; version 2 allows it only for protoc's own generators"
    )
    return
  }
  if isRemote(reference.text) {
    guard path == nil else {
      upgrade.refuse("decide whether '\(reference.text)' is remote or what its 'path' names")
      return
    }
    upgrade.replace(key, "remote")
  } else if let path {
    moveName(of: plugin, at: named, to: path, lines, &upgrade)
  } else if isBuiltIn {
    upgrade.replace(key, "protoc_builtin")
    upgrade.remark(
      "'\(reference.text)' is treated as protoc's own generator; a 'protoc-gen-\(reference.text)' in PATH would be 'local'"
    )
  } else {
    upgrade.replace(key, "local")
    if !reference.text.hasPrefix("protoc-gen-") {
      let start = reference.content.range.lowerBound
      upgrade.replace(start..<start, "protoc-gen-")
    }
  }
}

/// Whether a plugin is one of a registry: `buf.build/owner/name`.
private func isRemote(_ reference: String) -> Bool {
  let parts = reference.split(separator: "/", omittingEmptySubsequences: false)
  return parts.count == 3 && parts[0].contains(".") && !reference.hasPrefix(".")
}

/// `name: foo` goes, and `path: p` becomes `local: p`.
private func moveName(
  of plugin: YAMLNode, at index: Int, to path: YAMLEntry, _ lines: YAMLLines,
  _ upgrade: inout BufUpgrade
) {
  let entries = plugin.entries ?? []
  let entry = entries[index]
  let cut: ByteRange
  if lines.isFlow(plugin) || index == 0 {
    // Up to the next key, so that what stands before the first one stays before the next.
    cut =
      index + 1 < entries.count
      ? entry.range.lowerBound..<entries[index + 1].key.range.lowerBound
      : entries[index - 1].range.upperBound..<entry.range.upperBound
  } else {
    cut = lines.lines(of: entry.range)
  }
  guard lines.comments(in: cut).isEmpty else {
    upgrade.refuse(
      "move the comment after '\(lines.text(entry.range))', a line that version 2 does not have")
    return
  }
  upgrade.replace(cut, "")
  upgrade.replace(path.key.range, "local")
}
