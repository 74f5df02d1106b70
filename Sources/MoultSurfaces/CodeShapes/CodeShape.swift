import MoultSource
import MoultSyntax

/// How a text divides into comments and the pieces of code that a suppression covers.
protocol CodeShape {
  /// Ascending.
  var comments: [ByteRange] { get }

  /// Returns the piece of code that begins behind a comment; nil if its block ends there.
  func piece(after comment: ByteRange) -> ByteRange?

  /// Returns the piece of code that ends before a comment on the same line.
  func piece(before comment: ByteRange) -> ByteRange?

  /// Returns where the block around `offset` ends.
  func endOfBlock(around offset: ByteOffset) -> ByteOffset

  /// Returns where a suppression of a finding at `offset` goes; nil if no comment can stand there.
  func place(for offset: ByteOffset) -> SuppressionPlace?

  /// Returns the names of the declarations or keys around `offset`, the outermost first.
  func context(of offset: ByteOffset) -> [String]

  /// Returns the words of the smallest piece of code around `range`, without comments, and which of them
  /// lie in the range.
  func words(around range: ByteRange) -> (words: [ByteRange], marked: Range<Int>)
}

/// Where a suppression goes.
enum SuppressionPlace: Hashable {
  /// On a line of its own, before the line that holds the offset, indented as given.
  case above(ByteOffset, indentation: [UInt8])

  /// Behind the last code of a line.
  case behind(ByteOffset)
}

/// What begins a comment that a suppression is written in.
enum CommentSign: String {
  case slashes = "//"
  case hash = "#"
}

/// A text with its shape, if it is in a language that has comments.
struct ShapedText {
  let shape: any CodeShape
  let sign: CommentSign

  /// - Returns: nil for a text that can hold no suppression.
  init?(_ file: ProjectText, _ cache: TreeCache) {
    guard let sign = commentSign(of: file) else { return nil }
    self.sign = sign
    switch sign {
    case .slashes where file.isSwift: shape = SwiftCode(tree: cache.tree(of: file.source))
    case .slashes: shape = BracedCode(file.source.bytes)
    case .hash: shape = LineCode(file.source.bytes, LineDialect(fileName: file.name))
    }
  }
}

/// Returns what begins a comment in a file; nil where none can stand: JSON, lists of resolved versions,
/// Markdown.
func commentSign(of file: ProjectText) -> CommentSign? {
  let barren = [".json", ".resolved", ".lock", ".pbxproj", ".plist", ".md"]
  if barren.contains(where: { file.name.hasSuffix($0) }) { return nil }
  if file.isSwift || file.name.hasSuffix(".xcconfig") { return .slashes }
  return switch file.surface {
  case .swift, .objectiveC, .proto: .slashes
  case .manifest, .script: .hash
  }
}

extension ProjectText {
  /// The last component of the path.
  fileprivate var name: String {
    lastComponent(ofPath: source.path)
  }

  fileprivate var isSwift: Bool { source.path.hasSuffix(".swift") }
}

/// Returns the names, numbers and signs in a range, without blanks and the comments in it.
func plainWords(
  in range: Range<Int>, of bytes: [UInt8], without comments: [ByteRange]
) -> [ByteRange] {
  func isName(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x5F, 0x61...0x7A, 0x80...: true
    default: false
    }
  }
  var words: [ByteRange] = []
  var index = range.lowerBound
  var next = comments.partitioningIndex { $0.upperBound.index > range.lowerBound }
  while index < range.upperBound {
    if next < comments.endIndex, index >= comments[next].lowerBound.index {
      index = max(index, comments[next].upperBound.index)
      next += 1
      continue
    }
    let start = index
    index += 1
    if isName(bytes[start]) {
      while index < range.upperBound, isName(bytes[index]) { index += 1 }
    } else if bytes[start] <= 0x20 || bytes[start] == UInt8(ascii: "\\") {
      continue
    }
    words.append(ByteRange(indices: start..<index))
  }
  return words
}

/// Returns which of ascending `words` share a byte with `range`; the one at its start if none does.
func marked(_ words: [ByteRange], by range: ByteRange) -> Range<Int> {
  let first = words.firstIndex { $0.upperBound > range.lowerBound } ?? words.count
  let end = words[first...].firstIndex { $0.lowerBound >= range.upperBound } ?? words.count
  return first..<max(first, end)
}

/// The first byte of the line that holds the byte at `index`, behind a byte order mark.
func lineStart(_ index: Int, in bytes: [UInt8]) -> Int {
  let start = bytes.startOfLine(at: index)
  return start == 0 && bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? min(3, index) : start
}

/// The blanks between the start of the line and `index`, or nil if something else stands there.
func indentation(before index: Int, in bytes: [UInt8]) -> [UInt8]? {
  let blanks = bytes[lineStart(index, in: bytes)..<index]
  return blanks.allSatisfy(\.isBlank) ? Array(blanks) : nil
}
