/// A position in a source file, counted in UTF-8 bytes from the start of the file.
///
/// Offsets are 32 bits wide: a file of 4 GiB or more is refused when it is loaded.
///
/// Inlined in other modules, as the lexer makes one for each end of a token.
@usableFromInline
package struct ByteOffset: Hashable, Comparable, Sendable, BitwiseCopyable {
  @usableFromInline package let utf8: UInt32

  @inlinable
  package init(utf8: UInt32) { self.utf8 = utf8 }

  /// Creates an offset from an array index.
  ///
  /// - Precondition: `index` is not negative and fits 32 bits.
  @inlinable
  package init(_ index: Int) { utf8 = UInt32(index) }

  /// The offset as an index into an array of bytes.
  @inlinable
  package var index: Int { Int(utf8) }

  @inlinable
  package static func < (lhs: ByteOffset, rhs: ByteOffset) -> Bool { lhs.utf8 < rhs.utf8 }
}

extension ByteOffset: CustomStringConvertible {
  @usableFromInline package var description: String { "\(utf8)" }
}

/// A half-open stretch of bytes.
package typealias ByteRange = Range<ByteOffset>

extension Range where Bound == ByteOffset {
  /// The range of array indices that this range covers.
  @inlinable
  package var indices: Range<Int> { lowerBound.index..<upperBound.index }

  /// The number of UTF-8 bytes in the range.
  @inlinable
  package var utf8Count: Int { upperBound.index - lowerBound.index }

  /// Creates a range from array indices.
  @inlinable
  package init(indices: Range<Int>) {
    self = ByteOffset(indices.lowerBound)..<ByteOffset(indices.upperBound)
  }
}
