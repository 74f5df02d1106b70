package import MoultSource

/// How the session judges a text without knowing its language.
package struct Inspection {
  /// Returns the number of syntax errors.
  package let errorCount: (_ path: String, _ bytes: [UInt8]) -> Int

  /// Returns the ranges of the comments, ascending.
  package let comments: (_ path: String, _ bytes: [UInt8]) -> [ByteRange]

  /// Returns the edits that make the file import the modules that it does not import yet.
  package let importEdits: (_ path: String, _ bytes: [UInt8], _ modules: Set<String>) -> [Edit]

  /// Returns the modules that the file imports, in its order.
  package let imports: (_ path: String, _ bytes: [UInt8]) -> [String]

  /// Returns the names that the code of a file mentions.
  package let names: (_ path: String, _ bytes: [UInt8]) -> Set<String>

  /// Returns the files in which a round's changes can bring an error: those that it changed and those that use what changed.
  ///
  /// Gets the texts before the changes.
  package let affected:
    (_ texts: [String: [UInt8]], _ changes: [String: CombinedEdits]) -> Set<String>

  package init(
    errorCount: @escaping (String, [UInt8]) -> Int,
    comments: @escaping (String, [UInt8]) -> [ByteRange],
    importEdits: @escaping (String, [UInt8], Set<String>) -> [Edit],
    imports: @escaping (String, [UInt8]) -> [String] = { _, _ in [] },
    names: @escaping (String, [UInt8]) -> Set<String> = { _, _ in [] },
    affected: @escaping ([String: [UInt8]], [String: CombinedEdits]) -> Set<String> = {
      Set($1.keys)
    }
  ) {
    self.affected = affected
    self.errorCount = errorCount
    self.comments = comments
    self.importEdits = importEdits
    self.imports = imports
    self.names = names
  }
}

extension Inspection {
  /// Returns what is wrong with a new text and was not with the old one: phrases.
  func defects(_ path: String, _ before: [UInt8], _ after: [UInt8]) -> [String] {
    var result: [String] = []
    let (old, new) = (errorCount(path, before), errorCount(path, after))
    // Where a text is not understood, nobody knows what an edit makes of it; one that mends it is welcome.
    if old > 0, new == old { result.append("\(path) has syntax errors already") }
    if new > old { result.append("the result would not parse") }
    if losesComment(path, before, after) { result.append("a comment would be lost") }
    return result
  }

  private func losesComment(_ path: String, _ before: [UInt8], _ after: [UInt8]) -> Bool {
    func count(_ bytes: [UInt8]) -> [ArraySlice<UInt8>: Int] {
      var result: [ArraySlice<UInt8>: Int] = [:]
      for range in comments(path, bytes) {
        result[bytes[range.indices], default: 0] += 1
      }
      return result
    }
    let kept = count(after)
    return count(before).contains { comment, number in kept[comment, default: 0] < number }
  }
}
