/// Elements of which only the last are added and removed, in memory that nobody else knows.
///
/// The lexer and the parser add to several of these with each token and node. An array asks each time whether it is
/// shared; here only the index is checked, in every access, so that none leaves the memory.
///
/// One pointer wide: where the parser is handed on it is copied, into frames that a nested source makes many of.
struct Stack<Element: BitwiseCopyable>: ~Copyable {
  /// Stands in front of the elements.
  private struct Header {
    var count = 0
    let capacity: Int
  }

  private var header: UnsafeMutablePointer<Header>

  @inline(__always)
  private var elements: UnsafeMutablePointer<Element> {
    UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Element.self)
  }

  @inline(__always)
  private var capacity: Int { header.pointee.capacity }

  @inline(__always)
  private(set) var count: Int {
    get { header.pointee.count }
    nonmutating set { header.pointee.count = newValue }
  }

  init(capacity: Int) { header = Self.allocate(max(capacity, 8)) }

  deinit { UnsafeMutableRawPointer(header).deallocate() }

  private static func allocate(_ capacity: Int) -> UnsafeMutablePointer<Header> {
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Header>.stride + capacity * MemoryLayout<Element>.stride,
      alignment: 16)
    let header = memory.initializeMemory(as: Header.self, to: Header(capacity: capacity))
    return header
  }

  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      checkIndex(index)
      return elements[index]
    }
    _modify {
      checkIndex(index)
      yield &elements[index]
    }
  }

  @inline(__always)
  var last: Element? { count > 0 ? elements[count &- 1] : nil }

  @inline(__always)
  mutating func append(_ element: Element) {
    if count == capacity { grow(by: 1) }
    elements.advanced(by: count).initialize(to: element)
    count &+= 1
  }

  @inline(__always)
  mutating func popLast() -> Element? {
    guard count > 0 else { return nil }
    count &-= 1
    return elements[count]
  }

  @inline(__always)
  mutating func removeLast() {
    precondition(count > 0, "an empty stack has no last element")
    count &-= 1
  }

  /// Removes the elements behind the first `count`.
  @inline(__always)
  mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count, "a stack is made no longer by removing")
    self.count = count
  }

  /// Returns room for at least `minimum` elements behind the last, until something else is appended.
  ///
  /// `didWrite` makes elements of what is written there from its start.
  @inline(__always)
  mutating func room(for minimum: Int) -> UnsafeMutableBufferPointer<Element> {
    if capacity &- count < minimum { grow(by: minimum) }
    return UnsafeMutableBufferPointer(start: elements + count, count: capacity &- count)
  }

  @inline(__always)
  mutating func didWrite(_ written: Int) {
    precondition(written >= 0 && written <= capacity &- count, "no more is written than has room")
    count &+= written
  }

  /// Appends the elements in `range` to an array.
  func append(_ range: Range<Int>, to array: inout [Element]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "the range is in the stack")
    array += UnsafeBufferPointer(start: elements + range.lowerBound, count: range.count)
  }

  /// The elements in an array of just their size.
  var array: [Element] { Array(UnsafeBufferPointer(start: elements, count: count)) }

  @inline(__always)
  private func checkIndex(_ index: Int) {
    precondition(
      UInt(bitPattern: index) < UInt(bitPattern: count), "the index is beyond the stack's end")
  }

  @inline(never)
  private mutating func grow(by minimum: Int) {
    let larger = max(capacity * 2, count + minimum)
    let moved = Self.allocate(larger)
    moved.pointee.count = count
    UnsafeMutableRawPointer(moved + 1).copyMemory(
      from: elements, byteCount: count * MemoryLayout<Element>.stride)
    UnsafeMutableRawPointer(header).deallocate()
    header = moved
  }
}
