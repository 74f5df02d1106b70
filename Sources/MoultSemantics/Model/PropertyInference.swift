import MoultSource

/// Resolves every declaration, and the properties whose type stands only in their initial value.
///
/// What other tables share is resolved already, and costs a look. What a declaration is resolved to does not depend on
/// which others are resolved before it, so that several threads can share the work.
func resolveDeclarations(of table: SymbolTable, jobs: Int = 1) {
  let owners = table.types + table.externals.values
  var symbols = table.modules.keys.sorted().flatMap { table.modules[$0]?.members.all ?? [] }
  symbols += owners.flatMap { table.members[$0]?.all ?? [] }
  let types = table.types.filter { $0.inheritance == nil }
  _ = parallelRanges(types.count, jobs: jobs, atLeast: 256) { part in
    let resolver = Resolver(table: table)
    for type in types[part] { _ = resolver.inheritedTypes(of: type) }
  }
  var open = symbols.filter { $0.late == nil && $0.knownSignature == nil }
  while !open.isEmpty {
    let asked = open
    _ = parallelRanges(asked.count, jobs: jobs, atLeast: 256) { part in
      let resolver = Resolver(table: table)
      let session = PropertyInference(resolver: resolver)
      for symbol in asked[part] { _ = resolver.signature(of: symbol) }
      session.finish()
    }
    // A memberwise initialiser waits for properties whose types are inferred, here or by another thread. What is left
    // when nothing new comes of it needs itself.
    open = asked.filter { $0.knownSignature == nil }
    if open.count == asked.count { break }
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
    guard let file = resolver.table.file(of: symbol), let binding = symbol.node else {
      return .unknown
    }
    // Each property gets a fresh view of its file: bodies under way must not mix.
    let semantics = FileSemantics(file: file, resolver: resolver)
    return semantics.inferredType(of: symbol, in: binding)
  }
}
