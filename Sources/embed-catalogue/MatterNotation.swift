import Yams

/// Returns YAML in the notation that `EmbeddedMatter` of `MoultSurfaces` reads and describes.
func matterNotation(_ yaml: String) throws -> String {
  guard let root = try compose(yaml: yaml) else { return "1 p\n" }
  var result = ""
  append(root, to: &result)
  return result
}

private func append(_ node: Node, to result: inout String) {
  result += "\(node.mark?.line ?? 1) "
  switch node {
  case .scalar(let scalar):
    let text = scalar.string.map { character in
      switch character {
      case "\n": "\\n"
      case "\\": "\\\\"
      default: String(character)
      }
    }
    result += (scalar.style == .plain ? "p" : "q") + text.joined() + "\n"
  case .sequence(let nodes):
    result += "s\(nodes.count)\n"
    for node in nodes { append(node, to: &result) }
  case .mapping(let pairs):
    result += "m\(pairs.count)\n"
    for (key, value) in pairs {
      append(key, to: &result)
      append(value, to: &result)
    }
  case .alias: result += "p\n"
  }
}
