import Foundation
import Testing

@Test func `color is used when asked for and never by itself in a pipe`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  #expect(try !folder.moult("lint").output.contains("\u{1B}["))
  #expect(try !folder.moult("lint", "--color", "never").output.contains("\u{1B}["))
  #expect(try folder.moult("lint", "--color", "always").output.contains("\u{1B}["))
}

@Test(arguments: [([:], true), (["NO_COLOR": "1"], false), (["TERM": "dumb"], false)])
func `a terminal gets color unless NO_COLOR or TERM say otherwise`(
  environment: [String: String], isColored: Bool
) throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let settings = environment.map { "\($0)=\($1) " }.joined()
  let script = """
    import os, pty, sys
    parent, child = pty.openpty()
    if os.fork() == 0:
        os.dup2(child, 1)
        os.execvp("sh", ["sh", "-c", 'NO_COLOR= TERM=xterm \(settings)"$MOULT" lint'])
    os.close(child)
    data = b""
    try:
        while piece := os.read(parent, 65536):
            data += piece
    except OSError:
        pass
    sys.stdout.buffer.write(data)
    """
  try folder.write("terminal.py", script)
  let run = try folder.shell("command -v python3 >/dev/null || exit 9; python3 terminal.py")
  // Only Python is known to open a terminal on all systems alike.
  if run.code == 9 { return }
  #expect(run.output.contains("A.swift:1:"))
  #expect(run.output.contains("\u{1B}[") == isColored)
}

@Test func `xcode lines go to the output stream and the footer does not`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  let run = try folder.moult("lint", "--format", "xcode")
  for line in run.output.split(separator: "\n") {
    // Xcode finds no file by a relative path.
    #expect(line.hasPrefix("/") && line.contains("/A.swift:"), "\(line)")
  }
  #expect(run.errors.contains("seen: 1 Swift"))
}

@Test func `json is one object with the exit code in it, whatever was found`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  for (name, text, code) in [("A.swift", currentSwift, 0), ("B.swift", oldSwift, 1)] {
    try folder.write(name, text)
    let run = try folder.moult("lint", "--format", "json")
    let root = try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any]
    #expect((root?["exit"] as? [String: Any])?["code"] as? Int == code)
    #expect(run.code == Int32(code))
    #expect(run.errors == "")
  }
}

@Test func `a reader that leaves early is no failure`() throws {
  let folder = try TemporaryFolder()
  for number in 0..<500 { try folder.write("F\(number).swift", oldSwift) }
  let run = try folder.shell("\"$MOULT\" lint 2>&1 | head -n 1")
  #expect(run.output.split(separator: "\n").count == 1)
}

@Test(arguments: ["text", "json"])
func `a version that decides comes with the line that it was read in`(format: String) throws {
  let folder = try TemporaryFolder()
  try folder.write("Podfile", "pod '!ProtoCompiler-gRPCPlugin', '1.40.0'\n")
  try folder.write(
    "Podfile.lock",
    """
    PODS:
      - "!ProtoCompiler (3.19.2)"
      - gRPC-ProtoRPC (1.44.0)

    """)
  try folder.write(
    "make.sh",
    "protoc a.proto --objc_out=Gen --objc_opt=package_to_prefix_mappings_path=prefixes.txt\n")
  let output = try folder.moult("lint", "--expand", "--format", format).output
  #expect(output.contains("'gRPC-ProtoRPC' 1.44.0 in Podfile.lock:3"), "\(output)")
  #expect(output.contains("'!ProtoCompiler' 3.19.2 in Podfile.lock:2"), "\(output)")
}
