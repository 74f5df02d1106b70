import MoultRules
import MoultSource
import MoultSurfaces

/// What somebody does to the handwritten Swift of a project, one edit after the other: most of it in the middle of code
/// that does not build for a moment.
struct RandomEdits {
  private(set) var files: [ProjectText]
  private var numbers: SameNumbers
  private let first: [ProjectText]
  private let editable: [Int]

  init(_ files: [ProjectText], seed: Int) {
    self.files = files
    first = files
    numbers = SameNumbers(seed: seed)
    editable = files.indices.filter { files[$0].surface == .swift && !files[$0].isGenerated }
  }

  /// Makes the next edit, and returns the file as it is then.
  mutating func next() -> ProjectText? {
    guard let place = editable.randomElement(using: &numbers) else { return nil }
    let old = files[place]
    var lines = Self.lines(old)
    let line = Int.random(in: 0..<lines.count, using: &numbers)
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0: lines.remove(at: line)
    case 1: lines.insert("", at: line)
    case 2: lines.insert("  // Somebody thinks.", at: line)
    case 3: lines.insert(lines[line], at: Int.random(in: 0...lines.count, using: &numbers))
    case 4, 5:
      // A line of another file: a use of something else, or half of a declaration.
      guard let other = editable.randomElement(using: &numbers),
        let foreign = Self.lines(files[other]).randomElement(using: &numbers)
      else { break }
      lines.insert(foreign, at: line)
    case 6: lines[line] = String(lines[line].dropLast(3))
    case 7:
      let words = [
        "value", "client", "call", "metadata", "try? client", "x.statusCode", "await f()",
      ]
      lines[line] += " " + (words.randomElement(using: &numbers) ?? "")
    case 10, 11:
      let members = [
        "  var added: Int = 1", "  let client: Client?", "  static let made = call()",
        "  func added(_ status: Int) -> Int { status }", "  case added",
        "  private var code = value",
        "  func call() async {}", "  var shown: String { \"\" }",
      ]
      lines.insert(members.randomElement(using: &numbers) ?? "", at: line)
    case 12, 13:
      // A declaration gets another name, or another type.
      let declared = lines.indices.filter { place in
        ["func ", "var ", "let ", "case "].contains { lines[place].contains($0) }
      }
      guard let place = declared.randomElement(using: &numbers) else { break }
      let (old, new) =
        [
          ("func ", "func own_"), ("var ", "var own_"), ("let ", "let own_"),
          (": ", ": Int? = nil // "),
        ]
        .randomElement(using: &numbers) ?? ("", "")
      lines[place] = lines[place].replacing(old, with: new, maxReplacements: 1)
    case 8: lines.swapAt(line, Int.random(in: 0..<lines.count, using: &numbers))
    // Somebody takes it all back.
    default: lines = Self.lines(first[place])
    }
    let source = SourceText(
      path: old.source.path, bytes: Array(lines.joined(separator: "\n").utf8))
    files[place] = ProjectText(source: source, surface: .swift, isGenerated: false)
    return files[place]
  }

  private static func lines(_ file: ProjectText) -> [String] {
    let text = String(decoding: file.source.bytes, as: UTF8.self)
    return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }
}

/// Numbers that are the same in each run (splitmix64).
private struct SameNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: Int) { state = UInt64(truncatingIfNeeded: seed) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
