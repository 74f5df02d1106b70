import Yams

/// Why a text is no front matter.
package enum MatterError: Error {
  /// The name of an anchor that an alias stands for.
  case alias(String)
  /// What the reader of YAML said, and where: one-based, the column in Unicode scalars.
  case malformed(String, line: Int, column: Int)
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
    throw MatterError(error)
  }
}

extension MatterError {
  fileprivate init(_ error: any Error) {
    switch error as? YamlError {
    case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
      .composer(_, let problem, let mark, _):
      self = .malformed(problem, line: mark.line, column: mark.column)
    case .duplicatedKeysInMapping(let duplicates, let context):
      let keys = duplicates.sorted().map { "'\($0)'" }.joined(separator: ", ")
      self = .malformed(
        "\(keys) stands twice in one table", line: context.mark.line, column: context.mark.column)
    default: self = .malformed("it cannot be read", line: 1, column: 1)
    }
  }
}

extension MatterNode {
  fileprivate init(_ node: Node) {
    line = node.mark?.line ?? 1
    column = node.mark?.column ?? 1
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
