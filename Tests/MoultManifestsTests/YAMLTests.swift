import MoultManifests
import MoultSource
import Testing
import Yams

/// A node in one notation for both parsers.
private func rendered(_ node: YAMLNode) -> String {
  switch node.content {
  case .scalar(let scalar): "\"\(scalar.text)\""
  case .sequence(let elements): "[\(elements.map(rendered).joined(separator: ", "))]"
  case .mapping(let entries):
    "{\(entries.map { "\(rendered($0.key)): \(rendered($0.value))" }.joined(separator: ", "))}"
  case .alias(let name): "*\(name)"
  case .empty: "\"\""
  }
}

private func rendered(_ node: Yams.Node) -> String {
  switch node {
  case .scalar(let scalar): "\"\(scalar.string)\""
  case .sequence(let elements): "[\(elements.map { rendered($0) }.joined(separator: ", "))]"
  case .mapping(let entries):
    "{\(entries.map { "\(rendered($0.key)): \(rendered($0.value))" }.joined(separator: ", "))}"
  case .alias: "*"
  }
}

@Test(arguments: [
  "a: b\nc: 'd ''e'\nf: \"g\\th \\u00e9\\x41\"\n",
  "a:\n  - b\n  - c: d\n    e: f\n  -\n    g: h\n  - - i\n    - j\nk:\n- l\n- m\nn: o",
  "# c\na: b # d\n# e\nc: d#e\nf: 'g # h'",
  "a: |\n  b\n   c\n\n  d\n\n\ne: >\n  f\n  g\n\n  h\n    i\n  j\nk: l",
  "a: |-\n  b\n\nc: |+\n  d\n\ne: >-\n  f\n  g\nh: |2\n   i\n  j\n",
  "a: |\n\n  b\nc: >\n\n\n  d\n\n   e\n\n  f\n",
  "a: [b, 'c', {d: e, \"f\":g, h}, [], i j\n  k]\nl: {}\nm: {n: [o, p], }",
  "a: b\n  c\n\n  d\ne: \"f\n  g\n\n  h \\\n  i\"\nj: 'k\n  l'",
  "---\na: b\n", "- a\n- b", "a", "'a'", "",
  "a: http://b:1/c?d=e#f\ng: h:i\nj: -k\nl: ?m\n-n: o",
  "é: ü 🐦\n\"🐦\": [é, 'ü']\n",
  "a:\n\n\n  b: c\n# x\n\n  d: e\nf:\ng:\n",
  "\"a\" : b\n'c': d\ne f g: h\n? i\n: j\n",
  "a: !t b\nc: !!str d\ne: !u\n  f: g\nh: &i j\n",
  "a: \"\"\nb: ''\nc: ~\n",
  "version: v1\nplugins:\n  - plugin: buf.build/bufbuild/connect-swift:v0.7.0\n    out: G\n    opt: A=b,C\n",
  "a: b   \nc:    d\t\n",
  "a: >\r\n  b\r\n  c\r\nd: |\r\n  e\r\nf: g\r\n",
  "a: |\n  \n   b\n", "- |\n a\n- >-\n b\n c\n-  d: |\n    e\n   f: g\n",
  "on:\n  push:\n    branches: [main]\njobs:\n  b:\n    steps:\n      - uses: x@v1\n      - run: |\n          a\n",
])
func `what is read is what libyaml reads`(text: String) throws {
  let stream = parseYAML(source(text, path: "a.yml"))
  let expected = try Yams.compose(yaml: text)
  #expect(stream.documents.first.map(rendered) == expected.map { rendered($0) })
  #expect(stream.problems.isEmpty)
}

@Test func `nodes stand where their text is`() throws {
  let text = "é: 'ü '\nlist:\n  - \"a\" # c\n  - b: [d, e]\nrun: |\n  x\n  y\n\nend: {f: g}\n"
  let source = source(text, path: "a.yml")
  let stream = parseYAML(source)
  let root = try #require(stream.documents.first)
  let entries = try #require(root.entries)
  #expect(
    entries.map { source.text($0.range) } == [
      "é: 'ü '", "list:\n  - \"a\" # c\n  - b: [d, e]", "run: |\n  x\n  y", "end: {f: g}",
    ])
  #expect(entries.map { source.text($0.key.range) } == ["é", "list", "run", "end"])
  let list = try #require(root["list"]?.elements)
  #expect(list.map { source.text($0.range) } == ["\"a\"", "b: [d, e]"])
  let content = try #require(list[0].scalar?.content)
  #expect(source.text(content.range) == "a")
  #expect(stream.comments.map { source.text($0) } == ["# c"])
}

