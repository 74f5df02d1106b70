import Foundation
import Testing

private let crane = """
  syntax = "proto3";
  package harbor.v1;
  message Load { string id = 1; }
  service Crane { rpc Lift(Load) returns (Load); }

  """

private let caller = """
  #import "Crane.pbobjc.h"
  Load *load(void) { return [Load message]; }

  """

private func project(_ files: [String: String] = [:]) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  let all = ["protos/crane.proto": crane, "App/Crane.m": caller].merging(files) { $1 }
  for (path, text) in all { try folder.write(path, text) }
  return folder
}

@Test func `a prefix is set and its users follow`() throws {
  let folder = try project()
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(
    run.output == """
      renamed in App/Crane.m
      renamed in protos/crane.proto
      Renamed in 2 files, for 8 generated names

      """)
  #expect(
    try folder.read("protos/crane.proto")
      == crane.replacing(
        "package harbor.v1;\n", with: "package harbor.v1;\noption objc_class_prefix = \"HBR\";\n"))
  #expect(try folder.read("App/Crane.m") == caller.replacing("Load", with: "HBRLoad"))
  let again = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(again.code == 0)
  #expect(again.output == "Renamed in 0 files, for 0 generated names\n")
}

@Test func `a prefix is changed to another, and back to none`() throws {
  let folder = try project()
  for prefix in ["HBR", "QUA", ""] {
    #expect(try folder.moult("rename-prefix", "harbor.v1", prefix).code == 0)
    #expect(try folder.read("App/Crane.m") == caller.replacing("Load", with: "\(prefix)Load"))
    #expect(try folder.read("protos/crane.proto").contains("objc_class_prefix = \"\(prefix)\";"))
  }
}

@Test func `a diff of a rename is 1, and writes nothing`() throws {
  let folder = try project()
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR", "--diff")
  #expect(run.code == 1)
  #expect(run.output.contains("+Load *load".replacing("Load", with: "HBRLoad")))
  #expect(run.errors.contains("Would rename in 2 files"))
  #expect(try folder.read("App/Crane.m") == caller)
  try folder.write("rename.patch", run.output)
  #expect(try folder.git("apply", "-p1", "rename.patch").code == 0)
  #expect(try folder.read("App/Crane.m") == caller.replacing("Load", with: "HBRLoad"))
}

@Test func `a rename touches no modified file without leave`() throws {
  let folder = try project()
  try folder.commitAll()
  try folder.write("App/Crane.m", caller + "// more\n")
  let refused = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(refused.code == 2)
  #expect(refused.errors.contains("App/Crane.m"))
  #expect(try folder.read("protos/crane.proto") == crane)
  #expect(try folder.moult("rename-prefix", "harbor.v1", "HBR", "--allow-dirty").code == 0)
  #expect(try folder.read("protos/crane.proto") != crane)
}

