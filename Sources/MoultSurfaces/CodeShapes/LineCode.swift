import MoultSource

/// What lines mean in a language whose comments begin with `#`.
enum LineDialect {
  case yaml
  case make
  /// Shell, Ruby, Dockerfiles, Cartfiles.
  case other

  init(fileName: String) {
    if fileName.hasSuffix(".yml") || fileName.hasSuffix(".yaml") {
      self = .yaml
    } else if fileName.hasSuffix("akefile") || fileName.hasSuffix(".mk") {
      self = .make
    } else {
      self = .other
    }
  }
}

/// The shape of languages whose comments begin with `#`: logical lines, with the deeper ones below them.
///
/// A logical line goes on where its end says so (`\`, `,`, `|`, `&&`), and in YAML where a text does.
struct LineCode: CodeShape {
  let comments: [ByteRange]
  private let bytes: [UInt8]
  private let dialect: LineDialect
  private let lines: [Line]

  private struct Line {
    /// Without the line break.
    let range: Range<Int>
    /// Behind the blanks at its start.
    let codeStart: Int
    /// Before the comment and the blanks at its end.
    let codeEnd: Int
    /// The index of the line that this one continues, itself if none.
    var head: Int
    /// The index of the nearest line above that is less deep, if any.
    var parent: Int?

    var hasCode: Bool { codeEnd > codeStart }
    var depth: Int { codeStart - range.lowerBound }
  }

  /// - Complexity: O(*n*), and O(*depth*) for each line of YAML.
  init(_ bytes: [UInt8], _ dialect: LineDialect) {
    self.bytes = bytes
    self.dialect = dialect
    var comments: [ByteRange] = []
    var lines: [Line] = []
    var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while start <= bytes.count {
      let end = bytes.endOfLine(from: start)
      let comment = Self.comment(in: start..<end, of: bytes)
      if let comment { comments.append(ByteRange(indices: comment..<end)) }
      let code = Self.trimmed(start..<(comment ?? end), of: bytes)
      lines.append(
        Line(
          range: start..<end, codeStart: code.lowerBound, codeEnd: code.upperBound,
          head: lines.count))
      start = end + 1
      if end < bytes.count, bytes[end] == 0x0D, start < bytes.count, bytes[start] == 0x0A {
        start += 1
      }
    }
    self.comments = comments
    self.lines = Self.joined(lines, of: bytes, dialect)
  }

  func piece(after comment: ByteRange) -> ByteRange? {
    let line = index(of: comment.lowerBound)
    // A comment inside a logical line is about that line.
    guard let next = lines[(line + 1)...].firstIndex(where: \.hasCode) else { return nil }
    let head = lines[next].head
    return range(from: head)
  }

  func piece(before comment: ByteRange) -> ByteRange? {
    let line = index(of: comment.lowerBound)
    guard lines[line].hasCode else { return nil }
    return range(from: lines[line].head)
  }

  func endOfBlock(around offset: ByteOffset) -> ByteOffset { ByteOffset(bytes.count) }

  func place(for offset: ByteOffset) -> SuppressionPlace? {
    let head = lines[lines[index(of: offset)].head]
    // Below a tab, make hands the comment to the shell, which shows it.
    let indentation = dialect == .make ? [] : Array(bytes[head.range.lowerBound..<head.codeStart])
    return .above(ByteOffset(head.range.lowerBound), indentation: indentation)
  }

