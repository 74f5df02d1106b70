import Foundation
import Testing

/// A tree of several packages with enough old code that what is found is worth keeping.
func treeWorthKeeping() throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".git/HEAD", "ref: refs/heads/main\n")
  for name in ["hello-v0", "depot-v0"] {
    for (path, bytes) in try Fixture(named: name).files("before") {
      try folder.write("\(name)/\(path)", Array(bytes))
    }
  }
  return folder
}

/// The folder of a cache beside the project, and what is in it.
struct CacheOfTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var environment: [String: String] { ["MOULT_CACHE": folder.path + "/kept"] }

  /// The content of each entry of a kind, by name.
  func entries(_ suffix: String = ".findings") throws -> [String: String] {
    var result: [String: String] = [:]
    for name in folder.files() where name.hasSuffix(suffix) {
      let file = URL(fileURLWithPath: folder.path).appending(path: name)
      result[name] = try Data(contentsOf: file).base64EncodedString()
    }
    return result
  }

  func write(_ bytes: [UInt8], to name: String) throws { try folder.write(name, bytes) }

  /// Makes that the next run looks at its tree, whatever it said before.
  func forgetRuns() throws {
    for name in try entries(".run").keys {
      try FileManager.default.removeItem(atPath: folder.path + "/" + name)
    }
  }
}

func expectSame(_ one: MoultRun, _ other: MoultRun, _ comment: Comment) {
  #expect(one.output == other.output, comment)
  #expect(one.code == other.code, comment)
}
