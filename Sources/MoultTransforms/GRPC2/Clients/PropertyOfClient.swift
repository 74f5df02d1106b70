import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A property of the project that keeps a client.
struct PropertyOfClient: KeeperOfConnection {
  private(set) var ends: [ConnectionBesideClient.End] = []
  let reasons: [String] = []
  private let variable: VariableDecl
  private let type: Node
  private let home: FileContext

  /// Where the property is given a client, or nil.
  private let given: [GivenClient]

  /// The property that keeps the connection.
  private let name: String

  /// Whether the project has that property already.
  private let isKept: Bool
  private let isStatic: Bool

  /// Where a condition binds the client whose connection is closed, and names the property.
  private var aliases: [(binding: Node, property: Node, file: FileContext)] = []

  init(_ property: Symbol, _ file: FileContext) throws(Refusal) {
    guard !property.isGenerated, let owner = property.parent,
      [.structure, .classType, .actor].contains(owner.kind),
      let declaration = property.declaration, let home = file.context(of: declaration),
      let variable = VariableDecl(binding: declaration), variable.keepsClient,
      let type = variable.bindings.only?.type,
      declarationsSharingTypes(with: property, in: home).isEmpty,
      home.calls.unknownUses(of: property.name).isEmpty
    else { throw ConnectionBesideClient.refusal }
    let uses = home.calls.uses(of: property).filter { $0.kind != .identifierPattern }
    var given: [GivenClient] = []
    for assignment in uses.compactMap({ AssignmentExpr(to: $0) }) {
      guard let place = home.context(of: assignment.node) else {
        throw ConnectionBesideClient.refusal
      }
      given.append(try GivenClient(assignment, place))
    }
    let kept = Self.property(givenToAll: given, beside: property, home)
    let names = ["connection", property.name + "Connection"]
    guard given.contains(where: { $0.connection != nil }),
      let name = kept?.name
        ?? names.first(where: { name in
          home.model.members(of: owner, named: name).isEmpty && !home.tree.root.binds(name)
        }),
      // A property more is a parameter more of an initialiser that nobody wrote.
      kept != nil || owner.kind != .structure
        || !home.model.declaredMembers(of: owner, named: "init").isEmpty
    else { throw ConnectionBesideClient.refusal }
    (self.variable, self.type, self.home) = (variable, type, home)
    (self.given, self.name, isKept) = (given, name, kept != nil)
    isStatic = property.isStatic
    for use in uses where AssignmentExpr(to: use) == nil { try take(use) }
    guard !ends.isEmpty,
      isKept || given.allSatisfy({ connection(beside: $0.target, $0.file) != nil }),
      aliases.allSatisfy({ connection(beside: $0.property, $0.file) != nil })
    else { throw ConnectionBesideClient.refusal }
  }

  /// The property of the same type that all clients wrap and that is never given another connection.
  private static func property(
    givenToAll given: [GivenClient], beside property: Symbol, _ home: FileContext
  ) -> Symbol? {
    let wrapped = given.map { one in
      one.connection.flatMap { Self.property(givenBy: $0, one.file) }
    }
    guard let first = wrapped.first, let connection = first, wrapped.allSatisfy({ $0 == first }),
      connection.kind == .property, connection.parent == property.parent,
      connection.isStatic == property.isStatic,
      let variable = connection.declaration.flatMap({ VariableDecl(binding: $0) }),
      variable.bindings.only?.node.accessorBlock == nil
    else { return nil }
    let assigned = home.calls.uses(of: connection).filter { AssignmentExpr(to: $0) != nil }
    guard variable.introducer == .let || given.count == 1 && assigned.count <= 1 else {
      return nil
    }
    return connection
  }

  /// The property that an expression names, or that the value of a local is given to as well.
  private static func property(givenBy connection: Node, _ file: FileContext) -> Symbol? {
    guard let symbol = file.semantics.symbol(of: connection) else { return nil }
    if symbol.kind == .property { return symbol }
    let properties = file.semantics.references(to: symbol).lazy.compactMap { use -> Symbol? in
      guard let target = AssignmentExpr(giving: use)?.target?.node else { return nil }
      return file.semantics.symbol(of: target).flatMap { $0.kind == .property ? $0 : nil }
    }
    return properties.first
  }

  private mutating func take(_ use: Node) throws(Refusal) {
    guard let file = home.context(of: use) else { throw ConnectionBesideClient.refusal }
    guard !use.ancestors.prefix(3).contains(where: { $0.kind == .inOut }),
      !use.ancestors.contains(where: { $0.kind == .tuple && AssignmentExpr(to: $0) != nil }),
      file.tree === home.tree || !file.tree.root.binds(name)
    else { throw ConnectionBesideClient.refusal }
    if let (call, marks) = try closing(use, file) {
      guard let code = connection(beside: use, file) else { throw ConnectionBesideClient.refusal }
      let asked = isKept || marks.isEmpty ? code : .postfix(code, marks)
      ends.append(try end(call, of: asked, file))
    }
    guard let alias = LocalVariable(bindingInCondition: use, file) else { return }
    var calls: [CallExpr] = []
    for other in alias.uses(file) {
      if let (call, _) = try closing(other, file) { calls.append(call) }
    }
    guard !calls.isEmpty else { return }
    if !isKept {
      // The property may have another client by then: what is closed is bound where the client is.
      guard !file.function(around: use).binds(name) else { throw ConnectionBesideClient.refusal }
      aliases.append((alias.binding, use, file))
    }
    guard let code = isKept ? connection(beside: use, file) : .word(name) else {
      throw ConnectionBesideClient.refusal
    }
    for call in calls { ends.append(try end(call, of: code, file)) }
  }

