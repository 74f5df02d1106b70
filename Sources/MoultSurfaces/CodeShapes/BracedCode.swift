import MoultSource

/// The shape of Objective-C and `.proto`: statements that end with `;` or a closed brace, and directives.
///
/// Good enough to say what a comment covers; nobody resolves a name with it.
struct BracedCode: CodeShape {
  let comments: [ByteRange]
  private let bytes: [UInt8]

  /// In order of their ends: an inner statement comes before the one around it.
  private let statements: [Statement]

  /// The index of the statement right around each one, or -1.
  private let outer: [Int]

  /// The insides of braces, in order of their ends.
  private let blocks: [Range<Int>]

  private struct Statement {
    let range: Range<Int>
    /// Behind the brace of its first block; nil if it has none.
    let bodyStart: Int?
  }

  /// - Complexity: O(*n*).
  init(_ bytes: [UInt8]) {
    var scanner = BraceScanner(bytes)
    scanner.run()
    self.bytes = bytes
    comments = scanner.comments.map { ByteRange(indices: $0) }
    statements = scanner.statements.map { Statement(range: $0.range, bodyStart: $0.bodyStart) }
    outer = nextAround(scanner.statements.map(\.range))
    blocks = scanner.blocks
  }

  func piece(after comment: ByteRange) -> ByteRange? {
    let block = block(around: comment)
    if let around = statement(around: comment, in: block) { return ByteRange(indices: around) }
    let index = comment.upperBound.index
    // The outermost of those that begin first: `message A {…}` rather than its first field.
    let next = statements.filter { $0.range.lowerBound >= index }.min {
      ($0.range.lowerBound, $1.range.upperBound) < ($1.range.lowerBound, $0.range.upperBound)
    }
    guard let next, next.range.lowerBound < block.upperBound else { return nil }
    return ByteRange(indices: next.range)
  }

  func piece(before comment: ByteRange) -> ByteRange? {
    let block = block(around: comment)
    if let around = statement(around: comment, in: block) { return ByteRange(indices: around) }
    let index = comment.lowerBound.index
    let start = lineStart(index, in: bytes)
    let sinceBrace = bytes[block.lowerBound..<index]
    if block.lowerBound > start, sinceBrace.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) {
      // `message A { // …` is about what stands before the brace, and not about what it will hold.
      let owner = statements.first { $0.bodyStart == block.lowerBound }
      return ByteRange(indices: (owner?.range.lowerBound ?? start)..<block.lowerBound)
    }
    return statements.last { $0.range.upperBound <= index && $0.range.upperBound > start }
      .map { ByteRange(indices: $0.range) }
  }

  func endOfBlock(around offset: ByteOffset) -> ByteOffset {
    let block = blocks.first { $0.contains(offset.index) }
    return ByteOffset(block?.upperBound ?? bytes.count)
  }

  func place(for offset: ByteOffset) -> SuppressionPlace? {
    let place = nearestPlace(for: offset)
    // Within a macro over lines a comment of its own line would end the macro.
    if case .above(let start, _) = place, continuesLine(at: start.index) { return nil }
    return place
  }

  /// Whether the line that begins at an index goes on with the one before it, which ends with a backslash.
  private func continuesLine(at start: Int) -> Bool {
    var end = start
    if end > 0, bytes[end - 1] == 0x0A { end -= 1 }
    if end > 0, bytes[end - 1] == 0x0D { end -= 1 }
    return end > 0 && end < start && bytes[end - 1] == UInt8(ascii: "\\")
  }

  private func nearestPlace(for offset: ByteOffset) -> SuppressionPlace {
    let around = around(offset.index)
    if let statement = around.first, let body = statement.bodyStart, body > offset.index {
      let line = bytes[body..<bytes.endOfLine(from: body)]
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return .behind(ByteOffset(body)) }
    }
    for statement in around {
      let start = statement.range.lowerBound
      if let blanks = indentation(before: start, in: bytes) {
        return .above(ByteOffset(lineStart(start, in: bytes)), indentation: blanks)
      }
    }
    return .above(ByteOffset(lineStart(offset.index, in: bytes)), indentation: [])
  }

  func context(of offset: ByteOffset) -> [String] {
    around(offset.index).dropFirst().reversed().compactMap { statement in
      guard let body = statement.bodyStart, body <= offset.index else { return nil }
      let head = plainWords(
        in: statement.range.lowerBound..<body - 1, of: bytes, without: comments)
      return head.prefix(8).map { String(decoding: bytes[$0.indices], as: UTF8.self) }
        .joined(separator: " ")
    }
  }

  func words(around range: ByteRange) -> (words: [ByteRange], marked: Range<Int>) {
    let statement = innermost(at: range.lowerBound.index)
    let near = statement ?? range.indices
    let short =
      max(
        near.lowerBound, range.lowerBound.index - 512)..<max(
        near.lowerBound, min(near.upperBound, range.upperBound.index + 512))
    let words = plainWords(in: short, of: bytes, without: comments)
    return (words, marked(words, by: range))
  }

  /// The smallest statement around a byte.
  private func innermost(at index: Int) -> Range<Int>? { around(index).first?.range }

  /// The statements around a byte, the smallest first.
  ///
  /// - Complexity: logarithmic in the number of statements, and linear in the depth of the byte.
  private func around(_ index: Int) -> [Statement] {
    var result: [Statement] = []
    var next = statements.partitioningIndex { $0.range.upperBound > index }
    while statements.indices.contains(next) {
      if statements[next].range.lowerBound <= index { result.append(statements[next]) }
      next = outer[next]
    }
    return result
  }

  /// The inside of the braces around a comment, or the whole text.
  private func block(around comment: ByteRange) -> Range<Int> {
    blocks.first { $0.contains(comment.lowerBound.index) } ?? 0..<bytes.count
  }

  /// The statement that goes on behind a comment in it; nil if the comment stands between statements.
  private func statement(around comment: ByteRange, in block: Range<Int>) -> Range<Int>? {
    let index = comment.lowerBound.index
    let around = innermost(at: index)
    return around.flatMap { $0.lowerBound >= block.lowerBound ? $0 : nil }
  }
}

