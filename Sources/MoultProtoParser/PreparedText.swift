import MoultProto
import MoultSource

/// A `.proto` text in the form in which libprotobuf's parser is given it.
///
/// The parser prints a warning where no syntax is stated, and older ones do not know editions. So a file
/// without `syntax` gets one on lines of its own in front, and what only editions may say is blanked
/// out, byte for byte. Everything else keeps its column, and its line but for `precedingLines`.
///
/// An `edition` file is read as proto3, which lets a field go without a label as editions do.
/// Newer parsers that know editions are treated alike, so that the result does not depend on them.
struct PreparedText {
  let bytes: [UInt8]
  let precedingLines: Int

  /// The text of the edition, or nil if the file does not begin with an `edition` statement.
  let edition: String?

  /// The `edition` statement, its `;` included.
  let editionRange: Range<Int>?

  init(_ source: [UInt8]) {
    var scanner = ProtoScanner(source)
    let first = scanner.next()
    if scanner.spells("syntax", first) {
      self.init(bytes: source, precedingLines: 0, edition: nil, editionRange: nil)
    } else if let first, scanner.spells("edition", first) {
      self.init(editionFile: source, keyword: first.range)
    } else {
      self.init(
        bytes: Self.preceded(source, by: "syntax = \"proto2\";\n\n"), precedingLines: 2,
        edition: nil, editionRange: nil)
    }
  }

  private init(bytes: [UInt8], precedingLines: Int, edition: String?, editionRange: Range<Int>?) {
    self.bytes = bytes
    self.precedingLines = precedingLines
    self.edition = edition
    self.editionRange = editionRange
  }

  private init(editionFile source: [UInt8], keyword: Range<Int>) {
    var text = source
    var edition = ""
    var scanner = ProtoScanner(source, from: keyword.lowerBound)
    var end = keyword.upperBound
    while let token = scanner.next() {
      if scanner.spells(";", token) {
        // The ';' stays, an empty statement to which the comments around it belong.
        Self.blank(keyword.lowerBound..<token.range.lowerBound, in: &text)
        end = token.range.upperBound
        break
      }
      if token.kind == .string {
        edition += String(decoding: source[token.range].dropFirst().dropLast(), as: UTF8.self)
      } else if scanner.spells("}", token) || scanner.spells("{", token) {
        break
      }
    }
    Self.blankWhatOnlyEditionsSay(in: &text, of: source, from: end)
    self.init(
      bytes: Self.preceded(text, by: "syntax = \"proto3\";\n\n"), precedingLines: 2,
      edition: edition, editionRange: keyword.lowerBound..<end)
  }

  /// Blanks `export` and `local` before a declaration, `option` behind `import`, and `reserved` names without
  /// quotes.
  private static func blankWhatOnlyEditionsSay(
    in text: inout [UInt8], of source: [UInt8], from start: Int
  ) {
    var scanner = ProtoScanner(source, from: start)
    var isStatementStart = true
    while let token = scanner.next() {
      let startsStatement = isStatementStart
      isStatementStart =
        scanner.spells(";", token) || scanner.spells("{", token) || scanner.spells("}", token)
      guard startsStatement, token.kind == .word else { continue }
      var ahead = scanner
      let following = ahead.next()
      if scanner.spells("export", token) || scanner.spells("local", token) {
        if scanner.spells("message", following) || scanner.spells("enum", following) {
          blank(token.range, in: &text)
        }
      } else if scanner.spells("import", token), let following,
        scanner.spells("option", following)
      {
        blank(following.range, in: &text)
      } else if scanner.spells("reserved", token), let following, following.kind == .word,
        !isDigit(source[following.range.lowerBound])
      {
        var end = following.range.upperBound
        while let name = ahead.next(), name.kind == .word || scanner.spells(",", name) {
          end = name.range.upperBound
        }
        blank(token.range.lowerBound..<end, in: &text)
        scanner = ProtoScanner(source, from: end)
      }
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Puts blanks for all but line breaks and tabs, which positions hang on.
  private static func blank(_ range: Range<Int>, in text: inout [UInt8]) {
    for index in range where text[index] > 0x20 { text[index] = 0x20 }
  }

  private static func preceded(_ source: [UInt8], by prefix: String) -> [UInt8] {
    var body = source[...]
    var result = Array(prefix.utf8)
    if body.starts(with: ProtoScanner.byteOrderMark) {
      body = body.dropFirst(ProtoScanner.byteOrderMark.count)
      result += Array(repeating: 0x20, count: ProtoScanner.byteOrderMark.count)
    }
    return result + body
  }
}
