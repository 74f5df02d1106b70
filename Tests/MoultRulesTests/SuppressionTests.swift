import MoultAnalysis
import MoultFindings
import MoultSource
import MoultSurfaces
import Testing

/// Returns the file at `path` without the marks in `text`, and the range that each pair of them holds.
private func marked(_ text: String, _ path: String) -> (ProjectText, [ByteRange]) {
  let mark = Array("‸".utf8)
  var bytes: [UInt8] = []
  var places: [Int] = []
  var rest = Array(text.utf8)[...]
  while let byte = rest.first {
    if rest.starts(with: mark) {
      places.append(bytes.count)
      rest = rest.dropFirst(mark.count)
    } else {
      bytes.append(byte)
      rest = rest.dropFirst()
    }
  }
  let name = path.split(separator: "/").last.map(String.init) ?? path
  let file = ProjectText(
    source: SourceText(path: path, bytes: bytes), surface: Surface(fileName: name) ?? .script,
    isGenerated: false)
  let ranges = stride(from: 0, to: places.count - 1, by: 2).map {
    ByteRange(indices: places[$0]..<places[$0 + 1])
  }
  return (file, ranges)
}

/// Holds what the one suppression in a text covers against the part between the marks.
private func expectScope(
  _ path: String, _ text: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  let (file, ranges) = marked(text, path)
  let found = suppressions(in: file, TreeCache())
  let scopes = found.flatMap(\.rules).map { file.source.text(clamp($0.scope, file.source)) }
  #expect(scopes == ranges.map { file.source.text($0) }, sourceLocation: sourceLocation)
}

private func clamp(_ range: ByteRange, _ source: SourceText) -> ByteRange {
  range.clamped(to: ByteOffset(0)..<ByteOffset(source.bytes.count))
}

/// Holds the text with a suppression at the mark against the expected one.
private func expectWritten(
  _ path: String, _ text: String, _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let (file, ranges) = marked(text, path)
  let findings = ranges.map { range in
    Finding(
      rule: RuleID("a.b"), severity: .note, path: path, range: range, message: "m")
  }
  let written = suppressing(findings, in: file, reason: "why", TreeCache())
  let after = applying(written.edits, to: file.source.bytes) ?? []
  #expect(String(decoding: after, as: UTF8.self) == expected, sourceLocation: sourceLocation)
  // What was written covers what it was written for, and nothing twice.
  let result = ProjectText(
    source: SourceText(path: path, bytes: after), surface: file.surface, isGenerated: false)
  let read = suppressions(in: result, TreeCache())
  #expect(read.count == written.edits.count, sourceLocation: sourceLocation)
  for finding in findings {
    let text = file.source.text(finding.range)
    #expect(
      read.contains { suppression in
        suppression.rules.contains {
          result.source.text(clamp($0.scope, result.source)).contains(text)
        }
      }, sourceLocation: sourceLocation)
  }
}

@Test func `a comment on its own line is about the statement below it`() {
  expectScope("A.swift", "f()\n// moult:ignore[a.b] why\n‸g(\n  1,\n  2)‸\nh()\n")
  expectScope("A.swift", "// moult:ignore[a.b]\n\n/// Doc.\n‸@objc\nfunc f() {\n  g()\n}‸\nh()\n")
  expectScope("A.swift", "f {\n  /* moult:ignore[a.b] */ ‸g()‸; h()\n}\n")
  expectScope("A.swift", "switch x {\n// moult:ignore[a.b]\n‸case 1: f()‸\ndefault: g()\n}\n")
  expectScope("A.swift", "f(\n  a,\n  // moult:ignore[a.b]\n  ‸b: c‸,\n  d)\n")
  expectScope("A.swift", "‸f\n  // moult:ignore[a.b]\n  .g‸()\n")
}

@Test func `a comment behind code is about the statement that it stands behind`() {
  expectScope("A.swift", "f()\n‸g(1)‸  // moult:ignore[a.b] why\nh()\n")
  expectScope("A.swift", "‸g(\n  1,  // moult:ignore[a.b] why\n  2)‸\nh()\n")
}

@Test func `behind an opening brace it is about what stands before the brace`() {
  expectScope("A.swift", "‸func f(_ a: B) {‸  // moult:ignore[a.b] why\n  g()\n}\n")
  expectScope(
    "A.swift",
    "if a {\n  f()\n} ‸else if b {‸  // moult:ignore[a.b]\n  g()\n}\n".replacing(
      "‸else if", with: "else ‸if"))
  expectScope("A.swift", "do {\n  f()\n} ‸catch let e {‸  // moult:ignore[a.b]\n  g()\n}\n")
  expectScope("a.proto", "‸message A {‸  // moult:ignore[a.b]\n  string s = 1;\n}\n")
}

