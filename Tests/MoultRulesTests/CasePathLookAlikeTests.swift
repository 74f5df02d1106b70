import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

/// Thousands of slashes before names that begin no case path, in files where one could.
@Suite struct CasePathLookAlikeTests {
  private static let linesPerFile = 60
  private static let files = 80

  private func text(
    ofFile number: Int, _ random: inout SeededNumbers, and extra: String = ""
  ) -> String {
    let imports = ["CasePaths", "ComposableArchitecture", "URLRouting", "Parsing"]
    var text = "import \(imports[number % imports.count])\nimport Foundation\n"
    text += "enum Route\(number) { case home; static let width = 4.0; static let Base = 2.0 }\n"
    text += "func use\(number)(_ a: Double, _ rows: [Double]) -> [Any] {\n  var found: [Any] = []\n"
    for _ in 0..<Self.linesPerFile {
      text += "  " + lookAlike(of: "Route\(number)", &random) + "\n"
    }
    return text + extra + "  return found\n}\n"
  }

  private func lookAlike(of type: String, _ random: inout SeededNumbers) -> String {
    let name = "\(type).\(["home", "width", "Base"][random.next(below: 3)])"
    let value = "\(type).\(["width", "Base"][random.next(below: 2)])"
    switch random.next(below: 18) {
    case 0: return "found.append(a/\(value)/\(type).width)"
    case 1: return "found.append(a / \(value) / \(type).Base)"
    case 2: return "found.append((a + 1)/\(value)/a)"
    case 3: return "found.append(rows[0]/\(value))"
    case 4: return "found.append(rows.reduce(1, /) /* /\(name) */)"
    case 5: return "// (/\(name)).extract(from: route), f(/\(name))"
    case 6: return "/// Like `/\(name)`, see /\(name)"
    case 7: return "/* outer /* case: /\(name) */ /\(name) */"
    case 8: return "found.append(\"/\(name)\")"
    case 9: return "found.append(#\"f(/\(name), /\(name))\"#)"
    case 10: return "found.append(\"\\(a/\(value)) of /\(name)\")"
    case 11: return "found.append(URL(string: \"https://x.org/\(name)?a=/\(name)\")!)"
    case 12: return "found.append(/\(type)\\.(home|width)/)"
    case 13: return "found.append(#/\(name)/(home)/#)"
    case 14: return "found.append(\"{\\\"path\\\":\\\"\\\\/\(name)\\\"}\")"
    case 15: return "found.append(\"\"\"\n    /\(name)\n    f(/\(name))\n    \"\"\")"
    case 16: return "found.append(a\n    / \(value)\n    / 2)"
    default: return "found.append(-a/(-\(value))/+\(type).width) // = /\(name)"
    }
  }

  private func project(and extra: String = "") -> [ProjectText] {
    var random = SeededNumbers(seed: 0x5EED)
    return (0..<Self.files).map { number in
      let bytes = Array(text(ofFile: number, &random, and: number == 0 ? extra : "").utf8)
      return ProjectText(
        source: SourceText(path: "Sources/App/File\(number).swift", bytes: bytes),
        surface: .swift, isGenerated: false)
    }
  }

  @Test func `slashes of other kinds are left alone`() async throws {
    let files = project()
    let slashes = files.reduce(0) { $0 + $1.source.bytes.count { $0 == UInt8(ascii: "/") } }
    #expect(slashes > 8000)
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(files, catalogue, AnalysisOptions(jobs: 4), cache: TreeCache())
    #expect(result.findings.isEmpty, "\(result.findings.prefix(3))")
    #expect(result.gaps.isEmpty, "\(result.gaps.prefix(3))")
  }

  @Test func `a path among them is found`() async throws {
    let files = project(and: "  found.append((/Route0.home).extract(from: .home) as Any)\n")
    let catalogue = try Catalogue(embeddedTexts)
    let result = await analyse(files, catalogue, AnalysisOptions(jobs: 4), cache: TreeCache())
    #expect(result.findings.map(\.rule.rawValue) == ["point-free.case-path-operator"])
  }

  @Test(arguments: [
    ("Leaf.make", "'make' of 'Leaf.make' is no case"), ("Leaf.other", "'Leaf' has a case 'other'"),
    ("Far.other", "'Far', which no file of this project declares"),
    ("path", "'path' and what stands before it lead to"),
  ])
  func `what stands behind two dots is called what it is`(_ part: String, _ advice: String)
    async throws
  {
    let text = """
      import CasePaths
      enum Leaf { case value(Int); static func make(_ value: Int) -> Leaf { .value(value) } }
      enum Route { case leaf(Leaf), home }
      func made(_ route: Route, _ path: AnyCasePath<Leaf, Int>) -> Int? {
        (/Route.leaf..\(part)).extract(from: route)
      }

      """
    let file = ProjectText(
      source: SourceText(path: "A.swift", bytes: Array(text.utf8)), surface: .swift,
      isGenerated: false)
    let result = await analyse(
      [file], try Catalogue(embeddedTexts), AnalysisOptions(), cache: TreeCache())
    let said = result.findings.compactMap(\.nextStep)
    #expect(said.count == 1 && said[0].contains(advice), "\(said)")
  }
}

/// Numbers that are the same in each run (splitmix64).
private struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next(below limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}
