import MoultSource
import Testing

@Test(arguments: [
  ("A.swift", Surface.swift), ("echo.pb.swift", .swift), ("A.m", .objectiveC),
  ("A.mm", .objectiveC),
  ("A.h", .objectiveC), ("a.proto", .proto), ("Package.swift", .manifest),
  ("Package@swift-5.9.swift", .manifest), ("Podfile", .manifest), ("Podfile.lock", .manifest),
  ("A.podspec", .manifest), ("A.podspec.json", .manifest), ("Cartfile", .manifest),
  ("buf.gen.yaml", .manifest), ("buf.gen.swift.yaml", .manifest), ("ci.yml", .script),
  ("Makefile", .script), ("rules.mk", .script), ("gen.sh", .script),
  ("Release.xcconfig", .manifest),
])
func `a file shows a surface by its name`(name: String, surface: Surface) {
  #expect(Surface(fileName: name) == surface)
}

@Test(arguments: ["A.swift.orig", "swift", ".swift", "NOTES.md", "A.png", ".moult.yml", "", "a."])
func `other names show none`(name: String) {
  #expect(Surface(fileName: name) == nil)
}

@Test func `generated names are known by their ending`() {
  #expect(hasGeneratedName("echo.grpc.swift"))
  #expect(hasGeneratedName("Echo.pbobjc.h"))
  #expect(!hasGeneratedName("Echo.swift"))
  #expect(!hasGeneratedName("grpc.swift"))
}
