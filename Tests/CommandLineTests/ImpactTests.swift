import Foundation
import Testing

/// The sample of `Tests/Impact`, and the changes of its schema.
private enum Sample {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Impact")

  /// One kind of change: what is replaced in which file.
  struct Change: Sendable, CustomTestStringConvertible {
    let name: String

    /// By the file's name; nil removes it.
    let edits: [String: Edit]

    var testDescription: String { name }
  }

  enum Edit: Sendable {
    case removed
    case copy(of: String)
    case replacements([[String]])
  }

  static let changes: [Change] = {
    guard let data = try? Data(contentsOf: folder.appending(path: "kinds.json")),
      let list = try? JSONSerialization.jsonObject(with: data) as? [[Any]]
    else { return [] }
    return list.compactMap { entry in
      guard let name = entry.first as? String, let files = entry.last as? [String: Any] else {
        return nil
      }
      return Change(
        name: name,
        edits: files.mapValues { value in
          if let other = value as? String { return .copy(of: other) }
          if let list = value as? [[String]] { return .replacements(list) }
          return .removed
        })
    }
  }()

  /// Returns a copy of the sample, committed, with the change made in its schema.
  static func project(_ change: Change?) throws -> TemporaryFolder {
    let project = try TemporaryFolder()
    let root = folder.appending(path: "shop").path
    for path in FileManager.default.enumerator(atPath: root)?.compactMap({ $0 as? String }) ?? [] {
      guard let bytes = FileManager.default.contents(atPath: root + "/" + path),
        path.contains(".") || path.hasSuffix("Podfile")
      else { continue }
      try project.write(path, Array(bytes))
    }
    try project.commitAll()
    for (name, edit) in change?.edits ?? [:] {
      if case .copy(let other) = edit {
        try project.write("proto/shop/" + name, project.read("proto/shop/" + other))
      }
    }
    for (name, edit) in change?.edits ?? [:] {
      let path = "proto/shop/" + name
      switch edit {
      case .copy: continue
      case .removed: try FileManager.default.removeItem(atPath: project.path + "/" + path)
      case .replacements(let list):
        var text = try project.read(path)
        for pair in list {
          let range = try #require(text.range(of: pair[0]), "'\(name)' has no '\(pair[0])'")
          text.replaceSubrange(range, with: pair[1])
        }
        try project.write(path, text)
      }
    }
    return project
  }

  static func change(_ name: String) throws -> Change {
    try #require(changes.first { $0.name == name })
  }
}

@Suite struct ImpactTests {
  @Test(arguments: Sample.changes)
  fileprivate func `a kind of change has the uses that compilers confirmed`(change: Sample.Change)
    throws
  {
    let project = try Sample.project(change)
    let run = try project.moult("impact", "--since", "HEAD")
    let expected = try String(
      contentsOf: Sample.folder.appending(path: "expected/\(change.name).txt"), encoding: .utf8)
    #expect(run.output == expected)
    let isFound = expected.contains("error: ") || expected.contains("warning: ")
    #expect(run.code == (isFound ? 1 : 0))
    #expect(run.errors.isEmpty, "\(run.errors)")
  }

  @Test func `there are at least forty kinds of change, each with a list`() {
    #expect(Sample.changes.count >= 40)
  }

  @Test func `without a change there is nothing to say`() throws {
    let run = try Sample.project(nil).moult("impact", "--since", "HEAD")
    #expect(run.output.hasPrefix("No interface changed since HEAD\n"))
    #expect(run.code == 0)
  }