  func context(of offset: ByteOffset) -> [String] {
    var names: [String] = []
    var line = lines[lines[index(of: offset)].head].parent
    while let current = line {
      let code = bytes[lines[current].codeStart..<lines[current].codeEnd]
      let name = code.prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: "|") }
      names.append(
        String(decoding: name.prefix(60), as: UTF8.self).split(separator: " ")
          .joined(separator: " "))
      line = lines[current].parent
    }
    return names.reversed()
  }

  func words(around range: ByteRange) -> (words: [ByteRange], marked: Range<Int>) {
    let line = index(of: range.lowerBound)
    var last = line
    while last + 1 < lines.count, lines[last + 1].head == lines[line].head,
      lines[last].range.lowerBound < range.upperBound.index + 512
    {
      last += 1
    }
    var first = line
    while first > lines[line].head, lines[first].range.upperBound > range.lowerBound.index - 512 {
      first -= 1
    }
    let near = lines[first].codeStart..<max(lines[first].codeStart, lines[last].codeEnd)
    let words = plainWords(in: near, of: bytes, without: comments)
    return (words, marked(words, by: range))
  }

  private func index(of offset: ByteOffset) -> Int {
    max(0, lines.partitioningIndex { $0.range.lowerBound > offset.index } - 1)
  }

  /// The logical line that begins with the line at `head`, and the deeper ones that follow.
  private func range(from head: Int) -> ByteRange {
    var last = head
    var next = head + 1
    while next < lines.count {
      let line = lines[next]
      if line.head == head || (line.hasCode && line.depth > lines[head].depth) {
        last = next
      } else if line.hasCode {
        break
      }
      next += 1
    }
    return ByteRange(indices: lines[head].codeStart..<lines[last].codeEnd)
  }

  /// The offset of the `#` that begins a comment in a line, outside quotes and behind a blank.
  private static func comment(in line: Range<Int>, of bytes: [UInt8]) -> Int? {
    var quote: UInt8?
    var index = line.lowerBound
    while index < line.upperBound {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\\"), quote != UInt8(ascii: "'") {
        index += 2
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        if quote == nil { quote = byte } else if quote == byte { quote = nil }
      case UInt8(ascii: "#") where quote == nil:
        let before = index == line.lowerBound ? 0x20 : bytes[index - 1]
        if before == 0x20 || before == 0x09 { return index }
      default: break
      }
      index += 1
    }
    // An apostrophe that nothing closes is no quote: `it's # a comment`.
    guard quote != nil else { return nil }
    let mark = Array("# moult:".utf8)
    return line.first { index in
      bytes[index..<line.upperBound].starts(with: mark)
        && (index == line.lowerBound || bytes[index - 1] == 0x20 || bytes[index - 1] == 0x09)
    }
  }

  private static func trimmed(_ range: Range<Int>, of bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    while end > start, bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return start..<end
  }

  /// Finds for each line the one that it continues.
  private static func joined(
    _ lines: [Line], of bytes: [UInt8], _ dialect: LineDialect
  ) -> [Line] {
    var lines = lines
    // The lines around the current one, by depth; only YAML has texts that go on below a key.
    var open: [Int] = []
    var previous: Int?
    for index in lines.indices where lines[index].hasCode {
      if let previous, goesOn(lines[previous], of: bytes) {
        lines[index].head = lines[previous].head
        lines[index].parent = lines[previous].parent
      } else {
        while let last = open.last, lines[last].depth >= lines[index].depth { open.removeLast() }
        lines[index].parent = open.last
        if dialect == .yaml, let parent = open.last,
          lines[index].depth > textDepth(lines[parent], of: bytes),
          holdsText(lines[parent], of: bytes)
        {
          lines[index].head = lines[parent].head
        }
        open.append(index)
      }
      previous = index
    }
    return lines
  }

  /// The depth of what stands behind the dashes of a list's item.
  private static func textDepth(_ line: Line, of bytes: [UInt8]) -> Int {
    let dashes = bytes[line.codeStart..<line.codeEnd].prefix { $0 == 0x2D || $0 == 0x20 }
    return line.depth + dashes.count
  }

  private static func goesOn(_ line: Line, of bytes: [UInt8]) -> Bool {
    let code = bytes[line.codeStart..<line.codeEnd]
    guard let last = code.last else { return false }
    switch last {
    case UInt8(ascii: "\\"), UInt8(ascii: ","), UInt8(ascii: "("), UInt8(ascii: "["): return true
    case UInt8(ascii: "&"): return code.suffix(2).elementsEqual("&&".utf8)
    case UInt8(ascii: "|"):
      // `key: |` begins a text of several lines in YAML, and `do |x|` a block in Ruby.
      guard let before = code.dropLast().last else { return false }
      return before == 0x20 && !code.dropLast(2).suffix(1).elementsEqual(":".utf8)
        && !code.dropLast(2).suffix(1).elementsEqual("-".utf8)
    default: return false
    }
  }

  /// Whether the deeper lines below a line of YAML are one text with it, in which a `#` is no comment.
  ///
  /// A text behind `|` keeps its lines, and whoever runs it sees the comments.
  private static func holdsText(_ line: Line, of bytes: [UInt8]) -> Bool {
    let code = bytes[line.codeStart..<line.codeEnd]
    let mark = code.lastIndex(of: UInt8(ascii: ">"))
    if let mark, mark > code.startIndex, code[mark - 1] == 0x20,
      code[(mark + 1)...].allSatisfy({ $0 == 0x2B || $0 == 0x2D || (0x30...0x39).contains($0) })
    {
      return true
    }
    // `key: words` that go on below, unless the line is itself in a text behind `|`.
    guard
      let colon = code.indices.first(where: { index in
        code[index] == UInt8(ascii: ":") && index + 1 < code.endIndex && code[index + 1] == 0x20
      })
    else { return false }
    let value = code[(colon + 2)...]
    guard let first = value.first else { return false }
    return ![
      UInt8(ascii: "|"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "["),
      UInt8(ascii: "&"), UInt8(ascii: "!"),
    ].contains(first)
  }
}
