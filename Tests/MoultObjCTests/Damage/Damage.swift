/// A generator of random numbers that gives the same ones in each run.
package struct Splitmix: RandomNumberGenerator {
  private var state: UInt64

  package init(state: UInt64) { self.state = state }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

/// Returns the text with one to six pieces taken out, doubled, moved, or replaced by what breaks code.
package func mutated(_ bytes: [UInt8], _ random: inout Splitmix) -> [UInt8] {
  let breakers = [
    "[", "]", "{", "}", "(", ")", "\"", "@\"", "'", "/*", "*/", "//", "\\", "#if 0\n", "\n#endif\n",
    "\n#else\n", "@end",
    "@interface X", "^", "<", ">", ":", "?", ";", "\r\n", "\0", "R\"x(", "<#", "@selector(",
    "\u{FEFF}", "\u{FF}",
  ]
  var result = bytes
  for _ in 0..<Int.random(in: 1...6, using: &random) where !result.isEmpty {
    let start = Int.random(in: 0..<result.count, using: &random)
    let end = min(result.count, start + Int.random(in: 0...24, using: &random))
    switch Int.random(in: 0..<4, using: &random) {
    case 0: result.removeSubrange(start..<end)
    case 1: result.insert(contentsOf: Array(result[start..<end]), at: start)
    case 2:
      let piece = Array(result[start..<end])
      result.removeSubrange(start..<end)
      result.insert(contentsOf: piece, at: Int.random(in: 0...result.count, using: &random))
    default:
      result.replaceSubrange(
        start..<end, with: Array((breakers.randomElement(using: &random) ?? "").utf8))
    }
  }
  return result
}
