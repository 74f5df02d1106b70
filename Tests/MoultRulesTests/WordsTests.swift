import MoultRules
import MoultSurfaces
import Testing

/// Turns that read as another language; `Sources/WORDS.md` says what to write instead.
private let bannedTurns = [
  " went with", "speaks of", "spoke of", "for who ", "no test's", " ended with", "goes over",
  "goes the way",
  "in place of", "hand over", "hands over", "handed over", "take out ", "take it out", "takes away",
  "take away", "one's own", "his own", " of today", "today's ", " asks for", "asked for", " anew",
  " no more ", "gives a ", "gives the ", "gives nil", "gives back", "given back", "is no literal",
  "is no method", "is deprecated since", "; since ", ": since ", "since grpc-swift",
  "since swift-protobuf",
  "since connect-swift", "successor to", "no successor", "nobody's", "in sight",
]

/// A line of a page that people read.
private struct ProseLine {
  /// One-based.
  let number: Int
  let text: Substring
}

/// Returns the lines of a page outside of its code blocks, without what its rows look for and write.
///
/// - Complexity: O(*n*) in the length of the page.
private func prose(of page: String) -> [ProseLine] {
  var lines: [ProseLine] = []
  var isInsideCode = false
  for (index, text) in page.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
    if text.hasPrefix("```") {
      isInsideCode.toggle()
      continue
    }
    let words = text.drop { " -".contains($0) }
    let isCode = ["find:", "put:", "text:"].contains { words.hasPrefix($0) }
    if !isInsideCode && !isCode { lines.append(ProseLine(number: index + 1, text: text)) }
  }
  return lines
}

/// Returns the banned turns of a line.
private func turns(in line: Substring) -> [String] {
  bannedTurns.filter { line.contains($0) }
}

@Test func `pages are written in the words of their readers`() {
  var lines = 0
  let pages = embeddedTexts.filter { $0.path.hasSuffix(".md") && !$0.path.hasSuffix("README.md") }
  for text in pages {
    for line in prose(of: text.text) {
      lines += 1
      for turn in turns(in: line.text) {
        Issue.record("\(text.path):\(line.number): '\(turn)'")
      }
    }
  }
  #expect(lines > 1000)
}

@Test(arguments: bannedTurns) func `a turn is found in prose, and not in code`(turn: String) {
  let page = "---\nfind: { x: a\(turn)b }\nmessage: a\(turn)b\n---\n# T\n```swift\na\(turn)b\n```\n"
  #expect(prose(of: page).filter { !turns(in: $0.text).isEmpty }.map(\.number) == [3])
}
