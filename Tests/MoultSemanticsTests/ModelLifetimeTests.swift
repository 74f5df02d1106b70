import MoultSemantics
import MoultSource
import MoultSyntax
import Testing

/// Types name each other, and what is known of them goes all the same when nobody has the model any more.
struct ModelLifetimeTests {
  private static let text = """
    struct Order { var next: Customer?; func with(_ order: Order) -> Order { order } }
    final class Customer { let orders: [Order]; static let shared = Customer(); init() { orders = [] } }
    extension Customer: Equatable { static func == (a: Customer, b: Customer) -> Bool { true } }
    """

  private func file(_ text: String) -> ProjectFile {
    ProjectFile(
      tree: parse(SourceText(path: "A.swift", bytes: Array(text.utf8))), module: "App")
  }

  @Test func `a model takes its symbols and trees along`() {
    weak var tree: SyntaxTree?
    weak var symbol: Symbol?
    do {
      let file = file(Self.text)
      tree = file.tree
      let model = ProjectModel(files: [file], interfaces: [])
      symbol = model.symbol(named: "App.Order")
      #expect(symbol?.type.isUnknown == false)
    }
    #expect(tree == nil)
    #expect(symbol == nil)
  }

  @Test func `a model in another's place keeps the symbols, in the new text`() throws {
    weak var old: SyntaxTree?
    weak var symbol: Symbol?
    do {
      let before = file(Self.text)
      old = before.tree
      let after = file(
        Self.text.replacing("{ order }", with: "{\n  print(order)\n  return order\n}"))
      let change = try #require(BodyChange(from: before.tree, to: after.tree))
      var model: ProjectModel? = ProjectModel(files: [before], interfaces: [])
      let known = try #require(model?.symbol(named: "App.Customer"))
      symbol = known
      model = model?.replacing("A.swift", by: after.tree, change) { _ in [] }?.model
      let new = try #require(model)
      #expect(new.symbol(named: "App.Customer") === known)
      #expect(known.declaration?.tree === after.tree)
      #expect(known.declaration?.name == "Customer")
      #expect(known.type.isUnknown == false)
      let semantics = try #require(new.semantics(forFile: "A.swift"))
      let uses = after.tree.root.descendants.filter {
        $0.kind == .declReference && $0.name == "order"
      }
      #expect(uses.count == 2)
      for use in uses { #expect(semantics.type(of: use).nominalSymbol?.name == "Order") }
    }
    #expect(old == nil)
    #expect(symbol == nil)
  }

  @Test func `a member that comes takes its place in the model, and one that went goes`() throws {
    weak var old: SyntaxTree?
    weak var symbol: Symbol?
    do {
      let before = file(Self.text)
      old = before.tree
      let after = file(
        Self.text.replacing(
          "func with(_ order: Order) -> Order { order }", with: "var head = Customer.shared"))
      let change = try #require(
        BodyChange(from: before.tree, to: after.tree, orMembers: true))
      var model: ProjectModel? = ProjectModel(files: [before], interfaces: [])
      symbol = model?.symbol(named: "App.Order.with(_:)")
      #expect(symbol?.type.isUnknown == false)
      let (new, members) = try #require(
        model?.replacing("A.swift", by: after.tree, change) { _ in [] })
      model = nil
      #expect(members.names.isSuperset(of: ["head", "with", "init", "Order"]))
      let order = try #require(new.symbol(named: "App.Order"))
      #expect(members.owners == [order])
      let known = new.declaredMembers(of: order)
      #expect(
        known.map(\.qualifiedName) == [
          "App.Order.next", "App.Order.head", "App.Order.init(next:head:)",
        ])
      #expect(known[1].type.nominalSymbol?.name == "Customer")
      #expect(known[2].parameterTypes.last?.nominalSymbol?.name == "Customer")
    }
    #expect(old == nil)
    #expect(symbol == nil)
  }
}
