import Foundation
import MoultSource
import MoultSyntax
import Testing

private let transforms = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
  .appending(path: "Sources/MoultTransforms")

/// All transforms, in whatever folder: each says what it wants with a `SyntaxEditor`.
private let files: [URL] = {
  let found = FileManager.default.enumerator(at: transforms, includingPropertiesForKeys: nil)
  return (found?.allObjects ?? []).compactMap { $0 as? URL }
    .filter { $0.pathExtension == "swift" }
    .sorted { $0.path < $1.path }
}()

/// Says what it wants in code that layout knows nothing of: no text with lines, no ranges, no edits of its own.
@Suite struct TransformSourceTests {
  @Test func `the transforms are found`() {
    #expect(files.count > 150, "\(files.count) files")
  }

  @Test(arguments: files)
  func `a transform writes no layout`(file: URL) throws {
    let tree = parse(
      SourceText(path: file.lastPathComponent, bytes: Array(try Data(contentsOf: file))))
    #expect(faults(in: tree) == [])
  }

  @Test(arguments: [
    ("x.edits.append(Edit(a, b))", 1), ("let end = file.lineEnding", 1),
    ("f(file.indentation(of: node))", 1), (#"f("a\n")"#, 1), (#"f("  a")"#, 1),
    ("f(\"\"\"\n  a\n  \"\"\")", 1), (#"editor.rename(a, to: "let b")"#, 1),
    (#".call(.word("try f"), [])"#, 1), (#".manual("do this, then that")"#, 0),
    (#"editor.rename(a, to: "b")"#, 0), ("consequence.delete(range)", 1),
  ])
  func `each kind of layout is seen`(text: String, count: Int) {
    let tree = parse(SourceText(path: "Test.swift", bytes: Array(text.utf8)))
    #expect(faults(in: tree).count == count, "\(faults(in: tree))")
  }

  /// What a transform says of layout, or writes behind the printer's back.
  private func faults(in tree: SyntaxTree) -> [String] {
    let forbidden: Set<String> = [
      "Edit", "lineEnding", "lineBreak", "indentation", "step", "linesMoved", "shifted", "lines",
      "wholeLines", "delete", "ByteOffset", "ByteRange", "Template",
    ]
    var found: [String] = []
    for node in tree.root.descendants {
      switch node.kind {
      case .declReference, .memberAccess:
        let isOwn = ["delete", "step", "lines"].contains(node.name)
        let isFile = ["file", "consequence"].contains(node.base?.text ?? "")
        if forbidden.contains(node.name), isFile || !isOwn { found.append(node.text) }
      case .stringLiteral: if let fault = fault(in: node) { found.append(fault) }
      default: continue
      }
    }
    return found
  }

  private func fault(in literal: Node) -> String? {
    if literal.mainToken.kind == .multilineStringQuote { return "a string over lines" }
    let text = literal.text.dropFirst().dropLast()
    if text.contains("\\n") || text.contains("\\r") || text.contains("\\t") || text.hasPrefix("  ")
    {
      return literal.text
    }
    // Sentences for people have blanks; a word of code has none.
    guard let argument = Argument(of: literal.parent), text.contains(" ") else { return nil }
    let isWord =
      argument.label == nil && argument.call?.called?.node.name == "word"
      || argument.label == "to" && argument.call?.called?.node.name == "rename"
    return isWord ? literal.text : nil
  }
}
