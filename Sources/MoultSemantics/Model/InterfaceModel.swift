import Synchronization

/// What interfaces declare, shared by the models of all projects that see them.
///
/// What types inherit is resolved when it is made, the types of their members when someone asks.
package final class InterfaceModel: Sendable {
  let table: SymbolTable
  private let types: LateTypes
  private let knownMentions = Mutex<[[Symbol: [Symbol]]]?>(nil)

  /// What the declarations speak of, as `TypeMentions` keeps it; found out when somebody asks first.
  ///
  /// - Complexity: O(*n*) in the declarations, once.
  var mentions: [[Symbol: [Symbol]]] {
    knownMentions.withLock { known in
      if let known { return known }
      let found = MoultSemantics.mentions(in: table, jobs: 1)
      known = found
      return found
    }
  }

  /// - Parameter own: the modules of the project, which it declares itself; interfaces of that name are left
  ///   out.
  package init(_ interfaces: [InterfaceFile], without own: Set<String>) {
    types = LateTypes()
    table = SymbolTable(interfaces: interfaces, without: own, types: types)
    open()
  }

  fileprivate init(builtIn interfaces: [InterfaceFile]) {
    types = LateTypes()
    table = SymbolTable(builtIn: interfaces, types: types)
    open()
  }

  private func open() {
    let resolver = Resolver(table: table, isOfInterfaces: true)
    for type in table.types where type.inheritance == nil { _ = resolver.inheritedTypes(of: type) }
    types.open(table)
  }

  deinit {
    types.close()
    table.forgetTypes(fromFile: table.builtInFiles)
  }

  /// Reads what is built in, which any model begins with, so that it is there when a project is known.
  package static func prepare() { _ = builtInDeclarations }
}

/// What the modules declare that are known without any interface.
let builtInDeclarations = InterfaceModel(builtIn: builtInInterfaces)
