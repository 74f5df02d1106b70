/// Resolves every declaration, and the properties whose type stands only in their initial value.
///
/// What other tables share is resolved already, and costs a look.
func resolveDeclarations(of table: SymbolTable) {
  let resolver = Resolver(table: table)
  let session = PropertyInference(resolver: resolver)
  for type in table.types { _ = resolver.inheritedTypes(of: type) }
  for symbols in table.modules.keys.sorted().compactMap({ table.modules[$0]?.members.all }) {
    for symbol in symbols { _ = resolver.signature(of: symbol) }
  }
  for type in table.types {
    for symbol in table.members[type]?.all ?? [] { _ = resolver.signature(of: symbol) }
  }
  for symbol in table.externals.values {
    for member in table.members[symbol]?.all ?? [] { _ = resolver.signature(of: member) }
  }
  session.finish()
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
