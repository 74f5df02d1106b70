import MoultManifests
import MoultSource
import Testing

/// What the languages read here give a meaning to.
private let pieces = [
  "protoc", " ", "\n", "\r\n", "\t", "\\", "\\\n", "\"", "'", "`", "$", "$(", "${", "}", "}}",
  "${{", "{{", "#{", "#", "# ", "(", ")", "((", "))", "[", "]", "{", "<<E", "\nE\n", "<<-'E'",
  "<<~E", "<", ">", ">(", "|", "|\n", ">-\n", "&", "&a ", "*a", "!t", ";", ":", ": ", ":=", "=",
  "=>", "!=", ",", ".", "- ", "? ", "--x_out=", "a:b", "a=(", "%w[", "/", "=begin\n", "=end\n",
  "__END__", "do ", " end ", "if ", "case ", " in ", "esac", "define x\n", "endef\n", "$$",
  "$(shell ", "$(foreach a,b,", "shellScript = ", "isa = XCRemoteSwiftPackageReference;",
  "requirement = {", "RUN ", "ENV A=", "ONBUILD ", "\\x4", "\\u00", "é", "🐦", "\u{FEFF}", "---\n",
  "...", "sh -c ", "eval ", "export A=", "pod 'A', ", "s.prepare_command = ", ".package(url: ",
  ".target(name: ", "dependencies: [", "github \"", "PODS:\n", "  ", "    ", "|2", "'''", "\"\"\"",
  "[[", "-I", "--plugin=", "--a_opt", "protoc-gen-",
]

/// Numbers that look random and are the same in every run.
private struct Sequence {
  var state: UInt64

  mutating func next(below limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(limit))
  }
}

@Test(arguments: [
  "a.sh", "Makefile", "A.podspec", "ci.yml", "project.pbxproj", "Dockerfile", "justfile",
  "Package.swift", "Package.resolved", "Podfile.lock", "Cartfile", "buf.gen.yaml",
])
func `any mixture of pieces is read, and edits of it fit together`(path: String) {
  var sequence = Sequence(state: 42)
  for _ in 0..<400 {
    let count = 1 + sequence.next(below: 40)
    let text = (0..<count).map { _ in pieces[sequence.next(below: pieces.count)] }.joined()
    var bytes = Array(text.utf8)
    bytes[sequence.next(below: bytes.count)] = UInt8(sequence.next(below: 256))
    let source = SourceText(path: path, bytes: bytes)
    for line in commandLines(in: source) {
      for word in line.words {
        let isSound =
          word.range.lowerBound <= word.content.range.lowerBound
          && word.content.range.upperBound <= word.range.upperBound
          && word.range.upperBound.index <= bytes.count
        #expect(isSound, "\(text.debugDescription)")
      }
      guard let call = ProtocInvocation(line, in: source) else { continue }
      let edits = call.outputs.flatMap { $0.options.edits { $0.value == nil } }
      #expect(applying(edits, to: bytes) != nil, "\(text.debugDescription)")
    }
    _ = podDependencies(in: source)
    _ = parseXcodeProject(source)
    _ = xcodeObjects(in: source)
    _ = resolvedDependencies(in: source)
    _ = cartfileEntries(in: source)
    for plugin in bufPlugins(in: source) {
      for list in plugin.options {
        #expect(applying(list.edits { _ in false }, to: bytes) != nil, "\(text.debugDescription)")
      }
    }
    for list in parsePackageManifest(source).targets.compactMap(\.dependencyList) {
      for index in list.elements.indices {
        #expect(applying([list.removing(at: index)], to: bytes) != nil)
      }
    }
  }
}