@Test func `anchors are found and aliases name them`() throws {
  let stream = parseYAML(
    source("a: &x [b]\nc: *x\nd: &y\n  e: f\n<<: *y\n&z g: h\n", path: "a.yml"))
  let root = try #require(stream.documents.first)
  let alias = try #require(root["c"])
  #expect(stream.resolved(alias).elements?.count == 1)
  #expect(stream.anchored["y"]?["e"]?.scalar?.text == "f")
  #expect(stream.anchored["z"]?.scalar?.text == "g")
}

@Test func `documents are told apart, comments between them kept`() {
  let source = source("%YAML 1.2\n# a\n--- b\n...\n---\nc: |\n  d\n---\n- e\n", path: "a.yml")
  let stream = parseYAML(source)
  #expect(stream.documents.map(rendered) == ["\"b\"", "{\"c\": \"d\n\"}", "[\"e\"]"])
  #expect(stream.comments.count == 1)
}

@Test(arguments: [
  ("a: b: c\nd: e", [#"{"a": "b", "d": "e"}"#]),
  ("a: [b\nd: e", [#"{"a": [{"b d": "e"}]}"#]),
  ("a: 'b\nd: e", [#"{"a": "b d: e"}"#]),
  ("a: b\n   c: d\nd: e", [#"{"a": "b", "d": "e"}"#]),
  ("{{ if }}\nd: e", [#"{{"if": ""}: ""}"#, #"{"d": "e"}"#]),
  ("a: |x\n  b\nd: e", ["{\"a\": \"b\n\", \"d\": \"e\"}"]),
  ("a\nd: e", [#""a""#, #"{"d": "e"}"#]),
  ("d: e\n- f", [#"{"d": "e"}"#, #"["f"]"#]),
])
func `what does not fit is a problem, and the rest is read`(text: String, expected: [String]) {
  let stream = parseYAML(source(text, path: "a.yml"))
  #expect(!stream.problems.isEmpty)
  #expect(stream.documents.map(rendered) == expected)
}

@Test func `the scripts of a workflow are read`() {
  expectCommands(
    """
    env:
      FLAGS: --a_out=b ${{ c }}
    jobs:
      b:
        steps:
          - name: protoc --a_out=b
            run: |
              cat <<E
                protoc x
              E
              protoc \\
                "${{ github.x || 'd e' }}" # f
          - run: >
              protoc
              g
          - run: "protoc \\"h i\\" \\\\\\n j"
          # - run: protoc k
        script: [a b, 'c']
        command: [sh, -c, "d e"]
    """, path: ".github/workflows/ci.yml",
    [
      ["FLAGS=", "--a_out=b", "|${{ c }}|"], ["cat"], ["protoc", "|${{ github.x || 'd e' }}|"],
      ["protoc", "g"], ["protoc", "h i", "j"], ["a", "b"], ["c"], ["sh", "-c", "d e"], ["d", "e"],
    ])
}

@Test func `flags in a workflow are edited in place`() {
  let before =
    "é:\n  - run: >-\n      protoc a.proto\n      --swiftgrpc_opt=NIO=true\n      --swiftgrpc_out=Sync=true:G\n"
  let after = "é:\n  - run: >-\n      protoc a.proto\n      --grpc-swift_out=G\n"
  #expect(edited(before, path: "ci.yaml", renamingToGRPCSwift) == after)
  let quoted = "run: \"protoc --swiftgrpc_out=\\\"Sync=true:G\\\"\"\n"
  #expect(
    edited(quoted, path: "ci.yaml", renamingToGRPCSwift)
      == "run: \"protoc --grpc-swift_out=\\\"G\\\"\"\n")
}

@Test(arguments: [
  "- ", "[", "{", "a: ", "a: [", "? ", ": ", "'", "\"", "|\n", "a: |\n", ">\n ", "&a ", "*a ",
  "!t ", "- a\n",
  "a:\n ", "---\n", "\\", "\"\\", "#", " #", "\n", "a\n", "a,", "${{", "run: ${{ \n", "a: b\n",
  "  x\n",
  "[a\n", "'\n", "- - a\n", "é", "%", "... ", "run: << parameters.", "a:b", "- |\n\n",
])
func `any YAML is read in time`(piece: String) {
  let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
  let clock = ContinuousClock()
  let time = clock.measure { _ = commandLines(in: source(text, path: "a.yml")) }
  #expect(time < .seconds(300))
}
