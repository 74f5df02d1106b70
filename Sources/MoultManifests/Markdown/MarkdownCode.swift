package import MoultSource

/// What the code of a fence is read as.
package enum MarkdownCode: Hashable, Sendable {
  case swift
  /// Any other file, by the name that says what it is: `buf.gen.yaml`, `run.sh`.
  case file(String)

  /// Returns nil for what is not read: other languages, and what says so (`swift,ignore`).
  package init?(_ fence: MarkdownFence, in source: SourceText) {
    guard fence.isClosed, !fence.attributes.contains(where: ignoringWords.contains) else {
      return nil
    }
    switch fence.language {
    case "swift": self = .swift
    case "proto", "protobuf", "proto3": self = .file("example.proto")
    case "sh", "bash", "zsh", "shell", "console": self = .file("run.sh")
    case "yaml", "yml":
      guard let name = nameOfYAML(fence, source) else { return nil }
      self = .file(name)
    default: return nil
    }
  }
}

/// Words behind a language that take a block out of what tools look at.
private let ignoringWords: Set<String> = ["ignore", "moult-ignore", "before", "no-lint", "nolint"]

private let bufNames = ["buf.gen.yaml", "buf.work.yaml", "buf.yaml"]

/// The name of a YAML file, by what stands behind the fence or in its first comment, else by its keys.
private func nameOfYAML(_ fence: MarkdownFence, _ source: SourceText) -> String? {
  let text = source.text(fence.content)
  let first = text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  let said = fence.attributes + (first.drop { $0 == " " }.hasPrefix("#") ? [first] : [])
  if let name = bufNames.first(where: { name in said.contains { $0.contains(name) } }) {
    return name
  }
  let keys = Set(
    text.split(whereSeparator: \.isNewline).compactMap { line -> Substring? in
      let line = line.dropFirst(min(fence.indentation, line.prefix { $0 == " " }.count))
      guard let colon = line.firstIndex(of: ":"), line.first?.isLetter == true else { return nil }
      return line[..<colon]
    })
  if keys.contains("jobs") || keys.contains("steps") || keys.contains("script") {
    return "workflow.yml"
  }
  guard keys.contains("version") else { return nil }
  if keys.contains("plugins") { return "buf.gen.yaml" }
  if keys.contains("directories") { return "buf.work.yaml" }
  let ofModules: Set<Substring> = ["modules", "lint", "breaking", "deps"]
  return keys.isDisjoint(with: ofModules) ? nil : "buf.yaml"
}
