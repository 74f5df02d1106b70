/// The part of the standard library that receivers of migrated calls commonly pass through.
///
/// Members stand on the concrete types where inference starts; what is missing is unknown.
let standardLibrary = """
  public typealias Void = ()
  public typealias AnyClass = AnyObject.Type
  public typealias Codable = Decodable & Encodable
  public typealias StringLiteralType = String
  public typealias IntegerLiteralType = Int
  public typealias CChar = Int8
  public typealias CUnsignedChar = UInt8
  public typealias CShort = Int16
  public typealias CInt = Int32
  public typealias CUnsignedInt = UInt32
  public typealias CLong = Int
  public typealias CLongLong = Int64
  public typealias CDouble = Double
  public typealias CFloat = Float
  public typealias CBool = Bool
  public protocol AnyObject {}
  public protocol Sendable {}
  public protocol Copyable {}
  public protocol Error: Sendable {}
  public protocol Equatable { static func == (lhs: Self, rhs: Self) -> Bool }
  public protocol Hashable: Equatable { var hashValue: Int { get } }
  public protocol Comparable: Equatable {}
  public protocol Identifiable { associatedtype ID; var id: ID { get } }
  public protocol Encodable {}
  public protocol Decodable {}
  public protocol CodingKey: CustomStringConvertible {
    var stringValue: String { get }
    var intValue: Int? { get }
  }
  public protocol CaseIterable {}
  public protocol RawRepresentable { associatedtype RawValue; var rawValue: RawValue { get } }
  public protocol SetAlgebra: Equatable, ExpressibleByArrayLiteral {
    var isEmpty: Bool { get }
    func contains(_ member: Self) -> Bool
    func union(_ other: Self) -> Self
    func intersection(_ other: Self) -> Self
    func subtracting(_ other: Self) -> Self
    func symmetricDifference(_ other: Self) -> Self
    func isSubset(of other: Self) -> Bool
    func isSuperset(of other: Self) -> Bool
    func isDisjoint(with other: Self) -> Bool
    mutating func insert(_ member: Self) -> (inserted: Bool, memberAfterInsert: Self)
    mutating func remove(_ member: Self) -> Self?
    mutating func formUnion(_ other: Self)
    mutating func formIntersection(_ other: Self)
    mutating func subtract(_ other: Self)
  }
  extension SetAlgebra { public typealias ArrayLiteralElement = Self }
  public protocol OptionSet: RawRepresentable, SetAlgebra {}
  public protocol CustomStringConvertible { var description: String { get } }
  public protocol CustomDebugStringConvertible { var debugDescription: String { get } }
  public protocol LosslessStringConvertible: CustomStringConvertible {}
  public protocol ExpressibleByIntegerLiteral {}
  public protocol ExpressibleByFloatLiteral {}
  public protocol ExpressibleByBooleanLiteral {}
  public protocol ExpressibleByStringLiteral {}
  public protocol ExpressibleByArrayLiteral {
    associatedtype ArrayLiteralElement
    init(arrayLiteral elements: ArrayLiteralElement...)
  }
  public protocol ExpressibleByDictionaryLiteral {
    associatedtype Key
    associatedtype Value
    init(dictionaryLiteral elements: (Key, Value)...)
  }
  public protocol ExpressibleByNilLiteral {}
  public protocol StringProtocol: Hashable, Comparable, CustomStringConvertible {
    var isEmpty: Bool { get }
    var count: Int { get }
    func lowercased() -> String
    func uppercased() -> String
    func hasPrefix(_ prefix: String) -> Bool
    func hasSuffix(_ suffix: String) -> Bool
    func hasPrefix<P: StringProtocol>(_ prefix: P) -> Bool
    func hasSuffix<P: StringProtocol>(_ suffix: P) -> Bool
  }
  public protocol Numeric: Equatable, ExpressibleByIntegerLiteral {}
  public protocol BinaryInteger: Numeric, Hashable, Comparable, CustomStringConvertible {}
  public protocol FixedWidthInteger: BinaryInteger {
    static var max: Self { get }
    static var min: Self { get }
  }
  public protocol BinaryFloatingPoint: Numeric, Hashable, Comparable, ExpressibleByFloatLiteral {
    static var infinity: Self { get }
    static var pi: Self { get }
    var isFinite: Bool { get }
    var isInfinite: Bool { get }
    var isNaN: Bool { get }
    var isZero: Bool { get }
    func rounded() -> Self
  }
  public protocol IteratorProtocol<Element> {
    associatedtype Element
    mutating func next() -> Element?
  }
  public protocol Sequence<Element> {
    associatedtype Element
    associatedtype Iterator
    func makeIterator() -> Iterator
  }
  extension Sequence {
    public func map<T>(_ transform: (Element) throws -> T) rethrows -> [T]
    public func compactMap<T>(_ transform: (Element) throws -> T?) rethrows -> [T]
    public func flatMap<S: Sequence>(_ transform: (Element) throws -> S) rethrows -> [S.Element]
    public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> [Element]
    public func forEach(_ body: (Element) throws -> Void) rethrows
    public func reduce<R>(_ initial: R, _ next: (R, Element) throws -> R) rethrows -> R
    public func reduce<R>(into initial: R, _ update: (inout R, Element) throws -> Void) rethrows -> R
    public func contains(where predicate: (Element) throws -> Bool) rethrows -> Bool
    public func contains(_ element: Element) -> Bool
    public func allSatisfy(_ predicate: (Element) throws -> Bool) rethrows -> Bool
    public func first(where predicate: (Element) throws -> Bool) rethrows -> Element?
    public func sorted() -> [Element]
    public func sorted(by less: (Element, Element) throws -> Bool) rethrows -> [Element]
    public func min() -> Element?
    public func max() -> Element?
    public func min(by less: (Element, Element) throws -> Bool) rethrows -> Element?
    public func max(by less: (Element, Element) throws -> Bool) rethrows -> Element?
    public func reversed() -> [Element]
    public func shuffled() -> [Element]
    public func joined(separator: String = "") -> String
    public func elementsEqual<S: Sequence>(_ other: S) -> Bool
    public func starts<S: Sequence>(with prefix: S) -> Bool
    public func enumerated() -> EnumeratedSequence<Element>
    public var lazy: LazySequence<Element> { get }
  }
  public struct EnumeratedSequence<Base>: Sequence {
    public typealias Element = (offset: Int, element: Base)
  }
  public struct LazySequence<Element>: Sequence {}
  public protocol Collection<Element>: Sequence {
    associatedtype Index
    associatedtype SubSequence
    var isEmpty: Bool { get }
    var count: Int { get }
    var first: Element? { get }
    var startIndex: Index { get }
    var endIndex: Index { get }
    var indices: Range<Index> { get }
    subscript(position: Index) -> Element { get }
  }
  extension Collection {
    public func firstIndex(of element: Element) -> Index?
    public func firstIndex(where predicate: (Element) throws -> Bool) rethrows -> Index?
    public func randomElement() -> Element?
    public func dropFirst(_ count: Int = 1) -> SubSequence
    public func dropLast(_ count: Int = 1) -> SubSequence
    public func prefix(while predicate: (Element) throws -> Bool) rethrows -> SubSequence
    public func drop(while predicate: (Element) throws -> Bool) rethrows -> SubSequence
    public func count(where predicate: (Element) throws -> Bool) rethrows -> Int
    public func distance(from start: Index, to end: Index) -> Int
    public func index(_ index: Index, offsetBy distance: Int) -> Index
    public func index(after index: Index) -> Index
    public func index(before index: Index) -> Index
    public func prefix(_ count: Int) -> SubSequence
    public func suffix(_ count: Int) -> SubSequence
  }
  public protocol BidirectionalCollection<Element>: Collection { var last: Element? { get } }
  extension BidirectionalCollection {
    public func last(where predicate: (Element) throws -> Bool) rethrows -> Element?
    public func lastIndex(where predicate: (Element) throws -> Bool) rethrows -> Index?
    public func lastIndex(of element: Element) -> Index?
  }
  public protocol RandomAccessCollection<Element>: BidirectionalCollection {}
  public protocol MutableCollection<Element>: Collection {}
  public protocol RangeReplaceableCollection<Element>: Collection {}
  public protocol AsyncIteratorProtocol {
    associatedtype Element
    mutating func next() async throws -> Element?
  }
  public protocol AsyncSequence<Element, Failure> {
    associatedtype Element
    associatedtype Failure
    associatedtype AsyncIterator
    func makeAsyncIterator() -> AsyncIterator
  }
  extension AsyncSequence {
    public func contains(where predicate: (Element) async throws -> Bool) async rethrows -> Bool
    public func first(where predicate: (Element) async throws -> Bool) async rethrows -> Element?
    public func reduce<R>(_ initial: R, _ next: (R, Element) async throws -> R) async rethrows -> R
    public func reduce<R>(into initial: R, _ update: (inout R, Element) async throws -> Void) async rethrows -> R
  }
  public struct AsyncStream<Element>: AsyncSequence {}
  public struct AsyncThrowingStream<Element, Failure>: AsyncSequence {}
  public enum Optional<Wrapped>: ExpressibleByNilLiteral {
    case none
    case some(Wrapped)
    public func map<U>(_ transform: (Wrapped) throws -> U) rethrows -> U?
    public func flatMap<U>(_ transform: (Wrapped) throws -> U?) rethrows -> U?
    public var unsafelyUnwrapped: Wrapped { get }
  }
  public enum Result<Success, Failure> {
    case success(Success)
    case failure(Failure)
    public init(catching body: () throws -> Success)
    public func get() throws -> Success
    public func map<T>(_ transform: (Success) -> T) -> Result<T, Failure>
    public func mapError<E>(_ transform: (Failure) -> E) -> Result<Success, E>
    public func flatMap<T>(_ transform: (Success) -> Result<T, Failure>) -> Result<T, Failure>
  }
  public enum Never: Error {}
  public struct Bool: Hashable, Codable, CustomStringConvertible, ExpressibleByBooleanLiteral, Sendable {
    public init()
    public init(_ value: Bool)
    public init?(_ description: String)
    public mutating func toggle()
    public static func random() -> Bool
  }
  public struct Character: Hashable, Comparable, CustomStringConvertible, ExpressibleByStringLiteral, Sendable {}
  public struct String: StringProtocol, RangeReplaceableCollection, BidirectionalCollection, Codable, ExpressibleByStringLiteral, LosslessStringConvertible, Sendable {
    public typealias Element = Character
    public typealias SubSequence = Substring
    public struct Index: Comparable, Hashable {}
    public struct UTF8View: BidirectionalCollection { public typealias Element = UInt8 }
    public struct UnicodeScalarView: BidirectionalCollection { public typealias Element = Unicode.Scalar }
    public init()
    public init<T>(_ value: T)
    public init<T>(describing value: T)
    public init<T>(reflecting value: T)
    public init<C, E>(decoding codeUnits: C, as encoding: E)
    public init(repeating value: String, count: Int)
    public init<T: BinaryInteger>(_ value: T, radix: Int, uppercase: Bool = false)
    public var utf8: UTF8View { get }
    public var unicodeScalars: UnicodeScalarView { get }
    public mutating func append(_ other: String)
    public func contains(_ other: String) -> Bool
    public subscript(position: Index) -> Character { get }
    public subscript<R: RangeExpression>(bounds: R) -> Substring { get }
    public mutating func append(_ character: Character)
    public mutating func removeLast() -> Character
    public mutating func removeFirst() -> Character
    public func split(separator: Character, maxSplits: Int = 0, omittingEmptySubsequences: Bool = true) -> [Substring]
  }
  public struct Substring: StringProtocol, RangeReplaceableCollection, BidirectionalCollection, ExpressibleByStringLiteral, Sendable {
    public typealias Element = Character
    public typealias SubSequence = Substring
    public typealias Index = String.Index
  }
  public enum Unicode {
    public struct Scalar: Hashable, Comparable, CustomStringConvertible, Sendable {
      public var value: UInt32 { get }
      public var isASCII: Bool { get }
    }
    public enum UTF8 {}
    public enum UTF16 {}
  }
  public typealias UTF8 = Unicode.UTF8
  public typealias UTF16 = Unicode.UTF16
  public typealias UnicodeScalar = Unicode.Scalar
  public struct StaticString: ExpressibleByStringLiteral, Sendable {}
  public struct Array<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
    public typealias Index = Int
    public typealias Indices = Range<Int>
    public typealias SubSequence = ArraySlice<Element>
    public typealias ArrayLiteralElement = Element
    public init()
    public init<S: Sequence>(_ elements: S) where S.Element == Element
    public init(repeating value: Element, count: Int)
    public subscript(index: Int) -> Element { get set }
    public subscript<R: RangeExpression>(bounds: R) -> ArraySlice<Element> { get set }
    public subscript(everything: (UnboundedRange_) -> Void) -> ArraySlice<Element> { get set }
    public mutating func append(_ element: Element)
    public mutating func append<S: Sequence>(contentsOf elements: S)
    public mutating func insert(_ element: Element, at index: Int)
    public mutating func remove(at index: Int) -> Element
    public mutating func removeFirst() -> Element
    public mutating func removeLast() -> Element
    public mutating func popLast() -> Element?
    public mutating func removeAll(keepingCapacity: Bool = false)
    public mutating func removeAll(where predicate: (Element) throws -> Bool) rethrows
    public mutating func sort()
    public mutating func sort(by less: (Element, Element) throws -> Bool) rethrows
    public mutating func reverse()
    public mutating func reserveCapacity(_ capacity: Int)
  }
  public struct ArraySlice<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection, ExpressibleByArrayLiteral {
    public typealias Index = Int
    public typealias SubSequence = ArraySlice<Element>
    public typealias ArrayLiteralElement = Element
    public subscript(index: Int) -> Element { get set }
    public subscript<R: RangeExpression>(bounds: R) -> ArraySlice<Element> { get set }
    public subscript(everything: (UnboundedRange_) -> Void) -> ArraySlice<Element> { get set }
    public mutating func append(_ element: Element)
    public mutating func removeFirst() -> Element
    public mutating func removeLast() -> Element
    public mutating func popFirst() -> Element?
    public mutating func popLast() -> Element?
  }
  public struct Set<Element>: Collection, ExpressibleByArrayLiteral {
    public typealias ArrayLiteralElement = Element
    public init()
    public init<S: Sequence>(_ elements: S)
    public func contains(_ element: Element) -> Bool
    public mutating func insert(_ element: Element) -> (inserted: Bool, memberAfterInsert: Element)
    public mutating func remove(_ element: Element) -> Element?
    public mutating func removeAll(keepingCapacity: Bool = false)
    public func union<S: Sequence>(_ other: S) -> Set<Element>
    public func intersection<S: Sequence>(_ other: S) -> Set<Element>
    public func subtracting<S: Sequence>(_ other: S) -> Set<Element>
    public func isSubset(of other: Set<Element>) -> Bool
  }
  public struct Dictionary<Key, Value>: Collection, ExpressibleByDictionaryLiteral {
    public typealias Element = (key: Key, value: Value)
    public struct Keys: Collection { public typealias Element = Key }
    public struct Values: Collection { public typealias Element = Value }
    public init()
    public init<S: Sequence>(uniqueKeysWithValues pairs: S)
    public init<S: Sequence>(grouping values: S, by key: (S.Element) throws -> Key) rethrows
    public init<S: Sequence>(_ pairs: S, uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows
    public subscript(key: Key) -> Value? { get set }
    public subscript(key: Key, default value: Value) -> Value { get set }
    public var keys: Keys { get }
    public var values: Values { get }
    public mutating func updateValue(_ value: Value, forKey key: Key) -> Value?
    public mutating func removeValue(forKey key: Key) -> Value?
    public mutating func removeAll(keepingCapacity: Bool = false)
    public func mapValues<T>(_ transform: (Value) throws -> T) rethrows -> [Key: T]
    public func compactMapValues<T>(_ transform: (Value) throws -> T?) rethrows -> [Key: T]
    public func filter(_ isIncluded: ((key: Key, value: Value)) throws -> Bool) rethrows -> [Key: Value]
    public func merging(_ other: [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows -> [Key: Value]
    public mutating func merge(_ other: [Key: Value], uniquingKeysWith combine: (Value, Value) throws -> Value) rethrows
  }
  public protocol RangeExpression { associatedtype Bound }
  public enum UnboundedRange_ {}
  public struct PartialRangeUpTo<Bound>: RangeExpression { public var upperBound: Bound { get } }
  public struct PartialRangeThrough<Bound>: RangeExpression { public var upperBound: Bound { get } }
  public struct PartialRangeFrom<Bound>: RangeExpression, Sequence {
    public typealias Element = Bound
    public var lowerBound: Bound { get }
  }
  public enum CommandLine { public static var arguments: [String] { get set } }
  public struct Hasher {
    public init()
    public mutating func combine<H>(_ value: H)
    public func finalize() -> Int
  }
  public struct Range<Bound>: RandomAccessCollection, RangeExpression {
    public typealias Element = Bound
    public typealias Index = Bound
    public var lowerBound: Bound { get }
    public var upperBound: Bound { get }
  }
  public struct ClosedRange<Bound>: RandomAccessCollection, RangeExpression {
    public typealias Element = Bound
    public typealias Index = Bound
    public var lowerBound: Bound { get }
    public var upperBound: Bound { get }
  }
  public struct UnsafePointer<Pointee>: Hashable {
    public subscript(index: Int) -> Pointee { get }
    public var pointee: Pointee { get }
    public func advanced(by count: Int) -> UnsafePointer<Pointee>
  }
  public struct UnsafeMutablePointer<Pointee>: Hashable {
    public subscript(index: Int) -> Pointee { get set }
    public var pointee: Pointee { get set }
    public func advanced(by count: Int) -> UnsafeMutablePointer<Pointee>
  }
  public struct UnsafeBufferPointer<Element>: RandomAccessCollection {
    public typealias Index = Int
    public subscript(index: Int) -> Element { get }
    public var baseAddress: UnsafePointer<Element>? { get }
  }
  public struct UnsafeMutableBufferPointer<Element>: RandomAccessCollection, MutableCollection {
    public typealias Index = Int
    public subscript(index: Int) -> Element { get set }
    public var baseAddress: UnsafeMutablePointer<Element>? { get }
  }
  public struct UnsafeRawBufferPointer: RandomAccessCollection {
    public typealias Element = UInt8
    public typealias Index = Int
    public subscript(index: Int) -> UInt8 { get }
  }
  public struct UnsafeRawPointer: Hashable {}
  public struct UnsafeMutableRawPointer: Hashable {}
  public class AnyKeyPath {}
  public class KeyPath<Root, Value>: AnyKeyPath {}
  public class WritableKeyPath<Root, Value>: KeyPath<Root, Value> {}
  public struct AnyHashable: Hashable {}
  public struct ObjectIdentifier: Hashable { public init(_ object: AnyObject) }
  public struct Duration: Hashable, Comparable, Sendable {
    public static func seconds<T: BinaryInteger>(_ value: T) -> Duration
    public static func milliseconds<T: BinaryInteger>(_ value: T) -> Duration
    public static func microseconds<T: BinaryInteger>(_ value: T) -> Duration
    public static func nanoseconds<T: BinaryInteger>(_ value: T) -> Duration
  }
  public protocol Actor: AnyObject {}
  public struct CancellationError: Error { public init() }
  public func min<T: Comparable>(_ x: T, _ y: T) -> T
  public func max<T: Comparable>(_ x: T, _ y: T) -> T
  public func abs<T: Numeric>(_ x: T) -> T
  public func print(_ items: Any..., separator: String = " ", terminator: String = "")
  public func debugPrint(_ items: Any..., separator: String = " ", terminator: String = "")
  public func fatalError(_ message: @autoclosure () -> String = "") -> Never
  public func preconditionFailure(_ message: @autoclosure () -> String = "") -> Never
  public func precondition(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "")
  public func assert(_ condition: @autoclosure () -> Bool, _ message: @autoclosure () -> String = "")
  public func assertionFailure(_ message: @autoclosure () -> String = "")
  """
  + integerNames.map { integerType($0) }.joined()
  + ["Double", "Float"].map { floatType($0) }.joined()

private let integerNames = [
  "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64",
]

private func integerType(_ name: String) -> String {
  """

  public struct \(name): FixedWidthInteger, Codable, Sendable {
    public init()
    public init<T: BinaryInteger>(_ value: T)
    public init<T: BinaryFloatingPoint>(_ value: T)
    public init?(_ description: String)
    public init?<S: StringProtocol>(_ text: S, radix: Int = 10)
    public init<T: BinaryInteger>(truncatingIfNeeded value: T)
    public init<T: BinaryInteger>(clamping value: T)
    public init?<T: BinaryInteger>(exactly value: T)
    public static func random(in range: Range<\(name)>) -> \(name)
    public static func random(in range: ClosedRange<\(name)>) -> \(name)
  }
  """
}

private func floatType(_ name: String) -> String {
  """

  public struct \(name): BinaryFloatingPoint, Codable, CustomStringConvertible, Sendable {
    public init()
    public init<T: BinaryInteger>(_ value: T)
    public init<T: BinaryFloatingPoint>(_ value: T)
    public init?(_ description: String)
    public static func random(in range: Range<\(name)>) -> \(name)
    public static func random(in range: ClosedRange<\(name)>) -> \(name)
  }
  """
}
