import Foundation
import MoultAnalysis
import MoultFindings
import MoultFixes
import MoultRules
import MoultSource
import MoultSurfaces
import Testing
import Yams

/// Fifty configurations of version 1, made from a number, and what the fix makes of them.
@Suite struct BufConfigurationTests {
  private static let catalogue = Result {
    try Catalogue(embeddedTexts.filter { $0.path.hasPrefix("buf/") })
  }

  @Test(arguments: 0..<50)
  func `a fix keeps each line that says the same in version 2, and makes a file of version 2`(
    seed: Int
  ) async throws {
    let made = MadeConfiguration(seed: UInt64(seed))
    let after = try await fixed(made)
    #expect(after != made.text, "nothing was changed")
    // Lines that mean the same in version 2 are there byte for byte, in their order.
    let lines = after.components(separatedBy: "\n")
    var next = lines.startIndex
    for line in made.kept {
      let found = lines[next...].firstIndex(of: line)
      #expect(found != nil, "the line '\(line)' is gone or has moved, seed \(seed):\n\(after)")
      next = found.map { $0 + 1 } ?? next
    }
    // No comment is lost, and none is made in a template.
    for comment in made.comments {
      let count = after.components(separatedBy: comment).count - 1
      #expect(count == 1, "'\(comment)' is there \(count) times, seed \(seed):\n\(after)")
    }
    let root = try #require(try Yams.load(yaml: after) as? [String: Any], "\(after)")
    try made.isTemplate ? checkTemplate(root, made, after) : checkModule(root, after)
    // A second fix does nothing.
    let again = try await fixed(made, text: after)
    #expect(again == after)
  }

