import MoultFindings
import MoultSource
import MoultSurfaces

/// Writes what an analysis found as bytes, for `ResultReader`.
///
/// Numbers take seven bits a byte. A text is written where it comes first, and is a number from then on: messages and
/// paths come again and again.
struct ResultWriter {
  private(set) var bytes: [UInt8] = []
  private var numbers: [String: Int] = [:]

  mutating func write(_ number: Int) {
    var rest = UInt64(bitPattern: Int64(number))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  mutating func write(_ text: String) {
    if let number = numbers[text] {
      write(number + 1)
      return
    }
    numbers[text] = numbers.count
    write(0)
    write(Array(text.utf8))
  }

  mutating func write(_ content: [UInt8]) {
    write(content.count)
    bytes += content
  }

  mutating func write<Element>(
    _ elements: [Element], _ body: (inout ResultWriter, Element) -> Void
  ) {
    write(elements.count)
    for element in elements { body(&self, element) }
  }

  /// Writes whether there is something, and what.
  mutating func write<Value>(_ value: Value?, _ body: (inout ResultWriter, Value) -> Void) {
    write(value == nil ? 0 : 1)
    if let value { body(&self, value) }
  }

  mutating func write(_ range: ByteRange) {
    write(range.lowerBound.index)
    write(range.upperBound.index - range.lowerBound.index)
  }
}

extension AnalysisResult {
  /// What was found in one program, as bytes that end with their digest.
  ///
  /// - Complexity: O(*n*) in the findings and their edits.
  func encoded() -> [UInt8] {
    var writer = ResultWriter()
    writer.write(findings) { $0.write($1) }
    writer.write(suppressed) { writer, ignored in
      writer.write(ignored.finding)
      writer.write(ignored.comment)
      writer.write(ignored.reason)
    }
    writer.write(gaps) { writer, gap in
      writer.write(gap.path)
      writer.write(gap.range)
      writer.write(gap.reason)
      writer.write(gap.isTotal ? 1 : 0)
    }
    writer.write(kept) { $0.write($1) }
    writer.write(unknown) { writer, place in
      writer.write(place.path)
      writer.write(place.range)
      writer.write(place.reason.rawValue)
      writer.write(place.modules) { $0.write($1) }
    }
    return writer.bytes + sealOfResult(writer.bytes[...])
  }
}

/// The last bytes of a result, by which one is known that is not whole.
func sealOfResult(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
  var hasher = ContentHasher()
  hasher.add(bytes)
  return Array(hasher.digest().text.utf8)
}

extension ResultWriter {
  fileprivate mutating func write(_ finding: Finding) {
    write(finding.rule.rawValue)
    write(finding.severity.rawValue)
    write(finding.path)
    write(finding.range)
    write(finding.construct) { $0.write($1) }
    write(finding.message)
    write(finding.nextStep) { $0.write($1) }
    write(finding.evidence) { $0.write($1.text) }
    write(finding.related) { writer, place in
      writer.write(place.path)
      writer.write(place.range)
      writer.write(place.message)
    }
    write(finding.fix) { $0.write($1) }
    write(finding.cause) { $0.write($1) }
    write(finding.alternatives) { writer, alternatives in
      writer.write(alternatives.option)
      writer.write(alternatives.chosen)
      writer.write(alternatives.others) { writer, other in
        writer.write(other.value)
        writer.write(other.fix)
      }
    }
    write(finding.commonOptions.sorted()) { $0.write($1) }
    write(finding.bases) { writer, base in
      writer.write(base.rule.rawValue)
      writer.write(base.path)
      writer.write(base.range)
    }
  }

  private mutating func write(_ fix: Fix) {
    write(fix.title)
    write(fix.safety.rawValue)
    write(fix.files) { writer, file in
      writer.write(file.path)
      writer.write(file.edits) { writer, edit in
        writer.write(edit.range)
        writer.write(edit.replacement)
      }
    }
    write(fix.imports.add.sorted()) { $0.write($1) }
    write(fix.imports.addToFile.sorted { $0.key < $1.key }) { writer, file in
      writer.write(file.key)
      writer.write(file.value.sorted()) { $0.write($1) }
    }
  }
}
