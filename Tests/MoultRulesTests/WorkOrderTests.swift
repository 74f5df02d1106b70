import MoultAnalysis
import MoultFindings
import MoultSource
import MoultSurfaces
import Testing

/// Returns where 'old' stands in the files, in the order in which a person does it: path and line.
private func order(_ files: [(path: String, text: String)]) -> [String] {
  let texts = files.compactMap { ProjectText(path: $0.path, bytes: Array($0.text.utf8)) }
  #expect(texts.count == files.count)
  let findings = texts.flatMap { file in
    let bytes = file.source.bytes
    return bytes.indices.filter { bytes[$0...].starts(with: "old".utf8) }.map { start in
      Finding(
        rule: RuleID("test.old"), severity: .error, path: file.source.path,
        range: ByteOffset(start)..<ByteOffset(start + 3), message: "old")
    }
  }.sorted()
  let lines = Dictionary(texts.map { ($0.source.path, LineIndex($0.source.bytes)) }) { $1 }
  return inWorkOrder(findings, in: texts, cache: TreeCache()).map { finding in
    "\(finding.path):\(lines[finding.path]?.line(of: finding.range.lowerBound) ?? 0)"
  }
}

@Suite struct WorkOrderTests {
  @Test func `manifests come first, then schemas, calls of generators, generated code, and code`() {
    #expect(
      order([
        ("A.swift", "let a = old\n"), ("API/api.pb.swift", "// old\n"),
        ("Makefile", "all:\n\told\n"), ("Package.swift", "old\n"), ("a.proto", "// old\n"),
      ]) == [
        "Package.swift:1", "a.proto:1", "Makefile:2", "API/api.pb.swift:1", "A.swift:1",
      ])
  }

  @Test func `a module comes behind those that it imports`() {
    #expect(
      order([
        ("Package.swift", "let package = Package(name: \"All\")\n"),
        ("Sources/App/A.swift", "import Core\nfunc a() { old() }\n"),
        ("Sources/Core/Z.swift", "import Zero\nfunc z() { old() }\n"),
        ("Sources/Zero/M.swift", "func m() { old() }\n"),
      ]) == ["Sources/Zero/M.swift:1", "Sources/Core/Z.swift:2", "Sources/App/A.swift:2"])
  }

  @Test func `imports come before declarations, and these before what stands in bodies`() {
    #expect(
      order([
        ("A.swift", "func a() { old() }\n"),
        ("B.swift", "func b() {\n  old()\n}\nfunc c(_ value: old) {}\n"),
        ("C.swift", "import old\nprivate func d(_ value: old) {}\nlet e: old\n"),
      ]) == ["C.swift:1", "B.swift:4", "C.swift:3", "A.swift:1", "B.swift:2", "C.swift:2"])
  }

  @Test func `a declaration comes behind those that its head mentions`() {
    #expect(
      order([
        ("A.swift", "func a(_ b: B, old: Int) {}\n"), ("B.swift", "class B: C, old {}\n"),
        ("C.swift", "protocol C: old {}\n"),
        ("D.swift", "struct D: old { func d() { _ = A.self } }\n"),
      ]) == ["C.swift:1", "B.swift:1", "A.swift:1", "D.swift:1"])
  }

  @Test func `declarations that mention each other keep the order of reports`() {
    #expect(
      order([
        ("A.swift", "class A: B, old {}\n"), ("B.swift", "class B: A, old {}\n"),
        ("C.swift", "class C: old {}\n"),
      ]) == ["B.swift:1", "A.swift:1", "C.swift:1"])
  }

  @Test func `a long chain of declarations is no deep recursion`() {
    let number = 5_000
    let chain = (0..<number).map { "class C\($0): C\($0 + 1), old {}\n" }.joined()
    let lines = order([("A.swift", chain)])
    #expect(lines.first == "A.swift:\(number)" && lines.last == "A.swift:1")
  }
}
