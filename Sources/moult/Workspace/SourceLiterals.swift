import MoultReporting
import MoultSource

/// Returns, for each Swift file with string literals that are Swift source themselves, how many there are.
///
/// Such literals are what macro tests and generators hold. Code in them is known by an `import` of one of `modules` at the
/// beginning of a line. Only literals of several lines are looked into.
///
/// - Complexity: O(*n*) in the bytes, times the number of `import` in literals.
func sourceLiterals(in files: [WorkspaceFile], importing modules: Set<String>) -> [Gap] {
  files.compactMap { file in
    guard file.surface == .swift, file.isInScope, !file.isGenerated else { return nil }
    let number = literals(in: file.source.bytes, importing: modules)
    guard number > 0 else { return nil }
    let noun = number == 1 ? "a string literal that is" : "\(number) string literals that are"
    return Gap(
      path: file.source.path, kind: .skipped, reason: "\(noun) Swift source, which is not looked at"
    )
  }
}

private func literals(in bytes: [UInt8], importing modules: Set<String>) -> Int {
  let quote = UInt8(ascii: "\"")
  let word = Array("import ".utf8)
  var count = 0
  var isInside = false
  var isCounted = false
  var startsLine = false
  // Most files have no such literal.
  guard var index = bytes.firstIndex(ofBytes: [quote, quote, quote], from: 0) else { return 0 }
  while index < bytes.count {
    let byte = bytes[index]
    if byte == quote, bytes[index...].starts(with: [quote, quote, quote]) {
      isInside.toggle()
      isCounted = false
      startsLine = false
      index += 3
      continue
    }
    if isInside, !isCounted, startsLine, byte == word[0], bytes[index...].starts(with: word) {
      let name = bytes[(index + word.count)...].prefix {
        $0 == UInt8(ascii: "_") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0
          || UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 | 0x20
      }
      if modules.contains(String(decoding: name, as: UTF8.self)) {
        count += 1
        isCounted = true
      }
    }
    if byte == 0x0A || byte == 0x0D {
      startsLine = true
    } else if byte != 0x20, byte != 0x09 {
      startsLine = false
    }
    index += 1
  }
  return count
}
