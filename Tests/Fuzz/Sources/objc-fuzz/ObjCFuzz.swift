import MoultObjC
import MoultSource

/// What libFuzzer calls with each input: tokens must cover it in order, and what is read lies inside of it.
@_cdecl("LLVMFuzzerTestOneInput")
public func readObjectiveC(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  var end = 0
  let tokens = tokenizeObjectiveC(bytes).tokens
  for token in tokens {
    precondition(token.start.index >= end && token.end >= token.start, "tokens overlap")
    end = token.end.index
  }
  precondition(end == count && tokens.last?.kind == .endOfFile, "the end is missing")
  let file = parseObjectiveC(SourceText(path: "input.m", bytes: bytes))
  let types = ObjCTypes(file, ObjCModel(library: [], project: [file]))
  for message in file.messages {
    _ = types.receiver(of: message)
    for piece in message.pieces {
      precondition(
        message.range.lowerBound <= piece.nameRange.lowerBound
          && piece.argument.upperBound <= message.range.upperBound,
        "a piece outside of its message")
    }
  }
  return 0
}
