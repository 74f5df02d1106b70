import MoultSemantics
import Testing

/// The module that the files under test import.
private let kit = [
  "Kit/a.swift": """
  public struct Thing { public var size: Int; public struct Part { public let id: Int } }
  public class Engine { public init() {}; fileprivate func start() -> Int { 1 }; public func run() -> Thing { fatalError() } }
  public protocol Shape { associatedtype Unit; func area() -> Unit; static var zero: Self { get } }
  extension Shape { public func doubled() -> [Unit] { [] } }
  extension Array where Element == Int { public func summed() -> Int { 0 } }
  extension Array where Element == String { public func summed() -> String { "" } }
  public struct Box<T> {
    public var value: T
    public init(_ value: T) { self.value = value }
    public func map<U>(_ change: (T) -> U) -> Box<U> { fatalError() }
  }
  extension Box where T == Int { public func next() -> Int { 1 } }
  extension Box: Shape where T: Shape {
    public typealias Unit = T.Unit
    public func area() -> T.Unit { fatalError() }
    public static var zero: Box { fatalError() }
  }
  public typealias Pair<A> = (first: A, second: Box<A>)
  public typealias IntBox = Box<Int>
  public struct Circle: Shape { public func area() -> Double { 1 }; public static let zero = Circle() }
  public struct Square: Shape { public typealias Unit = Int; public func area() -> Int { 1 }; public static let zero = Square() }
  """
]

/// Names that Swift finds by rules which seldom matter, and what is better left unknown.
struct NameSweepTests {
  @Test func `a scoped import leaves the rest of its module to other imports`() throws {
    try expectTypes(
      """
      import struct Kit.Thing
      func f(_ t: Thing, _ k: Kit.Thing) { use(«t.size», «k.size», «Engine()») }
      """, "Int", "Int", "_", others: kit, interfaces: [])
  }

  @Test func `a type of the file's module hides an imported one, which its module still names`()
    throws
  {
    try expectTypes(
      """
      import Kit
      struct Circle { var mine = true }
      func f(_ own: Circle, _ other: Kit.Circle) {
        use(«own.mine», «own.area()», «other.area()», «other.doubled()»)
      }
      """, "Bool", "_", "Double", "[Double]", others: kit, interfaces: [])
  }

  @Test func `a submodule's import does not bring its module's names`() throws {
    // Only modules of C have submodules, and Swift gives all of their module's names: unknown is less than it could be.
    try expectTypes(
      "import Kit.Shapes\nfunc f(_ c: Circle) { «c.area()» }\n", "_", others: kit,
      interfaces: [])
  }

  @Test func `what is private to another file is nobody else's`() throws {
    try expectTypes(
      "import Kit\nfunc f() { use(«Engine().run().size», «Engine().start()») }\n", "Int", "_",
      others: kit, interfaces: [])
  }

  @Test func `extensions of some arguments are told apart`() throws {
    try expectTypes(
      """
      import Kit
      func f(_ a: Box<Int>, _ b: Box<String>) {
        use(«[1].summed()», «["a"].summed()», «a.next()», «b.next()»)
      }
      """, "Int", "String", "Int", "_", others: kit, interfaces: [])
  }

  @Test func `members of a conditional conformance are right or unknown`() throws {
    // Swift says 'Double' and nothing.
    try expectTypes(
      "import Kit\nfunc f(_ a: Box<Circle>, _ b: Box<Int>) { use(«a.area()», «b.area()») }\n",
      "Double", "_", others: kit, interfaces: [])
  }

  @Test func `typealiases with parameters are filled in`() throws {
    try expectTypes(
      """
      import Kit
      func f(_ p: Pair<Int>) {
        use(«p.first», «p.second.next()», «IntBox(1).map { "\\($0)" }.value», «Box(Circle.zero).map { $0.area() }»)
      }
      """, "Int", "Int", "String", "Box<Double>", others: kit, interfaces: [])
  }

  @Test func `associated types stand for themselves in generic code`() throws {
    try expectTypes(
      """
      import Kit
      func f<S: Shape>(_ s: S) { use(«s.area()», «S.zero», «s.doubled()», «Square.zero.area()») }
      extension Shape { func again() { use(«self.area()», «Self.zero») } }
      """, "S.Unit", "S", "[S.Unit]", "Int", "Self.Unit", "Self", others: kit, interfaces: [])
  }

