import MoultSource

extension Lexer {
  /// Lexes what starts with `#`: a `#!` line, a raw string, a regex literal, a directive or `#`.
  mutating func lexPound() {
    let start = position
    if bytes[start + 1] == "!", byte(before: start) == 0 {
      position = text.endOfLine(from: start)
      return emit(.shebang, from: start)
    }
    if start >= searches.poundRunEnd {
      let run = countOfPounds(at: start)
      switch bytes[start + run] {
      case "\"":
        position += run
        emit(.rawStringPoundDelimiter, from: start)
        return openString(pounds: run)
      case "/":
        if let regex = scanRegex(at: start, mustBeRegex: true) { return emitRegex(regex) }
      default:
        break
      }
      searches.poundRunEnd = start + run
    }
    lexDirective()
  }

  private mutating func lexDirective() {
    let start = position
    var end = start + 1
    while hasTraits(.identifierStart, at: end) { end += 1 }
    position = end
    switch end - start - 1 {
    case 2 where hasText("if", at: start + 1): emit(.poundIf, from: start)
    case 4 where hasText("else", at: start + 1): emit(.poundElse, from: start)
    case 5 where hasText("endif", at: start + 1): emit(.poundEndif, from: start)
    case 6 where hasText("elseif", at: start + 1): emit(.poundElseif, from: start)
    case 9 where hasText("available", at: start + 1): emit(.poundAvailable, from: start)
    case 11 where hasText("unavailable", at: start + 1): emit(.poundUnavailable, from: start)
    case 14 where hasText("sourceLocation", at: start + 1): emit(.poundSourceLocation, from: start)
    default:
      position = start + 1
      emit(.pound, from: start)
    }
  }
}
