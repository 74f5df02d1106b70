import MoultSource
import Testing

private func edit(_ range: Range<Int>, _ text: String) -> Edit {
  Edit(ByteRange(indices: range), text)
}

@Test func `edits apply in the order of their ranges`() {
  let result = applying([edit(4..<5, "E"), edit(0..<1, "A")], to: Array("abcde".utf8))
  #expect(result == Array("AbcdE".utf8))
}

@Test func `insertions at one offset keep their order and precede a replacement`() {
  let result = applying(
    [edit(1..<2, "B"), edit(1..<1, "1"), edit(1..<1, "2")], to: Array("abc".utf8))
  #expect(result == Array("a12Bc".utf8))
}

@Test func `overlapping edits are refused`() {
  #expect(applying([edit(0..<2, ""), edit(1..<3, "")], to: Array("abc".utf8)) == nil)
}

@Test func `an edit beyond the end is refused`() {
  #expect(applying([edit(2..<9, "")], to: Array("abc".utf8)) == nil)
}