  @Test func `a rewrite is written, leaves nothing to rewrite, and does not write twice`() throws {
    let project = try Sample.project(Sample.change("field-renamed"))
    let patch = try project.moult("impact", "--since", "HEAD", "--diff")
    #expect(patch.code == 1)
    #expect(patch.output.contains("+    order.amount = total\n"))
    #expect(try project.read("Sources/Shop/Cart.swift").contains("order.total = total"))
    let run = try project.moult("impact", "--since", "HEAD", "--fix")
    #expect(run.code == 0, "\(run.output)\(run.errors)")
    #expect(
      run.output.contains(
        "\nrenaming 'Order.total' to 'amount': 8 uses in 4 files are rewritten, none is left\n"),
      "\(run.output)")
    #expect(
      run.output.contains(
        "\n1 change since HEAD: 8 uses in 4 files are rewritten, none is left\n"))
    let cart = try project.read("Sources/Shop/Cart.swift")
    #expect(cart.contains("order.amount = total"))
    #expect(cart.contains("var total: Int32 = 0"), "the app's own word was renamed")
    let receipt = try project.read("Apple/Receipt.m")
    #expect(receipt.contains("[order setAmount:4]"))
    #expect(receipt.contains("self.total;"), "the app's own property was renamed")
    let again = try project.moult("impact", "--since", "HEAD", "--fix", "--allow-dirty")
    #expect(try project.read("Sources/Shop/Cart.swift") == cart)
    #expect(again.code == 0)
  }

  @Test(arguments: ["text", "markdown", "json"])
  func `what is left behind a rewrite is told apart from what was rewritten`(
    format: String
  ) throws {
    let project = try Sample.project(Sample.change("field-moved-to-other-oneof"))
    let run = try project.moult("impact", "--since", "HEAD", "--fix", "--format", format)
    #expect(run.code == 1, "\(run.output)\(run.errors)")
    let title = "moving 'Order.voucher' from 'payment' to 'gift'"
    switch format {
    case "text":
      #expect(
        run.output.contains(
          "\(title): 1 use in 1 file is rewritten; it breaks 2 uses in 1 file "), "\(run.output)")
      #expect(
        run.output.contains(
          "\n1 change since HEAD: 1 use in 1 file is rewritten; left: 2 uses in 1 file, of which 2 will not compile\n"
        ), "\(run.output)")
    case "markdown":
      #expect(
        run.output.contains("| change | breaks | other type | may break | files | rewritten |"))
      #expect(run.output.contains("| 2 | 0 | 0 | 1 | 1 |\n"), "\(run.output)")
    default: #expect(run.output.contains("\"rewritten\" : 1"), "\(run.output)")
    }
  }

  @Test func `a modified file is refused without --allow-dirty, and nothing is written`() throws {
    let project = try Sample.project(Sample.change("field-renamed"))
    let text = try project.read("Sources/Shop/Cart.swift") + "// mine\n"
    try project.write("Sources/Shop/Cart.swift", text)
    let run = try project.moult("impact", "--since", "HEAD", "--fix")
    #expect(run.code == 2)
    #expect(run.errors.contains("Sources/Shop/Cart.swift"))
    #expect(try project.read("Sources/Shop/Cart.swift") == text)
    #expect(try project.read("Sources/Shop/Receipt.swift").contains("order.total"))
  }

  @Test func `code that uses the new names already is left alone`() throws {
    let project = try Sample.project(Sample.change("field-renamed"))
    try project.moult("impact", "--since", "HEAD", "--fix").expectCode(0)
    let run = try project.moult("impact", "--since", "HEAD")
    #expect(run.output.contains("reaches no code here"))
    #expect(run.code == 0)
  }

  @Test func `a branch is compared with where it left the other`() throws {
    let project = try Sample.project(nil)
    try project.git("branch", "-m", "main")
    try project.git("checkout", "-q", "-b", "work")
    let path = "proto/shop/order.proto"
    try project.write(
      path, project.read(path).replacing("int32 total = 2", with: "int32 amount = 2"))
    try project.git("commit", "-qam", "rename")
    let run = try project.moult("impact", "--since", "main")
    #expect(run.output.contains("renaming 'Order.total' to 'amount' breaks"))
    #expect(run.code == 1)
  }

  @Test func `an unknown reference and a folder without git are errors`() throws {
    let project = try Sample.project(nil)
    let unknown = try project.moult("impact", "--since", "nowhere")
    #expect(unknown.code == 2)
    #expect(unknown.errors.contains("nowhere"))
    let folder = try TemporaryFolder()
    try folder.write("a.proto", "syntax = \"proto3\";\n")
    let outside = try folder.moult("impact", "--since", "HEAD")
    #expect(outside.code == 2)
    #expect(outside.errors.contains("--since wants a git repository"))
  }

  @Test func `a reference that begins with a hyphen is no option of git`() throws {
    let project = try Sample.project(nil)
    let run = try project.moult("impact", "--since=--output=x", "--jobs", "1")
    #expect(run.code == 2)
    #expect(!project.files().contains("x"))
  }

  @Test func `json, SARIF and Markdown hold what the text holds`() throws {
    let project = try Sample.project(Sample.change("field-renamed"))
    let run = try project.moult(
      "impact", "--since", "HEAD", "--format", "json", "--output", "sarif=out.sarif", "--output",
      "markdown=out.md")
    let report = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let changes = try #require(report["changes"] as? [[String: Any]])
    let uses = try #require(changes.first?["uses"] as? [[String: Any]])
    let log = try #require(
      try JSONSerialization.jsonObject(with: Data(project.read("out.sarif").utf8))
        as? [String: Any])
    let runs = try #require(log["runs"] as? [[String: Any]])
    let results = try #require(runs.first?["results"] as? [[String: Any]])
    #expect(results.count == uses.count)
    #expect(results.allSatisfy { $0["ruleId"] as? String == "impact.field-renamed" })
    #expect(results.allSatisfy { $0["fixes"] != nil })
    let markdown = try project.read("out.md")
    #expect(markdown.contains("renaming 'Order.total' to 'amount' breaks \(uses.count) uses"))
  }
}

extension MoultRun {
  fileprivate func expectCode(_ wanted: Int32) throws {
    #expect(code == wanted, "\(output)\(errors)")
  }
}
