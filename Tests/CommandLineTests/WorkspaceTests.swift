import Foundation
import Testing

/// Returns the paths that a run would read, in its order.
private func shown(_ folder: TemporaryFolder, _ arguments: String...) throws -> [String] {
  let run = try folder.moult(["lint", "--show-files"] + arguments)
  #expect(run.code == 0, "\(run.errors)")
  return run.output.split(separator: "\n").map { line in
    String(line.drop { $0 != "\t" }.dropFirst())
  }
}

@Test func `files come in byte order with their surface`() throws {
  let folder = try TemporaryFolder()
  for name in [
    "b/Z.swift", "b.swift", "a.proto", "B/x.m", "Podfile", "b/Makefile", "ci.yml", "x.txt",
  ] {
    try folder.write(name, "x")
  }
  #expect(
    try folder.moult("lint", "--show-files").output == """
      objective-c\tB/x.m
      manifest\tPodfile
      proto\ta.proto
      swift\tb.swift
      script\tb/Makefile
      swift\tb/Z.swift
      script\tci.yml

      """)
}

@Test func `folders that tools fill are left alone, named, and opened on request`() throws {
  let folder = try TemporaryFolder()
  for name in [
    ".build/A.swift", "Pods/P.swift", "Carthage/Checkouts/C.swift", ".git/G.swift", "S.swift",
  ] {
    try folder.write(name, currentSwift)
  }
  #expect(try shown(folder) == ["S.swift"])
  let run = try folder.moult("lint")
  #expect(run.code == 0)
  #expect(run.output.contains(".build, Carthage/Checkouts, Pods"))
  #expect(!run.output.contains(".git,"))
  try folder.write(".moult.yml", "include: [Pods/]\n")
  #expect(try shown(folder) == ["Pods/P.swift", "S.swift"])
  #expect(try shown(folder, "Pods") == ["Pods/P.swift"])
}

@Test func `overlapping paths show each file once`() throws {
  let folder = try TemporaryFolder()
  try folder.write("a/A.swift", currentSwift)
  #expect(try shown(folder, "a", "a/A.swift", ".", "./a/") == ["a/A.swift"])
}

@Test func `symbolic links are not followed and are named`() throws {
  let folder = try TemporaryFolder()
  try folder.write("a/A.swift", oldSwift)
  let files = FileManager.default
  try files.createSymbolicLink(atPath: folder.path + "/a/loop", withDestinationPath: "..")
  try files.createSymbolicLink(atPath: folder.path + "/L.swift", withDestinationPath: "a/A.swift")
  try files.createSymbolicLink(atPath: folder.path + "/gone.swift", withDestinationPath: "nowhere")
  #expect(try shown(folder) == ["a/A.swift"])
  let run = try folder.moult("lint")
  #expect(run.output.contains("skipped: L.swift, a/loop, gone.swift (symbolic link)"))
}

@Test func `a path outside the working directory is shown from where it begins`() throws {
  let folder = try TemporaryFolder()
  try folder.write("project/Sources/A.swift", oldSwift)
  try folder.write("elsewhere/x.txt", "")
  let run = try folder.moult("lint", folder.path + "/project")
  #expect(run.belowLegend.hasPrefix("project/Sources/A.swift:1:"))
  let other = try TemporaryFolder()
  let outside = try other.moult("lint", folder.path + "/project")
  #expect(outside.belowLegend.hasPrefix("Sources/A.swift:1:"))
}

@Test func `a file that is named is read although it is ignored`() throws {
  let folder = try TemporaryFolder()
  try folder.write(".gitignore", "*.swift\n")
  try folder.write("A.swift", currentSwift)
  #expect(try shown(folder) == [])
  #expect(try shown(folder, "A.swift") == ["A.swift"])
}

@Test func `exclude and include in the configuration decide over gitignore`() throws {
  let folder = try TemporaryFolder()
  for name in ["A.swift", "gen/B.swift", "third/C.swift", "third/D.swift"] {
    try folder.write(name, currentSwift)
  }
  try folder.write(".gitignore", "gen/\n")
  try folder.write(".moult.yml", "exclude: [third/*, '!third/D.swift']\ninclude: [/gen/]\n")
  #expect(try shown(folder) == ["A.swift", "gen/B.swift", "third/D.swift"])
}

