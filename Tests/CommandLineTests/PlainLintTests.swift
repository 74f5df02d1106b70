import Testing

/// A folder with two files, each with something old in it.
private func shop() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  for name in ["Cart", "Till"] {
    try folder.write(
      "\(name).swift", "import SwiftGRPC\nfunc fail(_ result: Result<Int, RPCError>) {}\n")
  }
  return folder
}

/// Calls that are read without the parser, each beside one of the same meaning that the parser reads.
@Test(arguments: [
  (["lint"], ["lint", "--color=auto"]),
  ([], ["--color=auto"]),
  (["."], [".", "--color=auto"]),
  (["lint", "Till.swift"], ["lint", "--color=auto", "Till.swift"]),
  (["Till.swift", "Cart.swift"], ["Till.swift", "--color=auto", "Cart.swift"]),
  (["lint", "--format", "json", "."], ["lint", "--format=json", "."]),
  (["lint", ".", "--format", "concise"], ["lint", ".", "--format=concise"]),
  (["Till.swift", "--quiet"], ["Till.swift", "--quiet", "--color=auto"]),
  (["lint", "-q", "--jobs", "3"], ["lint", "-q", "--jobs=3"]),
  (["lint", "--no-cache", "Cart.swift"], ["lint", "--no-cache", "--color=auto", "Cart.swift"]),
  // What both leave to the parser.
  (["lint", "--jobs", "0"], ["lint", "--jobs=0"]),
  (["lint", "--jobs", "few"], ["lint", "--jobs=few"]),
  (["lint", "--format", "gold"], ["lint", "--format=gold"]),
  (["lint", "--quit"], ["lint", "--quit", "--color=auto"]),
  (["lint", "nowhere"], ["lint", "nowhere", "--color=auto"]),
])
func `a call in plain words means what it means to the parser`(
  _ plain: [String], _ parsed: [String]
) throws {
  let folder = try shop()
  let (first, second) = (try folder.moult(plain), try folder.moult(parsed))
  #expect(first.code == second.code)
  #expect(first.output == second.output)
  #expect(first.errors == second.errors)
  #expect(!first.output.isEmpty || !first.errors.isEmpty)
}

@Test func `a word that names a command is that command, and no path`() throws {
  let folder = try shop()
  #expect(try folder.moult("rules").output.contains("grpc-swift.rpc-error-type"))
  #expect(try folder.moult("help").output.hasPrefix("OVERVIEW: "))
  #expect(try folder.moult("lint", "--help").output.contains("--format"))
  #expect(try folder.moult("--version").output == "0.1.0\n")
}
