package import MoultSemantics
import MoultSource
package import MoultSyntax
import Synchronization

/// Which expressions of a project mean which of its declarations, and which types descend from which.
///
/// Nothing is read before a fix asks for the uses of a name, and then only the members and items that mention it, each
/// once. A class because all tasks share what one of them found.
///
/// - Complexity: all questions together O(*n*) in the project, and each name O(*m*) in the tokens of the files that mention it.
package final class CallGraph: Sendable {
  private let model: ProjectModel

  /// Of the project's files, in the order of their paths.
  private let trees: [SyntaxTree]
  private let jobs: Int
  private let state = Mutex(State())

  private struct State {
    var filesByName: FilesByName?
    var readings: [Int: Reading] = [:]

    /// The names for which every file that mentions them was read.
    var namesRead: Set<String> = []

    /// The files that use what a file declares, itself among them, by its tree; some of them may not use it any more.
    var users: [ObjectIdentifier: Set<Int>] = [:]

    /// The typealiases of the project by the types that they stand for; nil until somebody asks for an initialiser.
    var aliases: [Symbol: [Symbol]]?
  }

  /// What was read of a file: for which names, and which parts of it; and what these use.
  ///
  /// Each file has its own, so that another text of one is no work for the others.
  fileprivate struct Reading {
    var names: Set<String> = []
    var parts: Set<NodeID> = []
    var isWhole = false
    var uses: [Node: [Node]] = [:]

    /// Member names behind receivers of unknown type.
    var unknownUses: [String: [Node]] = [:]
  }

  /// - Parameter jobs: how many threads read the files that mention a name.
  package init(_ model: ProjectModel, jobs: Int = 1) {
    self.model = model
    self.jobs = jobs
    trees = model.unnotedTrees
  }

  /// Creates the graph of a project in which bodies of one file are different, from what is known of the others.
  ///
  /// It takes what the other graph knows, which knows nothing from then on.
  ///
  /// - Parameters:
  ///   - other: the graph of the project as it was.
  ///   - old: the file's tree in that.
  ///   - change: what leads from it to the tree in `model`.
  /// - Complexity: O(*n*) in the number of files, the names of the file, and the uses in files that use what it declares.
  package init(
    replacing other: CallGraph, _ model: ProjectModel, _ old: SyntaxTree, _ change: BodyChange
  ) {
    self.model = model
    jobs = other.jobs
    trees = model.unnotedTrees
    guard let index = trees.firstIndex(where: { $0.source.path == old.source.path }) else { return }
    var known = other.state.withLock { state in
      defer { state = State() }
      return state
    }
    known.readings[index] = nil
    known.namesRead = []
    known.filesByName?.replace(index, old, by: trees[index])
    let users = known.users.removeValue(forKey: ObjectIdentifier(old)) ?? []
    for user in users where user != index { known.readings[user]?.move(change, from: old) }
    known.users[ObjectIdentifier(trees[index])] = users
    let current = known
    state.withLock { $0 = current }
  }

  /// Returns the expressions that use a declaration of the project, in the order of files and offsets.
  ///
  /// Of a call it is the name before the parentheses, and the call itself where an initialiser is meant or a value is called.
  ///
  /// - Returns: all of them, whatever else was asked before; nothing for what stands nowhere.
  /// - Complexity: O(*n*) in the files that can hold a value of its type for what is used without a name of its own, such as
  ///   `callAsFunction`, once; in the project where the type is not the project's.
  package func uses(of symbol: Symbol) -> [Node] {
    guard let declaration = symbol.unnotedDeclaration else { return [] }
    Glances.note(usesOf: declaration)
    let words = words(using: symbol)
    return noting { state in
      if let words {
        for word in words { scan(word, &state) }
      } else {
        readWhole(files(thatMayUse: symbol, &state), &state)
      }
      return (state.users[ObjectIdentifier(declaration.tree)] ?? [])
        .flatMap { state.readings[$0]?.uses[declaration] ?? [] }
    }
  }

  /// Returns words of which each use of a declaration writes one; nil if it need not write any.
  private func words(using symbol: Symbol) -> [String]? {
    guard symbol.kind == .initializer, let type = symbol.parent else {
      let isNamed = symbol.kind != .subscript && symbol.kind != .operatorFunction
      return isNamed && symbol.name != "callAsFunction" ? [symbol.name] : nil
    }
    let types = [type] + descendants(of: type)
    let aliases = state.withLock { state in
      if let aliases = state.aliases { return aliases }
      let aliases = model.typeAliases
      state.aliases = aliases
      return aliases
    }
    return ["init"]
      + types.flatMap { type in
        [type.name] + aliases[type, default: []].map(\.name)
      }
  }

  /// Returns the files that can use what is used without a name of its own.
  private func files(thatMayUse symbol: Symbol, _ state: inout State) -> [Int] {
    let files = filesByName(&state)
    if symbol.kind == .operatorFunction {
      // A pattern is matched with `~=`, which nobody writes.
      return symbol.name == "~=" ? Array(trees.indices) : files[stableHash(symbol.name.utf8)]
    }
    // A value of a type of a library can come from a literal, or from what no declaration of the project speaks of.
    guard let type = symbol.parent, type.isOfProject else { return Array(trees.indices) }
    let names = model.mentions(jobs: jobs).reach(of: [type]).names
    return Set(names.flatMap { files[$0] }).sorted()
  }

  private func filesByName(_ state: inout State) -> FilesByName {
    if let files = state.filesByName { return files }
    let files = FilesByName(trees, jobs: jobs)
    state.filesByName = files
    return files
  }

  /// Returns members of this name whose receiver's type is not known, so that they may mean anything.
  package func unknownUses(of name: String) -> [Node] {
    Glances.note(unknownName: name)
    return noting { state in
      scan(name, &state).flatMap { state.readings[$0]?.unknownUses[name] ?? [] }
    }
  }

  /// Returns nodes that are found, sorted, and notes that they were handed out.
  private func noting(_ nodes: (inout State) -> [Node]) -> [Node] {
    let found = state.withLock { nodes(&$0).sorted(by: precedes) }
    for node in found { Glances.note(node) }
    return found
  }

  /// Returns what the bodies of one file use.
  ///
  /// - Complexity: O(*n*) in the file.
  package func uses(inFile path: String) -> Glances.Uses {
    var uses = Glances.Uses()
    guard let semantics = model.unnotedSemantics(forFile: path) else { return uses }
    defer { model.giveBack(semantics) }
    for (node, symbols) in semantics.everyReference() {
      if symbols.isEmpty { uses.unknownNames.insert(node.name) }
      for symbol in symbols {
        guard let declaration = symbol.unnotedDeclaration, symbol.isOfProject else { continue }
        uses.declarations.insert(declaration)
      }
    }
    return uses
  }

  /// Returns the project's classes and types that inherit or conform to a class or protocol, by name.
  func descendants(of type: Symbol) -> [Symbol] {
    guard type.kind == .classType || type.kind == .protocolType else { return [] }
    return model.descendants.projectTypes(descendingFrom: type.qualifiedName)
      .sorted { $0.qualifiedName < $1.qualifiedName }
  }

  /// Reads whatever mentions a name, and returns the files that do.
  @discardableResult
  private func scan(_ name: String, _ state: inout State) -> [Int] {
    let files = filesByName(&state)[stableHash(name.utf8)]
    guard state.namesRead.insert(name).inserted else { return files }
    let unread = files.filter { index in
      let isNew = state.readings[index, default: Reading()].names.insert(name).inserted
      return isNew && state.readings[index]?.isWhole == false
    }
    read(unread, &state) { semantics, known in
      parts(of: semantics, mentioning: name)?.filter { !known.contains($0.id) }
    }
    return files
  }

  private func readWhole(_ files: [Int], _ state: inout State) {
    let unread = files.filter { state.readings[$0]?.isWhole != true }
    read(unread, &state) { _, _ in nil }
  }

  /// Reads parts of files, beside each other.
  ///
  /// - Parameter choose: returns the parts of a file, of which some are known; nil for all that are not.
  private func read(
    _ files: [Int], _ state: inout State,
    choose: @Sendable (_ file: FileSemantics, _ known: Set<NodeID>) -> [Node]?
  ) {
    let known = files.map { state.readings[$0]?.parts ?? [] }
    let found = parallelRanges(files.count, jobs: jobs, atLeast: 16) { range in
      range.compactMap { position -> FoundUses? in
        let path = trees[files[position]].source.path
        guard let semantics = model.unnotedSemantics(forFile: path) else { return nil }
        defer { model.giveBack(semantics) }
        guard let parts = choose(semantics, known[position]) else {
          let references = semantics.everyReference(besides: known[position])
          return FoundUses(file: files[position], parts: nil, references: references)
        }
        return FoundUses(
          file: files[position], parts: parts.map(\.id),
          references: parts.flatMap { semantics.everyReference(in: $0) })
      }
    }
    for uses in found.joined() {
      if let parts = uses.parts {
        state.readings[uses.file, default: Reading()].parts.formUnion(parts)
      } else {
        state.readings[uses.file, default: Reading()].isWhole = true
      }
      note(uses.references, uses.file, &state)
    }
  }

  private func note(
    _ references: [(node: Node, symbols: [Symbol])], _ index: Int, _ state: inout State
  ) {
    var reading = state.readings.removeValue(forKey: index) ?? Reading()
    for (node, symbols) in references {
      if symbols.isEmpty { reading.unknownUses[node.name, default: []].append(node) }
      for symbol in symbols {
        guard let declaration = symbol.unnotedDeclaration, symbol.isOfProject else { continue }
        reading.uses[declaration, default: []].append(node)
        state.users[ObjectIdentifier(declaration.tree), default: []].insert(index)
      }
    }
    state.readings[index] = reading
  }
}

