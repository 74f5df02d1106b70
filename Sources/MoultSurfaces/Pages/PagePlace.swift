import MoultSource

/// A place on a page, for errors.
package struct PagePlace: Hashable, Sendable {
  /// One-based.
  package let line: Int

  /// One-based, in UTF-8 bytes.
  package let column: Int

  /// In UTF-8 bytes, at least one.
  package let length: Int

  package init(line: Int, column: Int = 1, length: Int = 1) {
    self.line = line
    self.column = column
    self.length = length
  }
}

/// Why a text is no rule page.
package struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What people call the page.
  package let path: String
  package let place: PagePlace

  /// One line, without a final period.
  package let message: String

  package init(path: String, line: Int, message: String) {
    self.init(path: path, PagePlace(line: line), message: message)
  }

  package init(path: String, _ place: PagePlace, message: String) {
    self.path = path
    self.place = place
    self.message = message
  }

  package var description: String { "\(path):\(place.line):\(place.column): \(message)" }
}

/// The lines of a page, to find places in.
package struct PageLines: Sendable {
  /// Without line ends.
  let lines: [String]

  package init(lines: [String]) { self.lines = lines }

  /// Returns the place of a value of YAML.
  ///
  /// - Parameters:
  ///   - line: one-based.
  ///   - column: one-based, in Unicode scalars, as YAML counts.
  ///   - word: what is meant of the value: the first time that it stands there.
  package func place(line: Int, column: Int, marking word: String?) -> PagePlace {
    guard lines.indices.contains(line - 1) else { return PagePlace(line: line) }
    let text = lines[line - 1]
    let scalars = text.unicodeScalars
    let start =
      scalars.index(scalars.startIndex, offsetBy: column - 1, limitedBy: scalars.endIndex)
      ?? scalars.endIndex
    if let word, !word.isEmpty {
      if let found = text[start...].firstRange(of: word) { return place(found, in: text, line) }
      // A value can go on below the line where it begins.
      for next in lines.indices.dropFirst(line).prefix(40) {
        if let found = lines[next].firstRange(of: word) {
          return place(found, in: lines[next], next + 1)
        }
      }
    }
    return place(start..<tokenEnd(from: start, in: text), in: text, line)
  }

  /// Returns the place of a word on a line, or of the whole line.
  package func place(line: Int, marking word: String) -> PagePlace {
    guard lines.indices.contains(line - 1) else { return PagePlace(line: line) }
    let text = lines[line - 1]
    if let found = text.firstRange(of: word) { return place(found, in: text, line) }
    return place(text.startIndex..<text.endIndex, in: text, line)
  }

  private func place(
    _ range: Range<String.Index>, in text: String, _ line: Int
  ) -> PagePlace {
    PagePlace(
      line: line, column: text.utf8.distance(from: text.startIndex, to: range.lowerBound) + 1,
      length: max(1, text.utf8.distance(from: range.lowerBound, to: range.upperBound)))
  }

  /// The end of a word, of a text in quotes, or of a table in one line.
  private func tokenEnd(from start: String.Index, in text: String) -> String.Index {
    guard let first = text[start...].first else { return text.endIndex }
    if first == "\"" || first == "'" {
      let rest = text[text.index(after: start)...]
      return rest.firstIndex(of: first).map { text.index(after: $0) } ?? text.endIndex
    }
    if first == "{" || first == "[" {
      var depth = 0
      for index in text[start...].indices {
        if "{[".contains(text[index]) { depth += 1 }
        if "}]".contains(text[index]) { depth -= 1 }
        if depth == 0 { return text.index(after: index) }
      }
      return text.endIndex
    }
    return text[start...].firstIndex { " ,}]:".contains($0) } ?? text.endIndex
  }
}

/// Returns `; did you mean 'x'?` for the nearest of `known`, or nothing where none is near.
package func near(_ word: String, _ known: [String]) -> String {
  nearestSpelling(of: word, among: known).map { "; did you mean '\($0)'?" } ?? ""
}
