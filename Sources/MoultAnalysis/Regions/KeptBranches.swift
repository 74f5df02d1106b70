import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import MoultSyntax

/// The branches of `#if` that are there for an older era of a library, beside others for a newer one.
///
/// Such a pair is a dual stack that someone built: the old branch is what the old library compiles, and rewriting it
/// would leave two branches for the new one. What is old in it stays, and is said to. A branch for an old era that has
/// none for a newer beside it is code like any other.
struct KeptBranches: Sendable {
  /// A branch, and the era that it is for.
  struct Branch: Hashable, Sendable {
    let range: ByteRange
    let library: String
    let era: String
  }

  private var branches: [String: [Branch]] = [:]

  /// - Parameters:
  ///   - trees: with the modules that they belong to.
  ///   - libraries: all that are known.
  /// - Complexity: O(*n*) in the imports of the trees, and in the nodes of those modules that have a dual stack.
  init(_ trees: [(tree: SyntaxTree, module: String)], _ libraries: [LibraryEras]) {
    let eras = ErasOfModules(libraries)
    for (_, files) in Dictionary(grouping: trees, by: \.module) {
      guard eras.areMixed(files.flatMap(\.tree.importedModules)) else { continue }
      let sides = files.flatMap { branchesForEras(in: $0.tree, eras) }
      let kept = sides.filter { side in
        sides.contains {
          $0.isNewer(than: side) && ($0.statement == side.statement || $0.asks && side.asks)
        }
      }
      guard !kept.isEmpty else { continue }
      for file in files {
        let found = clauses(in: file.tree).compactMap { clause -> Branch? in
          let conditions = BuildConditions(ofClause: clause)
          guard let side = kept.first(where: { conditions.imply($0.conditions) }) else {
            return nil
          }
          return Branch(range: clause.range, library: side.library, era: side.era)
        }
        if !found.isEmpty { branches[file.tree.source.path] = found }
      }
    }
  }

  var isEmpty: Bool { branches.isEmpty }

  /// The branches of the file at a path, in source order.
  func branches(ofFile path: String) -> [Branch] { branches[path] ?? [] }

  /// Whether an old use in a file stands in a branch that is there for its era.
  ///
  /// - Parameter era: which the use is of.
  func keeps(_ range: ByteRange, inFile path: String, of library: String, _ era: String) -> Bool {
    branches(ofFile: path).contains { branch in
      branch.library == library && branch.era == era
        && branch.range.lowerBound <= range.lowerBound
        && range.upperBound <= branch.range.upperBound
    }
  }
}

/// Which era of which library a module belongs to.
private struct ErasOfModules {
  private var eras: [String: (library: String, era: Int)] = [:]

  init(_ libraries: [LibraryEras]) {
    for library in libraries {
      for (number, era) in library.eras.enumerated() {
        for module in era.signs.modules { eras[module] = (library.library, number) }
      }
    }
    names = Dictionary(
      libraries.map { ($0.library, $0.eras.map(\.name)) }, uniquingKeysWith: { first, _ in first })
  }

  private let names: [String: [String]]

  subscript(module: String) -> (library: String, era: Int)? { eras[module] }

  /// Whether the modules are of several eras of one library.
  func areMixed(_ modules: [String]) -> Bool {
    var seen: [String: Int] = [:]
    return Set(modules).contains { module in
      guard let (library, era) = eras[module] else { return false }
      if let other = seen[library] { return other != era }
      seen[library] = era
      return false
    }
  }

  func name(_ library: String, _ era: Int) -> String { names[library]?[era] ?? "\(era)" }
}

/// A branch that imports a module of an era, or asks whether it can.
private struct Side {
  let library: String
  let era: String
  let number: Int
  let conditions: BuildConditions

  /// The `#if` that it is a branch of.
  let statement: Node

  /// Its condition is that the module can be imported.
  let asks: Bool

  func isNewer(than other: Side) -> Bool { library == other.library && number > other.number }
}

private func clauses(in tree: SyntaxTree) -> [Node] {
  guard tree.source.bytes.firstIndex(ofBytes: Array("#if".utf8), from: 0) != nil else { return [] }
  return tree.shownNodes.lazy.filter { tree.kind(ofNode: $0) == .ifConfigClause }.map {
    Node(tree: tree, id: NodeID(rawValue: UInt32($0)))
  }
}

private func branchesForEras(in tree: SyntaxTree, _ eras: ErasOfModules) -> [Side] {
  clauses(in: tree).flatMap { clause -> [Side] in
    guard let statement = clause.parent else { return [] }
    let conditions = BuildConditions(ofClause: clause)
    let asked = conditions.asserted.compactMap { condition in
      condition.hasPrefix("canImport(") ? String(condition.dropFirst(10).dropLast()) : nil
    }
    let imported = clause.children.compactMap { child in
      child.kind == .importDecl ? child.child(.importPathComponent)?.name : nil
    }
    return Set(asked + imported).compactMap { module in
      guard let (library, era) = eras[module], !conditions.isEmpty else { return nil }
      return Side(
        library: library, era: eras.name(library, era), number: era, conditions: conditions,
        statement: statement, asks: asked.contains(module))
    }
  }
}

/// The era that a rule of a hop leads away from.
struct RuleOrigin: Hashable, Sendable {
  let library: String
  let era: String
}

extension Catalogue {
  /// The origins of all rules that belong to a hop.
  var ruleOrigins: [RuleID: RuleOrigin] {
    Dictionary(
      pages.compactMap { page in
        page.hop.map { hop in
          (
            page.id,
            RuleOrigin(
              library: String(page.path.prefix { $0 != "/" }), era: String(hop.prefix { $0 != "-" })
            )
          )
        }
      }, uniquingKeysWith: { first, _ in first })
  }
}
