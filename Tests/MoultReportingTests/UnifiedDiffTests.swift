import Foundation
import MoultReporting
import Testing

private func diff(_ before: String, _ after: String, path: String = "A.swift") -> String {
  let change = FileChange(path: path, before: Array(before.utf8), after: Array(after.utf8))
  return String(decoding: unifiedDiff([change]), as: UTF8.self)
}

@Test func `a changed line is shown with three lines around it`() {
  #expect(
    diff("1\n2\n3\n4\nold\n6\n7\n8\n9\n", "1\n2\n3\n4\nnew\n6\n7\n8\n9\n") == """
      --- a/A.swift
      +++ b/A.swift
      @@ -2,7 +2,7 @@
       2
       3
       4
      -old
      +new
       6
       7
       8

      """)
}

@Test func `far changes come in hunks of their own and near ones together`() {
  let lines = (1...30).map { "\($0)\n" }
  var far = lines
  far[2] = "x\n"
  far[20] = "y\n"
  #expect(
    diff(lines.joined(), far.joined()).split(separator: "\n").count { $0.hasPrefix("@@") } == 2)
  var near = lines
  near[2] = "x\n"
  near[9] = "y\n"
  #expect(
    diff(lines.joined(), near.joined()).split(separator: "\n").count { $0.hasPrefix("@@") } == 1)
}

@Test func `a missing line feed at the end is marked`() {
  #expect(
    diff("a\nb", "a\nc\n") == """
      --- a/A.swift
      +++ b/A.swift
      @@ -1,2 +1,2 @@
       a
      -b
      \\ No newline at end of file
      +c

      """)
}

@Test func `text that stays the same has no diff`() {
  #expect(diff("a\n", "a\n") == "")
}

@Test func `an inserted block is not shown as a change of its surroundings`() {
  let shown = diff("{\n}\n{\n}\n", "{\n}\n{\n}\n{\n}\n")
  #expect(shown.split(separator: "\n").count { $0.hasPrefix("-") } == 1)
}

@Test func `names with quotes and spaces are written as patch reads them`() {
  #expect(diff("a\n", "b\n", path: "My App/A.swift").hasPrefix("--- a/My App/A.swift\t\n"))
  #expect(diff("a\n", "b\n", path: "A\"\n.swift").hasPrefix("--- \"a/A\\\"\\n.swift\"\n"))
}

@Test func `thousands of lines that have nothing in common are compared at once`() {
  let old = (0..<20_000).map { "\($0 % 7)\n" }.joined()
  let new = (0..<20_000).map { "\($0 % 5)x\n" }.joined()
  let clock = ContinuousClock()
  let time = clock.measure { #expect(diff(old, new).utf8.count > old.utf8.count) }
  #expect(time < .seconds(300))
}

/// Generated pairs of texts, which a patch must turn into one another.
private func samples() -> [(before: [UInt8], after: [UInt8])] {
  var state: UInt64 = 7
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }
  let words = ["{", "}", "", "let a = 1", "let b = 2\r", "\tcall(é)", "return", "// x"]
  return (0..<60).map { _ in
    var lines = (0..<random(60)).map { _ in words[random(words.count)] }
    let before = lines.joined(separator: "\n") + (random(2) == 0 ? "\n" : "")
    for _ in 0..<random(6) {
      let place = random(lines.count + 1)
      switch random(3) {
      case 0: lines.insert("new \(random(9))", at: place)
      case 1: if place < lines.count { lines.remove(at: place) }
      default: if place < lines.count { lines[place] = words[random(words.count)] }
      }
    }
    let after = lines.joined(separator: "\n") + (random(2) == 0 ? "\n" : "")
    return (Array(before.utf8), Array(after.utf8))
  }.filter { !$0.isEmpty && !$1.isEmpty }
}

@Test(arguments: [["git", "apply", "-p1", "-"], ["patch", "-p1", "--binary", "-s"]])
func `patches apply and give the new content`(tool: [String]) throws {
  // Not every machine has `patch`; git is there wherever Swift packages are resolved.
  guard try run(["sh", "-c", "command -v \(tool[0])"], in: "/", input: []) == 0 else {
    #expect(tool[0] == "patch")
    return
  }
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let samples = samples()
  #expect(samples.count > 40)
  var changes: [FileChange] = []
  for (number, sample) in samples.enumerated() {
    let name = number == 0 ? "with space.txt" : "\(number).txt"
    try Data(sample.before).write(to: folder.appending(path: name))
    changes.append(FileChange(path: name, before: sample.before, after: sample.after))
  }
  #expect(try run(tool, in: folder.path, input: unifiedDiff(changes)) == 0)
  for change in changes {
    let result = try Data(contentsOf: folder.appending(path: change.path))
    #expect(Array(result) == change.after, "\(change.path)")
  }
}

private func run(_ command: [String], in folder: String, input: [UInt8]) throws -> Int32 {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = command
  process.currentDirectoryURL = URL(fileURLWithPath: folder)
  // A repository around the folder of temporary files would make git look for its files there.
  process.environment = ProcessInfo.processInfo.environment.merging(["GIT_DIR": "/nonexistent"]) {
    $1
  }
  let pipe = Pipe()
  process.standardInput = pipe
  process.standardOutput = FileHandle.nullDevice
  try process.run()
  try pipe.fileHandleForWriting.write(contentsOf: Data(input))
  try pipe.fileHandleForWriting.close()
  process.waitUntilExit()
  return process.terminationStatus
}
