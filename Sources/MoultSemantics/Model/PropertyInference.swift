import MoultSource

/// Resolves what types inherit, and the properties whose type stands only in their initial value.
///
/// What other tables share is resolved already, and costs a look. What a declaration is resolved to does not depend on
/// which others are resolved before it, so that several threads can share the work.
///
/// - Parameter types: what resolves all else of the table, later.
func resolveDeclarations(of table: SymbolTable, _ types: LateTypes, jobs: Int = 1) {
  let ofProject = table.types.filter { $0.inheritance == nil }
  _ = parallelRanges(ofProject.count, jobs: jobs, atLeast: 256) { part in
    let resolver = Resolver(table: table, resolving: types)
    for type in ofProject[part] { _ = resolver.inheritedTypes(of: type) }
  }
  @Sendable func typedByValue(among members: [Symbol]?) -> [Symbol] {
    members?.filter { $0.kind == .property && $0.late === types && $0.isTypedByValue } ?? []
  }
  let owners = table.types + table.externals.values
  let ofTypes = parallelRanges(owners.count, jobs: jobs, atLeast: 256) { part in
    owners[part].flatMap { typedByValue(among: table.members[$0]?.all) }
  }
  let properties =
    table.modules.keys.sorted().flatMap { typedByValue(among: table.modules[$0]?.members.all) }
    + ofTypes.joined()
  inferProperties(properties, in: table, types, jobs: jobs)
}

/// Infers the types of properties whose type stands only in their initial value.
///
/// - Parameter types: what resolves all else of the table, and is not open yet.
func inferProperties(
  _ properties: [Symbol], in table: SymbolTable, _ types: LateTypes, jobs: Int = 1
) {
  var open = properties
  while !open.isEmpty {
    let asked = open
    _ = parallelRanges(asked.count, jobs: jobs, atLeast: 128) { part in
      let resolver = Resolver(table: table, resolving: types)
      let session = PropertyInference(resolver: resolver)
      for symbol in asked[part] { _ = resolver.signature(of: symbol) }
      session.finish()
    }
    // What is left when nothing new comes of it needs itself.
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
