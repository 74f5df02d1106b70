import MoultSemantics
import MoultSource
import MoultSyntax

/// The types in a file that a module which is about to be imported declares under the same names.
///
/// A compiler calls a name ambiguous that two imports declare.
struct NamesBesideImport {
  /// What puts the module before each name that the project or an interface declares.
  private(set) var edits: [Edit] = []

  /// The first name that only a module can declare which nobody described, or whose module no name can stand for.
  private(set) var unknown: String?

  var isEmpty: Bool { edits.isEmpty && unknown == nil }

  /// - Parameter match: of an import that the rule puts another in the place of.
  init(_ match: Match, _ file: FileContext) {
    let types = match.rule.typesBeside()
    guard !types.isEmpty, match.node.kind == .importPathComponent else { return }
    for node in file.tree.root.descendants
    where node.kind == .identifierType || node.kind == .declReference {
      guard types.contains(node.name) else { continue }
      let candidates = file.semantics.candidates(of: node)
      guard file.semantics.isCertain(node), let symbol = candidates.first(where: { !$0.isExternal })
      else {
        // Without a module that nobody described, the name is one of the file's own module that is not at hand. A fix
        // may have written the name ahead of the import.
        if !file.source.isRewritten, !file.semantics.unknownImports.isEmpty {
          unknown = unknown ?? node.name
        }
        continue
      }
      guard symbol.parent?.kind == .module, symbol.module != file.semantics.module,
        !isOfLibrary(of: match.node.name, symbol, file)
      else { continue }
      guard file.semantics.visibleModules.contains(symbol.module),
        file.model.topLevelSymbols(named: symbol.module, in: symbol.module).isEmpty
      else {
        unknown = unknown ?? node.name
        continue
      }
      edits.append(Edit(node.range.lowerBound..<node.range.lowerBound, symbol.module + "."))
    }
  }
}

/// Whether anything in a file is what a module declares.
func usesModule(_ module: String, in file: FileContext) -> Bool {
  file.tree.root.descendants.contains { node in
    switch node.kind {
    case .identifierType, .memberType, .declReference, .memberAccess, .functionCall:
      file.semantics.candidates(of: node).contains { isOfLibrary(of: module, $0, file) }
    default: false
    }
  }
}

private func isOfLibrary(of module: String, _ symbol: Symbol, _ file: FileContext) -> Bool {
  if symbol.module == module { return true }
  guard let library = file.model.library(ofModule: module)?.library else { return false }
  return file.model.library(ofModule: symbol.module)?.library == library
}
