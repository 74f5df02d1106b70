import Testing

/// Types that a property wrapper, another attribute or an `#if` stands before.
struct WrappedPropertyTests {
  @Test func `a wrapper that reads its value through a key path says the type`() throws {
    try expectTypes(
      """
      struct Values { var count: Int { 1 }; var name: String? { nil } }
      @propertyWrapper struct Read<Value> {
        init(_ path: KeyPath<Values, Value>) {}
        var wrappedValue: Value { fatalError() }
      }
      @propertyWrapper struct Loose<Value> {
        init(_ path: KeyPath<Values, Value>) {}
        var wrappedValue: Value? { nil }
      }
      struct S {
        @Read(\\.count) var count
        @Read(\\.name) private var name
        @Read(\\.gone) var gone
        @Loose(\\.count) var loose
        @Foreign(\\.count) var foreign
        func f() { use(«count», «name», «gone», «loose», «foreign») }
      }
      """, "Int", "String?", "_", "_", "_")
  }

  @Test func `what attributes are given is inferred, by itself`() throws {
    try expectTypes(
      """
      enum Code { case aborted, gone; static func all(_ count: Int) -> [Code] { [] } }
      struct Tests {
        static let few = [Code.gone]
        @Test("each of them", arguments: «[Code.aborted, .gone]», «Code.all(«1»)», «Tests.few»)
        func f(code: Code, other: Code) { use(«code») }
        @Read(«Code.gone») var read: Code
      }
      """, "[Code]", "[Code]", "Int", "[Code]", "Code", "Code")
  }

  @Test func `a wrapper that gives its initial value back says the type`() throws {
    try expectTypes(
      """
      @propertyWrapper struct Logged<Value> {
        init(wrappedValue: Value) {}
        var wrappedValue: Value { get { fatalError() } set {} }
      }
      @propertyWrapper struct Lost<Value> {
        init(wrappedValue: Value, after seconds: Int = 1) {}
        var wrappedValue: Value? { nil }
      }
      struct S {
        @Logged var count = 1
        @Logged private var name: String = ""
        @Lost(after: 2) var lost = 1
        @Foreign var foreign = 1
        @Foreign @Logged var both = 1
        func f() { use(«count», «name», «lost», «foreign», «both») }
      }
      """, "Int", "String", "_", "_", "_")
  }

  @Test func `what goes on behind an '#if' is inferred before it, in it and behind it`() throws {
    try expectTypes(
      """
      struct View { func on(_ action: () -> Void) -> View { self } }
      struct Page {
        let number: Int
        var body: View {
          View().on { use(«number») }
            #if DEBUG
            .on { use(«number + 1», «self») }
            #else
            .on { use(«number == 1») }
            #endif
        }
        var other: View {
          wrap {
            View().on { use(«number») }
              #if DEBUG
              .on {}
              #endif
              .on { use(«number») }
          }
        }
      }
      """, "Int", "Int", "Page", "Bool", "Int", "Int")
  }
}
