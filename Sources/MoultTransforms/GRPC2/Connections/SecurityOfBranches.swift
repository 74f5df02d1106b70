import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Where branches give a builder, or tell a configuration of its security, and do more than that: what they give stays there.
///
/// `let builder: ClientConnection.Builder` becomes a variable for the security alone, and each branch gives it that of its builder.
struct PlacesOfSecurity {
  /// The declaration of the builder or the configuration.
  let declaration: VariableDecl

  /// What gives the builder, or the configuration its security, in source order.
  let assignments: [AssignmentExpr]

  /// The branches that give a builder which is declared without a value.
  ///
  /// - Parameter use: where the builder is used, for the only time.
  /// - Returns: nil for any other expression, and where more is done with the builder.
  init?(givenTo use: Node, _ file: FileContext) {
    guard let local = LocalVariable(named: use, file), let declaration = local.declaration,
      local.value == nil, let block = declaration.node.parent, block.isBlockOfStatements,
      use.isInside(block)
    else { return nil }
    let uses = local.uses(file).filter { $0 != use }
    let assignments = uses.compactMap { AssignmentExpr(to: $0) }
    guard !assignments.isEmpty, assignments.count == uses.count,
      assignments.allSatisfy({ isInPlace($0, of: block, file) })
    else { return nil }
    self.declaration = declaration
    self.assignments = assignments
  }

  /// - Parameters:
  ///   - declaration: of the configuration.
  ///   - statements: behind it, which tell it.
  ///   - names: of the members for its security.
  init?(
    tellingConfiguration local: LocalVariable, in statements: [Node], _ names: Set<String>,
    _ file: FileContext
  ) {
    guard let declaration = local.declaration, let block = declaration.node.parent else {
      return nil
    }
    let told = local.uses(file).compactMap { use -> AssignmentExpr? in
      guard let member = MemberAccess(on: use), names.contains(member.name),
        statements.contains(where: { use.isInside($0) })
      else { return nil }
      return AssignmentExpr(to: member.node)
    }
    guard !told.isEmpty, told.allSatisfy({ isInPlace($0, of: block, file) }) else { return nil }
    self.declaration = declaration
    assignments = told
  }
}

/// Whether a statement of a block, or of branches in it, gives a value that can be said anew right there.
private func isInPlace(_ assignment: AssignmentExpr, of block: Node, _ file: FileContext) -> Bool {
  guard let parent = assignment.node.parent,
    parent.isBlockOfStatements || parent.kind == .switchCase,
    let value = assignment.value?.node, !file.tree.holdsComment(in: value.range)
  else { return false }
  let around = assignment.node.ancestors.prefix { $0 != block }
  return !around.contains { [.closure, .functionDecl, .deferStmt].contains($0.kind) }
}

/// The security of a transport, in a variable that the same branches give a value.
struct SecurityOfBranches {
  let name: String

  /// Whether certificates or a key are given anywhere, or settings that may be about some.
  let readsCertificates: Bool
  let givesCertificates: Bool
  private let places: PlacesOfSecurity

  /// What is given where nothing else is; nil where each branch gives something.
  private let initial: Code?
  private let given: [Code]
  private let type: Code

  /// - Parameters:
  ///   - settings: of each place, in their order.
  ///   - initial: what is given where the variable is declared; nil for nothing.
  init(
    _ places: PlacesOfSecurity, _ settings: [some SettingsOfATransport], initial: Code?,
    _ words: WordsOfATransport, _ file: FileContext
  ) throws(Refusal) {
    let names = ["security", "transportSecurity"]
    guard let name = file.freeName(names, around: places.declaration.node) else {
      throw Refusal("name no local 'security' where the builder or the configuration is made")
    }
    (self.name, self.places, self.initial) = (name, places, initial)
    given = settings.map(\.securityCode)
    readsCertificates = settings.contains { $0.security.readsCertificates }
    givesCertificates = settings.contains { $0.security.givesCertificates }
    type = .library("GRPCNIOTransportHTTP2.\(words.transport).TransportSecurity")
  }

  func write(_ editor: inout SyntaxEditor) {
    let introducer: Introducer = initial == nil ? places.declaration.introducer : .var
    editor.replace(
      item: places.declaration.node,
      with: [.variable(introducer, name, type: type, value: initial)])
    for (assignment, code) in zip(places.assignments, given) {
      editor.replace(item: assignment.node, with: [.infix(.word(name), "=", code)])
    }
  }
}
