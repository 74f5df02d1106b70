package import MoultSemantics
import MoultSource
package import MoultSyntax
import Synchronization

/// Which expressions of a project mean which of its declarations, and which types descend from which.
///
/// Nothing is read before a fix asks for the uses of a name, and then only the members and items that mention it, each
/// once. A class because all tasks share what one of them found; who waits, waits for a file and not for the graph.
///
/// - Complexity: all questions together O(*n*) in the project, and each name O(*m*) in the tokens of the files that mention it.
package final class CallGraph: Sendable {
  private let model: ProjectModel

  /// Of the project's files, in the order of their paths.
  private let trees: [SyntaxTree]
  private let jobs: Int
  private let filesByName: Once<FilesByName>

  /// What was read of each file.
  private let readings: [ReadFile]
  private let known: Mutex<Known>

  /// The typealiases of the project by the types that they stand for; made when somebody asks for an initialiser.
  private let aliases = Once<[Symbol: [Symbol]]>()

  /// The calls of what exists twice, by the function that they stand in, of those that somebody asked for.
  private let twins = Mutex<[Node: [TwinCall]]>([:])

  /// What goes by a name, and the calls of what does, for names that were asked for: each is asked for many times.
  private let named = NodesByName()
  private let answers = ProjectAnswers()
  private let called = NodesByName()

  private struct Known {
    /// The names for which every file that mentions them was read.
    var namesRead: Set<String> = []

    /// The files that use what a file declares, itself among them, by its tree; some of them may not use it any more.
    var users: [ObjectIdentifier: Set<Int>] = [:]

    /// The members of a name whose receiver's type is not known, for names that were asked for.
    var unknownUses: [String: [Node]] = [:]
  }

  /// - Parameter jobs: how many threads read the files that mention a name.
  package init(_ model: ProjectModel, jobs: Int = 1) {
    self.model = model
    self.jobs = jobs
    trees = model.unnotedTrees
    filesByName = Once()
    readings = trees.map { _ in ReadFile() }
    known = Mutex(Known())
  }

  /// Creates the graph of a project in which bodies or members of one file are different, from what is known of the others.
  ///
  /// It takes what the other graph knows, which is not to be asked from then on.
  ///
  /// - Parameters:
  ///   - other: the graph of the project as it was.
  ///   - old: the file's tree in that.
  ///   - change: what leads from it to the tree in `model`.
  ///   - others: the paths of other files whose names may mean something else since.
  /// - Complexity: O(*n*) in the number of files, the names of the file, and the uses in files that use what it declares.
  package init(
    replacing other: CallGraph, _ model: ProjectModel, _ old: SyntaxTree, _ change: BodyChange,
    rereading others: Set<String>
  ) {
    self.model = model
    jobs = other.jobs
    let trees = model.unnotedTrees
    self.trees = trees
    guard let index = trees.firstIndex(where: { $0.source.path == old.source.path }) else {
      filesByName = Once()
      readings = trees.map { _ in ReadFile() }
      known = Mutex(Known())
      return
    }
    var readings = other.readings
    readings[index] = ReadFile()
    if !others.isEmpty {
      for (place, tree) in trees.enumerated() where others.contains(tree.source.path) {
        readings[place] = ReadFile()
      }
    }
    self.readings = readings
    filesByName = Once(
      other.filesByName.known.map { files in
        var files = files
        files.replace(index, old, by: trees[index])
        return files
      })
    var users = other.known.withLock(\.users)
    let ofOld = users.removeValue(forKey: ObjectIdentifier(old)) ?? []
    for user in ofOld where user != index {
      readings[user].reading.withLock { $0.move(change, from: old) }
    }
    users[ObjectIdentifier(trees[index])] = ofOld
    known = Mutex(Known(users: users))
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
    if let words = words(using: symbol) {
      for word in words { scan(word) }
    } else {
      read(.everything, in: files(thatMayUse: symbol))
    }
    let users = known.withLock { $0.users[ObjectIdentifier(declaration.tree)] ?? [] }
    return noted(
      users.flatMap { file in
        readings[file].reading.withLock { $0.uses[declaration] ?? [] }
      })
  }

  /// Returns words of which each use of a declaration writes one; nil if it need not write any.
  private func words(using symbol: Symbol) -> [String]? {
    guard symbol.kind == .initializer, let type = symbol.parent else {
      let isNamed = symbol.kind != .subscript && symbol.kind != .operatorFunction
      return isNamed && symbol.name != "callAsFunction" ? [symbol.name] : nil
    }
    let types = [type] + descendants(of: type)
    let aliases = aliases.value { model.typeAliases }
    return ["init"]
      + types.flatMap { type in
        [type.name] + aliases[type, default: []].map(\.name)
      }
  }

  /// Returns the files that can use what is used without a name of its own.
  private func files(thatMayUse symbol: Symbol) -> [Int] {
    if symbol.kind == .operatorFunction {
      // A pattern is matched with `~=`, which nobody writes.
      return symbol.name == "~=" ? Array(trees.indices) : files(mentioning: symbol.name)
    }
    // A value of a type of a library can come from a literal, or from what no declaration of the project speaks of.
    guard let type = symbol.parent, type.isOfProject else { return Array(trees.indices) }
    let names = model.mentions(jobs: jobs).reach(of: [type]).names.all
    let files = filesByName.value { FilesByName(trees, jobs: jobs) }
    return Set(names.flatMap { files[$0] }).sorted()
  }

  /// Returns the calls of what exists twice in a function, which `find` is asked for once.
  ///
  /// Whoever asks has looked at the function's file, where all names are written by which its calls can come to mean something
  /// else; so nothing of what `find` looks at has to be noted for the others.
  func twins(in function: Node, find: () -> [TwinCall]) -> [TwinCall] {
    if let known = twins.withLock({ $0[function] }) { return known }
    let found = find()
    twins.withLock { $0[function] = found }
    return found
  }

  /// Returns what a question about a declaration was answered before in this state of the project, or answers it.
  ///
  /// - Parameter work: asks about `subject` alone, and of no file's options, so that the answer is the same wherever it is asked
  ///   for.
  package func answer<Answer: Sendable>(about subject: Symbol, _ work: () -> Answer) -> Answer {
    answers.answer(about: subject, work)
  }

  /// Returns the paths of the files that mention one of some names, as `mentionedNames` has them.
  package func paths(mentioning names: Set<UInt64>) -> [String] {
    let files = filesByName.value { FilesByName(trees, jobs: jobs) }
    return Set(names.flatMap { files[$0] }).map { trees[$0].source.path }
  }

  /// Returns the nodes of the project that go by a name, whatever is meant by it, in the order of the files.
  ///
  /// - Complexity: O(*n*) in the nodes of the files that mention the name, once.
  package func nodes(named name: String) -> [Node] {
    // Any file may come to say it.
    Glances.noteEverything()
    return named.nodes(for: name) {
      files(mentioning: name).flatMap { index in
        trees[index].root.descendants.filter { $0.name == name }
      }
    }
  }

  private func files(mentioning name: String) -> [Int] {
    filesByName.value { FilesByName(trees, jobs: jobs) }[stableHash(name.utf8)]
  }

  /// Returns members of this name whose receiver's type is not known, so that they may mean anything.
  package func unknownUses(of name: String) -> [Node] {
    Glances.note(unknownName: name)
    let known = known.withLock { $0.unknownUses[name] }
    let found =
      known
      ?? scan(name).flatMap { file in
        readings[file].reading.withLock { $0.unknownUses[name] ?? [] }
      }.sorted(by: precedes)
    if known == nil { self.known.withLock { $0.unknownUses[name] = found } }
    for node in found { Glances.note(node) }
    return found
  }

  /// Returns whether a file of the project that nobody generated mentions a name, whatever it means there.
  package func isMentioned(_ name: String) -> Bool {
    Glances.note(unknownName: name)
    return files(mentioning: name).contains { !model.isGenerated(path: trees[$0].source.path) }
  }

  /// Returns the calls of whatever has a name, such as a method of a library; what each means is asked of its file.
  ///
  /// - Complexity: O(*n*) in the files that mention the name, once.
  package func calls(named name: String) -> [Node] {
    Glances.note(unknownName: name)
    let calls = called.nodes(for: name) {
      files(mentioning: name).flatMap { file in
        trees[file].root.descendants.filter {
          $0.kind == .functionCall && $0.callee?.name == name
        }
      }.sorted(by: precedes)
    }
    for call in calls { Glances.note(call) }
    return calls
  }

  /// Returns nodes that are found, sorted, and notes that they were handed out.
  private func noted(_ nodes: [Node]) -> [Node] {
    let found = nodes.sorted(by: precedes)
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
        guard let declaration = symbol.unnotedDeclaration, symbol.isOfProject else {
          // Who asks for all calls of a name looks at those of libraries too.
          if symbol.kind.isCallable { uses.unknownNames.insert(node.name) }
          continue
        }
        uses.declarations.insert(declaration)
      }
    }
    return uses
  }

  /// Returns the project's classes and types that inherit or conform to a class or protocol, by name.
  package func descendants(of type: Symbol) -> [Symbol] {
    guard type.kind == .classType || type.kind == .protocolType else { return [] }
    return model.descendants.projectTypes(descendingFrom: type.qualifiedName)
      .sorted { $0.qualifiedName < $1.qualifiedName }
  }

  /// Reads whatever mentions a name, and returns the files that do.
  ///
  /// Who asks for a name that another task reads takes its share of the files.
  @discardableResult
  private func scan(_ name: String) -> [Int] {
    let files = files(mentioning: name)
    guard !known.withLock({ $0.namesRead.contains(name) }) else { return files }
    read(.mentions(of: name), in: files)
    known.withLock { _ = $0.namesRead.insert(name) }
    return files
  }

  private enum Part {
    case mentions(of: String)
    case everything
  }

  /// Reads what was not read yet of a part of files, beside each other.
  private func read(_ part: Part, in files: [Int]) {
    _ = parallelRanges(files.count, jobs: jobs, atLeast: 16) { range in
      for file in files[range] {
        readings[file].reading.withLock { read(part, of: file, into: &$0) }
      }
    }
  }

  private func read(_ part: Part, of file: Int, into reading: inout Reading) {
    if case .mentions(let name) = part {
      guard reading.names.insert(name).inserted else { return }
    }
    guard !reading.isWhole,
      let semantics = model.unnotedSemantics(forFile: trees[file].source.path)
    else { return }
    defer { model.giveBack(semantics) }
    if case .mentions(let name) = part,
      let parts = parts(
        reading.parts(of: semantics), of: semantics.tree, mentioning: name,
        at: reading.positions(of: name, in: semantics.tree))
    {
      for part in parts where reading.parts.insert(part.id).inserted {
        note(semantics.everyReference(in: part), file, &reading)
      }
    } else {
      note(semantics.everyReference(besides: reading.parts), file, &reading)
      reading.isWhole = true
    }
  }

  private func note(
    _ references: [(node: Node, symbols: [Symbol])], _ file: Int, _ reading: inout Reading
  ) {
    var used: Set<ObjectIdentifier> = []
    for (node, symbols) in references {
      if symbols.isEmpty { reading.unknownUses[node.name, default: []].append(node) }
      for symbol in symbols {
        guard let declaration = symbol.unnotedDeclaration, symbol.isOfProject else { continue }
        reading.uses[declaration, default: []].append(node)
        used.insert(ObjectIdentifier(declaration.tree))
      }
    }
    guard !used.isEmpty else { return }
    known.withLock { known in
      for tree in used { known.users[tree, default: []].insert(file) }
    }
  }
}

