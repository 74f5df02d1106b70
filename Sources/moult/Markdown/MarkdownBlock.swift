import MoultFindings
import MoultManifests
import MoultSource
import MoultSyntax

/// The code of a fence in a Markdown file, as a file of its own.
///
/// The file's text is the code as it stands, so that a place in it is a place in the Markdown file, with something before and behind it for Swift: what the
/// other blocks import, and what lets a fragment parse.
struct MarkdownBlock: Sendable {
  /// Of the Markdown file.
  let document: String

  /// What the block is called as a file: below a folder that is called as the Markdown file.
  let path: String
  let surface: Surface

  /// Where the code stands in the Markdown file.
  private(set) var content: ByteRange

  /// Of the fence, in columns.
  let indentation: Int

  /// The whole text of the file.
  private(set) var text: [UInt8]

  /// Where the code stands in `text`.
  private(set) var code: Range<Int>

  /// The last line before the code, by which it is found again; empty where nothing stands before it.
  let mark: [UInt8]

  var file: WorkspaceFile {
    WorkspaceFile(
      source: SourceText(path: path, bytes: text), surface: surface, isGenerated: false,
      isInScope: true, anchors: [])
  }

  /// Returns where a range of the block's text stands in the Markdown file; nil for what does not stand there.
  func located(_ range: ByteRange) -> ByteRange? {
    guard range.lowerBound.index >= code.lowerBound, range.upperBound.index <= code.upperBound
    else { return nil }
    let shift = content.lowerBound.index - code.lowerBound
    return ByteRange(
      indices: range.lowerBound.index + shift..<range.upperBound.index + shift)
  }

  /// Returns the code after fixes, laid out as it must stand in the Markdown file; nil if it cannot be told from what stands around it.
  func code(of changed: [UInt8]) -> [UInt8]? {
    guard let start = changed.end(of: mark) else { return nil }
    let behind = Array(text[code.upperBound...])
    guard changed.count >= start + behind.count, changed.suffix(behind.count).elementsEqual(behind)
    else { return nil }
    var result = Array(changed[start..<changed.count - behind.count])
    if let last = result.last, !last.isMarkdownLineBreak { result.append(0x0A) }
    return indented(result)
  }

  /// Returns the block where it stands once those before it, and its own code, have changed.
  ///
  /// - Parameters:
  ///   - shift: by how many bytes what stands before it has grown.
  ///   - changed: its text after fixes; nil if it is as it was.
  func moved(by shift: Int, with changed: [UInt8]?) -> MarkdownBlock? {
    var result = self
    let start = content.lowerBound.index + shift
    if let changed, let code = code(of: changed), let place = changed.end(of: mark) {
      result.text = changed
      result.code = place..<changed.count - (text.count - self.code.upperBound)
      result.content = ByteRange(indices: start..<start + code.count)
    } else {
      result.content = ByteRange(indices: start..<start + content.utf8Count)
    }
    return result
  }

  /// Indents lines that a fix wrote as deep as the fence, so that they stay in its list item.
  private func indented(_ code: [UInt8]) -> [UInt8] {
    guard indentation > 0 else { return code }
    var result: [UInt8] = []
    for line in code.split(separator: 0x0A, omittingEmptySubsequences: false) {
      if !result.isEmpty { result.append(0x0A) }
      let isBlank = line.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
      let isDeep = line.first == 0x09 || line.prefix { $0 == 0x20 }.count >= indentation
      if !isBlank, !isDeep {
        let missing = indentation - line.prefix { $0 == 0x20 }.count
        result += [UInt8](repeating: 0x20, count: missing)
      }
      result += line
    }
    return result
  }
}

extension MarkdownBlock {
  /// Creates the file of a fence's code.
  ///
  /// - Parameters:
  ///   - number: among the blocks of the Markdown file, from one.
  ///   - modules: what the Swift of the Markdown file imports, and what it may see without.
  /// - Returns: nil for a fragment that does not parse, whatever stands around it.
  init?(
    _ fence: MarkdownFence, as kind: MarkdownCode, number: Int, in source: SourceText,
    importing modules: [String]
  ) {
    let code = Array(source.bytes[fence.content.indices])
    document = source.path
    content = fence.content
    indentation = fence.indentation
    let folder = "\(source.path)/\(number)"
    switch kind {
    case .file(let name):
      path = "\(folder)/\(name)"
      guard let surface = Surface(fileName: name) else { return nil }
      self.surface = surface
      (text, self.code, mark) = (code, code.indices, [])
    case .swift:
      path = "\(folder)/Example.swift"
      surface = .swift
      let lineBreak = code.contains(0x0D) ? "\r\n" : "\n"
      let own = Set(parse(SourceText(path: path, bytes: code)).importedModules)
      let imports = modules.filter { !own.contains($0) }.map { "import \($0)" }
      let mark = "typealias \(markName) = Void" + lineBreak
      for (opened, closed) in surroundings {
        let head = (imports + opened).map { $0 + lineBreak }.joined() + mark
        let text = Array(head.utf8) + code + Array(closed.utf8)
        guard parse(SourceText(path: path, bytes: text)).diagnostics.isEmpty else { continue }
        self.text = text
        self.code = head.utf8.count..<head.utf8.count + code.count
        self.mark = Array(mark.utf8)
        return
      }
      return nil
    }
  }
}

private let markName = "MarkdownBlockBeginsHere"

/// What may have to stand around a fragment: nothing, a function for statements, a type for members.
private let surroundings: [(opened: [String], closed: String)] = [
  ([], ""), (["func example() async throws {"], "}\n"), (["struct Example {"], "}\n"),
]

extension [UInt8] {
  /// Returns the index behind the first occurrence of `text`; zero for an empty one.
  fileprivate func end(of text: [UInt8]) -> Int? {
    guard !text.isEmpty else { return 0 }
    var start = startIndex
    while let place = self[start...].firstIndex(of: text[0]) {
      if self[place...].starts(with: text) { return place + text.count }
      start = place + 1
    }
    return nil
  }
}

extension UInt8 {
  fileprivate var isMarkdownLineBreak: Bool { self == 0x0A || self == 0x0D }
}