@Test func `a script without an ending is known by its first line`() throws {
  let folder = try TemporaryFolder()
  try folder.write("generate", "#!/bin/sh\nprotoc --swiftgrpc_out=. a.proto\n")
  try folder.write("LICENSE", "none")
  let run = try folder.moult("lint")
  #expect(run.output.contains("seen: 1 script, 1 file of other kinds not opened"))
}

@Test func `output is the same with one thread and with many`() throws {
  let folder = try TemporaryFolder()
  for number in 0..<300 { try folder.write("d\(number % 7)/F\(number).swift", oldSwift) }
  let one = try folder.moult("lint", "--format", "json", "--jobs", "1")
  let many = try folder.moult("lint", "--format", "json", "--jobs", "8")
  #expect(one.code == 1)
  #expect(one.output == many.output)
  #expect(!one.output.contains(folder.path))
}

@Test func `git and moult leave out the same files`() throws {
  var state: UInt64 = 1
  func random(_ bound: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(truncatingIfNeeded: state >> 33) % bound
  }
  func pick<T>(_ choices: [T]) -> T { choices[random(choices.count)] }
  let names = ["a", "b", "foo", "bar", "foo bar", "x1", "[z]", "a.b", "é", "!n", "#h"]
  let pieces = [
    "*", "**", "a", "b", "foo", "b*", "*o", "f?o", "[a-f]*", "[!a]", "x[0-9]", "a.b", "\\[z\\]",
    "foo\\ bar", "[[:alpha:]]", "*.swift", "a*.swift", "é*", "[]a]", "[^b]oo", "**o",
  ]
  var different = 0
  for round in 0..<60 {
    let folder = try TemporaryFolder()
    var folders = [""]
    for _ in 0..<8 { folders.append(pick(folders) + pick(names) + "/") }
    for _ in 0..<40 { try folder.write(pick(folders) + pick(names) + ".swift", "") }
    for place in Set([""] + (0..<3).map { _ in pick(folders) }).sorted() {
      let lines = (0..<1 + random(6)).map { _ in
        let path = (0..<1 + random(3)).map { _ in pick(pieces) }.joined(separator: "/")
        return pick(["", "", "", "!", "\\!", "\\#", "#"]) + pick(["", "", "/", "**/"]) + path
          + pick(["", "", "/", "/**", "/*", " ", "\r", "\\ "])
      }
      try folder.write(place + ".gitignore", lines.joined(separator: "\n") + pick(["", "\n"]))
    }
    try folder.git("init", "-q", ".")
    let listed = try folder.git("ls-files", "-z", "--others", "--exclude-standard").output
    let expected = listed.split(separator: "\0").map(String.init).filter { $0.hasSuffix(".swift") }
    let all = folder.files().count { $0.hasSuffix(".swift") }
    if expected.count != all { different += 1 }
    let actual = try shown(folder)
    #expect(Set(actual) == Set(expected), "round \(round)")
    #expect(actual.count == expected.count)
  }
  // Patterns that never matched would make the comparison worthless.
  #expect(different > 20)
}

@Test(arguments: [2, 3, 4])
func `what git tracks is read although a pattern of gitignore fits it`(version: Int) throws {
  let folder = try TemporaryFolder()
  let tracked = [
    "A.swift", "gen/B.swift", "gen/deep/C.swift", "other.gen/D.swift", "ä/gen/E.swift",
  ]
  for name in tracked { try folder.write(name, currentSwift) }
  try folder.git("init", "-q", ".")
  try folder.git("add", ".")
  try folder.git("update-index", "--index-version", "\(version)")
  try folder.write(".gitignore", "gen/\n*.gen\n")
  for name in ["gen/New.swift", "gen/deep/New.swift", "gen/more/New.swift", "ä/gen/New.swift"] {
    try folder.write(name, currentSwift)
  }
  #expect(Set(try shown(folder)) == Set(tracked))
  // A folder that is named is opened, whatever fits it.
  #expect(
    try shown(folder, "gen") == [
      "gen/B.swift", "gen/New.swift", "gen/deep/C.swift", "gen/deep/New.swift",
      "gen/more/New.swift",
    ])
  try folder.write(".moult.yml", "include: [/gen/more/]\nexclude: [/gen/deep/]\n")
  #expect(
    Set(try shown(folder))
      == Set(tracked + ["gen/more/New.swift"]).subtracting(["gen/deep/C.swift"]))
}

