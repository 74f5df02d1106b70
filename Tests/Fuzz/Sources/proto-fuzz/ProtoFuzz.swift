import MoultProto
import MoultProtoParser
import MoultSource

/// What libFuzzer calls with each input: what is read lies inside of the text.
@_cdecl("LLVMFuzzerTestOneInput")
public func readProto(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let file = parseProto(SourceText(path: "input.proto", bytes: bytes))
  let text = ByteOffset(0)..<ByteOffset(count)
  for diagnostic in file.diagnostics { check(diagnostic.range, in: text) }
  if let offset = file.insertionPointForOption { check(offset..<offset, in: text) }
  let isSound = file.diagnostics.isEmpty
  for message in file.messages { check(message, in: text, isSound) }
  return 0
}

/// A declaration lies inside of the text, and in a sound text inside of the one around it.
private func check(_ message: ProtoMessage, in outer: ByteRange, _ isSound: Bool) {
  guard let range = message.range else { return }
  check(range, in: outer)
  let inner = isSound ? range : outer
  if let name = message.nameRange { check(name, in: inner) }
  for nested in message.messages { check(nested, in: inner, isSound) }
}

private func check(_ inner: ByteRange, in outer: ByteRange) {
  precondition(
    outer.lowerBound <= inner.lowerBound && inner.upperBound <= outer.upperBound,
    "a range outside of the text that holds it")
}
