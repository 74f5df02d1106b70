/// What interfaces declare, shared by the models of all projects that see them.
///
/// What types inherit is resolved when it is made, the types of their members when someone asks.
package final class InterfaceModel: Sendable {
  let table: SymbolTable
  private let types: LateTypes

  /// - Parameter own: the modules of the project, which it declares itself; interfaces of that name are left
  ///   out.
  package init(_ interfaces: [InterfaceFile], without own: Set<String>) {
    types = LateTypes()
    table = SymbolTable(interfaces: interfaces, without: own, types: types)
    let resolver = Resolver(table: table, isOfInterfaces: true)
    for type in table.types { _ = resolver.inheritedTypes(of: type) }
    types.open(table)
  }

  deinit { types.close() }
}