@Test func `patterns of the folders above hold as well`() throws {
  let folder = try TemporaryFolder()
  try folder.write(".gitignore", "gen\n/sub/only\n")
  for name in ["sub/gen/A.swift", "sub/only/B.swift", "sub/C.swift"] {
    try folder.write(name, currentSwift)
  }
  try folder.git("init", "-q", ".")
  try folder.write(".git/info/exclude", "C.swift\n")
  #expect(try shown(folder, "sub") == [])
  try folder.write("sub/.gitignore", "!C.swift\n")
  #expect(try shown(folder, "sub") == ["sub/C.swift"])
}

@Test func `the project around a part is read and not reported`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Package.swift", "// swift-tools-version: 5.5\n")
  try folder.write("Sources/A/A.swift", oldSwift)
  try folder.write("Sources/B/B.swift", oldSwift)
  try folder.commitAll()
  let part = try folder.moult("lint", "Sources/A")
  #expect(part.code == 1)
  #expect(part.output.contains("Sources/A/A.swift:1:"))
  #expect(!part.output.contains("B.swift"))
  #expect(part.output.contains("seen: 1 Swift\nread for context: 2 files\n"))
  #expect(try shown(folder, "Sources/A") == ["Sources/A/A.swift"])
  // Half a hop is none.
  let fixed = try folder.moult("fix", "Sources/A/A.swift")
  #expect(fixed.code == 1)
  #expect(fixed.output.contains("it belongs to the hop grpc-swift 0 → 1"))
  #expect(try folder.read("Sources/B/B.swift") == oldSwift)
  #expect(try folder.read("Sources/A/A.swift") == oldSwift)
}

@Test func `outside a repository the project ends at the current folder`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Package.swift", "// swift-tools-version: 5.5\n")
  try folder.write("Sources/A/A.swift", oldSwift)
  try folder.write("Sources/B/B.swift", oldSwift)
  let part = try folder.moult("lint", "Sources/A/A.swift")
  #expect(part.output.contains("seen: 1 Swift\nread for context: 2 files\n"))
  let inside = try folder.shell("cd Sources && \"$MOULT\" lint A 2>&1")
  #expect(inside.output.contains("seen: 1 Swift\n"))
  #expect(!inside.output.contains("read for context"))
}

@Test func `inside a part of a project paths begin at the project`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Podfile", "")
  try folder.write("App/A.swift", oldSwift)
  try folder.commitAll()
  let run = try folder.shell("cd App && \"$MOULT\" lint 2>&1")
  #expect(run.belowLegend.hasPrefix("App/A.swift:1:"))
}

@Test func `a folder of projects needs nothing of what is around it`() throws {
  let folder = try TemporaryFolder()
  try folder.write("Package.swift", "// swift-tools-version: 5.5\n")
  try folder.write("Examples/One/Package.swift", "// swift-tools-version: 5.5\n")
  try folder.write("Examples/One/A.swift", oldSwift)
  try folder.commitAll()
  let run = try folder.shell("cd Examples && \"$MOULT\" lint 2>&1")
  #expect(run.output.contains("One/A.swift:1:"))
  #expect(!run.output.contains("read for context"))
}

@Test(arguments: [
  ("Makefile", "gen:\n\tprotoc a.proto --swiftgrpc_out=Gen\n"),
  ("gen.sh", "protoc a.proto --swiftgrpc_opt=Visibility=Public --swiftgrpc_out=Gen\n"),
  ("copy.sh", "cp bin/protoc-gen-swiftgrpc /usr/local/bin\n"),
])
func `a script that only names the plugin in a flag is looked at`(
  name: String, text: String
) throws {
  let folder = try TemporaryFolder()
  try folder.write(name, text)
  let run = try folder.moult("lint")
  #expect(run.code == 1)
  #expect(run.output.contains("[grpc-swift.protoc-plugin]"))
}

@Test(arguments: [
  ("Makefile", "gen:\n\tprotoc a.proto --objc_out=Gen\n"),
  ("View.m", "#import \"A.pbobjc.h\"\n"),
])
func `a script or an Objective-C file is evidence for a class prefix`(
  name: String, text: String
) throws {
  let folder = try TemporaryFolder()
  try folder.write("a.proto", "syntax = \"proto3\";\npackage a.b;\nmessage M {}\n")
  #expect(try folder.moult("lint").code == 0)
  try folder.write(name, text)
  #expect(try folder.moult("lint").output.contains("[proto.missing-class-prefix]"))
}