/// Nodes of a project that were looked for by a name.
private final class NodesByName: Sendable {
  private let known = Mutex<[String: [Node]]>([:])

  /// Returns what `find` finds for a name; two who ask at the same time may both look.
  func nodes(for name: String, find: () -> [Node]) -> [Node] {
    if let known = known.withLock({ $0[name] }) { return known }
    let found = find()
    known.withLock { $0[name] = found }
    return found
  }
}

/// What was read of a file, which one task reads at a time.
private final class ReadFile: Sendable {
  let reading = Mutex(Reading())
}

/// What was read of a file: for which names, and which parts of it; and what these use.
///
/// Each file has its own, so that another text of one is no work for the others.
private struct Reading {
  var names: Set<String> = []
  var parts: Set<NodeID> = []
  var isWhole = false
  var uses: [Node: [Node]] = [:]

  /// Member names behind receivers of unknown type.
  var unknownUses: [String: [Node]] = [:]

  private var positions: NamePositions?
  private var allParts: [NodeID]?

  /// Returns the members and items of the file that have bodies; what was inferred of a large file may be gone by the next name.
  mutating func parts(of semantics: FileSemantics) -> [NodeID] {
    let parts = allParts ?? semantics.parts.map(\.id)
    allParts = parts
    return parts
  }