@Test func `what cannot be told is listed at its place, and left`() throws {
  let folder = try project([
    "App/Other.m": "#import <Freight/Load.h>\nLoad *other(void);\n",
    "App/Names.m":
      "#import \"Crane.pbobjc.h\"\nClass a(Load *l) { return NSClassFromString(@\"Load\"); }\n",
    "App/Gen/Crane.pbobjc.h": "@interface Load : GPBMessage\n@end\n",
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(run.output.contains("left: App/Names.m:2:48: 'Load' in a string\n"), "\(run.output)")
  #expect(
    run.output.contains(
      "left: App/Other.m:2:1: 'Load' in a file that imports no known generated header\n"))
  #expect(run.output.contains("generate again: App/Gen/Crane.pbobjc.h\n"))
  #expect(try folder.read("App/Gen/Crane.pbobjc.h").contains("@interface Load "))
  #expect(try folder.read("App/Other.m").contains("Load *other"))
}

@Test func `a C++ type that a file declares for itself is in doubt there and nowhere else`() throws
{
  let folder = try project([
    "App/Plan.mm": """
    #import "Crane.pbobjc.h"
    namespace plan { struct Load { int id; }; }
    Load *next(void);

    """
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(
    run.output.contains(
      "left: App/Plan.mm:3:1: 'Load', which the file declares itself as well\n"), "\(run.output)")
  #expect(try folder.read("App/Crane.m") == caller.replacing("Load", with: "HBRLoad"))
}

@Test(arguments: [
  (["harbor.v2", "HBR"], "no '.proto' file here has the package 'harbor.v2'"),
  (["harbor.v1", "H-R"], "'H-R' cannot begin a name"),
  (["harbor.v1", "3HR"], "'3HR' cannot begin a name"),
  (["harbor.v1", "RAI"], "'Load' would become 'RAILoad', which protos/rail.proto has already"),
  (
    ["harbor.v1", "OWN"],
    "'Crane' would become 'OWNCrane', which the project's own code has already"
  ),
  (["broken", "BRO"], "protos/broken.proto is not understood"),
])
func `a rename that cannot be made writes nothing and says why`(
  arguments: [String], reason: String
) throws {
  let folder = try project([
    "protos/rail.proto":
      "syntax = \"proto3\";\npackage rail;\noption objc_class_prefix = \"RAI\";\nmessage Load {}\n",
    "protos/broken.proto": "syntax = \"proto3\";\npackage broken;\nmessage {\n",
    "App/Own.h": "@interface OWNCrane : NSObject\n@end\n",
  ])
  let run = try folder.moult(["rename-prefix"] + arguments)
  #expect(run.code == 2)
  #expect(run.errors.contains(reason), "\(run.errors)")
  #expect(try folder.read("App/Crane.m") == caller)
}

@Test func `the managed mode of buf is where such a prefix is changed`() throws {
  let folder = try project([
    "buf.gen.yaml": "version: v2\nmanaged:\n  enabled: true\nplugins:\n  - local: protoc-gen-objc\n"
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 2)
  #expect(run.errors.contains("buf's managed mode sets the prefix of protos/crane.proto"))
}

private let swiftCaller = """
  let load = Harbor_V1_Load()
  func lift(_ client: Harbor_V1_CraneAsyncClient) -> Harbor_V1_Load { load }
  struct Harbor_V1_Loader { let name = "Harbor_V1_Load" }

  """

@Test func `a Swift prefix is set, and nothing but its names changes`() throws {
  let folder = try project(["App/Crane.swift": swiftCaller])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HB", "--option", "swift_prefix")
  #expect(run.code == 0, "\(run.output)\(run.errors)")
  #expect(
    try folder.read("App/Crane.swift") == """
      let load = HBLoad()
      func lift(_ client: HBCraneAsyncClient) -> HBLoad { load }
      struct Harbor_V1_Loader { let name = "Harbor_V1_Load" }

      """)
  #expect(try folder.read("protos/crane.proto").contains("option swift_prefix = \"HB\";"))
  #expect(try folder.read("App/Crane.m") == caller)
}

@Test func `a package is renamed where it is declared, referred to and used`() throws {
  let folder = try project([
    "App/Crane.swift": swiftCaller,
    "protos/rail.proto": """
    syntax = "proto3";
    package rail;
    import "crane.proto";
    message Train {
      harbor.v1.Load first = 1;
      map<string, .harbor.v1.Load> more = 2;
    }

    """,
    "protos/quay.proto": """
    syntax = "proto3";
    package harbor.v1;
    import "crane.proto";
    message Quay { Load load = 1; v1.Load other = 2; }

    """,
    "App/Wire.swift": "let name = \"harbor.v1.Load\"\nlet other = \"xharbor.v1.Load\"\n",
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "port.v2", "--option", "package")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(run.output.contains("left: App/Wire.swift:1:13: 'harbor.v1', a name of the wire"))
  #expect(!run.output.contains("App/Wire.swift:2"))
  #expect(
    try folder.read("protos/crane.proto").hasPrefix("syntax = \"proto3\";\npackage port.v2;\n"))
  #expect(
    try folder.read("protos/rail.proto").contains(
      "  port.v2.Load first = 1;\n  map<string, .port.v2.Load> more = 2;\n"))
  #expect(
    try folder.read("protos/quay.proto").contains("Load load = 1; port.v2.Load other = 2;"))
  #expect(try folder.read("App/Crane.swift").contains("let load = Port_V2_Load()"))
  #expect(try folder.read("App/Crane.m") == caller)
}

@Test func `a variable with the name of a class leaves the rest of its file certain`() throws {
  let folder = try project([
    "App/Dock.m": """
    #import "Crane.pbobjc.h"
    @implementation Dock
    - (Load *)first { return [Load message]; }
    - (void)second:(int)Load { [self take:Load]; }
    - (void)third {
    \t{ Crane *Load = nil; [Load lift]; }
    \tLoad *last = (Load *)[self first];\t// 船 Load
    }
    @end

    """.replacing("\n", with: "\r\n")
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(
    try folder.read("App/Dock.m")
      == """
      #import "Crane.pbobjc.h"
      @implementation Dock
      - (HBRLoad *)first { return [HBRLoad message]; }
      - (void)second:(int)Load { [self take:Load]; }
      - (void)third {
      \t{ HBRCrane *Load = nil; [Load lift]; }
      \tHBRLoad *last = (HBRLoad *)[self first];\t// 船 Load
      }
      @end

      """.replacing("\n", with: "\r\n"))
  // Places are those of the new text: 'Crane' before the second one is three letters longer.
  let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("left: ") }
  #expect(
    lines == [
      "left: App/Dock.m:4:39: 'Load', which is also the name of a variable here",
      "left: App/Dock.m:6:27: 'Load', which is also the name of a variable here",
    ])
}

@Test func `a name that a macro puts together is left and listed`() throws {
  let folder = try project([
    "App/Macros.m": """
    #import "Crane.pbobjc.h"
    #define FIELD(x) Load_FieldNumber_##x
    #define NEW(x) [[x##Load alloc] init]
    #define BUTTON(x) Button##x
    #define MAKE() [Load message]

    """
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  #expect(
    run.output.contains(
      "left: App/Macros.m:2:18: 'Load_FieldNumber_', which a macro joins to a name\n"),
    "\(run.output)")
  #expect(
    run.output.contains("left: App/Macros.m:3:21: 'Load', which a macro joins to a name\n"))
  #expect(!run.output.contains("'Button'"))
  #expect(
    try folder.read("App/Macros.m").hasSuffix(
      "x##Load alloc] init]\n#define BUTTON(x) Button##x\n#define MAKE() [HBRLoad message]\n"))
}

@Test func `a file that writes prefixes down for protoc is listed`() throws {
  let folder = try project([
    "gen.sh": """
    #!/bin/sh
    protoc --objc_out=Gen --objc_opt=expected_prefixes_path=prefixes.txt protos/crane.proto
    protoc --objc_out=Gen --objc_opt=expected_prefixes_path=- protos/crane.proto

    """
  ])
  let run = try folder.moult("rename-prefix", "harbor.v1", "HBR")
  #expect(run.code == 1, "\(run.output)\(run.errors)")
  let lines = run.output.split(separator: "\n").filter { $0.hasPrefix("left: ") }
  #expect(
    lines == [
      "left: gen.sh:2:34: 'expected_prefixes_path', whose file has the old prefix of the package if it has one"
    ])
  #expect(try folder.read("App/Crane.m") == caller.replacing("Load", with: "HBRLoad"))
}