@Test func `before the end of a block there is nothing to ignore`() {
  expectScope(
    "A.swift",
    "func f() {\n  g()\n  // moult:ignore[a.b]‸‸\n}\n".replacing(
      "// moult:ignore[a.b]‸‸", with: "‸‸// moult:ignore[a.b]"))
  expectScope("A.swift", "f()\n‸‸// moult:ignore[a.b]\n")
  expectScope("a.proto", "message A {\n  ‸‸// moult:ignore[a.b]\n}\n")
}

@Test func `the forms say outright what they are about`() {
  expectScope("A.swift", "f()  // moult:ignore:next[a.b]\n‸g()‸\n")
  expectScope("A.swift", "‸f()‸  // moult:ignore:this[a.b]\ng()\n")
  expectScope("A.swift", "‸f()\ng()  // moult:ignore:file[a.b]\n‸")
  expectScope(
    "A.swift", "f()\n‸// moult:ignore:begin[a.b]\ng()\n‸// moult:ignore:end[a.b]\nh()\n")
}

@Test func `a range that nothing ends holds to the end of its block`() {
  expectScope(
    "A.swift",
    "func f() ‸‸{\n  ‸// moult:ignore:begin[a.b]\n  g()\n}‸\nh()\n".replacing(
      "‸‸", with: ""))
  expectScope("run.sh", "a\n‸# moult:ignore:begin[a.b]\nb\n‸")
}

@Test func `in Objective-C and proto a statement ends with a semicolon or a brace`() {
  expectScope("a.proto", "// moult:ignore[a.b]\n‸message A {\n  string s = 1;\n}‸\nmessage B {}\n")
  expectScope("a.proto", "syntax = \"proto3\";\n‸package a;‸  // moult:ignore[a.b]\n")
  expectScope("A.m", "// moult:ignore[a.b]\n‸#import <A/B.h>‸\n#import <C.h>\n")
  expectScope(
    "A.m",
    "- (void)f {\n  // moult:ignore[a.b]\n  ‸[a b:^(id c) {\n    [c d];\n  }];‸\n  [e f];\n}\n")
  expectScope("A.m", "@interface A : B\n// moult:ignore[a.b]\n‸- (void)f;‸\n- (void)g;\n@end\n")
  expectScope("A.m", "NSString *s = @\"// moult:ignore[a.b]\";\n")
}

@Test func `where comments begin with a hash, a logical line and the deeper ones below it are one`()
{
  expectScope("run.sh", "# moult:ignore[a.b]\n‸protoc \\\n  --x_out=. \\\n  a.proto‸\necho\n")
  expectScope("Makefile", "# moult:ignore[a.b]\n‸gen:\n\tprotoc a\n\tprotoc b‸\nclean:\n\trm x\n")
  expectScope(
    "ci.yml", "jobs:\n  # moult:ignore[a.b]\n  ‸- run: |\n      protoc\n    env: x‸\n  - y\n")
  expectScope(
    "Podfile", "target 'A' do\n  ‸pod 'B',\n    '~> 1'‸  # moult:ignore[a.b]\n  pod 'C'\nend\n")
  expectScope("run.sh", "echo '# moult:ignore[a.b]'\necho \"a # moult:ignore[c.d]\"\n")
}

@Test func `a suppression is written where it covers the finding and no more`() {
  expectWritten(
    "A.swift", "class A {\n  func f() {\n    let a = ‸B‸()\n  }\n}\n",
    "class A {\n  func f() {\n    // moult:ignore[a.b] why\n    let a = B()\n  }\n}\n")
  expectWritten(
    "A.swift", "func f(_ a: ‸B‸) {\n  g()\n}\n",
    "func f(_ a: B) { // moult:ignore[a.b] why\n  g()\n}\n")
  expectWritten(
    "A.swift", "func f(_ a: ‸B‸) { g() }\n", "// moult:ignore[a.b] why\nfunc f(_ a: B) { g() }\n")
  expectWritten(
    "A.swift", "/// Doc.\n  let a: ‸B‸ = 1\n",
    "  // moult:ignore[a.b] why\n/// Doc.\n  let a: B = 1\n")
  expectWritten(
    "A.swift", "f(‸a‸,\r\n  ‸b‸)\r\n", "// moult:ignore[a.b] why\r\nf(a,\r\n  b)\r\n")
  expectWritten(
    "a.proto", "message A {\n  ‸string‸ s = 1;\n}\n",
    "message A {\n  // moult:ignore[a.b] why\n  string s = 1;\n}\n")
  expectWritten(
    "run.sh", "if x; then\n  protoc \\\n    ‸--y_out‸=. a\nfi\n",
    "if x; then\n  # moult:ignore[a.b] why\n  protoc \\\n    --y_out=. a\nfi\n")
  expectWritten(
    "Makefile", "gen:\n\tprotoc ‸--y_out‸=. a\n",
    "gen:\n# moult:ignore[a.b] why\n\tprotoc --y_out=. a\n")
  expectWritten(
    "ci.yml", "a:\n  run: >-\n    protoc\n    ‸--y_out‸=.\n",
    "a:\n  # moult:ignore[a.b] why\n  run: >-\n    protoc\n    --y_out=.\n")
  expectWritten(
    "ci.yml", "a:\n  run: |\n    x\n    protoc ‸--y_out‸=.\n",
    "a:\n  run: |\n    x\n    # moult:ignore[a.b] why\n    protoc --y_out=.\n")
}

