/// What a header of the generator of gRPC for Objective-C declares.
struct ServiceHeader {
  var classes: Set<String> = []
  var protocols: Set<String> = []

  /// The selectors of instance methods, by protocol.
  var selectors: [String: Set<String>] = [:]

  /// The messages that the header only announces.
  var announced: Set<String> = []

  init(_ text: String) {
    // A service's class has the name of one of its protocols.
    var enclosing: String?
    for line in GeneratedText(text).lines {
      let words = GeneratedText.words(line)
      if line.hasPrefix("@class "), words.count == 2 {
        announced.insert(words[1])
      } else if line.hasPrefix("@interface ") {
        enclosing = nil
        classes.insert(words[1])
      } else if line.hasPrefix("@protocol "), !line.hasSuffix(";") {
        enclosing = words[1]
        protocols.insert(words[1])
      } else if line.hasPrefix("- ("), let enclosing {
        selectors[enclosing, default: []].insert(Self.selector(line))
      }
    }
  }

  /// The pieces of a method's declaration, without what stands between parentheses.
  private static func selector(_ line: Substring) -> String {
    var depth = 0
    var plain = ""
    for character in line {
      if character == "(" { depth += 1 }
      if depth == 0 { plain.append(character) }
      if character == ")" { depth -= 1 }
    }
    return plain.split(separator: " ").compactMap { word in
      word.firstIndex(of: ":").map { String(word[...$0]) }
    }.joined()
  }
}
