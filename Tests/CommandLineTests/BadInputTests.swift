import Foundation
import Testing

/// One file of each kind that Moult reads, with a piece of text that makes it worth a closer look.
private let kinds: [(name: String, text: String)] = [
  ("A.swift", "import SwiftGRPC\nfunc f(_ e: RPCError) { _ = e.callResult?.statusCode }\n"),
  ("a.proto", "syntax = \"proto3\";\npackage a.b;\nmessage M { string s = 1; }\n"),
  ("A.m", "#import <ProtoRPC/ProtoRPC.h>\n@implementation A\n- (void)f { [GRPCCall x]; }\n@end\n"),
  ("A.h", "#import <ProtoRPC/ProtoRPC.h>\n@interface A : NSObject\n@end\n"),
  (
    "Package.swift",
    """
    // swift-tools-version: 5.0
    import PackageDescription
    let package = Package(name: "a", dependencies: [
      .package(url: "https://github.com/grpc/grpc-swift.git", from: "0.11.0")])

    """
  ),
  ("Podfile", "target 'A' do\n  pod 'SwiftGRPC', '~> 0.11'\nend\n"),
  ("A.podspec", "Pod::Spec.new do |s|\n  s.dependency 'SwiftGRPC'\nend\n"),
  ("Cartfile", "github \"grpc/grpc-swift\" ~> 0.11\n"),
  ("Makefile", "gen:\n\tprotoc --swiftgrpc_out=Client=true:. a.proto\n"),
  ("gen.sh", "protoc --swiftgrpc_out=. a.proto\n"),
  ("ci.yml", "steps:\n  - run: protoc --swiftgrpc_out=. a.proto\n"),
  ("buf.gen.yaml", "version: v1\nplugins:\n  - name: swiftgrpc\n    out: .\n"),
]

/// Lints a folder, shows the diff of all fixes, and makes sure that no byte was changed.
private func lintLeavingAlone(_ folder: TemporaryFolder) throws -> MoultRun {
  let names = folder.files()
  let digest = try folder.shell("find . -type f -exec cksum {} + | sort").output
  let run = try folder.moult("lint", "--format", "json")
  #expect([0, 1, 2].contains(run.code), "\(run.code) \(run.errors.suffix(500))")
  let diff = try folder.moult("fix", "--diff", "--review", "--placeholders")
  #expect([0, 1, 2].contains(diff.code), "\(diff.code) \(diff.errors.suffix(500))")
  #expect(folder.files() == names)
  #expect(try folder.shell("find . -type f -exec cksum {} + | sort").output == digest)
  return run
}

@Test func `files that end anywhere are linted`() throws {
  let folder = try TemporaryFolder()
  for (name, text) in kinds {
    let bytes = Array(text.utf8)
    for end in stride(from: 0, through: bytes.count, by: 3) {
      try folder.write("\(end)/\(name)", Array(bytes[..<end]))
    }
  }
  _ = try lintLeavingAlone(folder)
}

@Test func `every binary file is named and says nothing against the verdict`() throws {
  let folder = try TemporaryFolder()
  for (name, text) in kinds { try folder.write(name, Array(text.utf8) + [0, 1, 2]) }
  try folder.write("Good.swift", currentSwift)
  let run = try lintLeavingAlone(folder)
  #expect(run.code == 0)
  for (name, _) in kinds { #expect(run.output.contains("\"path\" : \"\(name)\"")) }
}

@Test func `every Swift and proto file that is not UTF-8 is named and makes the run undecided`()
  throws
{
  let folder = try TemporaryFolder()
  for (name, text) in kinds {
    try folder.write(name, Array("// caf".utf8) + [0xE9, 0x0A] + text.utf8)
  }
  let run = try lintLeavingAlone(folder)
  #expect(run.code == 2)
  for name in ["A.swift", "a.proto", "Package.swift"] {
    let text = try folder.moult("lint", name)
    #expect(text.code == 2)
    #expect(text.output.contains("not understood: \(name) (not UTF-8 at byte 6)"))
  }
}

@Test func `empty files are read and found empty`() throws {
  let folder = try TemporaryFolder()
  for (name, _) in kinds where name != "a.proto" { try folder.write(name, "") }
  #expect(try lintLeavingAlone(folder).code == 0)
}

@Test func `byte order marks and all line endings are taken`() throws {
  let folder = try TemporaryFolder()
  for (name, text) in kinds {
    try folder.write("crlf/\(name)", text.replacing("\n", with: "\r\n"))
    try folder.write("cr/\(name)", text.replacing("\n", with: "\r"))
    try folder.write("bom/\(name)", "\u{FEFF}" + text)
  }
  let run = try lintLeavingAlone(folder)
  #expect(run.output.contains("crlf/A.swift"))
  #expect(run.output.contains("bom/A.swift"))
}

@Test func `nesting without end is survived`() throws {
  let folder = try TemporaryFolder()
  let depth = 10_000
  for (name, text) in kinds {
    for (label, open, close) in [
      ("paren", "(", ")"), ("bracket", "[", "]"), ("brace", "{", "}"), ("comment", "/*", "*/"),
      ("block", "if a { ", "}"), ("message", "message A { ", "}"), ("string", "\"\\(", ")\""),
      ("generic", "A<", ">"), ("closure", "f { ", "}"), ("ternary", "a ? b : ", ""),
      ("prefix", "!", ""), ("chain", "a.", ""), ("plus", "a + ", ""), ("dash", "- ", ""),
    ] {
      let nested = String(repeating: open, count: depth) + String(repeating: close, count: depth)
      try folder.write("\(label)/\(name)", text + nested + "\n")
    }
  }
  _ = try lintLeavingAlone(folder)
}

@Test func `folders without end are survived`() throws {
  let folder = try TemporaryFolder()
  // Each step is short, and the whole is longer than any path may be.
  let step = String(repeating: "d", count: 200)
  let script = """
    i=0; while [ $i -lt 40 ]; do mkdir \(step) && cd -P \(step) || exit 1; i=$((i+1)); done
    echo 'import SwiftGRPC' > deep.swift
    """
  guard try folder.shell(script).code == 0 else { return }
  try folder.write("A.swift", oldSwift)
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.output.contains("path too long"))
}

@Test func `what cannot be read is named and makes the run undecided`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  try folder.write("B.swift", currentSwift)
  try folder.write("closed/C.swift", currentSwift)
  _ = try folder.shell("chmod 000 B.swift closed")
  // The superuser reads everything, and so does the test for one who is.
  let isReadable = try folder.shell("cat B.swift 2>/dev/null").code == 0
  let run = try folder.moult("lint")
  #expect(run.code == (isReadable ? 0 : 2))
  #expect(run.output.contains("unreadable: B.swift, closed (permission denied)") == !isReadable)
}

@Test func `pipes and sockets do not make it wait`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  _ = try folder.shell("mkfifo P.swift noending")
  let run = try folder.moult("lint")
  #expect(run.code == 0)
  #expect(run.output.contains("skipped: P.swift (not a regular file)"))
  #expect(try folder.moult("lint", "P.swift").code == 2)
}

@Test func `code of more than 32 MiB is named where it matters and passed over where it does not`()
  throws
{
  let folder = try TemporaryFolder()
  let code = "#import <ProtoRPC/ProtoRPC.h>\n"
  let data = String(repeating: "0x00, 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07,\n", count: 800_000)
  try folder.write("Data.h", data)
  #expect(try folder.moult("lint").code == 0)
  try folder.write("Client.m", code + data)
  try folder.write("Small.m", code)
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(
    run.output.contains("not understood: Client.m, Data.h (32 MiB or larger)"), "\(run.output)")
}