@Test func `where no comment can stand nothing is written`() {
  let (file, ranges) = marked("{ \"a\": ‸1‸ }", "buf.json")
  let finding = Finding(
    rule: RuleID("a.b"), severity: .note, path: "buf.json", range: ranges[0], message: "m")
  let written = suppressing([finding], in: file, reason: "why", TreeCache())
  #expect(written.edits.isEmpty)
  #expect(written.refused == [finding])
}

@Test func `reasons and lists of rules are read in all spellings`() {
  let (file, _) = marked(
    """
    /* moult:ignore[a.b,c.d] -- why not */
    f()
    /// moult:ignore[ a.b  c.d ]: why not
    g()
    """, "A.swift")
  let found = suppressions(in: file, TreeCache())
  #expect(found.map(\.reason) == ["why not", "why not"])
  #expect(found.map { $0.rules.map(\.id.rawValue) } == [["a.b", "c.d"], ["a.b", "c.d"]])
}

@Test(arguments: [
  ("moult:ignore", "it names no rule"), ("moult:ignore[]", "it names no rule"),
  ("moult:ignore[a.b", "the ']' behind the rules is missing"),
  ("moult:ignore:previous[a.b]", "':previous' is none of"),
  ("moult:disable[a.b]", "'moult:disable' is not a command of Moult"),
  ("moult:ignore:end[a.b]", "nothing begins a range of 'a.b'"),
  ("moult:ignore:begin[a.b]", "nothing ends its range"),
])
func `what cannot be read says why`(command: String, problem: String) {
  let (file, _) = marked("// \(command)\nf()\n", "A.swift")
  let found = suppressions(in: file, TreeCache())
  #expect(found.count == 1)
  #expect(found.first?.problem?.hasPrefix(problem) == true, "\(found)")
}

@Test func `of several comments that cover a finding the first one in the file does`() {
  let body = (0..<12).map { number in
    """
      g() // moult:ignore[a.b] \(number)
      // moult:ignore[a.b, c.d] \(number)
      h(
        1)
      if k() {
        // moult:ignore:begin[a.b]
        g()
        // moult:ignore[c.d]
        h(2)
      }
      h(3)

    """
  }
  let text =
    "// moult:ignore:begin[c.d]\nfunc f() {\n" + body.joined()
    + "}\n// moult:ignore:end[c.d]\nh(4)\n"
  let file = marked(text, "A.swift").0
  let read = suppressions(in: file, TreeCache())
  #expect(read.count > 40)
  let calls = file.source.bytes.indices.filter { index in
    file.source.bytes[index] == UInt8(ascii: "(") && index > 40
  }
  // In an order that says nothing.
  let findings = ["c.d", "a.b", "e.f"].flatMap { rule in
    calls.reversed().map { index in
      Finding(
        rule: RuleID(rule), severity: .note, path: "A.swift",
        range: ByteRange(indices: index - 1..<index), message: "m")
    }
  }
  let coverage = SuppressionCoverage(of: findings, by: read)
  var covered = 0
  for (position, finding) in findings.enumerated() {
    let expected = read.firstIndex { suppression in
      suppression.rules.contains {
        $0.id == finding.rule && $0.scope.contains(finding.range.lowerBound)
      }
    }
    #expect(coverage.suppressions[position] == expected)
    covered += expected == nil ? 0 : 1
  }
  #expect(covered > 40 && covered < findings.count)
  for suppression in read {
    for rule in suppression.rules {
      let holds = findings.contains {
        $0.rule == rule.id && rule.scope.contains($0.range.lowerBound)
      }
      #expect(coverage.holdsFinding(of: rule.id, in: rule.scope) == holds)
    }
  }
}
