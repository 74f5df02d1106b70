import MoultManifests
import MoultSource
import Testing

func source(_ text: String, path: String = "script.sh") -> SourceText {
  SourceText(path: path, bytes: Array(text.utf8))
}

/// Expects the words of all command lines: `name=` before those of a variable, `|` around opaque stretches.
func expectCommands(
  _ text: String, path: String = "script.sh", _ expected: [[String]],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = source(text, path: path)
  let lines = commandLines(in: source)
  #expect(lines.map(rendered) == expected, sourceLocation: sourceLocation)
  expectRangesAreSound(lines, in: source, sourceLocation: sourceLocation)
}

private func rendered(_ line: CommandLine) -> [String] {
  let words = line.words.map { word in
    var text = ""
    var index = 0
    for stretch in word.content.opaque {
      text += word.content.text(of: index..<stretch.lowerBound)
      text += "|\(word.content.text(of: stretch))|"
      index = stretch.upperBound
    }
    return text + word.content.text(of: index..<word.content.count)
  }
  return switch line.role {
  case .command: words
  case .assignment(let variable): ["\(variable)="] + words
  }
}

/// Expects words to stand in the file, in order, and the bytes of their contents to be found there.
func expectRangesAreSound(
  _ lines: [CommandLine], in source: SourceText,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  for word in lines.flatMap(\.words) {
    #expect(word.range.upperBound.index <= source.bytes.count, sourceLocation: sourceLocation)
    for index in 0..<word.content.count {
      let range = word.content.range(of: index..<index + 1)
      let isInside =
        word.range.lowerBound <= range.lowerBound && range.upperBound <= word.range.upperBound
      #expect(isInside && !range.isEmpty, sourceLocation: sourceLocation)
      if range.utf8Count == 1 {
        let byte = source.bytes[range.lowerBound.index]
        let isWhitespace = byte == 0x0A || byte == 0x20 || byte == 0x0D || byte == 0x09
        #expect(
          byte == word.content.bytes[index] || isWhitespace, sourceLocation: sourceLocation)
      }
    }
  }
}

/// Returns the text after the edits that `makeEdits` makes of the first protoc call.
func edited(
  _ text: String, path: String = "script.sh", _ makeEdits: (ProtocInvocation) -> [Edit]
) -> String? {
  let source = source(text, path: path)
  guard
    let call = commandLines(in: source).lazy
      .compactMap({ ProtocInvocation($0, in: source) }).first
  else { return nil }
  return applying(makeEdits(call), to: source.bytes).map { String(decoding: $0, as: UTF8.self) }
}

/// The edits of the first hop that do not depend on anything but the call.
func renamingToGRPCSwift(_ call: ProtocInvocation) -> [Edit] {
  let dropped: Set<String> = ["Async", "Sync", "NIO", "Implementations"]
  var edits: [Edit] = []
  for output in call.outputs where output.name.text == "swiftgrpc" {
    edits.append(Edit(output.name.range, "grpc-swift"))
    edits += output.options.edits { !dropped.contains($0.key.text) }
    for option in output.options.items where option.key.text == "TestStubs" {
      edits.append(Edit(option.key.range, "TestClient"))
    }
  }
  for flag in call.optionFlags where flag.name.text == "swiftgrpc" {
    let dropsAll = flag.options.items.allSatisfy { dropped.contains($0.key.text) }
    if !dropsAll { edits.append(Edit(flag.name.range, "grpc-swift")) }
    edits += flag.options.edits { !dropped.contains($0.key.text) }
  }
  for name in call.command.pluginNames where name.text == "swiftgrpc" {
    edits.append(Edit(name.range, "grpc-swift"))
  }
  return edits
}
