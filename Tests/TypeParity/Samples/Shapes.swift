// What inference has to get right, in one file that the compiler reads as well: overloads by effect, default
// implementations, generics, wrappers, builders, opaque types, closures. Nothing here is run.

// MARK: - Effects choose overloads

struct Future<Value> {
  func get() async throws -> Value { fatalError() }
  func map<New>(_ transform: @escaping (Value) -> New) -> Future<New> { fatalError() }
  func flatMap<New>(_ transform: @escaping (Value) -> Future<New>) -> Future<New> { fatalError() }
}

struct Pipe {
  func write(_ text: String) -> Future<Int> { fatalError() }
  func write(_ text: String) async throws -> Int { try await self.write(text).get() }
  func close() {}
}

func useEffects(_ pipe: Pipe) async throws {
  let written = try await pipe.write("a")
  print(written.description)
  let later = try await pipe.write("b").get()
  print(later.description)
  async let last = pipe.write("c")
  print(try await last.description)
}

func useFutures(_ pipe: Pipe) -> Future<String> {
  let doubled = pipe.write("a").map { $0 * 2 }
  return doubled.flatMap { count in pipe.write(count.description) }.map { $0.description }
}

// MARK: - Requirements, defaults, generics

protocol Shape {
  associatedtype Unit
  var area: Unit { get }
  func named(_ name: String) -> Named<Self>
}

extension Shape {
  func named(_ name: String) -> Named<Self> { Named(shape: self, name: name) }
  func described() -> String { "\(area)" }
}

struct Named<S: Shape> {
  var shape: S
  var name: String
  var area: S.Unit { shape.area }
}

struct Square: Shape {
  var side: Int
  var area: Int { side * side }
}

func largest<S: Shape>(of shapes: [S]) -> S? where S.Unit: Comparable {
  shapes.max { $0.area < $1.area }
}

func useShapes(_ squares: [Square]) {
  let named = squares[0].named("first")
  print(named.shape.side, named.area.description, named.name.count)
  if let best = largest(of: squares) { print(best.described(), best.area) }
  for (index, square) in squares.enumerated() where square.side > index { print(square.area) }
  let sides = Dictionary(grouping: squares, by: \.side)
  print(sides[1]?.first?.side ?? 0)
}

// MARK: - Overloads that only types tell apart

struct Ink {
  static var none: Ink { Ink() }
  func draw(_ square: Square) -> Int { 1 }
  func draw<S: Shape>(_ shape: S) -> String { "" }
  @_disfavoredOverload
  func fill(_ count: Int) -> Int { count }
  func fill(_ count: Int, twice: Bool = false) -> String { "" }
}

enum Word {
  case `try`(isOptional: Bool)
  case done(Result<Square, Failure>)
  static var `try`: Word { .try(isOptional: false) }
}

struct Failure: Error { var code: Int }

func useOverloads(_ ink: Ink, _ square: Square, _ word: Word) {
  print(ink.draw(square).description, ink.fill(1).count)
  let plain: Word = .try
  switch word {
  case .try(let isOptional): print(isOptional, plain)
  case .done(.success(let square)): print(square.side)
  case .done(.failure(let failure)): print(failure.code)
  }
}

// MARK: - Wrappers, builders, opaque types

@propertyWrapper
struct Clamped {
  var wrappedValue: Int
  var projectedValue: Failure { Failure(code: wrappedValue) }
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

@resultBuilder
struct SquareBuilder {
  static func buildBlock(_ parts: Square...) -> [Square] { parts }
  static func buildExpression(_ side: Int) -> Square { Square(side: side) }
}

struct Drawing {
  @Clamped var width: Int = 1
  var squares: [Square] = []

  init(@SquareBuilder _ content: () -> [Square]) { squares = content() }

  func frame() -> some Shape { squares[0] }
  func scaled(by factor: Int) -> Self {
    var copy = self
    copy.width *= factor
    return copy
  }
}

func useDrawing() {
  let drawing = Drawing {
    1
    Square(side: 2).side
  }
  print(drawing.squares.count, drawing.width.description, drawing.$width.code)
  print(drawing.scaled(by: 2).frame().described(), drawing.squares.map(\.side).count)
}

// MARK: - Classes, captures, optional chains

class Node {
  var parent: Node?
  weak var owner: Node!
  lazy var children: [Node] = []
  required init() {}
  func root() -> Node { parent?.root() ?? self }
  class func make() -> Self { Self() }
}

final class Leaf: Node {
  var value = Failure(code: 1)
  override func root() -> Node { super.root() }
  func later(_ body: @escaping (Leaf) -> Void) {
    let work = { [weak self] in
      guard let self else { return }
      body(self)
      print(self.value.code, self.parent?.parent?.children.first?.root().children.count ?? 0)
    }
    work()
  }
}

func useNodes(_ nodes: [String: Node]) throws {
  let leaf = Leaf.make()
  leaf.later { other in print(other.value.code, other.owner.children.count) }
  print(nodes["a"]?.parent?.owner.root() ?? leaf, (nodes["b"] as? Leaf)?.value.code ?? 0)
  do {
    throw Failure(code: 2)
  } catch let failure as Failure where failure.code > 1 {
    print(failure.code)
  }
}
