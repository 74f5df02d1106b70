import MoultLearning
import MoultSource
import MoultSyntax
import Testing

/// Returns the interface of one file.
private func interface(_ text: String) -> String {
  let source = SourceText(path: "Sources/A/A.swift", bytes: Array(text.utf8))
  return String(decoding: publicInterface(of: [parse(source)]), as: UTF8.self)
}

@Test func `only what others see is left, without bodies`() {
  let text = """
    import Foundation
    internal import Hidden
    /// Documentation.
    public struct A {
      public var a: Int { 1 }
      public var b = 2
      public private(set) var c: [String] = []
      var d = 3
      public func f(_ x: Int = 1) throws -> Int { x }
      func g() {}
      package func h() {}
      public init() {}
    }
    struct Secret { public var x: Int }
    extension Secret { public func y() {} }
    """
  #expect(
    interface(text) == """
      import Foundation
      public struct A
      {
      public var a: Int
      { get }
      public var b = 2
      public private(set) var c: [String]
      public func f(_ x: Int = 1) throws -> Int
      public init()
      }

      """)
}

@Test func `members of a public extension, requirements and cases are seen`() {
  let text = """
    public protocol P { func p() }
    public enum E { case a, b }
    public extension E { func f() {}; private func g() {} }
    extension E: P {}
    """
  #expect(
    interface(text) == """
      public protocol P
      {
      func p()
      }
      public enum E
      {
      case a, b
      }
      public extension E
      {
      func f()
      }
      extension E: P
      {
      }

      """)
}

@Test func `what is deprecated keeps its body and its place`() {
  let text = """
    public func new() {}

    @available(*, deprecated, renamed: "new()")
    public func old() { new() }
    """
  #expect(
    interface(text) == """
      public func new()
      //@ Sources/A/A.swift:3
      @available(*, deprecated, renamed: "new()")
      public func old() { new() }

      """)
}

@Test func `branches stay apart, and empty ones go`() {
  let text = """
    #if os(Linux)
    public func a() {}
    #else
    func b() {}
    #endif
    #if DEBUG
    func c() {}
    #endif
    """
  #expect(
    interface(text) == """
      #if os(Linux)
      public func a()
      #else
      #endif

      """)
}

@Test func `a lazy property is one that is read and set`() {
  let text = """
    public final class A {
      public private(set) lazy var names: [String] = ["a"]
      public lazy var count: Int = 1
    }
    public struct B { public lazy var size: Int = 1 }
    """
  #expect(
    interface(text) == """
      public final class A
      {
      public var names: [String]
      { get }
      public var count: Int
      { get set }
      }
      public struct B
      {
      public var size: Int
      { mutating get set }
      }

      """)
}

@Test func `what an extension retires keeps its bodies, and so do stand-ins of requirements`() {
  let text = """
    public protocol P {
      @available(*, deprecated) func f() -> Int
      func g() -> Int
    }
    extension P {
      public func f() -> Int { g() }
      public func h() -> Int { g() }
    }
    @available(*, deprecated)
    extension A { public func i() -> Int { 1 } }
    """
  let written = interface(text)
  #expect(written.contains("public func f() -> Int { g() }"))
  #expect(!written.contains("public func h() -> Int { g() }"))
  #expect(written.contains("public func i() -> Int { 1 }"))
}
