/// What interfaces declare, resolved once and shared by the models of all projects that see them.
package final class InterfaceModel: Sendable {
  let table: SymbolTable

  /// - Parameter own: the modules of the project, which it declares itself; interfaces of that name are left
  ///   out.
  package init(_ interfaces: [InterfaceFile], without own: Set<String>) {
    table = SymbolTable(interfaces: interfaces, without: own)
    resolveDeclarations(of: table)
  }
}
