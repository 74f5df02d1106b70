import Foundation
import Testing

private let consumer = ["Generate.sh": "protoc *.proto --objc_out=Gen\n"]

private func project(_ files: [String: String]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for (path, text) in files { try folder.write(path, text) }
  return folder
}

@Test func `imports in a circle are said at the import, and the rest of the run goes on`() throws {
  let folder = try project(
    [
      "a.proto": "syntax = \"proto3\";\npackage p;\nimport \"b.proto\";\n",
      "b.proto": "syntax = \"proto3\";\npackage p;\nimport \"a.proto\";\nmessage B {}\n",
    ].merging(consumer) { $1 })
  let run = try folder.moult("lint")
  #expect(run.code == 1)
  #expect(run.output.contains("line 3: the file imports itself through b.proto"), "\(run.output)")
  #expect(run.output.contains("proto.missing-class-prefix"))
}

@Test func `a broken file is said at its place, and the others are judged`() throws {
  let folder = try project(
    [
      "a.proto": "syntax = \"proto3\";\npackage p;\n\nmessage A {\n  string = 1;\n}\n",
      "b.proto": "syntax = \"proto3\";\npackage p;\nmessage B {}\n",
    ].merging(consumer) { $1 })
  let run = try folder.moult("lint")
  #expect(run.code == 1)
  #expect(run.output.contains("a.proto (line 5: Expected field name)"), "\(run.output)")
  #expect(run.output.contains("b.proto:2:1"))
}

@Test func `a file that is refused makes the run undecided`() throws {
  let folder = try project([
    "deep.proto": String(repeating: "message A {", count: 10_000)
      + String(repeating: "}", count: 10_000)
  ])
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.output.contains("deep.proto (line 1: blocks are nested too deeply)"), "\(run.output)")
}

@Test(arguments: ["large.proto", "Podfile", "project.pbxproj"])
func `a file of a hundred megabytes is refused before it is read`(name: String) throws {
  let folder = try TemporaryFolder()
  // A file with a hole takes no room.
  #expect(try folder.shell("truncate -s 100M \(name)").code == 0)
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.output.contains("not understood: \(name) (32 MiB or larger)"), "\(run.output)")
}

/// A serialized `FileDescriptorSet` with one file: a package with a prefix and an empty message.
private func descriptorSet(package: String, prefix: String, message: String) -> [UInt8] {
  func field(_ tag: [UInt8], _ content: [UInt8]) -> [UInt8] {
    tag + [UInt8(content.count)] + content
  }
  let options = field([0xA2, 0x02], Array(prefix.utf8))
  let file =
    field([0x0A], Array("vendor/v.proto".utf8)) + field([0x12], Array(package.utf8))
    + field([0x22], field([0x0A], Array(message.utf8))) + field([0x42], options)
    + field([0x62], Array("proto3".utf8))
  return field([0x0A], file)
}

@Test func `descriptors of files that are not there take part in collisions`() throws {
  let folder = try project(
    [
      "a.proto":
        "syntax = \"proto3\";\npackage p;\noption objc_class_prefix = \"ABC\";\nmessage Load {}\n"
    ].merging(consumer) { $1 })
  #expect(try folder.moult("lint").code == 0)
  try folder.write(
    "set.binpb", descriptorSet(package: "vendor", prefix: "ABC", message: "Load"))
  let run = try folder.moult("lint", "--descriptor-set", "set.binpb")
  #expect(run.code == 1)
  #expect(run.output.contains("a.proto:4:9"), "\(run.output)")
  #expect(run.output.contains("'p.Load' and 'vendor.Load' both become 'ABCLoad'"))
}

@Test func `a rename meets the names of a descriptor set`() throws {
  let folder = try project([
    "a.proto": "syntax = \"proto3\";\npackage p;\nmessage Load {}\n"
  ])
  try folder.write(
    "set.binpb", descriptorSet(package: "vendor", prefix: "ABC", message: "Load"))
  let run = try folder.moult("rename-prefix", "p", "ABC", "--descriptor-set", "set.binpb")
  #expect(run.code == 2)
  #expect(
    run.errors.contains("'Load' would become 'ABCLoad', which vendor/v.proto has already"),
    "\(run.errors)")
}

@Test func `a descriptor set that is none, or not there, is an error`() throws {
  let folder = try project(["a.proto": "syntax = \"proto3\";\n", "set.binpb": "\u{1}\u{2}\u{3}"])
  let none = try folder.moult("lint", "--descriptor-set", "set.binpb")
  #expect(none.code == 2)
  #expect(none.errors.contains("cannot read 'set.binpb': not a descriptor set"))
  let missing = try folder.moult("lint", "--descriptor-set", "gone.binpb")
  #expect(missing.code == 2)
  #expect(missing.errors.contains("cannot read 'gone.binpb'"))
}

@Test func `a configured root says which of two files an import means`() throws {
  let files = [
    "one/t.proto": "syntax = \"proto3\";\npackage p;\nmessage T {}\n",
    "two/t.proto": "syntax = \"proto3\";\npackage p;\nmessage T {}\n",
    "one/u.proto":
      "syntax = \"proto3\";\npackage q;\nimport \"t.proto\";\nmessage U { p.T t = 1; }\n",
    ".moult.yml": "proto:\n  roots: [two]\n",
  ]
  let folder = try project(files)
  let run = try folder.moult("lint")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  try folder.write(".moult.yml", "proto:\n  root: [two]\n")
  let wrong = try folder.moult("lint")
  #expect(wrong.code == 2)
  #expect(wrong.errors.contains("did you mean 'roots'?"), "\(wrong.errors)")
}
