import Yams

/// Why a text is no front matter.
package enum MatterError: Error {
  /// The name of an anchor that an alias stands for.
  case alias(String)
  /// What the reader of YAML said.
  case malformed(String)
}

/// Reads YAML.
///
/// - Returns: nil for a text without any value.
package func parseMatter(_ text: String) throws(MatterError) -> MatterNode? {
  if let name = aliasedAnchor(in: text) {
    throw .alias(name)
  }
  do {
    return try compose(yaml: text).map(MatterNode.init)
  } catch {
    throw .malformed("\(error)")
  }
}

extension MatterNode {
  fileprivate init(_ node: Node) {
    line = node.mark?.line ?? 1
    switch node {
    case .scalar(let scalar):
      content = .scalar(scalar.string, isPlain: scalar.style == .plain)
    case .sequence(let nodes): content = .sequence(nodes.map(MatterNode.init))
    case .mapping(let pairs):
      content = .mapping(
        MatterTable(
          pairs.map {
            MatterTable.Entry(key: MatterNode($0.key), value: MatterNode($0.value))
          }))
    // Aliases were refused.
    case .alias: content = .scalar("", isPlain: true)
    }
  }
}
