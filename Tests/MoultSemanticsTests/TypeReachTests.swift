import MoultSemantics
import MoultSyntax
import Testing

/// Ways in which a value of `SwiftGRPC.Metadata` comes into a file that does not name the type.
///
/// In each, the marked member is one of `Metadata`, which the inference must know for the case to say anything.
private let ways: [(name: String, file: String, other: String)] = [
  (
    "a property", "func f(_ s: Store) { «s.headers.count()» }",
    "struct Store { var headers: Metadata }"
  ),
  (
    "a property whose type is inferred", "func f(_ s: Store) { «s.headers.count()» }",
    "struct Store { var headers = Metadata() }"
  ),
  (
    "a property made of another", "func f() { «second.count()» }",
    "let first = Metadata()\nlet second = first"
  ),
  (
    "a closure's parameter", "func f(_ s: Store) { s.load { «$0.count()» } }",
    "struct Store { func load(_ done: (Metadata) -> Void) {} }"
  ),
  (
    "a typealias", "func f(_ h: Headers) { «h.count()» }", "typealias Headers = Metadata"
  ),
  (
    "a subclass", "func f(_ h: Mine) { «h.count()» }", "class Mine: Metadata {}"
  ),
  (
    "a subscript", "func f(_ s: Store) { «s[1].count()» }",
    "struct Store { subscript(n: Int) -> Metadata { fatalError() } }"
  ),
  (
    "a subscript of what a property holds", "func f(_ s: Shop) { «s.store[1].count()» }",
    """
    struct Store { subscript(n: Int) -> Metadata { fatalError() } }
    struct Shop { var store: Store }
    """
  ),
  (
    "a generic box", "func f(_ s: Store) { «s.box.value.count()» }",
    """
    struct Box<Value> { var value: Value }
    struct Store { var box: Box<Metadata> }
    """
  ),
  (
    "a generic superclass", "func f(_ s: Mine) { «s.value.count()» }",
    """
    class Box<Value> { var value: Value; init(value: Value) { self.value = value } }
    class Mine: Box<Metadata> {}
    """
  ),
  (
    "an associated type", "func f(_ s: Mine) { «s.value().count()» }",
    """
    protocol Source { associatedtype Value; func make() -> Value }
    extension Source { func value() -> Value { make() } }
    struct Mine: Source { typealias Value = Metadata; func make() -> Metadata { Metadata() } }
    """
  ),
  (
    "an associated type of a built-in protocol, which a member tells",
    "func f(_ s: Mine) { «s.copy().count()» }",
    "struct Mine: Identifiable { let id: Metadata; func copy() -> ID { id } }"
  ),
  (
    "an optional in a tuple in an array", "func f(_ s: Store) { «s.all.first?.1?.count()» }",
    "struct Store { var all: [(Int, Metadata?)] }"
  ),
  (
    "a payload", "func f(_ s: State) { if case .done(let h) = s { «h.count()» } }",
    "enum State { case done(Metadata) }"
  ),
  (
    "a constraint of the enclosing type", "extension Box { func f() { «value.count()» } }",
    "struct Box<Value: Metadata> { var value: Value }"
  ),
  (
    "a loop", "func f(_ s: Store) { for h in s.all { «h.count()» } }",
    "struct Store { var all: [Metadata] }"
  ),
  (
    "a back-ticked name", "func f(_ s: Store) { «s.`default`.count()» }",
    "struct Store { var `default`: Metadata }"
  ),
  (
    "an extension of what inherits", "extension Mine { func f() { «count()» } }",
    "class Mine: Metadata {}"
  ),
  (
    "a type nested in one that holds a value", "func f(_ s: Store) { «s.mine.count()» }",
    """
    struct Box { subscript(n: Int) -> Metadata { fatalError() }; class Mine: Metadata {} }
    struct Store { var mine: Box.Mine }
    """
  ),
  (
    "a free operator", "func f(_ a: Name, _ b: Name) { let both = a <+> b; «both.count()» }",
    """
    infix operator <+>
    struct Name {}
    func <+> (_ a: Name, _ b: Name) -> Metadata { Metadata() }
    """
  ),
  (
    "an operator of a type", "func f(_ a: Name) { let both = -a; «both.count()» }",
    """
    struct Name { static prefix func - (_ a: Name) -> Metadata { Metadata() } }
    """
  ),
  (
    "a built-in type that is called", "func f(_ s: Store) { «s.title().count()» }",
    """
    extension String { func callAsFunction() -> Metadata { Metadata() } }
    struct Store { var title: String }
    """
  ),
  (
    "an alias of a nested type", "func f(_ s: Store) { «s.found.count()» }",
    """
    enum Box { typealias Held = Metadata }
    extension Store { var found: Box.Held { fatalError() } }
    struct Store {}
    """
  ),
]

struct TypeReachTests {
  @Test(arguments: ways.indices)
  func `a file into which a value comes is within reach`(way: Int) throws {
    let (name, file, other) = ways[way]
    let subject = try Subject(file, others: ["Other.swift": "import SwiftGRPC\n" + other])
    let found = subject.nodes.map { subject.semantics.symbol(of: $0)?.qualifiedName }
    #expect(found == ["SwiftGRPC.Metadata.count()"], "\(name)")
    let metadata = try #require(subject.model.symbol(named: "SwiftGRPC.Metadata"))
    let reach = TypeMentions(subject.model).reach(of: [metadata])
    #expect(reach.mayHoldValues(try #require(subject.nodes.first).tree), "\(name)")
  }

  @Test func `a file that mentions none of the names is out of reach`() throws {
    let subject = try Subject(
      """
      struct List { var count: Int; var value: [String]; func load(_ done: (Int) -> Void) {} }
      func g(_ l: List) { l.load { print($0, «l.count», l.value.count) } }
      """,
      others: [
        "Other.swift": """
        import SwiftGRPC
        struct Store { var headers: Metadata; var box: Box<Metadata> }
        struct Box<Value> { var value: Value }
        func f(_ s: Store) { s.headers.count() }
        """
      ])
    let metadata = try #require(subject.model.symbol(named: "SwiftGRPC.Metadata"))
    let reach = TypeMentions(subject.model).reach(of: [metadata])
    #expect(!reach.mayHoldValues(try #require(subject.nodes.first).tree))
  }
}
