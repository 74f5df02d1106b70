import MoultManifests
import MoultSource
import Testing

/// The code of each fence as `language: code`, with lines separated by `|`, and `?` behind one that nothing closes.
private func fences(_ text: String) -> [String] {
  let source = source(text, path: "guide.md")
  return markdownFences(in: source).map { fence in
    let code = source.text(fence.content).split(omittingEmptySubsequences: false) { $0.isNewline }
      .joined(separator: "|")
    return "\(fence.language): \(code)" + (fence.isClosed ? "" : "?")
  }
}

@Test(arguments: [
  ("```swift\na\n```\n", ["swift: a|"]),
  ("~~~ Swift title=\"x\"\na\n~~~\n", ["swift: a|"]),
  ("```swift\r\na\r\nb\r\n```\r\n", ["swift: a|b|"]),
  ("```\na\n```\n", [": a|"]),
  ("```swift\n```\n", ["swift: "]),
  // One shows another.
  (
    "````markdown\n```swift\na\n```\n````\n```sh\nb\n```\n",
    ["markdown: ```swift|a|```|", "sh: b|"]
  ),
  ("```swift\n~~~\n``` not the end\n   ```\n", ["swift: ~~~|``` not the end|"]),
  ("~~~swift\n```\n~~~~\nrest", ["swift: ```|"]),
  // In lists.
  ("1. one\n\n   ```swift\n   a\n\n   b\n   ```\n", ["swift:    a||   b|"]),
  ("- ```swift\n  a\n  ```\n- two\n", ["swift:   a|"]),
  ("- a\n  - b\n\n    ```swift\n    c\n    ```\n", ["swift:     c|"]),
  ("- a\n\n  ```swift\n  b\noutside\n```sh\nc\n```\n", ["swift:   b|?", "sh: c|"]),
  // What is indented by four columns is text, and so are comments, quotes and words.
  ("text\n\n    ```swift\n    a\n    ```\n", []),
  ("\t```swift\n\ta\n\t```\n", []),
  ("<!--\n```swift\na\n```\n-->\n```sh\nb\n```\n", ["sh: b|"]),
  ("<!-- one line -->\n```sh\nb\n```\n", ["sh: b|"]),
  ("> ```swift\n> a\n> ```\n", []),
  ("``` `swift` ```\n``x``\n", []),
  // What nothing closes goes to the end.
  ("```swift\na\n", ["swift: a|?"]),
  ("```swift", ["swift: ?"]),
  ("", []),
])
func `fences are those of CommonMark`(text: String, expected: [String]) {
  #expect(fences(text) == expected)
}

@Test(arguments: [
  ("swift", "swift"), ("swift,ignore", nil), ("swift ignore", nil), ("{.swift}", "swift"),
  ("{.swift .numberLines}", "swift"), ("Swift", "swift"), ("swift before", nil),
  ("swift:Sources/App.swift", "swift"), ("objc", nil), ("", nil), ("protobuf", "example.proto"),
  ("console", "run.sh"), ("yaml title=\"buf.gen.yaml\"", "buf.gen.yaml"), ("yaml", nil),
])
func `the words behind a fence say what it is read as`(info: String, expected: String?) {
  let source = source("```\(info)\na\n```\n", path: "guide.md")
  let code = markdownFences(in: source).first.flatMap { MarkdownCode($0, in: source) }
  let name =
    switch code {
    case .swift: "swift"
    case .file(let name): name
    case nil: String?.none
    }
  #expect(name == expected)
}

@Test(arguments: [
  ("version: v1\nplugins:\n  - name: a\n", "buf.gen.yaml"),
  ("# buf.work.yaml\nversion: v1\n", "buf.work.yaml"),
  ("version: v1\ndirectories:\n  - proto\n", "buf.work.yaml"),
  ("version: v2\nmodules:\n  - path: proto\n", "buf.yaml"),
  ("on: push\njobs:\n  a:\n    steps: []\n", "workflow.yml"),
  ("version: 3\nservices: {}\n", nil), ("plugins: []\n", nil),
])
func `YAML is known by its comment or its keys`(text: String, expected: String?) {
  let source = source("```yaml\n\(text)```\n", path: "guide.md")
  let code = markdownFences(in: source).first.flatMap { MarkdownCode($0, in: source) }
  #expect(code == expected.map { .file($0) })
}