/// What parts of a file use.
private struct FoundUses {
  let file: Int

  /// Nil if nothing of the file is left to read.
  let parts: [NodeID]?
  let references: [(node: Node, symbols: [Symbol])]
}

extension CallGraph.Reading {
  /// Says of what it uses of another file where it stands there after a change of bodies.
  ///
  /// What is declared in a body is used there alone.
  fileprivate mutating func move(_ change: BodyChange, from old: SyntaxTree) {
    for declaration in uses.keys.filter({ $0.tree === old }) {
      let nodes = uses.removeValue(forKey: declaration)
      if let new = change.node(for: declaration) { uses[new] = nodes }
    }
  }
}

/// Returns the parts of a file that can use what has this name.
///
/// That a function is declared under the name uses nothing.
///
/// - Returns: nil if all of the file can: where it stands outside of the parts it is of a type or an alias, which `Self`, a
///   type parameter or the alias's own name can mean as well.
/// - Complexity: O(*n*) in the tokens.
private func parts(of semantics: FileSemantics, mentioning name: String) -> [Node]? {
  let tree = semantics.tree
  let (word, parts) = (Array(name.utf8), semantics.parts)
  var (found, next): ([Node], Int) = ([], 0)
  for (position, token) in tree.tokens.enumerated() {
    guard token.kind == .identifier || token.kind == .keyword,
      mentions(word, tree.source.bytes[token.range.indices])
    else { continue }
    while next < parts.count, parts[next].tokenIDs.upperBound <= position { next += 1 }
    guard next < parts.count, parts[next].tokenIDs.contains(position) else { return nil }
    let part = parts[next]
    let isFunction = part.kind == .functionDecl || part.kind == .initializerDecl
    if isFunction, part.mainTokenID.rawValue == position { continue }
    if found.last != part { found.append(part) }
  }
  return found
}

/// Returns whether a token is a name, or the `$name` or `_name` of a property with a wrapper.
private func mentions(_ name: [UInt8], _ token: ArraySlice<UInt8>) -> Bool {
  guard token.count >= name.count, token.count <= name.count + 2 else { return false }
  var token = token
  if token.first == UInt8(ascii: "`") { token = token.dropFirst().dropLast() }
  if token.count == name.count + 1, let first = token.first, "$_".utf8.contains(first) {
    token = token.dropFirst()
  }
  return token.elementsEqual(name)
}

/// Orders nodes by path, then offset, then size.
func precedes(_ a: Node, _ b: Node) -> Bool {
  let (left, right) = (a.tree.source.path, b.tree.source.path)
  if left != right { return left < right }
  return (a.range.lowerBound, a.id) < (b.range.lowerBound, b.id)
}

extension Symbol {
  /// Declared by the project's own files, generated ones included.
  var isOfProject: Bool {
    if case .project = origin { return true }
    return false
  }
}
