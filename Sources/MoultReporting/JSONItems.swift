/// Writes findings as the encoder of Foundation writes them, over several lines and with sorted keys.
///
/// The encoder makes a box of each value and a table of each object before it writes a byte, which was a twentieth of all that
/// a run over a large old project takes. What else a report says is little, and goes through the encoder.
struct JSONItems {
  private(set) var bytes: [UInt8] = []

  /// How many pairs of blanks stand before a line.
  private var depth: Int

  /// Whether nothing stands in the object or list at hand.
  private var isFirst = true

  /// Writes a list's items, each on lines of its own, with commas between, and without a line break at the ends.
  ///
  /// - Parameter depth: the level of the items.
  init(_ items: some Sequence<JSONReport.Item>, depth: Int) {
    self.depth = depth
    for item in items {
      if !bytes.isEmpty { bytes += ",\n".utf8 }
      indent()
      write(item)
    }
  }

  // MARK: Values, with their keys in order

  private mutating func write(_ item: JSONReport.Item) {
    object { json in
      if let choice = item.choice { json.key("choice") { $0.write(choice) } }
      if let construct = item.construct { json.key("construct") { $0.write(construct) } }
      json.key("evidence") { $0.list(item.evidence) { $0.write($1) } }
      json.key("fingerprint") { $0.write(item.fingerprint) }
      if let fix = item.fix { json.key("fix") { $0.write(fix) } }
      json.key("message") { $0.write(item.message) }
      if let next = item.nextStep { json.key("nextStep") { $0.write(next) } }
      json.key("path") { $0.write(item.path) }
      json.key("range") { $0.write(item.range) }
      json.key("related") { $0.list(item.related) { $0.write($1) } }
      json.key("rule") { $0.write(item.rule) }
      json.key("safety") { $0.write(item.safety) }
      json.key("severity") { $0.write(item.severity) }
    }
  }

  private mutating func write(_ choice: JSONReport.Choice) {
    object { json in
      json.key("alternatives") { json in
        json.list(choice.alternatives) { json, alternative in
          json.object { json in
            json.key("fix") { $0.write(alternative.fix) }
            json.key("value") { $0.write(alternative.value) }
          }
        }
      }
      json.key("option") { $0.write(choice.option) }
      json.key("value") { $0.write(choice.value) }
    }
  }

  private mutating func write(_ place: JSONReport.Place) {
    object { json in
      json.key("message") { $0.write(place.message) }
      json.key("path") { $0.write(place.path) }
      json.key("range") { $0.write(place.range) }
    }
  }

  private mutating func write(_ fix: JSONReport.Offer) {
    object { json in
      json.key("files") { json in
        json.list(fix.files) { json, file in
          json.object { json in
            json.key("edits") { $0.list(file.edits) { $0.write($1) } }
            json.key("path") { $0.write(file.path) }
          }
        }
      }
      json.key("imports") { $0.list(fix.imports) { $0.write($1) } }
      json.key("safety") { $0.write(fix.safety) }
      json.key("title") { $0.write(fix.title) }
    }
  }

  private mutating func write(_ edit: JSONReport.Replacement) {
    object { json in
      json.key("range") { $0.write(edit.range) }
      json.key("replacement") { $0.write(edit.replacement) }
    }
  }

  private mutating func write(_ stretch: JSONReport.Stretch) {
    object { json in
      json.key("end") { $0.write(stretch.end) }
      json.key("start") { $0.write(stretch.start) }
    }
  }

  private mutating func write(_ position: JSONReport.Position) {
    object { json in
      if let line = position.line { json.key("line") { $0.write(line) } }
      json.key("offset") { $0.write(position.offset) }
      if let column = position.utf16Column { json.key("utf16Column") { $0.write(column) } }
      if let column = position.utf8Column { json.key("utf8Column") { $0.write(column) } }
    }
  }

  // MARK: Forms

  private mutating func object(_ members: (inout JSONItems) -> Void) {
    enclosed(in: "{", "}", members)
  }

  private mutating func list<Item>(
    _ items: [Item], _ write: (inout JSONItems, Item) -> Void
  ) {
    enclosed(in: "[", "]") { json in
      for item in items {
        json.begin()
        write(&json, item)
      }
    }
  }

  private mutating func enclosed(
    in open: Unicode.Scalar, _ close: Unicode.Scalar, _ content: (inout JSONItems) -> Void
  ) {
    let isFirstAround = isFirst
    bytes.append(UInt8(ascii: open))
    bytes.append(UInt8(ascii: "\n"))
    depth += 1
    isFirst = true
    content(&self)
    depth -= 1
    isFirst = isFirstAround
    // Foundation leaves an empty line in an empty list.
    bytes.append(UInt8(ascii: "\n"))
    indent()
    bytes.append(UInt8(ascii: close))
  }

  private mutating func key(_ key: StaticString, _ value: (inout JSONItems) -> Void) {
    begin()
    bytes.append(UInt8(ascii: "\""))
    key.withUTF8Buffer { bytes += $0 }
    bytes += "\" : ".utf8
    value(&self)
  }

  /// Begins what stands in the object or list at hand, behind what stands there.
  private mutating func begin() {
    if !isFirst { bytes += ",\n".utf8 }
    isFirst = false
    indent()
  }

  private mutating func indent() {
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: depth * 2))
  }

  private mutating func write(_ number: Int) { bytes += String(number).utf8 }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): bytes += "\\\"".utf8
      case UInt8(ascii: "\\"): bytes += "\\\\".utf8
      case 0x08: bytes += "\\b".utf8
      case 0x09: bytes += "\\t".utf8
      case 0x0A: bytes += "\\n".utf8
      case 0x0C: bytes += "\\f".utf8
      case 0x0D: bytes += "\\r".utf8
      case 0..<0x20:
        let digits = String(byte, radix: 16)
        bytes += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
