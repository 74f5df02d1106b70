import Foundation
import Testing

private let guide = """
  # Guide

  Make a client:

  ```swift
  import Connect
  let client = ProtocolClient(target: "https://a.example", ConnectClientOption(), ProtoClientOption())
  ```

  1. And ask:

     ```swift
     let other = ProtocolClient(host: "https://b.example", ConnectClientOption())
     ```

  ```swift,ignore
  import Connect
  let old = ProtocolClient(host: "https://b.example", ConnectClientOption())
  ```

  ```yaml
  version: v1
  plugins:
    - plugin: buf.build/bufbuild/connect-swift
      out: Gen
  ```

  """

@Suite struct MarkdownTests {
  private func project(_ text: String = guide) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try folder.write("docs/guide.md", text)
    try folder.write("App.swift", "import Foundation\n")
    return folder
  }

  @Test func `code in Markdown is looked at where it is asked for, and on its own lines`() throws {
    let folder = try project()
    #expect(try folder.moult("lint").output.contains("guide.md") == false)
    let lines = try folder.moult("lint", "--markdown", "--format", "concise").output
      .split(separator: "\n").filter { $0.hasPrefix("docs/") }
      .map { line in
        let place = line.split(separator: ":")[...2].joined(separator: ":")
        return place + " " + line.drop { $0 != "[" }
      }
    #expect(
      lines == [
        "docs/guide.md:7:14 [connect-swift.client-options]",
        "docs/guide.md:13:16 [connect-swift.client-options]",
        "docs/guide.md:22:10 [buf.outdated-configuration]",
        "docs/guide.md:24:13 [connect-swift.renamed-remote-plugin]",
      ])
  }

  @Test func `a folder with nothing but Markdown has been looked at`() throws {
    let folder = try TemporaryFolder()
    try folder.write("guide.md", guide)
    let lint = try folder.moult("lint", "--markdown")
    #expect(lint.code == 1)
    #expect(lint.output.contains("seen: 1 script"))
    #expect(lint.errors == "")
    let plain = try folder.moult("lint")
    #expect(plain.code == 2)
  }

  @Test(arguments: ["\n", "\r\n"])
  func `fixes are written there, and nothing else changes`(lineBreak: String) throws {
    let folder = try project(guide.replacingOccurrences(of: "\n", with: lineBreak))
    _ = try folder.moult("fix", "--markdown", "--review")
    let expected =
      guide
      .replacingOccurrences(
        of: """
          ProtocolClient(target: "https://a.example", ConnectClientOption(), ProtoClientOption())
          """,
        with: """
          ProtocolClient(
            config: ProtocolClientConfig(
              host: "https://a.example",
              networkProtocol: .connect,
              codec: ProtoCodec()
            )
          )
          """
      )
      .replacingOccurrences(
        of: """
             let other = ProtocolClient(host: "https://b.example", ConnectClientOption())
             ```

          ```swift,ignore
          """,
        with: """
             let other = ProtocolClient(
               config: ProtocolClientConfig(host: "https://b.example", networkProtocol: .connect)
             )
             ```

          ```swift,ignore
          """
      )
      .replacingOccurrences(of: "version: v1", with: "version: v2")
      .replacingOccurrences(
        of: "plugin: buf.build/bufbuild/connect-swift", with: "remote: buf.build/connectrpc/swift")
    let written = try folder.read("docs/guide.md")
    #expect(written == expected.replacingOccurrences(of: "\n", with: lineBreak))
  }

  @Test func `a baseline knows code in Markdown, and its entries follow a fix there`() throws {
    let folder = try project(
      """
      ```swift
      import SwiftProtobuf
      func report(_ log: (ProtobufMessage, ProtobufEncodingError) -> Void) {}
      ```

      """)
    let lint = ["lint", "--markdown", "--baseline", "known.yml"]
    #expect(
      try folder.moult("baseline", "--baseline", "known.yml", "--markdown").output.hasPrefix(
        "Wrote 2 findings to known.yml\n"))
    #expect(try folder.moult(lint).code == 0)
    let before = try folder.read("known.yml")
    let fix = try folder.moult(
      "fix", "--markdown", "--review", "--baseline", "known.yml")
    #expect(
      fix.output.contains("1 entry of known.yml follows the code that was rewritten\n"),
      "\(fix.output)\(fix.errors)")
    #expect(try folder.read("docs/guide.md").contains("(Message, ProtobufEncodingError)"))
    #expect(try folder.moult(lint).code == 0)
    try folder.write("old.yml", before)
    #expect(try folder.moult("lint", "--markdown", "--baseline", "old.yml").code == 1)
    // Who does not look there cannot tell that it is gone.
    let strict = ["lint", "--baseline-strict", "--baseline", "known.yml"]
    #expect(try folder.moult(strict).code == 0)
    #expect(try folder.moult(strict + ["--markdown"]).code == 1)
    let prune = ["baseline", "prune", "--baseline", "known.yml"]
    #expect(try folder.moult(prune).output == "Dropped 0 findings from known.yml\n")
    #expect(
      try folder.moult(prune + ["--markdown"]).output == "Dropped 1 finding from known.yml\n")
    #expect(try folder.moult(strict + ["--markdown"]).code == 0)
  }

  @Test func `what cannot be read is said`() throws {
    let folder = try project(
      """
      ```swift
          case .a: return 1
      ```
      ```swift
      import Connect
      """)
    let output = try folder.moult("lint", "--markdown").output
    #expect(output.contains("docs/guide.md (a code block that nothing closes)"))
    #expect(output.contains("docs/guide.md (fragments of Swift that do not parse: 1)"))
  }

  @Test func `templates and literals that are Swift source are said to be unread`() throws {
    let folder = try project()
    try folder.write("A.stencil", "{{ x }}")
    try folder.write("B.swift.gyb", "% x")
    try folder.write(
      "C.swift",
      #"let source = """\#n  import SwiftProtobuf\#n  """\#nlet text = """\#n  a\#n  """\#n"#)
    let output = try folder.moult("lint").output
    #expect(output.contains("2 templates not read"))
    #expect(output.contains("A.stencil, B.swift.gyb (a template"))
    #expect(output.contains("C.swift (a string literal that is Swift source"))
  }
}