  /// Returns where the file writes its names; nil as long as only a few were asked for, or none that a body hides.
  mutating func positions(of name: String, in tree: SyntaxTree) -> NamePositions? {
    if positions == nil, names.count > 2, tree.mayBeInBodies(name) {
      positions = NamePositions(tree)
    }
    return positions
  }
}

extension Reading {
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
/// - Parameters:
///   - parts: those of the file that have bodies, in their order.
///   - positions: where the file writes its names, if that is known.
/// - Returns: nil if all of the file can: where it stands outside of the parts it is of a type or an alias, which `Self`, a
///   type parameter or the alias's own name can mean as well.
/// - Complexity: O(*m*) in the tokens that write the name where positions are known, O(*n*) in the tokens of the file otherwise.
private func parts(
  _ parts: [NodeID], of tree: SyntaxTree, mentioning name: String, at positions: NamePositions?
) -> [Node]? {
  let word = Array(name.utf8)
  var found: [Node] = []
  let tokens = tree.tokens
  for position in positions?.tokens(of: word) ?? tree.indices(ofTokensLike: name) {
    let token = tokens[position]
    guard writesName(token.kind), mentions(word, tree.source.bytes[token.range.indices]) else {
      continue
    }
    let next = parts.partitioningIndex {
      Node(tree: tree, id: $0).tokenIDs.upperBound > position
    }
    guard next < parts.count else { return nil }
    let part = Node(tree: tree, id: parts[next])
    guard part.tokenIDs.contains(position) else { return nil }
    let isFunction = part.kind == .functionDecl || part.kind == .initializerDecl
    if isFunction, part.mainTokenID.rawValue == position { continue }
    if found.last != part { found.append(part) }
  }
  return found
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
