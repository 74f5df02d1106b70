import MoultFindings
import MoultSource
import MoultSurfaces

/// Reads what `ResultWriter` has written.
///
/// Bytes that it cannot have written are refused, wherever they come from: a reader that has failed stays so.
struct ResultReader {
  /// What was written by something else, or is not whole.
  struct NotAResult: Error {}

  private let bytes: [UInt8]
  private let end: Int
  private var position = 0
  private var texts: [String] = []

  /// - Throws: if the bytes do not end with their digest.
  init(_ bytes: [UInt8]) throws(NotAResult) {
    let length = sealOfResult([]).count
    guard bytes.count >= length else { throw NotAResult() }
    end = bytes.count - length
    guard bytes[end...].elementsEqual(sealOfResult(bytes[..<end])) else { throw NotAResult() }
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == end }

  mutating func number() throws(NotAResult) -> Int {
    var result: UInt64 = 0
    var shift: UInt64 = 0
    while position < end, shift < 64 {
      let byte = bytes[position]
      position += 1
      result |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(Int64(bitPattern: result)) }
      shift += 7
    }
    throw NotAResult()
  }

  mutating func text() throws(NotAResult) -> String {
    let number = try number()
    if number == 0 {
      let text = String(decoding: try content(), as: UTF8.self)
      texts.append(text)
      return text
    }
    guard texts.indices.contains(number - 1) else { throw NotAResult() }
    return texts[number - 1]
  }

  mutating func content() throws(NotAResult) -> [UInt8] {
    let count = try number()
    guard count >= 0, count <= end - position else { throw NotAResult() }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }

  mutating func list<Element>(
    _ body: (inout ResultReader) throws(NotAResult) -> Element
  ) throws(NotAResult) -> [Element] {
    let count = try number()
    // Each element takes a byte at least.
    guard count >= 0, count <= end - position else { throw NotAResult() }
    var elements: [Element] = []
    elements.reserveCapacity(count)
    for _ in 0..<count { elements.append(try body(&self)) }
    return elements
  }

  mutating func option<Value>(
    _ body: (inout ResultReader) throws(NotAResult) -> Value
  ) throws(NotAResult) -> Value? {
    switch try number() {
    case 0: return nil
    case 1: return try body(&self)
    default: throw NotAResult()
    }
  }

  mutating func range() throws(NotAResult) -> ByteRange {
    let (lower, count) = (try number(), try number())
    guard (0...Int(UInt32.max)).contains(lower), count >= 0, count <= Int(UInt32.max) - lower else {
      throw NotAResult()
    }
    return ByteRange(indices: lower..<lower + count)
  }

  mutating func word<Value: RawRepresentable<String>>() throws(NotAResult) -> Value {
    guard let value = Value(rawValue: try text()) else { throw NotAResult() }
    return value
  }
}

extension AnalysisResult {
  /// Reads what `encoded` has written; nil for anything else.
  init?(decoding bytes: [UInt8]) {
    do throws(ResultReader.NotAResult) {
      var reader = try ResultReader(bytes)
      self.init(
        findings: try reader.list { reader throws(ResultReader.NotAResult) in
          try reader.finding()
        },
        suppressed: try reader.list { reader throws(ResultReader.NotAResult) in
          SuppressedFinding(
            finding: try reader.finding(), comment: try reader.range(), reason: try reader.text())
        },
        gaps: try reader.list { reader throws(ResultReader.NotAResult) in
          AnalysisGap(
            path: try reader.text(), range: try reader.range(), reason: try reader.text(),
            isTotal: try reader.number() == 1)
        },
        kept: try reader.list { reader throws(ResultReader.NotAResult) in
          try reader.finding()
        },
        unknown: try reader.list { reader throws(ResultReader.NotAResult) in
          UnknownPlace(
            path: try reader.text(), range: try reader.range(), reason: try reader.word(),
            modules: try reader.list { reader throws(ResultReader.NotAResult) in
              try reader.text()
            })
        })
      guard reader.isAtEnd else { return nil }
    } catch {
      return nil
    }
  }
}

extension ResultReader {
  fileprivate mutating func finding() throws(NotAResult) -> Finding {
    let finding = Finding(
      rule: RuleID(try text()), severity: try word(), path: try text(), range: try range(),
      construct: try option { reader throws(NotAResult) in try reader.range() },
      message: try text(),
      nextStep: try option { reader throws(NotAResult) in try reader.text() },
      evidence: try list { reader throws(NotAResult) in Evidence(try reader.text()) },
      related: try list { reader throws(NotAResult) in
        RelatedPlace(
          path: try reader.text(), range: try reader.range(), message: try reader.text())
      }, fix: try option { reader throws(NotAResult) in try reader.fix() })
    let cause = try option { reader throws(NotAResult) in try reader.text() }
    let alternatives = try option { reader throws(NotAResult) in
      FixAlternatives(
        option: try reader.text(), chosen: try reader.text(),
        others: try reader.list { reader throws(NotAResult) in
          FixAlternatives.Other(value: try reader.text(), fix: try reader.fix())
        })
    }
    return finding.caused(by: cause).offering(alternatives)
      .obeying(Set(try list { reader throws(NotAResult) in try reader.text() }))
      .resting(
        on: try list { reader throws(NotAResult) in
          FixBase(
            rule: RuleID(try reader.text()), path: try reader.text(), range: try reader.range())
        })
  }

  private mutating func fix() throws(NotAResult) -> Fix {
    let (title, safety): (String, Safety) = (try text(), try word())
    let files = try list { reader throws(NotAResult) in
      FileEdits(
        path: try reader.text(),
        edits: try reader.list { reader throws(NotAResult) in
          Edit(range: try reader.range(), replacement: try reader.content())
        })
    }
    let add = Set(try list { reader throws(NotAResult) in try reader.text() })
    let ofFiles = try list { reader throws(NotAResult) in
      (
        path: try reader.text(),
        modules: Set(try reader.list { reader throws(NotAResult) in try reader.text() })
      )
    }
    return Fix(
      title: title, safety: safety, files: files,
      imports: ImportChange(
        add: add,
        addToFile: Dictionary(
          ofFiles.map { ($0.path, $0.modules) }, uniquingKeysWith: { first, _ in first })))
  }
}
