import MoultSource
import Testing

@Test func `lines end after LF, CR LF and a lone CR`() {
  let bytes = Array("a\nb\r\nc\rd".utf8)
  #expect(LineIndex(bytes).starts.map(\.index) == [0, 2, 5, 7])
}

@Test func `a column counts in the unit that was asked for`() {
  let bytes = Array("é😀x".utf8)
  let lines = LineIndex(bytes)
  #expect(
    lines.position(of: ByteOffset(6), in: .utf8, of: bytes) == LinePosition(line: 1, column: 7))
  #expect(
    lines.position(of: ByteOffset(6), in: .utf16, of: bytes) == LinePosition(line: 1, column: 4))
}

@Test func `a byte order mark belongs to no column`() {
  let bytes: [UInt8] = [0xEF, 0xBB, 0xBF, 0x61]
  let position = LineIndex(bytes).position(of: ByteOffset(3), in: .utf8, of: bytes)
  #expect(position == LinePosition(line: 1, column: 1))
}

@Test func `the end of a text that ends in a line break is on the last, empty line`() {
  let bytes = Array("a\n".utf8)
  let position = LineIndex(bytes).position(of: ByteOffset(2), in: .utf8, of: bytes)
  #expect(position == LinePosition(line: 2, column: 1))
}
