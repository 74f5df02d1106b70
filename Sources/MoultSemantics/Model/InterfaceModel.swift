import MoultSource

/// What interfaces declare, shared by the models of all projects that see them.
///
/// What types inherit is resolved when it is made, the types of their members when someone asks.
package final class InterfaceModel: Sendable {
  let table: SymbolTable
  private let types: LateTypes
  private let knownMentions = Once<[MentionTable]>()
  private let knownMentionsOfBuiltIn = Once<[MentionTable]>()
  private let knownHeirs = Once<[String: [Symbol]]>()
  private let knownStandIns = Once<StableHashSet>()
  private let knownTopLevelTypes = Once<Set<String>>()

  /// Returns which declarations speak of types, as `TypeMentions` keeps it; found out when somebody asks first.
  ///
  /// - Complexity: O(*n*) in the declarations, once.
  func mentions(of types: MentionedTypes) -> [MentionTable] {
    let known =
      switch types {
      case .declared: knownMentions
      case .builtIn: knownMentionsOfBuiltIn
      }
    return known.value { MoultSemantics.mentions(of: types, in: table, self.types, jobs: 1) }
  }

  /// The types that name a type behind their colon, by its qualified name; found out when somebody asks first.
  ///
  /// - Complexity: O(*n*) in the types, once.
  var heirs: [String: [Symbol]] {
    knownHeirs.value { MoultSemantics.heirs(among: table.types, in: table) }
  }

  /// Returns whether any module declares a type of this name at its top level.
  ///
  /// - Complexity: O(*n*) in the types, once.
  package func declaresTopLevelType(named name: String) -> Bool {
    knownTopLevelTypes.value {
      Set(table.types.lazy.filter { $0.parent?.kind.isNominalType != true }.map(\.name))
    }.contains(name)
  }

  /// What `StandInNames` holds of the declarations; found out when somebody asks first.
  var standInNames: StableHashSet {
    knownStandIns.value { MoultSemantics.standInNames(in: table, of: table.files.indices) }
  }

  /// - Parameter own: the modules of the project, which it declares itself; interfaces of that name are left
  ///   out.
  package init(_ interfaces: [InterfaceFile], without own: Set<String>) {
    types = LateTypes(infersProperties: true)
    table = SymbolTable(interfaces: interfaces, without: own, types: types)
    open()
  }

  fileprivate init(builtIn interfaces: [InterfaceFile]) {
    types = LateTypes(infersProperties: true)
    table = SymbolTable(builtIn: interfaces, types: types)
    open()
  }

  private func open() {
    let resolver = Resolver(table: table, resolving: types)
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
