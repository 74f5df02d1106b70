import MoultFindings
import MoultSource

extension Fix {
  /// What the placeholders of the fix say between their marks, each once, in order.
  var placeholders: [String] {
    var names: [String] = []
    for edit in files.flatMap(\.edits) {
      for name in pieces(of: edit.replacement).names where !names.contains(name) {
        names.append(name)
      }
    }
    return names
  }

  /// Returns the fix with answers in place of all its placeholders, or nil if one of them has none.
  func filled(_ answers: [String: String]) -> Fix? {
    guard placeholders.allSatisfy({ answers[$0] != nil }) else { return nil }
    return Fix(
      title: title, safety: safety,
      files: files.map { file in
        FileEdits(
          path: file.path,
          edits: file.edits.map { edit in
            let (texts, names) = pieces(of: edit.replacement)
            var bytes = texts[0]
            for (name, text) in zip(names, texts.dropFirst()) {
              bytes += Array((answers[name] ?? "").utf8) + text
            }
            return Edit(range: edit.range, replacement: bytes)
          })
      }, imports: imports)
  }
}

/// Takes a text apart at its placeholders, `<#name#>`; there is one more text than names.
private func pieces(of bytes: [UInt8]) -> (texts: [[UInt8]], names: [String]) {
  var texts: [[UInt8]] = [[]]
  var names: [String] = []
  var index = 0
  func isMark(_ mark: StaticString, at place: Int) -> Bool {
    place + 1 < bytes.count
      && mark.withUTF8Buffer { $0[0] == bytes[place] && $0[1] == bytes[place + 1] }
  }
  while index < bytes.count {
    if isMark("<#", at: index),
      let end = (index + 2..<bytes.count).first(where: { isMark("#>", at: $0) })
    {
      names.append(String(decoding: bytes[index + 2..<end], as: UTF8.self))
      texts.append([])
      index = end + 2
    } else {
      texts[texts.count - 1].append(bytes[index])
      index += 1
    }
  }
  return (texts, names)
}
