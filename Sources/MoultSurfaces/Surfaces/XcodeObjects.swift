import MoultManifests
import MoultSource

/// The objects of an Xcode project, for what is written into it.
struct XcodeObjects: Sendable {
  private let source: SourceText
  private let entries: [XcodeEntry]

  /// All words, in the order of the file.
  private let words: [XcodeWord]
  private let elementsByWord: [String: [XcodeElement]]
  private let count: [String: Int]

  /// Nil where the file is not wholly understood.
  init?(_ source: SourceText) {
    guard let entries = xcodeObjects(in: source) else { return nil }
    (self.source, self.entries) = (source, entries)
    words = entries.flatMap(\.words)
    elementsByWord = Dictionary(grouping: entries.flatMap(\.elements), by: \.word.text)
    count = words.reduce(into: [:]) { $0[$1.text, default: 0] += 1 }
  }

  func objects(_ kind: String) -> [XcodeEntry] { entries.filter { $0.word("isa")?.text == kind } }

  /// The scripts of build phases and rules, as they are written.
  var scripts: [String] {
    entries.flatMap { [$0.word("shellScript"), $0.word("script")] }.compactMap { $0?.text }
  }

  /// Where lists name an object.
  func elements(_ id: String) -> [XcodeElement] { elementsByWord[id] ?? [] }

  /// How often a word stands in the objects.
  func uses(of word: String) -> Int { count[word] ?? 0 }

  /// The files of build phases that are made of a package's product.
  func buildFiles(of product: XcodeEntry) -> [XcodeEntry] {
    objects("PBXBuildFile").filter { $0.word("productRef")?.text == product.key.text }
  }

  /// Gives a package's product another name, also in the comments that say what its identifiers stand for.
  ///
  /// - Parameter name: where the product says it.
  /// - Returns: nil where no product does.
  func edits(ofProductNamed name: XcodeString, _ new: String) -> [Edit]? {
    let product = objects("XCSwiftPackageProductDependency").first {
      $0.word("productName")?.range == name.range
    }
    guard let product else { return nil }
    let family = [product] + buildFiles(of: product)
    let ids = family.map(\.key.text)
    var renaming = XcodeRenaming()
    renaming.words[name.text] = new
    for id in ids { renaming.comments[id] = (name.text, new) }
    return edits(of: ids, family, [renaming])
  }

  /// An identifier as Xcode makes them, which no object has.
  func identifier(for name: String, beside entry: XcodeEntry) -> String {
    var seed = "\(entry.key.text) \(name)"
    while true {
      let id = String(digits(seed).prefix(24))
      if uses(of: id) == 0 { return id }
      seed += "+"
    }
  }

  /// Writes the first of the renamings where objects stand and lists name them, and a copy for each other one behind.
  ///
  /// - Parameter ids: the identifiers of `objects`.
  func edits(of ids: [String], _ objects: [XcodeEntry], _ renamings: [XcodeRenaming]) -> [Edit] {
    guard let first = renamings.first else { return [] }
    let places = objects.map(\.range).map { (range: $0, comma: Comma.none) }
    let named = ids.flatMap { elements($0) }.map {
      (range: $0.range, comma: $0.hasComma ? Comma.written : .missing)
    }
    return (places + named).flatMap { place in
      let copies = renamings.dropFirst().map { copy(of: place.range, $0) }
      return edits(in: place.range, first) + insertion(of: copies, behind: place.range, place.comma)
    }
  }

  /// Takes a part away, with its line if it is alone there.
  func removal(of range: ByteRange) -> Edit {
    let bytes = source.bytes
    if let lines = bytes.wholeLines(of: range.indices) {
      return Edit(ByteRange(indices: lines), "")
    }
    var start = range.indices.lowerBound
    while start > 0, bytes[start - 1].isBlank { start -= 1 }
    return Edit(ByteRange(indices: start..<range.indices.upperBound), "")
  }

  // MARK: Copies

  private enum Comma { case none, written, missing }

  private func edits(in range: ByteRange, _ renaming: XcodeRenaming) -> [Edit] {
    var edits: [Edit] = []
    for word in words
    where word.range.lowerBound >= range.lowerBound && word.range.upperBound <= range.upperBound {
      if let new = renaming.words[word.text], new != word.text {
        edits.append(Edit(word.range, new))
      }
      guard let comment = word.comment, let (old, new) = renaming.comments[word.text], old != new
      else { continue }
      let text = source.text(comment)
      guard let place = text.firstRange(of: old) else { continue }
      edits.append(Edit(comment, text.replacingCharacters(place, with: new)))
    }
    return edits
  }

  private func copy(of range: ByteRange, _ renaming: XcodeRenaming) -> String {
    let start = range.lowerBound.utf8
    let own = edits(in: range, renaming).map { edit in
      Edit(
        range: ByteOffset(
          utf8: edit.range.lowerBound.utf8 - start)..<ByteOffset(
            utf8: edit.range.upperBound.utf8 - start), replacement: edit.replacement)
    }
    let bytes = Array(source.bytes[range.indices])
    return String(decoding: applying(own, to: bytes) ?? bytes, as: UTF8.self)
  }

  private func insertion(
    of copies: [String], behind range: ByteRange, _ comma: Comma
  ) -> [Edit] {
    guard !copies.isEmpty else { return [] }
    let bytes = source.bytes
    let gap = bytes.blanks(before: range.indices.lowerBound).map { bytes.lineEnding + $0 } ?? " "
    let text = copies.map { comma == .missing ? ",\(gap)\($0)" : gap + $0 }.joined()
    return [Edit(range.upperBound..<range.upperBound, text)]
  }

  /// Twenty-four or more digits that follow from a text and seem to follow from nothing.
  private func digits(_ text: String) -> String {
    [text, "\(text) "].map { hexadecimal(stableHash($0.utf8)) }.joined().uppercased()
  }
}

extension XcodeEntry {
  /// The words of it and of all below, in the order of the file.
  fileprivate var words: [XcodeWord] {
    switch value {
    case .word(let word): [key, word]
    case .list(let elements): [key] + elements.map(\.word)
    case .dictionary(let entries): [key] + entries.flatMap(\.words)
    }
  }

  /// The elements of all lists below.
  fileprivate var elements: [XcodeElement] {
    switch value {
    case .word: []
    case .list(let elements): elements
    case .dictionary(let entries): entries.flatMap(\.elements)
    }
  }
}

extension String {
  fileprivate func replacingCharacters(_ range: Range<String.Index>, with text: String) -> String {
    self[..<range.lowerBound] + text + self[range.upperBound...]
  }
}
