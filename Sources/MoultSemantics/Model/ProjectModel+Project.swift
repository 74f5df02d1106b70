import MoultSource
package import MoultSyntax
import Synchronization

extension ProjectModel {
  /// Every type that the project's own files, or text made for them, declare, in the order of declaration.
  package var projectTypes: [Symbol] {
    table.types.filter { symbol in
      switch symbol.origin {
      case .project, .synthesized: !symbol.isExternal
      case .interface: false
      }
    }
  }

  /// The trees of the project's own files, generated ones included, in the order of their paths.
  package var projectTrees: [SyntaxTree] {
    Glances.noteEverything()
    return unnotedTrees
  }

  /// The same for who notes himself what he tells of the files.
  package var unnotedTrees: [SyntaxTree] {
    table.files.compactMap { file in
      if case .project = file.origin { return file.tree }
      return nil
    }
  }

  /// Returns whether the file at `path` is the project's and was generated.
  package func isGenerated(path: String) -> Bool {
    guard let index = table.fileIndexByPath[path],
      case .project(_, let isGenerated) = table.files[index].origin
    else { return false }
    return isGenerated
  }

  /// Returns whether no other file of the project belongs to the module.
  package func isOnlyFile(path: String, ofModule module: String) -> Bool {
    table.files.allSatisfy { file in
      guard file.module == module, case .project = file.origin else { return true }
      return file.path == path
    }
  }

  /// Returns the extensions of a type.
  package func extensions(of symbol: Symbol) -> [Node] {
    let nodes = table.extensions[symbol, default: []].map(\.node)
    for node in nodes { Glances.note(node) }
    return nodes
  }

  /// The modules that the project's own files belong to.
  package var projectModules: Set<String> { table.projectModules }

  /// The typealiases of the project by the types that they stand for; those inside bodies are left out.
  ///
  /// - Complexity: O(*n*) in the declarations of the model.
  package var typeAliases: [Symbol: [Symbol]] {
    var result: [Symbol: [Symbol]] = [:]
    for scope in table.modules.values.map(\.members) + table.members.values {
      for alias in scope.all where alias.kind == .typeAlias && alias.file >= table.sharedFiles {
        guard case .metatype(.nominal(let type, _)) = alias.type else { continue }
        result[type, default: []].append(alias)
      }
    }
    return result
  }

  /// Returns whether a module of the project declares a type of this name outside any other.
  ///
  /// - Complexity: O(*n*) in what modules of the project declare outside any type, once.
  package func declaresTopLevelType(named name: String) -> Bool {
    table.declaresTopLevelType(named: name)
  }
}

/// The types of a model by what they descend from.
///
/// Made once for many questions (`ProjectModel.descendants`); `ProjectModel.isSubtype` answers a single one.
///
/// A class because it remembers its answers, for who asks for the same type again and again, as rules do.
package final class DescendantIndex: Sendable {
  /// The types of interfaces that name a type behind their colon, by its qualified name.
  private let declared: [String: [Symbol]]

  /// Those of the project, and those of interfaces that the project extends.
  private let heirs: [String: [Symbol]]
  private let known = Mutex<[String: [Symbol]]>([:])

  /// - Parameter jobs: how many threads find out.
  /// - Complexity: O(*n*) in the types that the project declares or extends, and once in those of interfaces.
  init(_ model: ProjectModel, jobs: Int) {
    let table = model.table
    declared = model.interfaces.heirs
    let extended = table.extensions.compactMap { type, places in
      let isShared = (0..<table.sharedFiles).contains(type.file)
      return isShared && places.contains { $0.file >= table.sharedFiles } ? type : nil
    }
    heirs = MoultSemantics.heirs(
      among: table.types.dropFirst(model.interfaces.table.types.count) + extended, in: table,
      jobs: jobs)
  }

  /// Returns the project's types that inherit or conform to the type, in no particular order.
  package func projectTypes(descendingFrom qualifiedName: String) -> [Symbol] {
    if let answer = known.withLock({ $0[qualifiedName] }) { return answer }
    let answer = types(descendingFrom: qualifiedName)
    known.withLock { $0[qualifiedName] = answer }
    return answer
  }

  private func types(descendingFrom qualifiedName: String) -> [Symbol] {
    var found: Set<Symbol> = []
    var open = [qualifiedName]
    while let name = open.popLast() {
      for heir in (declared[name] ?? []) + (heirs[name] ?? []) where found.insert(heir).inserted {
        open.append(heir.qualifiedName)
      }
    }
    return found.filter { symbol in
      switch symbol.origin {
      case .project, .synthesized: true
      case .interface: false
      }
    }
  }
}

/// Returns the types that name a type behind their colon, by its qualified name.
///
/// - Complexity: O(*n*) in the types.
func heirs(
  among types: [Symbol], in table: SymbolTable, jobs: Int = 1
) -> [String: [Symbol]] {
  let parts = parallelRanges(types.count, jobs: jobs, atLeast: 512) { part in
    let resolver = Resolver(table: table)
    var heirs: [Symbol: [Symbol]] = [:]
    for type in types[part] {
      for case .nominal(let ancestor, _) in resolver.inheritedTypes(of: type) {
        heirs[ancestor, default: []].append(type)
      }
    }
    return heirs
  }
  var heirs: [String: [Symbol]] = [:]
  for (ancestor, types) in parts.joined() { heirs[ancestor.qualifiedName, default: []] += types }
  return heirs
}
