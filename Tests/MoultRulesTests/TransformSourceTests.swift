import Foundation
import MoultSource
import MoultSyntax
import Testing

private let root = URL(filePath: #filePath).deletingLastPathComponent()
  .deletingLastPathComponent().deletingLastPathComponent()
private let transforms = root.appending(path: "Sources/MoultTransforms")

/// The types that interfaces of the eras to which transforms lead declare outside of any other.
private let libraryTypes: Set<String> = {
  let rules = root.appending(path: "Rules")
  let folders = ["grpc-swift/1", "grpc-swift/2", "connect-swift/1", "support"]
  let manager = FileManager.default
  let interfaces = folders.map { rules.appending(path: $0) }.flatMap { folder in
    ((try? manager.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? [])
      .filter { file in
        // Of what several eras share, only NIO and its logger.
        file.pathExtension == "swiftinterface"
          && (folder.lastPathComponent != "support"
            || ["NIO", "Log"].contains(file.lastPathComponent.prefix(3)))
      }
  }
  let declared = /^(?:@.* )?(?:public|open) (?:final )?(?:struct|class|enum|actor|protocol) (\w+)/
  return Set(
    interfaces.flatMap { file in
      let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
      return text.split(separator: "\n").compactMap {
        $0.firstMatch(of: declared).map { String($0.1) }
      }
    })
}()

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
    #expect(
      libraryTypes.isSuperset(of: ["CallOptions", "GRPCClient", "EventLoopFuture", "Logger"]))
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
    (#".call("CallOptions", [])"#, 1), (#".call(.library("GRPC.CallOptions"), [])"#, 0),
    (#"Code.generic("EventLoopFuture", [a])"#, 1), (#"type.name == "CallOptions""#, 0),
    (#"Code.quoted("CallOptions(x: \(a))")"#, 1),
    (#".quoted("x(\(a.b("Logger")), " + "[Logger]())")"#, 1),
    (#".quoted("try \(a.b("Logger")).get(GRPC::CallOptions())")"#, 0),
    (#".quoted(items: "let x = .Logger; return x")"#, 0), (#".quoted("a  + b")"#, 1),
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
    if isQuoted(literal) {
      let words = literal.text.replacing(/\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/, with: "µ")
      let types = words.matches(of: /(?:^|[^\w.:])(?:[A-Z]\w*)/).map {
        $0.output.drop { !$0.isLetter }
      }
      if words.contains("  ") { return literal.text }
      return types.first { libraryTypes.contains(String($0)) }.map { "\($0) without its module" }
    }
    if let argument = Argument(of: literal.parent), writesCode(argument),
      libraryTypes.contains(String(text.prefix { $0.isLetter || $0.isNumber }))
    {
      return "\(literal.text) without its module"
    }
    // Sentences for people have blanks; a word of code has none.
    guard let argument = Argument(of: literal.parent), text.contains(" ") else { return nil }
    let isWord =
      argument.label == nil && argument.call?.called?.node.name == "word"
      || argument.label == "to" && argument.call?.called?.node.name == "rename"
    return isWord ? literal.text : nil
  }

  /// Whether a literal is code that the printer will lay out, or a part of it.
  private func isQuoted(_ literal: Node) -> Bool {
    var whole = literal
    while let around = whole.parent, around.kind == .binaryOperator { whole = around }
    let argument = Argument(of: whole.parent)
    return argument?.call?.called?.node.name == "quoted" && argument?.label != "documentation"
  }

  /// Whether what an argument says is written as it is: a project may have a type of that name.
  private func writesCode(_ argument: Argument) -> Bool {
    guard let called = argument.call?.called?.node.name, argument.call?.arguments.first == argument
    else { return argument.label == "to" && argument.call?.called?.node.name == "rename" }
    return argument.label == nil && ["word", "call", "generic"].contains(called)
  }
}
