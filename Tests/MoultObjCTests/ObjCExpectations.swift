import MoultObjC
import MoultSource
import Testing

/// Reads a text as a file.
func outline(_ text: String) -> ObjCFile {
  parseObjectiveC(SourceText(path: "Case.m", bytes: Array(text.utf8)))
}

/// Expects the kinds of the tokens of a text, but for the last, which ends the file.
func expectTokens(
  _ text: String, _ kinds: [ObjCTokenKind], sourceLocation: SourceLocation = #_sourceLocation
) {
  let tokens = tokenizeObjectiveC(Array(text.utf8)).tokens
  #expect(tokens.dropLast().map(\.kind) == kinds, sourceLocation: sourceLocation)
  #expect(tokens.last?.kind == .endOfFile, sourceLocation: sourceLocation)
}

/// Expects the messages in the body of a method, inner ones first, as `receiver selector`.
func expectMessages(
  _ statements: String, _ messages: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let file = outline("@implementation A\n- (void)run {\n\(statements)\n}\n@end\n")
  let found = file.messages.map { "\(file.source.text($0.receiver)) \($0.selector)" }
  #expect(found == messages, sourceLocation: sourceLocation)
}

/// Returns what a check of the tokens' order and of the gaps between them finds wrong, or nil.
func coverageFault(_ bytes: [UInt8]) -> String? {
  let lexed = tokenizeObjectiveC(bytes)
  var position = 0
  var isComment = [Bool](repeating: false, count: bytes.count)
  for comment in lexed.comments { for index in comment.indices { isComment[index] = true } }
  for token in lexed.tokens {
    guard token.start.index >= position, token.end >= token.start else {
      return "tokens overlap at \(token.start)"
    }
    for index in position..<token.start.index where !isComment[index] {
      let isMark = bytes.starts(with: [0xEF, 0xBB, 0xBF]) && index < 3
      guard isMark || [0x20, 0x09, 0x0A, 0x0D, 0x0B, 0x0C, 0x5C].contains(bytes[index]) else {
        return "byte \(index) is neither token nor trivia"
      }
    }
    position = token.end.index
  }
  return position == bytes.count ? nil : "the end is missing"
}
