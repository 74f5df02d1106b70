import MoultManifests
import MoultSource

/// One call of a generator that makes Swift for Connect: an entry of a `buf.gen.yaml`, or flags of protoc.
struct ConnectGeneratorUse {
  enum Role: Hashable {
    /// `protoc-gen-swift`
    case messages
    /// `protoc-gen-connect-swift`
    case clients
    /// `protoc-gen-connect-swift-mocks`
    case mocks
  }

  let role: Role

  /// What names the generator.
  let name: WordPart

  /// Nil where a program on this machine is meant.
  let remote: RemotePlugin?

  /// In order; the last of one key counts.
  let options: [PluginOption]

  /// Whether other places say the same by an alias, so that an option of it cannot change alone.
  var isShared = false

  /// What adds `,Key=value`, or nil where that cannot be written without more.
  let adding: @Sendable (_ option: String) -> Edit?
}

/// A plugin of buf's registry: `buf.build/connectrpc/swift:v1.2.3`.
struct RemotePlugin {
  let owner: String
  let plugin: String

  /// `v1.2.3`, or nil for the newest.
  let version: String?
  let whole: ByteRange

  /// From the owner to the end of the plugin's name.
  let nameRange: ByteRange

  /// From the colon on; empty at the end of the name where no version is asked for.
  let versionRange: ByteRange

  init?(_ part: WordPart) {
    let text = part.text
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard part.isStatic, parts.count == 3, parts[0].contains(".") else { return nil }
    owner = String(parts[1])
    let last = parts[2].split(separator: ":", maxSplits: 1)
    guard let name = last.first, part.range.utf8Count == text.utf8.count else { return nil }
    plugin = String(name)
    version = last.count > 1 ? String(last[1]) : nil
    whole = part.range
    let start = part.range.lowerBound.index
    let nameStart = start + parts[0].utf8.count + 1
    let nameEnd = nameStart + owner.utf8.count + 1 + plugin.utf8.count
    nameRange = ByteRange(indices: nameStart..<nameEnd)
    versionRange = ByteRange(indices: nameEnd..<part.range.upperBound.index)
  }

  var role: ConnectGeneratorUse.Role? {
    switch (owner, plugin) {
    case ("apple", "swift"): .messages
    case ("connectrpc", "swift"), ("bufbuild", "connect-swift"): .clients
    case ("connectrpc", "swift-mocks"), ("bufbuild", "connect-swift-mocks"): .mocks
    default: nil
    }
  }
}

/// Returns the calls of generators in a file, in order; those whose options are only known when they run are left out.
func connectGeneratorUses(
  in file: ProjectText, _ facts: SurfaceFacts
) -> [ConnectGeneratorUse] {
  let uses =
    manifestKind(ofPath: file.source.path) == .bufGeneration
    ? connectUsesInTemplate(file.source)
    : usesInCommands(facts.commands[file.source.path] ?? [])
  return uses.filter { $0.options.allSatisfy { $0.item.isStatic } }
}

private func role(ofProgram name: String) -> ConnectGeneratorUse.Role? {
  let last = name.split(separator: "/").last.map(String.init) ?? name
  switch last.hasPrefix("protoc-gen-") ? String(last.dropFirst("protoc-gen-".count)) : last {
  case "swift": return .messages
  case "connect-swift": return .clients
  case "connect-swift-mocks": return .mocks
  default: return nil
  }
}

// MARK: buf

/// Returns the entries of a template of buf that are about connect-swift or messages; of another file, none.
func connectUsesInTemplate(_ source: SourceText) -> [ConnectGeneratorUse] {
  guard manifestKind(ofPath: source.path) == .bufGeneration else { return [] }
  let lines = YAMLLines(source)
  let list = lines.stream.documents.first?["plugins"].map(lines.stream.resolved)
  let nodes = list?.elements?.map(lines.stream.resolved) ?? []
  return bufPlugins(in: source).compactMap { plugin in
    let remote = plugin.key == .local ? nil : RemotePlugin(plugin.reference)
    guard let role = remote?.role ?? (remote == nil ? role(ofProgram: plugin.reference.text) : nil),
      let node = nodes.first(where: { $0.range == plugin.range })
    else { return nil }
    return ConnectGeneratorUse(
      role: role, name: plugin.reference, remote: remote, options: plugin.options.flatMap(\.items),
      isShared: isShared(node), adding: { addition(of: $0, to: node, lines) })
  }
}

/// Whether the options of an entry are those of another.
private func isShared(_ plugin: YAMLNode) -> Bool {
  guard let value = plugin["opt"] else { return false }
  if case .alias = value.content { return true }
  return value.anchor != nil
}

/// Adds an option in the way that the entry writes them; a list that an alias shares is left alone.
private func addition(of option: String, to plugin: YAMLNode, _ lines: YAMLLines) -> Edit? {
  let entries = plugin.entries ?? []
  guard let value = entries.first(where: { $0.key.scalar?.text == "opt" })?.value else {
    guard let last = entries.last, let first = entries.first, !lines.isFlow(plugin) else {
      return nil
    }
    let place = lines.textEnd(of: last.range.upperBound)
    let blanks = String(repeating: " ", count: lines.column(of: first.key.range.lowerBound))
    return Edit(place..<place, "\(lines.lineBreak)\(blanks)opt: \(option)")
  }
  if let elements = value.elements {
    guard let last = elements.last else { return nil }
    if lines.isFlow(value) {
      return Edit(last.range.upperBound..<last.range.upperBound, ", \(option)")
    }
    let place = lines.textEnd(of: last.range.upperBound)
    let blanks = String(repeating: " ", count: lines.column(of: value.range.lowerBound))
    return Edit(place..<place, "\(lines.lineBreak)\(blanks)- \(option)")
  }
  guard let scalar = value.scalar, value.anchor == nil else { return nil }
  switch scalar.style {
  case .plain, .singleQuoted, .doubleQuoted:
    let end = scalar.content.range.upperBound
    return Edit(end..<end, ",\(option)")
  case .literal, .folded:
    let text = scalar.text
    let shown = text.utf8.count - text.reversed().prefix { $0.isWhitespace }.count
    guard shown > 0 else { return nil }
    let end = scalar.content.range(of: shown - 1..<shown).upperBound
    return Edit(end..<end, ",\(option)")
  }
}

// MARK: Command lines

private func usesInCommands(_ commands: [ReadCommand]) -> [ConnectGeneratorUse] {
  commands.flatMap { command -> [ConnectGeneratorUse] in
    guard let invocation = command.invocation else { return [] }
    var seen: Set<String> = []
    return invocation.outputs.compactMap { output in
      guard let role = role(ofProgram: output.name.text), seen.insert(output.name.text).inserted
      else { return nil }
      let flags = invocation.optionFlags.filter { $0.name.text == output.name.text }
      let options = output.options.items + flags.flatMap(\.options.items)
      return ConnectGeneratorUse(
        role: role, name: output.name, remote: nil, options: options,
        adding: { option in
          guard let last = options.last else { return nil }
          let end = last.item.range.upperBound
          return Edit(end..<end, ",\(option)")
        })
    }
  }
}
