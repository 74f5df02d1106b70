import Corpus
import MoultSource
import MoultSyntax
import Reference

/// What is done with each damaged file.
struct CheckOptions {
  /// The number of the first input: the same number gives the same input.
  let first: Int
  let count: Int
  /// Whether swift-syntax must find the same tokens.
  let comparesTokens: Bool
  /// Whether the file is parsed as well.
  let parses: Bool
  /// What takes longer counts as a hang.
  let bearableSeconds = 5.0
}

/// Lexes, and parses if wanted, damaged files and prints what was wrong with the results.
///
/// - Returns: The exit code.
func checkMutations(of files: [CorpusFile], _ options: CheckOptions) -> Int32 {
  let sources = files.filter { $0.bytes.count < 60_000 }
    .map { (file: $0, tokens: tokenize($0.bytes).tokens) }
  guard !sources.isEmpty else { return 2 }
  var broken = 0
  var differing = 0
  var slowest = (seconds: 0.0, input: 0)
  var bytes = 0
  var survivors = (wanted: 0, found: 0)
  for index in options.first..<options.first + options.count {
    var generator = SeededGenerator(seed: UInt64(index))
    let source = sources[Int.random(in: 0..<sources.count, using: &generator)]
    let (input, damage) = damaged(source.file.bytes, source.tokens, using: &generator)
    bytes += input.count
    var problems: [String] = []
    let seconds = processorTime {
      problems += [problem(of: tokenize(input), in: input)].compactMap(\.self)
      guard options.parses else { return }
      let tree = parse(SourceText(path: source.file.path, bytes: input))
      problems += [problem(of: tree)].compactMap(\.self)
      // Each hundredth, because the undamaged file has to be parsed as well.
      guard index % 100 == 0 else { return }
      let wanted = declarations(
        before: damage, in: parse(SourceText(path: "", bytes: source.file.bytes)))
      let found = declarations(before: .max, in: tree)
      survivors.wanted += wanted.count
      survivors.found += wanted.intersection(found).count
      for lost in wanted.subtracting(found) {
        print(
          "input \(index), \(source.file.path): lost \(lost.kind) \(lost.name) at \(lost.start)")
      }
    }
    if seconds > slowest.seconds { slowest = (seconds, index) }
    if !problems.isEmpty {
      broken += 1
      print("input \(index), \(source.file.path): \(problems)")
    }
    if options.comparesTokens, let difference = difference(input) {
      differing += 1
      if differing <= 30 { show(difference, index, input) }
    }
  }
  print("inputs \(options.count), bytes \(bytes), malformed results \(broken)")
  print("slowest \(slowest.seconds) s, input \(slowest.input)")
  if options.comparesTokens {
    print("inputs whose tokens differ from the reference's: \(differing)")
  }
  if options.parses {
    print("declarations before the damage: \(survivors.found) of \(survivors.wanted) found")
  }
  return broken == 0 && slowest.seconds < options.bearableSeconds ? 0 : 1
}

/// Returns `bytes` with one to three things done to them, and where the first damage is.
private func damaged(
  _ bytes: [UInt8], _ tokens: [Token], using generator: inout SeededGenerator
) -> (bytes: [UInt8], start: Int) {
  var result = bytes
  var tokens = tokens
  var start = bytes.count
  for _ in 0..<Int.random(in: 1...3, using: &generator) {
    guard let mutation = Mutation.allCases.randomElement(using: &generator) else { break }
    let step = mutation.apply(to: result, tokens: tokens, using: &generator)
    result = step.bytes
    start = min(start, step.start)
    tokens = tokens.filter { $0.end.index <= result.count }
  }
  return (result, start)
}

/// A declaration as far as damage behind it must not change it.
private struct Declaration: Hashable {
  let kind: NodeKind
  let start: Int
  let name: String
}

/// Returns the declarations that end before `offset`.
private func declarations(before offset: Int, in tree: SyntaxTree) -> Set<Declaration> {
  var declarations: Set<Declaration> = []
  for index in tree.nodes.indices where tree.nodes[index].kind.isDeclaration {
    let node = Node(tree: tree, id: NodeID(rawValue: UInt32(index)))
    let range = node.range.indices
    guard range.upperBound < offset else { continue }
    declarations.insert(Declaration(kind: node.kind, start: range.lowerBound, name: node.name))
  }
  return declarations
}

private func difference(_ input: [UInt8]) -> Difference? {
  firstDifference(ourTokens(input), input.withUnsafeBufferPointer { referenceTokens($0) })
}

private func show(_ difference: Difference, _ index: Int, _ input: [UInt8]) {
  let offset = min(difference.ours?.start ?? .max, difference.theirs?.start ?? .max)
  let context = input[max(offset - 60, 0)..<min(offset + 40, input.count)]
  print("input \(index): …\(String(decoding: context, as: UTF8.self).debugDescription)…")
  print("  ours:  ", difference.ours?.description(in: input) ?? "nothing")
  print("  theirs:", difference.theirs?.description(in: input) ?? "nothing")
}
