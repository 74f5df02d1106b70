import Testing

/// A fix of this writes a list that is too long for a line of 60 characters; a line that is so already would stay one.
private let source = """
  import SwiftGRPC

  func all() throws -> Metadata {
      try Metadata(["a": "b"])
  }

  """

/// What the fix makes of it, where the list is broken over lines.
private func broken(_ unit: String) -> String {
  """
  import GRPC

  func all() throws -> CallOptions {
      CallOptions(
      \(unit)customMetadata: ["a": "b"],
      \(unit)timeLimit: .timeout(.seconds(600))
      )
  }

  """
}

private let onOneLine = """
  import GRPC

  func all() throws -> CallOptions {
      CallOptions(customMetadata: ["a": "b"], timeLimit: .timeout(.seconds(600)))
  }

  """

/// Where files lie, what they say, and the level of indentation that the list gets; nil if it stays on its line.
private let precedence: [(files: [String: String], unit: String?)] = [
  ([:], nil),
  ([".swift-format": #"{"lineLength": 60}"#], "    "),
  ([".swift-format": #"{"lineLength": 60, "indentation": {"spaces": 3}}"#], "   "),
  ([".swift-format": #"{"lineLength": 60, "indentation": {"tabs": 1}, /* here */}"#], "\t"),
  ([".swiftlint.yml": "line_length: 60\nindentation: tabs\n"], "\t"),
  ([".swiftlint.yml": "line_length: {warning: 60, error: 200}\nindentation: 3\n"], "   "),
  ([".swiftlint.yml": "line_length: [60, 90]\nindentation_width: {indentation_width: 2}\n"], "  "),
  ([".swiftlint.yml": "line_length: 60\ndisabled_rules: [line_length]\n"], nil),
  ([".editorconfig": "[*.swift]\nindent_style = tab\nmax_line_length = 60\n"], "\t"),
  (
    [".editorconfig": "[*.{swift,m}]\nindent_style=space\nindent_size=3\nmax_line_length=60\n"],
    "   "
  ),
  ([".editorconfig": "[Sources/**]\nmax_line_length = 60\n[*]\nindent_size = 3\n"], "    "),
  ([".editorconfig": "[*.m]\nmax_line_length = 60\n"], nil),
  ([".editorconfig": "[*]\nmax_line_length = 60\n[A{1..3}.swift]\nmax_line_length = unset\n"], nil),
  // Of one folder: swift-format, the editor, SwiftLint.
  (
    [
      ".swift-format": #"{"indentation": {"tabs": 1}}"#,
      ".editorconfig": "[*]\nindent_style = space\nindent_size = 3\nmax_line_length = 60\n",
      ".swiftlint.yml": "line_length: 200\n",
    ], "\t"
  ),
  // The nearer one, whichever it is; what it does not say is asked of the next.
  (
    [
      ".swift-format": #"{"lineLength": 60, "indentation": {"spaces": 2}}"#,
      "Sources/.swiftlint.yml": "indentation: 3\n",
    ], "   "
  ),
  (
    [
      ".swift-format": #"{"lineLength": 60}"#,
      "Sources/.swift-format": #"{"lineLength": 200}"#,
    ], nil
  ),
  (
    [
      ".editorconfig": "[*]\nmax_line_length = 60\nindent_style = space\nindent_size = 2\n",
      "Sources/.editorconfig": "[*]\nindent_size = 3\n",
    ], "   "
  ),
  (
    [
      ".editorconfig": "[*]\nmax_line_length = 60\n",
      "Sources/.editorconfig": "root = true\n[*]\nindent_style = tab\n",
    ], nil
  ),
]

/// What is wrong with a file, and what is said about it.
private let mistakes: [(name: String, text: String, note: String)] = [
  (".swift-format", "lineLength: 60", "not the JSON that 'swift format' reads"),
  (".swift-format", #"{"lineLength": "60"}"#, "'lineLength' is not what 'swift format' expects"),
  (".swift-format", #"{"lineLength": 0}"#, "'lineLength' is 0, and not above 0"),
  (
    ".swift-format", #"{"indentation": {"spaces": 400}}"#,
    "'indentation.spaces' is 400, and not from 1 to 16"
  ),
  (".swiftlint.yml", "line_length: wide", "'line_length' is not a number"),
  (".swiftlint.yml", "a: [", "line 2"),
  (".swiftlint.yml", "indentation: deep", "'indentation' is neither 'tabs' nor a number of spaces"),
  (".editorconfig", "[*\nindent_style = tab", "line 1: ']' is missing"),
  (".editorconfig", "[*]\nhello", "line 2: neither a section nor 'key = value'"),
  (
    ".editorconfig", "[*]\nmax_line_length = wide",
    "line 2: 'max_line_length' is 'wide', and not 'off' or a number"
  ),
]

@Suite struct LayoutConfigurationTests {
  @Test(arguments: precedence.indices)
  func `the nearest file that says something decides`(index: Int) throws {
    let (files, unit) = precedence[index]
    let (text, run) = try fixed(files)
    #expect(text == unit.map(broken) ?? onOneLine, "\(files)")
    #expect(!run.output.contains("laid out"), "\(run.output)")
  }

  @Test(arguments: mistakes.indices)
  func `a file that makes no sense is named and does not count`(index: Int) throws {
    let (name, text, note) = mistakes[index]
    let (fixed, run) = try fixed([name: text])
    #expect(fixed == onOneLine)
    let said = run.output + run.errors
    #expect(said.contains("skipped: \(name) ("), "\(said)")
    #expect(said.contains(note), "\(said)")
  }

  @Test func `a file is read through a link, and above the repository nothing counts`() throws {
    let (linked, _) = try fixed([:]) { folder in
      try folder.write("Styles/ours.json", #"{"lineLength": 60}"#)
      _ = try folder.shell("ln -s Styles/ours.json .swift-format")
    }
    #expect(linked == broken("    "))
    let folder = try TemporaryFolder()
    try folder.write(".swift-format", #"{"lineLength": 60}"#)
    try folder.write("Inner/Sources/A1.swift", source)
    try folder.git("init", "-q", "Inner")
    _ = try folder.moult("fix", "--review", "--allow-dirty", "Inner")
    #expect(try folder.read("Inner/Sources/A1.swift") == onOneLine)
  }

  /// Returns what `moult fix` makes of the source in a project with these files.
  private func fixed(
    _ files: [String: String], _ prepare: (TemporaryFolder) throws -> Void = { _ in }
  ) throws -> (text: String, run: MoultRun) {
    let folder = try TemporaryFolder()
    try folder.write("Sources/A1.swift", source)
    for (name, text) in files { try folder.write(name, text) }
    try prepare(folder)
    try folder.commitAll()
    let run = try folder.moult("fix", "--review")
    return (try folder.read("Sources/A1.swift"), run)
  }
}