/// Returns for each range the index of the next one that begins no later, or -1.
///
/// In the order of their ends, that is the one right around it.
///
/// - Complexity: O(*n*).
private func nextAround(_ ranges: [Range<Int>]) -> [Int] {
  var result = Array(repeating: -1, count: ranges.count)
  var open: [Int] = []
  for index in ranges.indices.reversed() {
    while let last = open.last, ranges[last].lowerBound > ranges[index].lowerBound {
      open.removeLast()
    }
    result[index] = open.last ?? -1
    open.append(index)
  }
  return result
}

/// Finds comments, statements and blocks in one pass.
private struct BraceScanner {
  private let bytes: [UInt8]
  private var index = 0
  private(set) var comments: [Range<Int>] = []
  private(set) var statements: [(range: Range<Int>, bodyStart: Int?)] = []
  private(set) var blocks: [Range<Int>] = []

  /// What is open in one pair of braces.
  private struct Frame {
    var blockStart: Int
    var statementStart: Int?
    var bodyStart: Int?
    var parentheses = 0
  }
  private var frames = [Frame(blockStart: 0)]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  mutating func run() {
    while index < bytes.count {
      let start = index
      step()
      precondition(index > start, "the scanner moves forward")
    }
    endStatement(at: bytes.count)
    while frames.count > 1 {
      blocks.append(frames.removeLast().blockStart..<bytes.count)
      endStatement(at: bytes.count)
    }
  }

