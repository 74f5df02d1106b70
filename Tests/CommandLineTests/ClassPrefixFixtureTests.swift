import Foundation
import Testing

/// The fixture `class-prefix` against protoc itself, where it is installed; elsewhere these are skipped.
///
/// `Tests/Scripts/test-tools.sh` installs it.
@Suite struct ClassPrefixFixtureTests {
  private static let hasProtoc: Bool = {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/protoc")
    }
  }()

  /// What the plugin of gRPC would declare, which no package of this system has.
  private static let services = ["Crane", "Dispatcher"]

  @Test(.enabled(if: hasProtoc, "protoc is not installed"))
  func
    `after the rename every caller uses names that protoc declares, and none that it declared before`()
    throws
  {
    let before = try declared(in: ["before"])
    let after = try declared(in: ["before", "after"])
    #expect(before.count > 60)
    #expect(before.count == after.count)
    #expect(before.isDisjoint(with: after))
    let fixture = try Fixture(named: "class-prefix")
    let callers = try fixture.files("before").merging(fixture.files("after")) { $1 }
      .filter { !$0.key.hasSuffix(".proto") && !$0.key.hasPrefix("scripts/") }
    var used: Set<String> = []
    for (path, bytes) in callers {
      let words = codeWords(String(decoding: bytes, as: UTF8.self))
      used.formUnion(words.intersection(after))
      let strange = words.filter { word in
        ["HCX", "HRX", "FXX"].contains { word.contains($0) } && !after.contains(word)
      }
      #expect(strange.isEmpty, "\(path) uses what protoc does not declare")
      #expect(
        words.intersection(before).subtracting(Self.otherMeanings).isEmpty,
        "\(path) uses what protoc declares no more")
    }
    #expect(used.count > 25)
  }

  /// Words of the callers that have a message's letters and mean something else.
  ///
  /// A selector piece, an enum case, a type parameter, and a struct of the project's own.
  private static let otherMeanings: Set = ["Load", "Train", "Track"]

  @Test(.enabled(if: hasProtoc, "protoc is not installed"))
  func `both sets of proto files are sound`() throws {
    _ = try declared(in: ["before"])
    _ = try declared(in: ["before", "after"])
  }

  /// The names that protoc's headers declare for the `.proto` files of some parts, later ones over earlier ones.
  private func declared(in parts: [String]) throws -> Set<String> {
    let fixture = try Fixture(named: "class-prefix")
    let folder = try TemporaryFolder()
    var paths: Set<String> = []
    for part in parts {
      for (path, bytes) in try fixture.files(part) where path.hasSuffix(".proto") {
        try folder.write(path, Array(bytes))
        paths.insert(String(path.dropFirst("Protos/".count)))
      }
    }
    let list = paths.sorted().joined(separator: " ")
    let run = try folder.shell(
      "mkdir Gen && protoc -I Protos --objc_out=Gen \(list) && cat $(find Gen -name '*.h')")
    #expect(run.code == 0, "\(run.errors)")
    let prefix = parts.count > 1 ? ["crane": "HCX", "rail": "HRX"] : [:]
    var names: Set<String> = []
    for (service, folder) in zip(Self.services, ["crane", "rail"]) {
      let name = (prefix[folder] ?? "") + service
      names.formUnion([name, name + "2"])
    }
    return names.union(declarations(run.output))
  }

  private func declarations(_ header: String) -> Set<String> {
    var names: Set<String> = []
    for line in header.split(separator: "\n") where !line.hasPrefix(" *") && !line.hasPrefix("//") {
      let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
      if line.hasPrefix("typedef GPB_ENUM(") { names.insert(words[2]) }
      if let index = words.firstIndex(of: "interface") { names.insert(words[index + 1]) }
      if line.hasPrefix("  "), line.contains(" = "), line.hasSuffix(","), let name = words.first {
        names.insert(name)
      }
      if line.hasSuffix(");"), let open = line.firstIndex(of: "("), !line.hasPrefix("@"),
        !line.hasPrefix("#"), !line.hasPrefix("GPB_ENUM_FWD_DECLARE"),
        let name = line[..<open].split(whereSeparator: {
          !($0.isLetter || $0.isNumber || $0 == "_")
        })
        .last
      {
        names.insert(String(name))
      }
    }
    return names
  }

  /// The identifiers of a text outside of comments and string literals.
  private func codeWords(_ text: String) -> Set<String> {
    var rest = text[...]
    var words: Set<String> = []
    while let character = rest.first {
      if rest.hasPrefix("//") || rest.hasPrefix("#import") {
        rest = rest.drop { $0 != "\n" }
      } else if rest.hasPrefix("/*") {
        rest = rest.range(of: "*/").map { rest[$0.upperBound...] } ?? ""
      } else if character == "\"" {
        rest = rest.dropFirst().drop { $0 != "\"" }.dropFirst()
      } else if character.isLetter || character == "_" {
        let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        words.insert(String(word))
        rest = rest[word.endIndex...]
      } else {
        rest = rest.dropFirst()
      }
    }
    return words
  }
}
