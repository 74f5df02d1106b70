import Dispatch

/// Resolves every declaration, and the properties whose type stands only in their initial value.
///
/// What other tables share is resolved already, and costs a look. What a declaration is resolved to does not depend on
/// which others are resolved before it, so that several threads can share the work.
func resolveDeclarations(of table: SymbolTable, jobs: Int = 1) {
  let owners = table.types + table.externals.values
  let symbols =
    table.modules.keys.sorted().flatMap { table.modules[$0]?.members.all ?? [] }
    + owners.flatMap { table.members[$0]?.all ?? [] }
  let open = symbols.filter { $0.late == nil && $0.knownSignature == nil }
  let types = table.types.filter { $0.inheritance == nil }
  // A thread is not worth its start for less.
  let pieces = max(1, min(jobs * 8, open.count / 256))
  @Sendable func resolve(_ piece: Int) {
    func part(_ all: [Symbol]) -> ArraySlice<Symbol> {
      all[all.count * piece / pieces..<all.count * (piece + 1) / pieces]
    }
    let resolver = Resolver(table: table)
    let session = PropertyInference(resolver: resolver)
    for type in part(types) { _ = resolver.inheritedTypes(of: type) }
    for symbol in part(open) { _ = resolver.signature(of: symbol) }
    session.finish()
  }
  if jobs > 1, pieces > 1 {
    DispatchQueue.concurrentPerform(iterations: pieces, execute: resolve)
  } else {
    for piece in 0..<pieces { resolve(piece) }
  }
}

/// Infers the types of properties across files while the model is made.
final class PropertyInference {
  private let resolver: Resolver
  private var files: [Int: FileSemantics] = [:]

  init(resolver: Resolver) {
    self.resolver = resolver
    resolver.inferProperty = { [unowned self] symbol in infer(symbol) }
  }

  func finish() {
    resolver.inferProperty = nil
    files = [:]
  }

  private func infer(_ symbol: Symbol) -> SemanticType {
    guard let file = resolver.table.file(of: symbol), let binding = symbol.declaration else {
      return .unknown
    }
    // Each property gets a fresh view of its file: bodies under way must not mix.
    let semantics = FileSemantics(file: file, resolver: resolver)
    return semantics.inferredType(of: symbol, in: binding)
  }
}
