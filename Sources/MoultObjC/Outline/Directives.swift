package import MoultSource

/// An `#import`, an `#include` or an `@import`.
package struct ObjCImport: Hashable, Sendable {
  /// How the header or module is named.
  package enum Form: Sendable {
    /// `#import` and `#include` with angle brackets.
    case system
    /// The same with quotes.
    case quoted
    /// `@import A.B;`
    case module
  }

  package let form: Form

  /// The header's path without its marks, or the module's name with its dots.
  package let path: String

  /// Where `path` stands.
  package let pathRange: ByteRange

  /// From `#` or `@` to the end of the name, or behind the semicolon.
  package let range: ByteRange
}

/// A `#define`.
package struct ObjCMacro: Hashable, Sendable {
  package let name: String
  package let nameRange: ByteRange

  /// Nil where no parenthesis stands behind the name.
  let parameters: [String]?

  /// The index of what takes its place in the file's codes; nil where nothing does.
  let code: Int?
}

/// An `#if` with its branches, up to `#endif`.
package struct ObjCCondition: Hashable, Sendable {
  /// From `#` to the end of `#endif`, or of the text.
  package let range: ByteRange

  /// What stands between the directives.
  package let branches: [ByteRange]

  /// Whether one of the branches is taken in any case.
  package let hasElse: Bool
}

/// The code of a file, without its directives.
struct DividedFile {
  /// The file's own code, and behind it the replacement of each macro, in order.
  var codes: [Code] = []
  var imports: [ObjCImport] = []
  var macros: [ObjCMacro] = []

  /// Inner ones before the ones around them.
  var conditions: [ObjCCondition] = []
}

/// Divides a file into its code, the replacements of its macros, and its directives.
///
/// All branches of a `#if` are code, but for what `#if 0` leaves out.
func divide(_ source: SourceText, _ tokens: [ObjCToken]) -> DividedFile {
  var divider = Divider(source: source, tokens: tokens)
  divider.run()
  return divider.result
}

private struct Divider {
  let source: SourceText
  let tokens: [ObjCToken]
  var result = DividedFile()
  private var main = BracketPairing()
  private var macroCodes: [Code] = []

  /// How many `#if` are open inside of a branch that is left out; 0 outside of one.
  private var deadDepth = 0

  /// An `#if` whose `#endif` has not come yet.
  private struct OpenCondition {
    let start: ByteOffset

    /// The branches that have ended.
    var branches: [ByteRange] = []

    /// Where the last branch begins.
    var branch: ByteOffset
    var hasElse = false
  }

  private var open: [OpenCondition] = []

  init(source: SourceText, tokens: [ObjCToken]) {
    self.source = source
    self.tokens = tokens
  }

  mutating func run() {
    var index = 0
    while index < tokens.count {
      let token = tokens[index]
      if token.kind == .hash {
        let first = index + 1
        while index < tokens.count - 1, tokens[index].kind != .directiveEnd { index += 1 }
        directive(first, index)
      } else if deadDepth == 0 || token.kind == .endOfFile {
        main.append(token)
      }
      index += 1
    }
    let end = ByteOffset(source.bytes.count)
    while !open.isEmpty { endCondition(at: end, end) }
    result.codes = [code(main, isMacro: false)] + macroCodes
  }

  /// Follows which `#if`s are open.
  ///
  /// - Parameters:
  ///   - hash: where the directive begins.
  ///   - end: where it ends.
  private mutating func condition(_ name: String, _ hash: ByteOffset, _ end: ByteOffset) {
    switch name {
    case "if", "ifdef", "ifndef": open.append(OpenCondition(start: hash, branch: end))
    case "elif", "else", "elifdef", "elifndef":
      guard let last = open.indices.last else { return }
      open[last].branches.append(open[last].branch..<hash)
      open[last].branch = end
      if name == "else" { open[last].hasElse = true }
    case "endif": endCondition(at: hash, end)
    default: break
    }
  }

  private mutating func endCondition(at hash: ByteOffset, _ end: ByteOffset) {
    guard let ended = open.popLast() else { return }
    result.conditions.append(
      ObjCCondition(
        range: ended.start..<end, branches: ended.branches + [ended.branch..<hash],
        hasElse: ended.hasElse))
  }

  private func code(_ pairing: BracketPairing, isMacro: Bool) -> Code {
    Code(
      source: source, tokens: pairing.tokens, partner: pairing.partner, outer: pairing.outer,
      isMacro: isMacro)
  }

  /// The directive whose tokens, without `#`, are at `first..<end`.
  private mutating func directive(_ first: Int, _ end: Int) {
    guard first < end else { return }
    let name = source.text(tokens[first].range)
    condition(name, tokens[first - 1].start, tokens[end].start)
    switch name {
    case "if", "ifdef", "ifndef":
      if deadDepth > 0 {
        deadDepth += 1
      } else {
        main.beginBranches()
        if name == "if", end == first + 2, source.text(tokens[first + 1].range) == "0" {
          deadDepth = 1
        }
      }
    case "elif", "else", "elifdef", "elifndef":
      if deadDepth <= 1 {
        deadDepth = 0
        main.nextBranch()
      }
    case "endif":
      if deadDepth > 1 {
        deadDepth -= 1
      } else {
        deadDepth = 0
        main.endBranches()
      }
    default:
      guard deadDepth == 0, first + 1 < end else { return }
      if name == "import" || name == "include" || name == "include_next" {
        inclusion(tokens[first + 1], from: tokens[first - 1].start)
      } else if name == "define" {
        definition(first + 1, end)
      }
    }
  }

  private mutating func inclusion(_ token: ObjCToken, from start: ByteOffset) {
    guard token.kind == .headerName else { return }
    let text = source.text(token.range)
    let isSystem = text.hasPrefix("<")
    let isClosed = text.utf8.count > 1 && (text.hasSuffix(">") || text.hasSuffix("\""))
    let path = ByteRange(
      indices: (token.start.index + 1)..<(token.end.index - (isClosed ? 1 : 0)))
    result.imports.append(
      ObjCImport(
        form: isSystem ? .system : .quoted, path: source.text(path), pathRange: path,
        range: start..<token.end))
  }

  private mutating func definition(_ name: Int, _ end: Int) {
    guard tokens[name].kind == .identifier else { return }
    var index = name + 1
    var parameters: [String]?
    // Parameters stand right behind the name, or they are none.
    if index < end, tokens[index].kind == .leftParen, tokens[index].start == tokens[name].end {
      parameters = []
      while index < end, tokens[index].kind != .rightParen {
        if tokens[index].kind == .identifier {
          parameters?.append(source.text(tokens[index].range))
        }
        index += 1
      }
      index += 1
    }
    result.macros.append(
      ObjCMacro(
        name: source.text(tokens[name].range), nameRange: tokens[name].range,
        parameters: parameters, code: index < end ? macroCodes.count + 1 : nil))
    guard index < end else { return }
    var pairing = BracketPairing()
    for token in tokens[index..<end] { pairing.append(token) }
    let last = tokens[end].start
    pairing.append(ObjCToken(kind: .endOfFile, isInDirective: true, start: last, end: last))
    macroCodes.append(code(pairing, isMacro: true))
  }
}
