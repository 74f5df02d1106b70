import MoultSource

extension YAMLParser {
  private static let deepestFlow = 100

  /// Parses a node between brackets, or one that begins with a bracket.
  mutating func parseFlowNode() -> YAMLNode {
    var properties = Properties()
    while current == "&" || current == "!" {
      readProperties(&properties)
      skipToContent()
    }
    let node: YAMLNode =
      switch current {
      case .some("["), .some("{"):
        depth < Self.deepestFlow ? parseFlowCollection() : skipFlowCollection()
      case .some("\""), .some("'"): parseQuoted()
      case .some("*"): parseAlias()
      case .some(","), .some("]"), .some("}"), .some(":"), nil: emptyNode()
      default: parseFlowPlain()
      }
    return finish(node, properties)
  }

  private mutating func parseFlowCollection() -> YAMLNode {
    depth += 1
    defer { depth -= 1 }
    let start = position
    let isMapping = current == "{"
    position += 1
    var elements: [YAMLNode] = []
    var entries: [YAMLEntry] = []
    while true {
      skipToContent()
      guard let byte = current else {
        noteProblem(start..<start + 1)
        break
      }
      if byte == "]" || byte == "}" {
        if (byte == "}") != isMapping { noteProblem(position..<position + 1) }
        position += 1
        break
      }
      if byte == "," {
        position += 1
        continue
      }
      let before = position
      if isIndicator("?") {
        position += 1
        skipToContent()
      }
      let node = parseFlowNode()
      skipToContent()
      if current == ":" {
        position += 1
        skipToContent()
        let entry = YAMLEntry(key: node, value: parseFlowNode())
        if isMapping {
          entries.append(entry)
        } else {
          elements.append(YAMLNode(.mapping([entry]), entry.range))
        }
      } else if isMapping {
        entries.append(YAMLEntry(key: node, value: emptyNode()))
      } else {
        elements.append(node)
      }
      if position == before {
        noteProblem(position..<position + 1)
        position += 1
      }
    }
    let content: YAMLNode.Content = isMapping ? .mapping(entries) : .sequence(elements)
    return YAMLNode(content, range(start..<position))
  }

  /// Steps over a collection that is nested too deep.
  private mutating func skipFlowCollection() -> YAMLNode {
    let start = position
    var open = 0
    repeat {
      guard let byte = current else { break }
      if byte == "[" || byte == "{" { open += 1 }
      if byte == "]" || byte == "}" { open -= 1 }
      if byte.isLineBreak { skipLineBreak() } else { position += 1 }
    } while open > 0
    noteProblem(start..<position)
    return YAMLNode(.empty, range(start..<position))
  }

  private mutating func parseFlowPlain() -> YAMLNode {
    let start = position
    var builder = MappedTextBuilder(start: offset(start))
    var end = position
    while let byte = current {
      if byte.isLineBreak || byte.isBlank {
        let (space, line) = (position, lineStart)
        skipSpaceAndBreaks()
        guard let next = current, next != "#",
          !Self.endsFlowPlain(next, bytes.byte(at: position + 1))
        else {
          position = space
          lineStart = line
          break
        }
        appendFolded(space..<position, to: &builder)
        continue
      }
      if Self.endsFlowPlain(byte, bytes.byte(at: position + 1)) { break }
      builder.append(byte, from: text.origin(position))
      position += 1
      end = position
    }
    let scalar = YAMLScalar(style: .plain, content: builder.finish())
    return YAMLNode(.scalar(scalar), range(start..<end))
  }

  private static func endsFlowPlain(_ byte: UInt8, _ next: UInt8?) -> Bool {
    if byte == ":" {
      guard let next else { return true }
      return next.isBlank || next.isLineBreak || ",[]{}".utf8.contains(next)
    }
    return ",[]{}".utf8.contains(byte)
  }

  private mutating func skipSpaceAndBreaks() {
    while let byte = current {
      if byte.isBlank {
        position += 1
      } else if byte.isLineBreak {
        skipLineBreak()
      } else {
        return
      }
    }
  }
}