  private mutating func step() {
    let byte = bytes[index]
    let next = index + 1 < bytes.count ? bytes[index + 1] : 0
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D: index += 1
    case UInt8(ascii: "/") where next == UInt8(ascii: "/"):
      let end = bytes.endOfLine(from: index)
      comments.append(index..<end)
      index = end
    case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
      let start = index
      index += 2
      while index < bytes.count, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
      index = min(index + 2, bytes.count)
      comments.append(start..<index)
    case UInt8(ascii: "\""), UInt8(ascii: "'"):
      beginStatement()
      skipString(byte)
    case UInt8(ascii: "#") where frames[frames.count - 1].statementStart == nil: directive()
    case UInt8(ascii: "@") where startsDirective: directive()
    case UInt8(ascii: "("), UInt8(ascii: "["):
      beginStatement()
      frames[frames.count - 1].parentheses += 1
      index += 1
    case UInt8(ascii: ")"), UInt8(ascii: "]"):
      beginStatement()
      frames[frames.count - 1].parentheses = max(0, frames[frames.count - 1].parentheses - 1)
      index += 1
    case UInt8(ascii: "{"):
      beginStatement()
      index += 1
      if frames[frames.count - 1].bodyStart == nil { frames[frames.count - 1].bodyStart = index }
      frames.append(Frame(blockStart: index))
    case UInt8(ascii: "}"): closeBrace()
    case UInt8(ascii: ";") where frames[frames.count - 1].parentheses == 0:
      beginStatement()
      index += 1
      endStatement(at: index)
    default:
      beginStatement()
      index += 1
    }
  }

  private mutating func beginStatement() {
    if frames[frames.count - 1].statementStart == nil {
      frames[frames.count - 1].statementStart = index
    }
  }

  private mutating func endStatement(at end: Int) {
    let top = frames.count - 1
    if let start = frames[top].statementStart {
      statements.append((start..<end, frames[top].bodyStart))
    }
    frames[top].statementStart = nil
    frames[top].bodyStart = nil
    frames[top].parentheses = 0
  }

  private mutating func closeBrace() {
    guard frames.count > 1 else {
      beginStatement()
      index += 1
      endStatement(at: index)
      return
    }
    endStatement(at: index)
    blocks.append(frames.removeLast().blockStart..<index)
    index += 1
    if frames[frames.count - 1].parentheses == 0, !continues(behind: index) {
      endStatement(at: index)
    }
  }

  /// Whether a statement goes on behind a closed brace.
  private func continues(behind end: Int) -> Bool {
    var next = end
    while next < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[next]) { next += 1 }
    guard next < bytes.count else { return false }
    let rest = bytes[next...].prefix(9)
    if [";", ",", ")", "]", ".", "="].contains(where: { rest.starts(with: $0.utf8) }) {
      return true
    }
    return ["else", "while", "@catch", "@finally"].contains { rest.starts(with: $0.utf8) }
  }

  private mutating func skipString(_ quote: UInt8) {
    index += 1
    while index < bytes.count, bytes[index] != quote, bytes[index] != 0x0A {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    index = min(index + 1, bytes.count)
  }

  /// Whether an Objective-C directive that ends with its line begins here.
  private var startsDirective: Bool {
    guard frames[frames.count - 1].statementStart == nil else { return false }
    let words = ["@interface", "@implementation", "@protocol", "@end", "@optional", "@required"]
    return words.contains { bytes[index...].prefix(16).starts(with: $0.utf8) }
  }

  /// A line that is a statement without `;`, with those that a `\` joins to it.
  private mutating func directive() {
    let start = index
    var end = bytes.endOfLine(from: index)
    while end < bytes.count, end > start, bytes[end - 1] == UInt8(ascii: "\\") {
      end = bytes.endOfLine(from: end + 1)
    }
    var code = start
    var inString = false
    while code < end {
      if bytes[code] == UInt8(ascii: "\"") { inString.toggle() }
      // What is set in braces behind `@interface X` are statements again.
      if !inString, bytes[code] == UInt8(ascii: "{") { break }
      if !inString, bytes[code...].starts(with: "//".utf8) || bytes[code...].starts(with: "/*".utf8)
      {
        break
      }
      code += 1
    }
    var last = code
    while last > start + 1, bytes[last - 1] == 0x20 || bytes[last - 1] == 0x09 { last -= 1 }
    statements.append((start..<last, nil))
    index = max(code, start + 1)
  }
}