  /// The call that closes the connection of a client which an expression names, with what unwraps the client there; nil where its
  /// connection is not asked for.
  private func closing(
    _ client: Node, _ file: FileContext
  ) throws(Refusal) -> (call: CallExpr, marks: String)? {
    var asked = client
    while let parent = asked.parent, parent.withoutUnwrapping == client { asked = parent }
    guard let channel = MemberAccess(on: asked), isChannelOfClient(channel.node, file) else {
      return nil
    }
    guard let call = MemberAccess(on: channel.node)?.call else {
      throw ConnectionBesideClient.refusal
    }
    return (call, String(asked.text.dropFirst(client.text.count)))
  }

  private func end(
    _ call: CallExpr, of connection: Code, _ file: FileContext
  ) throws(Refusal) -> ConnectionBesideClient.End {
    ConnectionBesideClient.End(
      shutdown: try GracefulShutdown(call, file), connection: connection, file: file)
  }

  /// The new property, where another expression names that of the client.
  private func connection(beside property: Node, _ file: FileContext) -> Code? {
    if NameExpr(property) != nil {
      let function = file.function(around: property)
      let isHidden =
        function.binds(name) || aliases.contains { file.function(around: $0.binding) == function }
      guard isHidden else { return .word(name) }
      return isStatic ? nil : Code.word("self").member(name)
    }
    guard let base = MemberAccess(property)?.base?.node, base.canBeWrittenTwice else { return nil }
    return .form(.moved(Code.kept(base).member(name)))
  }

  func write(_ project: inout ProjectEditor) {
    if isKept { return }
    let kept = withoutOptionals(type)
    let transport =
      NamedType(kept)?.genericArguments?.first.map { Code.form(.moved(.kept($0))) }
      ?? .library(clientTransport)
    var new = Code.generic(.library("GRPCCore.GRPCClient"), [transport])
    if type.kind.isOptionalType { new = .postfix(new, String(type.text.suffix(1))) }
    project.change(home) { editor in
      editor.insert(
        [
          .variable(
            variable.introducer, name, type: new, value: nil,
            modifiers: variable.node.modifiers.map(\.text))
        ], after: variable.node)
    }
    for one in given {
      guard let target = connection(beside: one.target, one.file) else { continue }
      project.change(one.file) { one.keep(in: target, &$0) }
    }
    for alias in aliases {
      guard let value = connection(beside: alias.property, alias.file) else { continue }
      project.change(alias.file) { editor in
        editor.insert(.variable(.let, name, value: value), afterElement: alias.binding)
      }
    }
  }
}

/// A statement that gives a property a client, or nil.
private struct GivenClient {
  let target: Node
  let file: FileContext

  /// What the client wraps; nil for no client.
  let connection: Node?
  private let statement: Node

  init(_ assignment: AssignmentExpr, _ file: FileContext) throws(Refusal) {
    guard let target = assignment.target?.node, let value = assignment.value?.node,
      assignment.node.parent?.isBlockOfStatements == true,
      NameExpr(target) != nil || MemberAccess(target)?.base?.node.canBeWrittenTwice == true
    else { throw ConnectionBesideClient.refusal }
    (self.target, self.file, statement) = (target, file, assignment.node)
    if value.kind == .nilLiteral {
      connection = nil
      return
    }
    guard let connection = connectionNamed(inMaking: value, file) else {
      throw ConnectionBesideClient.refusal
    }
    self.connection = connection
  }

  func keep(in property: Code, _ editor: inout SyntaxEditor) {
    let value = connection.map { Code.form(.moved(.kept($0))) } ?? .word("nil")
    editor.insert([.infix(property, "=", value)], after: statement)
  }
}

extension VariableDecl {
  /// Whether it is a stored property of a client, beside which one for its connection can stand.
  fileprivate var keepsClient: Bool {
    let kept: Set<String> = [
      "public", "package", "internal", "fileprivate", "private", "static", "class", "final",
    ]
    guard let binding = bindings.only, node.parent?.kind == .memberBlock, introducer != .other,
      case .identifier? = binding.pattern, node.attributes.isEmpty,
      binding.node.accessorBlock == nil,
      binding.value == nil || binding.value?.node.kind == .nilLiteral,
      node.modifiers.allSatisfy({ kept.contains($0.text) })
    else { return false }
    return true
  }
}

extension NodeKind {
  fileprivate var isOptionalType: Bool { self == .optionalType || self == .implicitlyUnwrappedType }
}
