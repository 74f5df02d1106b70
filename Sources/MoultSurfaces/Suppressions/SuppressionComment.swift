import MoultFindings
import MoultSource

/// How a suppression says what it is about.
enum SuppressionForm: String, CaseIterable, Sendable {
  /// The piece of code behind a comment on a line of its own, else the one that the comment stands behind.
  case near = ""
  case next
  case this
  case file
  case begin
  case end
}

/// A rule as a suppression names it.
struct NamedRule: Hashable, Sendable {
  let id: RuleID
  let range: ByteRange
}

/// What a comment that begins with `moult:` says, before anyone asks what it covers.
struct SuppressionComment {
  let form: SuppressionForm
  let rules: [NamedRule]
  let reason: String

  /// The words and the brackets, without the signs that make a comment of them and the reason.
  let command: ByteRange

  /// What is wrong with it: a phrase without a final period; nil if nothing is.
  let problem: String?

  /// Reads a comment, or returns nil if it is not meant for Moult.
  ///
  /// - Parameter comment: the range of a comment with its signs.
  init?(_ comment: ByteRange, in bytes: [UInt8]) {
    var reader = CommentReader(comment, in: bytes)
    reader.skip { Self.isCommentSign($0) }
    let start = reader.position
    guard reader.take("moult:"), let verb = reader.takeWord(), !verb.isEmpty else { return nil }
    var problem: String?
    var form = SuppressionForm.near
    if verb != "ignore" {
      problem = "'moult:\(verb)' is not a command of Moult; 'moult:ignore[rule]' is"
    }
    if reader.take(":") {
      let name = reader.takeWord() ?? ""
      if let known = SuppressionForm(rawValue: name), known != .near {
        form = known
      } else {
        let known = SuppressionForm.allCases.map(\.rawValue).filter { !$0.isEmpty }
        problem =
          problem ?? "':\(name)' is none of " + known.map { "':\($0)'" }.joined(separator: ", ")
      }
    }
    var rules: [NamedRule] = []
    if reader.take("[") {
      rules = reader.takeRules()
      if !reader.take("]") { problem = problem ?? "the ']' behind the rules is missing" }
    }
    if rules.isEmpty { problem = problem ?? "it names no rule: 'moult:ignore[rule]'" }
    command = ByteRange(indices: start..<reader.position)
    self.form = form
    self.rules = rules
    self.problem = problem
    reason = reader.rest
  }

  private static func isCommentSign(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "/"), UInt8(ascii: "*"), UInt8(ascii: "#"), UInt8(ascii: "!"), 0x20, 0x09:
      true
    default: false
    }
  }
}

/// Walks over the bytes of one comment.
private struct CommentReader {
  private let bytes: [UInt8]
  private let end: Int
  private(set) var position: Int

  init(_ comment: ByteRange, in bytes: [UInt8]) {
    self.bytes = bytes
    position = comment.lowerBound.index
    end = comment.upperBound.index
  }

  mutating func skip(_ isSkipped: (UInt8) -> Bool) {
    while position < end, isSkipped(bytes[position]) { position += 1 }
  }

  mutating func take(_ text: String) -> Bool {
    guard bytes[position..<end].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  /// Takes letters and hyphens; nil if there are none.
  mutating func takeWord() -> String? {
    let start = position
    skip { byte in
      switch byte {
      case 0x61...0x7A, 0x41...0x5A, UInt8(ascii: "-"): true
      default: false
      }
    }
    return start == position ? nil : String(decoding: bytes[start..<position], as: UTF8.self)
  }

  /// Takes names with commas or spaces between, up to the bracket that closes.
  mutating func takeRules() -> [NamedRule] {
    func isBetween(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: ",") || byte == 0x20 || byte == 0x09
    }
    func isName(_ byte: UInt8) -> Bool { !isBetween(byte) && byte != UInt8(ascii: "]") }
    var rules: [NamedRule] = []
    while position < end, bytes[position] != UInt8(ascii: "]") {
      skip(isBetween)
      let start = position
      skip(isName)
      if start < position {
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        rules.append(NamedRule(id: RuleID(name), range: ByteRange(indices: start..<position)))
      }
    }
    return rules
  }

  /// What is left, without the signs that end a comment or set off a reason.
  var rest: String {
    let text = String(decoding: bytes[position..<end], as: UTF8.self)
    let signs: Set<Character> = [" ", "\t", "-", ":", "–", "—"]
    let tail: Set<Character> = [" ", "\t", "*", "/", "\r", "\n", "\r\n"]
    let body = text.drop { signs.contains($0) }
    let kept = body.hasSuffix("*/") ? body.dropLast(2) : body
    return String(kept.reversed().drop { tail.contains($0) && $0 != "*" && $0 != "/" }.reversed())
  }
}
