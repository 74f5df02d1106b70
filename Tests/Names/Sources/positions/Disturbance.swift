/// Puts tabs and comments of several bytes a character between the words of a `.proto` text.
///
/// The same text and seed give the same result. Strings and comments stay as they are.
struct Disturbance {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  private static let fillers: [[UInt8]] = [
    "\t", "\t\t ", " /* 🙂 */ ", "/* é\t東京 */", " /*\t🐦🪶 */\t", " \t /* naïve */", "  ",
    " // 東\t京 🙂\n\t",
  ].map { Array($0.utf8) }

  mutating func disturb(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count * 2)
    var index = 0
    func at(_ offset: Int) -> UInt8 { index + offset < bytes.count ? bytes[index + offset] : 0 }
    func copy(until end: (Int) -> Bool) {
      repeat {
        result.append(bytes[index])
        index += 1
      } while index < bytes.count && !end(index)
    }
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "/") {
        copy { bytes[$0] == 0x0A }
      } else if byte == UInt8(ascii: "/"), at(1) == UInt8(ascii: "*") {
        result += bytes[index..<min(index + 2, bytes.count)]
        index += 2
        while index < bytes.count,
          !(bytes[index] == UInt8(ascii: "*") && at(1) == UInt8(ascii: "/"))
        {
          result.append(bytes[index])
          index += 1
        }
        result += bytes[min(index, bytes.count)..<min(index + 2, bytes.count)]
        index += 2
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        result.append(byte)
        index += 1
        while index < bytes.count, bytes[index] != byte, bytes[index] != 0x0A {
          if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count {
            result.append(bytes[index])
            index += 1
          }
          result.append(bytes[index])
          index += 1
        }
        if index < bytes.count {
          result.append(bytes[index])
          index += 1
        }
      } else if byte == 0x20 || byte == 0x09 {
        result += Self.fillers[next(Self.fillers.count)]
        index += 1
      } else {
        if byte == UInt8(ascii: "=") || byte == UInt8(ascii: "{"), next(3) == 0 {
          result += Self.fillers[next(Self.fillers.count)]
        }
        result.append(byte)
        index += 1
      }
    }
    return result
  }

  private mutating func next(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(bound))
  }
}
