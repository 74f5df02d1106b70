import MoultManifests
import MoultSource
import Testing

/// Expects `name location version` of each entry, and versions to stand where they say.
private func expectResolved(
  _ text: String, path: String, _ expected: [[String?]],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let source = source(text, path: path)
  let entries = resolvedDependencies(in: source)
  #expect(
    entries.map { [$0.name, $0.location, $0.version] } == expected, sourceLocation: sourceLocation)
  for entry in entries {
    #expect(
      entry.versionRange.map { source.text($0) } == entry.version ?? entry.branch,
      sourceLocation: sourceLocation)
  }
}

@Test func `pins of the first version have names, those of later versions identities`() {
  expectResolved(
    """
    {
    \t"object": {"pins": [
        {"package": "SwiftGRPC", "repositoryURL": "https:\\/\\/x/y.git",
         "state": {"branch": null, "revision": "r", "version": "0.11.0"}},
        {"package": "B", "repositoryURL": "u",
         "state": {"branch": "main", "revision": "r", "version": null}}
      ]},
      "version": 1
    }
    """, path: "Package.resolved",
    [["SwiftGRPC", "https://x/y.git", "0.11.0"], ["B", "u", nil]])
  expectResolved(
    """
    {"originHash":"h","pins":[{"identity":"grpc-swift","kind":"remoteSourceControl",
    "location":"u","state":{"revision":"r","version":"1.24.2"}}],"version":3}
    """, path: "a/Package.resolved", [["grpc-swift", "u", "1.24.2"]])
}

@Test func `a pin without a version has the branch that it was taken from`() {
  let text = """
    {"pins":[{"identity":"a","location":"u","state":{"branch":"1.21.0","revision":"r"}},
    {"identity":"b","location":"u","state":{"branch":null,"revision":"r"}}],"version":2}
    """
  expectResolved(text, path: "Package.resolved", [["a", "u", nil], ["b", "u", nil]])
  let entries = resolvedDependencies(in: source(text, path: "Package.resolved"))
  #expect(entries.map(\.branch) == ["1.21.0", nil])
}

@Test func `pods have their subspecs and versions`() {
  expectResolved(
    """
    PODS:
      - "gRPC-C++ (1.0)"
      - SwiftGRPC (0.11.0):
        - gRPC-Core/Interface (~> 1.24)
      - gRPC/Interface (1.73.0)

    DEPENDENCIES:
      - SwiftGRPC (from `https://x`, tag `0.11.0`)

    EXTERNAL SOURCES:
      SwiftGRPC:
        :git: https://x
        :tag: 0.11.0

    COCOAPODS: 1.11.2
    """, path: "Podfile.lock",
    [
      ["gRPC-C++", nil, "1.0"], ["SwiftGRPC", "https://x", "0.11.0"],
      ["gRPC/Interface", nil, "1.73.0"],
    ])
}

@Test func `a Cartfile has an entry for each line that is one`() {
  let source = source(
    "# github \"a/b\"\ngithub \"grpc/grpc-swift\" ~> 0.11 # c\r\ngit \"u\" \"main\"\nbinary \"x\"\nother \"y\"\n"
      + "github \"open\n", path: "Cartfile")
  let entries = cartfileEntries(in: source)
  #expect(entries.map(\.identifier) == ["grpc/grpc-swift", "u", "x"])
  #expect(entries.map(\.requirement) == ["~> 0.11", "main", nil])
  #expect(
    entries.map { source.text($0.range) } == [
      "github \"grpc/grpc-swift\" ~> 0.11", "git \"u\" \"main\"", "binary \"x\"",
    ])
}

@Test func `a resolved Cartfile tells versions`() {
  expectResolved(
    "github \"apple/swift-protobuf\" \"1.26.0\"\n", path: "Cartfile.resolved",
    [["apple/swift-protobuf", "apple/swift-protobuf", "1.26.0"]])
}

@Test(arguments: [
  "", "{", "{\"pins\": [{", "[]", "null", "{\"pins\": 1}", "\u{0}", "{\"pins\": [{\"identity\": 1",
])
func `a broken lock file has no entries`(text: String) {
  for path in ["Package.resolved", "Podfile.lock", "Cartfile.resolved"] {
    #expect(resolvedDependencies(in: source(text, path: path)).allSatisfy { $0.version == nil })
  }
}
