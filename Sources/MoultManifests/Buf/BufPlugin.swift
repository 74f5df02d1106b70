package import MoultSource

/// An entry of `plugins:` in a `buf.gen.yaml`.
package struct BufPlugin: Sendable {
  /// The key that says which plugin is meant; which of them a file may use depends on its version.
  package enum Key: String, Hashable, Sendable, CaseIterable {
    case name, plugin, remote, local
    case protocBuiltin = "protoc_builtin"
  }

  package let key: Key

  /// Where the key stands.
  package let keyRange: ByteRange

  /// `swift`, `buf.build/grpc/swift:v1.2.3`, `protoc-gen-swift`; of a list, the first element.
  package let reference: WordPart

  /// The value of `path:`, as a string or the first element of a list.
  package let path: WordPart?

  package let out: WordPart?

  /// The value of `opt:`: one list, or one for each element of a sequence.
  package let options: [PluginOptionList]

  /// The whole entry, without its `-`.
  package let range: ByteRange
}

/// Returns the version that a buf file names (`v1beta1`, `v1`, `v2`), or nil if it names none.
package func bufVersion(of source: SourceText) -> WordPart? {
  parseYAML(source).documents.first?["version"].flatMap(wordPart)
}

/// Returns the plugins of a `buf.gen.yaml`, in order, with aliases followed.
package func bufPlugins(in source: SourceText) -> [BufPlugin] {
  let stream = parseYAML(source)
  guard let plugins = stream.documents.first?["plugins"].map(stream.resolved) else { return [] }
  return (plugins.elements ?? []).compactMap { element in
    plugin(stream.resolved(element), in: stream, source)
  }
}

private func plugin(_ node: YAMLNode, in stream: YAMLStream, _ source: SourceText) -> BufPlugin? {
  for entry in node.entries ?? [] {
    guard let key = entry.key.scalar.flatMap({ BufPlugin.Key(rawValue: $0.text) }),
      let reference = firstWord(stream.resolved(entry.value))
    else { continue }
    return BufPlugin(
      key: key, keyRange: entry.key.range, reference: reference,
      path: node["path"].map(stream.resolved).flatMap(firstWord),
      out: node["out"].map(stream.resolved).flatMap(wordPart),
      options: options(of: node, in: stream, source), range: node.range)
  }
  return nil
}

private func options(
  of node: YAMLNode, in stream: YAMLStream, _ source: SourceText
) -> [PluginOptionList] {
  let entries = node.entries ?? []
  guard let index = entries.firstIndex(where: { $0.key.scalar?.text == "opt" }) else { return [] }
  let value = stream.resolved(entries[index].value)
  if let elements = value.elements {
    let isFlow = source.bytes.byte(at: value.range.lowerBound.index) == "["
    let ranges = elements.map(\.range)
    return elements.indices.compactMap { element in
      let whole =
        isFlow
        ? removal(of: element, among: ranges)
        : lines(of: ranges[element], after: "-", in: source) ?? ranges[element]
      return optionList(elements[element], wholeRange: whole)
    }
  }
  let entry = entries[index].range
  let whole = lines(of: entry, after: nil, in: source)
  return [optionList(value, wholeRange: whole ?? removal(of: index, among: entries.map(\.range)))]
    .compactMap { $0 }
}

private func optionList(_ node: YAMLNode, wholeRange: ByteRange) -> PluginOptionList? {
  guard let part = wordPart(node) else { return nil }
  return PluginOptionList(part.word, part.part, wholeRange: wholeRange)
}

/// Returns the lines of a node that has them for itself, apart from an indicator before it.
private func lines(
  of range: ByteRange, after indicator: Unicode.Scalar?, in source: SourceText
) -> ByteRange? {
  let bytes = source.bytes
  var start = range.lowerBound.index
  var hasIndicator = indicator == nil
  while start > 0, !bytes[start - 1].isLineBreak {
    let byte = bytes[start - 1]
    let isIndicator = indicator.map { byte == $0 } ?? false
    guard byte.isBlank || (isIndicator && !hasIndicator) else { return nil }
    if isIndicator { hasIndicator = true }
    start -= 1
  }
  let end = bytes.skippingBlanks(from: range.upperBound.index)
  let length = bytes.lineBreakLength(at: end)
  guard hasIndicator, length > 0 || end == bytes.count else { return nil }
  return ByteRange(indices: start..<end + length)
}

/// Returns the range that takes one of several neighbours away with what separates it from another.
private func removal(of index: Int, among ranges: [ByteRange]) -> ByteRange {
  if index + 1 < ranges.count {
    return ranges[index].lowerBound..<max(ranges[index].upperBound, ranges[index + 1].lowerBound)
  }
  guard index > 0 else { return ranges[index] }
  return min(ranges[index - 1].upperBound, ranges[index].lowerBound)..<ranges[index].upperBound
}

private func wordPart(_ node: YAMLNode) -> WordPart? {
  guard let scalar = node.scalar else { return nil }
  let content = scalar.content
  var end = content.count
  // The last line break of a block is no part of what buf hands on.
  if scalar.style == .literal || scalar.style == .folded {
    while end > 0, content.bytes[end - 1].isBlank || content.bytes[end - 1].isLineBreak { end -= 1 }
  }
  return WordPart(Word(range: node.range, content: content), 0..<end)
}

private func firstWord(_ node: YAMLNode) -> WordPart? {
  node.elements?.first.flatMap(wordPart) ?? wordPart(node)
}
