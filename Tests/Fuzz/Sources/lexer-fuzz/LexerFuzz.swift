import MoultSource
import MoultSyntax

/// What libFuzzer calls with each input: tokens must cover it in order.
@_cdecl("LLVMFuzzerTestOneInput")
public func lexInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let result = tokenize(bytes)
  var end = 0
  for token in result.tokens {
    precondition(token.start.index >= end && token.end >= token.start, "tokens overlap")
    precondition(
      token.start.index == end || token.flags.contains(.hasTriviaBefore), "trivia without its flag")
    end = token.end.index
  }
  precondition(end == count && result.tokens.last?.kind == .endOfFile, "the end is missing")
  return 0
}
