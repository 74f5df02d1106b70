import MoultManifests
import MoultSource
import Testing

private let samples: [(path: String, text: String)] = [
  (
    "a.sh",
    "#!/bin/sh\nexport A=\"$(b 'c' `d`)\" # é\nif [ ! -x \"${P:-q}\" ]; then\n  protoc \\\n    --x_out=K=v,L:\"$O\" 'a b'\\''c' <<-E\n\tf\n\tE\nfi\nB=(c \"d\")\nsh -c \"e \\\"f\\\"\""
  ),
  (
    "Makefile",
    "A := $(shell b) \\\n  --x_out=c # d\ndefine e\n@f $$g\nendef\nall: h $(I) ; j\n\t@-k \"$@\" \\\n\t\t$(foreach l,m n,o $(l))\nifeq ($(p),q)\n.r s: T = u\nendif\n"
  ),
  (
    "A.podspec",
    "Pod::Spec.new do |s|\n  s.name = 'é'\n  s.source = { :git => \"#{u}/x\", tag: s.version }\n  s.prepare_command = <<-CMD\n    protoc --x_out=#{d[\"a\"]} \\\n      'b'\n  CMD\n  s.dependency \"!P\", ['~> 1', \"2\"] if %w[a b].include?(/c'/)\n=begin\n=end\nend\n"
  ),
  (
    "ci.yml",
    "%YAML 1.1\n---\na: &x !t [b, {c: 'd', \"e\\u00e9\": f}, *x]\nrun: |2-\n   protoc \\\n    --x_out=é\n\n# g\nscript:\n- >+\n  h\n   i\n\n- \"j\\\n  k\"\n? l\n: m n\n  o\n"
  ),
  (
    "project.pbxproj",
    "{ /* é */ isa = XCRemoteSwiftPackageReference; repositoryURL = \"u\"; requirement = { kind = branch; };\n shellScript = \"a \\\"b\\\"\\nprotoc \\\\\\n c\"; // d\n x = ( 'e', ); }"
  ),
  (
    "Dockerfile",
    "FROM a\nENV B=\"c d\"\nRUN --mount=x protoc \\\n  # e\n  --x_out=f && g <<'H'\ni\nH\nCMD [\"sh\", \"-c\", \"é\"]\nRUN <<-J\nk\nJ\n"
  ),
  (
    "justfile",
    "a := \"b {{c}}\" + `d 'é'`\ne f='g': h\n  @protoc {{a}} \\\n    --x_out=i\nj:\n  #!/bin/bash\n  k\n"
  ),
]

@Test(arguments: samples.indices)
func `any beginning of a file is read, with places inside the file`(sample: Int) {
  let (path, text) = samples[sample]
  let bytes = Array(text.utf8)
  for length in 0...bytes.count {
    let source = SourceText(path: path, bytes: Array(bytes[..<length]))
    let lines = commandLines(in: source)
    expectRangesAreSound(lines, in: source)
    for line in lines {
      _ = ProtocInvocation(line, in: source)
      _ = line.pluginNames
    }
  }
}

@Test(arguments: samples.indices)
func `a file with any byte replaced is read, with places inside the file`(sample: Int) {
  let (path, text) = samples[sample]
  let bytes = Array(text.utf8)
  for index in bytes.indices {
    for byte: UInt8 in [0x00, 0x0A, 0x0D, 0x20, 0x22, 0x27, 0x28, 0x5C, 0x7B, 0x7D, 0xFF] {
      var changed = bytes
      changed[index] = byte
      let source = SourceText(path: path, bytes: changed)
      let lines = commandLines(in: source)
      let isSound = lines.allSatisfy { line in
        line.range.upperBound.index <= changed.count
          && line.words.allSatisfy {
            $0.range.lowerBound <= $0.content.range.lowerBound
              && $0.content.range.upperBound <= $0.range.upperBound
          }
      }
      #expect(isSound, "byte \(byte) at \(index)")
      _ = podDependencies(in: source)
      _ = parseXcodeProject(source)
      _ = xcodeObjects(in: source)
    }
  }
}

@Test func `every kind of line ending gives the same commands`() {
  for (path, text) in samples where path != "project.pbxproj" {
    let words = commandLines(in: source(text, path: path)).map { $0.words.map(\.text) }
    let windows = commandLines(in: source(text.replacing("\n", with: "\r\n"), path: path))
    let trimmed = windows.map { $0.words.map { $0.text.replacing("\r", with: "") } }
    #expect(trimmed == words, "\(path)")
    #expect(!words.isEmpty)
  }
}

@Test(arguments: samples.indices)
func `a megabyte of a file is read in time`(sample: Int) {
  let (path, text) = samples[sample]
  let piece = text.hasSuffix("\n") ? text : text + "\n"
  let megabyte = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
  let source = source(megabyte, path: path)
  let clock = ContinuousClock()
  var count = 0
  let time = clock.measure { count = commandLines(in: source).count }
  #expect(time < .seconds(300))
  #expect(count >= commandLines(in: MoultManifestsTests.source(text, path: path)).count)
}
