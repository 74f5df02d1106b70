import MoultRules
import MoultSource
import MoultSurfaces

/// A project that nobody wrote: calls, servers and fakes put together at random, beside generated code.
struct GeneratedProgram {
  let seed: Int
  let files: [ProjectText]

  /// The eras of grpc-swift that rules may lead to.
  let target: String

  /// - Parameter seed: the same one gives the same program, wherever and whenever.
  init(seed: Int) {
    self.seed = seed
    var numbers = ProgramNumbers(state: UInt64(seed) &* 7_919 &+ 13)
    // One in four begins a hop later.
    let isOfEra1 = seed % 4 == 3
    let parts: ProgramParts = isOfEra1 ? .ofEra1 : .ofEra0
    target = isOfEra1 || seed % 4 == 1 ? "2" : "1"
    let generated = embeddedTexts.first { text in
      text.path == "grpc-swift/\(isOfEra1 ? 1 : 0)/Generated.swift"
    }
    let count = Int.random(in: 1...3, using: &numbers)
    files =
      (0..<count).map { index in
        Self.file(
          "Sources/App/Part\(index).swift", Self.text(parts, index, &numbers), isGenerated: false)
      } + [
        Self.file(
          "Sources/App/Generated/hello.grpc.swift", generated?.text ?? "", isGenerated: true)
      ]
  }

  private static func file(_ path: String, _ text: String, isGenerated: Bool) -> ProjectText {
    ProjectText(
      source: SourceText(path: path, bytes: Array(text.utf8)), surface: .swift,
      isGenerated: isGenerated)
  }

  private static func text(
    _ parts: ProgramParts, _ file: Int, _ numbers: inout ProgramNumbers
  ) -> String {
    var name = file * 100
    func next() -> String {
      name += 1
      return "\(name)"
    }
    // What a file relies on is often imported by another one.
    let imports = parts.imports.filter { _ in
      file == 0 || Int.random(in: 0..<4, using: &numbers) > 0
    }
    var text = imports.joined(separator: "\n") + "\n\n"
    text += "final class Caller\(file) {\n" + parts.members + "\n"
    for method in 0..<Int.random(in: 1...4, using: &numbers) {
      text +=
        "\n  func use\(method)(_ request: Hello_V1_HelloRequest, _ names: [String]) throws {\n"
      for _ in 0..<Int.random(in: 1...3, using: &numbers) {
        text += indented(statement(parts, next, &numbers), by: 4) + "\n"
      }
      text += "  }\n"
    }
    text += "}\n"
    for number in 0..<(name - file * 100) {
      text +=
        "func run\(file * 100 + number + 1)(_ body: () throws -> Void) throws { try body() }\n"
    }
    for declaration in parts.declarations where Int.random(in: 0..<3, using: &numbers) == 0 {
      text += "\n" + declaration.replacing("%", with: next()) + "\n"
    }
    return text
  }

  /// Statements with up to two others around them.
  private static func statement(
    _ parts: ProgramParts, _ next: () -> String, _ numbers: inout ProgramNumbers
  ) -> String {
    var text = parts.statements.randomElement(using: &numbers) ?? ""
    for _ in 0..<Int.random(in: 0...2, using: &numbers) {
      let around = surroundings.randomElement(using: &numbers) ?? "@"
      let isAlone = around.hasPrefix("@") || around.hasSuffix("\n@")
      text = around.replacing("@", with: isAlone ? text : indented(text, by: 2))
    }
    return text.replacing("%", with: next())
  }

  private static func indented(_ text: String, by count: Int) -> String {
    let space = String(repeating: " ", count: count)
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : space + $0 }.joined(separator: "\n")
  }
}

/// A generator of numbers that gives the same ones in every run.
private struct ProgramNumbers: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ (state >> 29)
  }
}