  private func fixed(_ made: MadeConfiguration, text: String? = nil) async throws -> String {
    let file = ProjectText(
      source: SourceText(path: made.path, bytes: Array((text ?? made.text).utf8)),
      surface: .manifest, isGenerated: false)
    let catalogue = try Self.catalogue.get()
    let options = AnalysisOptions(rules: [RuleID("buf.outdated-configuration")])
    let outcome = try await fixProject(
      [file], catalogue, options, FixPolicy(allowed: [.safe, .review]), cache: TreeCache()
    ).outcome
    let bytes = outcome.changed[made.path] ?? file.source.bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Holds a template against the keys of version 2: facts on connect-swift, section 8.1.
  private func checkTemplate(
    _ root: [String: Any], _ made: MadeConfiguration, _ text: String
  ) throws {
    #expect(root["version"] as? String == "v2")
    #expect(Set(root.keys).isSubset(of: ["version", "managed", "clean", "plugins", "inputs"]))
    let plugins = try #require(root["plugins"] as? [[String: Any]], "\(text)")
    #expect(plugins.count == made.pluginCount)
    for plugin in plugins {
      let names = Set(plugin.keys).intersection(["remote", "local", "protoc_builtin"])
      #expect(names.count == 1, "\(plugin)")
      let known: Set = [
        "remote", "local", "protoc_builtin", "out", "opt", "strategy", "revision", "protoc_path",
      ]
      #expect(Set(plugin.keys).isSubset(of: known), "\(plugin)")
      #expect(plugin["out"] != nil)
    }
    guard let managed = root["managed"] as? [String: Any] else { return }
    #expect(Set(managed.keys).isSubset(of: ["enabled", "disable", "override"]), "\(text)")
    let disabled = managed["disable"] as? [[String: Any]] ?? []
    let overrides = managed["override"] as? [[String: Any]] ?? []
    #expect(disabled.count + overrides.count == made.optionCount, "\(text)")
    for entry in disabled { #expect(Set(entry.keys) == ["file_option", "module"]) }
    var tier = 0
    for entry in overrides {
      #expect(entry["file_option"] is String && entry["value"] != nil, "\(entry)")
      let own = entry["path"] != nil ? 2 : entry["module"] != nil ? 1 : 0
      #expect(own >= tier, "the special comes after the general")
      tier = own
    }
  }

  private func checkModule(_ root: [String: Any], _ text: String) throws {
    #expect(root["version"] as? String == "v2")
    #expect(Set(root.keys).isSubset(of: ["version", "modules", "deps", "lint", "breaking"]))
    for module in root["modules"] as? [[String: Any]] ?? [] {
      #expect(module["path"] is String)
      #expect(Set(module.keys).isSubset(of: ["path", "name", "excludes"]), "\(text)")
    }
    let lint = try #require(root["lint"] as? [String: Any], "\(text)")
    #expect(lint["disallow_comment_ignores"] is Bool)
    #expect(lint["allow_comment_ignores"] == nil)
    let isByRule = lint["use"] as? [String] == ["ENUM_PASCAL_CASE"]
    let except = lint["except"] as? [String] ?? []
    #expect(except.contains("FIELD_NOT_REQUIRED") != isByRule, "\(text)")
    let breaking = try #require(root["breaking"] as? [String: Any], "\(text)")
    #expect((breaking["except"] as? [String] ?? []).contains("FIELD_SAME_DEFAULT"))
  }
}

/// A configuration that a number makes: a template for even numbers, a module for odd ones.
private struct MadeConfiguration {
  private(set) var lines: [(text: String, isKept: Bool)] = []
  private(set) var comments: [String] = []
  private(set) var pluginCount = 0

  /// How many entries of managed mode there are to be.
  private(set) var optionCount = 0
  let isTemplate: Bool
  private var state: UInt64
  private let hasLastBreak: Bool

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 0x1234_5678
    isTemplate = seed % 2 == 0
    hasLastBreak = seed % 7 != 3
    if isTemplate { makeTemplate() } else { makeModule() }
  }

  var path: String { isTemplate ? "buf.gen.yaml" : "buf.yaml" }
  var text: String { lines.map(\.text).joined(separator: "\n") + (hasLastBreak ? "\n" : "") }
  var kept: [String] { lines.filter(\.isKept).map(\.text) }

  private mutating func random(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  private mutating func happens() -> Bool { random(2) == 0 }

  /// A comment that no other line has, or nothing.
  private mutating func remark() -> String {
    guard random(3) == 0 else { return "" }
    let comment = "# remark \(comments.count) of \(state % 9973)"
    comments.append(comment)
    return " " + comment
  }

  private mutating func add(_ text: String, kept: Bool = true, isRemarkable: Bool = true) {
    let comment = isRemarkable ? remark() : ""
    lines.append((text + comment, kept))
  }

  /// A line for itself, of nothing or a comment.
  private mutating func pause(_ indentation: String) {
    switch random(4) {
    case 0: lines.append(("", true))
    case 1:
      let comment = "# above \(comments.count) of \(state % 9973)"
      comments.append(comment)
      lines.append((indentation + comment, true))
    default: break
    }
  }

  // MARK: A template

  private mutating func makeTemplate() {
    pause("")
    let quote = ["", "\"", "'"][random(3)]
    add("version: \(quote)v1\(quote)", kept: false)
    if happens() { makeManagedMode() }
    pause("")
    add("plugins:")
    let step = happens() ? "  " : ""
    for _ in 0...random(4) { makePlugin(step) }
  }

  private mutating func makePlugin(_ step: String) {
    pluginCount += 1
    pause(step)
    let rest = step + "  "
    let out = ["out: Gen", "out:   \"Gen/Swift\"", "out: ./gen"][random(3)]
    var named: [(text: String, kept: Bool, isRemarkable: Bool)]
    switch random(5) {
    case 0: named = [("plugin: buf.build/apple/swift:v1.25.\(random(9))", false, true)]
    case 1: named = [("name: \"acme-\(random(9))\"", false, true)]
    case 2: named = [("plugin: java", false, true)]
    // A comment on the line that goes is a person's to move.
    case 3:
      named = [
        ("name: connect-swift", false, false), ("path: bin/protoc-gen-connect-swift", false, true),
      ]
    default: named = [("plugin: 'buf.build/connectrpc/swift'", false, true)]
    }
    if happens() {
      add("\(step)- \(out)")
      for line in named { add(rest + line.text, kept: line.kept, isRemarkable: line.isRemarkable) }
    } else {
      for (place, line) in named.enumerated() {
        let lead = place == 0 ? "\(step)- " : rest
        add(lead + line.text, kept: line.kept, isRemarkable: line.isRemarkable)
      }
      add(rest + out)
    }
    switch random(5) {
    case 0: add("\(rest)opt: Visibility=Public,KeepMethodCasing=false")
    case 1:
      add("\(rest)opt:")
      add("\(rest)  - Visibility=Public")
      pause(rest + "  ")
      add("\(rest)  -   FileNaming=DropPath")
    case 2: add("\(rest)opt: [Visibility=Public,  FileNaming=DropPath]")
    case 3:
      lines.append(("\(rest)opt: >", true))
      lines.append(("\(rest)  Visibility=Public", true))
    default: break
    }
    if happens() { add("\(rest)strategy: all") }
  }

  private mutating func makeManagedMode() {
    lines.append(("managed:", true))
    add("  enabled: true")
    var names = [
      "java_multiple_files", "cc_enable_arenas", "java_package_prefix", "objc_class_prefix",
    ]
    for _ in 0..<random(4) {
      let name = names.remove(at: random(names.count))
      switch name {
      case "java_multiple_files", "cc_enable_arenas":
        add("  \(name): \(happens())", kept: false)
        optionCount += 1
      default:
        add("  \(name):", kept: false)
        add("    default: \"a.b\"", kept: false)
        optionCount += 1
        if happens() {
          add("    except:", kept: false)
          for _ in 0...random(2) {
            add("      - buf.build/acme/m\(random(99))", kept: false)
            optionCount += 1
          }
        }
        if happens() {
          add("    override:", kept: false)
          add("      buf.build/acme/o\(random(99)): c.d", kept: false)
          optionCount += 1
        }
      }
    }
    if happens() {
      lines.append(("  override:", false))
      add("    JAVA_PACKAGE:", kept: false)
      add("      a/b.proto: e.f", kept: false)
      optionCount += 1
    }
  }

  // MARK: A module

  private mutating func makeModule() {
    pause("")
    add("version: v1", kept: false)
    if happens() { add("name: buf.build/acme/pets", kept: false) }
    if happens() {
      add("deps:")
      add("  - buf.build/googleapis/googleapis")
    }
    if happens() {
      lines.append(("build:", false))
      add("  excludes:", kept: false)
      for _ in 0...random(2) { add("    - vendor/v\(random(99))", kept: false) }
    }
    pause("")
    if happens() {
      add("lint:")
      switch random(3) {
      case 0:
        add("  use:")
        add("    - DEFAULT")
      case 1: add("  use: [ENUM_PASCAL_CASE]")
      default: break
      }
      switch random(3) {
      case 0:
        add("  except:")
        add("    - PACKAGE_VERSION_SUFFIX")
      case 1: add("  except: [PACKAGE_VERSION_SUFFIX]", kept: false)
      default: break
      }
      if happens() { add("  allow_comment_ignores: \(happens())", kept: false) }
      add("  enum_zero_value_suffix:   _NONE")
    }
    pause("")
    if happens() {
      add("breaking:")
      add("  use:")
      add("    - WIRE")
    }
  }
}