  @Test func `existentials hide what their associated types are`() throws {
    try expectTypes(
      "import Kit\nfunc f(_ a: any Shape, _ b: some Shape) { use(«a.area()», «b.area()») }\n",
      "_", "_", others: kit, interfaces: [])
  }

  @Test func `Self of a class is the class that is asked`() throws {
    try expectTypes(
      """
      class Base { class func make() -> Self { fatalError() }; func me() -> Self { self } }
      class Child: Base { var extra = 1 }
      func f(_ c: Child) { use(«Child.make().extra», «c.me().extra», «Base.make()») }
      """, "Int", "Int", "Base", interfaces: [])
  }

  @Test func `locals hide types and functions of their name`() throws {
    try expectTypes(
      """
      struct Thing { var size = 1 }
      func make(_ n: Int) -> Thing { Thing() }
      func f() {
        use(«make(1)»)
        let Thing = 5
        func make(_ n: Int) -> String { "" }
        use(«Thing», «make(1)»)
      }
      """, "String", "Int", "String", interfaces: [])
  }

  @Test func `a member of the type goes before one of its protocols`() throws {
    try expectTypes(
      """
      protocol Greeter { var name: String { get } }
      extension Greeter { var name: String { "" }; func bye() -> Int { 1 }; static func build() -> Self { fatalError() } }
      struct Me: Greeter { func bye() -> String { "" } }
      struct You: Greeter {}
      func f(_ me: Me, _ you: You, _ any: any Greeter) {
        use(«me.bye()», «you.bye()», «any.bye()», «You.build()», «you.name»)
      }
      """, "String", "Int", "Int", "You", "String", interfaces: [])
  }

  @Test func `subclasses fill in the parameters of their superclass`() throws {
    try expectTypes(
      """
      class Parent<T> {
        var item: T
        init(_ item: T) { self.item = item }
        func copy() -> Parent<T> { self }
        subscript(i: Int) -> T { item }
        subscript(key k: String) -> [T] { [] }
        static var shared: Parent<Int> { fatalError() }
      }
      class Sub: Parent<String> {
        override func copy() -> Sub { self }
        func f() { use(«item», «super.copy()», «copy()», «self[0]», «self[key: ""]», «Parent<Bool>.shared.item») }
      }
      """, "String", "Parent<String>", "Sub", "String", "[String]", "Int", interfaces: [])
  }

  @Test func `types nested in generic types carry the outer arguments`() throws {
    try expectTypes(
      """
      struct Outer<T> {
        struct Inner { var value: T }
        typealias Me = Outer<T>
        typealias List = [T]
        func inner() -> Inner { fatalError() }
      }
      func f(_ o: Outer<String>) {
        use(«o.inner().value», «Outer<Int>.Inner(value: 1).value», «Outer<Int>.Me.List()»)
      }
      """, "String", "Int", "[Int]", interfaces: [])
  }

  @Test func `wrapped properties have their written type, or that of what is wrapped`() throws {
    try expectTypes(
      """
      @propertyWrapper struct Wrap<V> { var wrappedValue: V; var projectedValue: Wrap<V> { self } }
      @resultBuilder struct Build { static func buildBlock(_ parts: Int...) -> [Int] { parts } }
      func make<T>(@Build _ parts: () -> T) -> T { parts() }
      struct View {
        @Wrap var count: Int = 1
        @Wrap var other = 2
        func f() { use(«count», «other», «$count», «_count», «make { 1; 2 }») }
      }
      """, "Int", "Int", "_", "_", "_", interfaces: [])
  }

  @Test func `overloads are told apart by labels, then by what they are given`() throws {
    try expectTypes(
      """
      func pick(_ x: Int) -> Int { 1 }
      func pick(_ x: String) -> String { "" }
      func pick(x: Int) -> Bool { true }
      func pick<T>(_ x: [T]) -> T { fatalError() }
      func f() { use(«pick(1)», «pick("")», «pick(x: 1)», «pick([1.5])», «pick(mystery)») }
      """, "Int", "String", "Bool", "Double", "_", interfaces: [])
  }
}
