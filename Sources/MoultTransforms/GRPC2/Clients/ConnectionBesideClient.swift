import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Keeps the connection of a client whose `channel` is asked for to close it.
package func channelOfClient(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  guard isChannelOfClient(match.node, file), connection(ofChannel: match.node, file) == nil,
    let kept = try? ConnectionBesideClient.outcome(forChannel: match.node, file)
  else {
    throw Refusal(
      "pass 'options:' and 'metadata:' with each call, and close the 'GRPCClient' that the client was created with"
    )
  }
  return kept
}

/// The connection of a generated client that is closed by the name of the client: `client.channel.close()`.
///
/// A client of grpc-swift 2 does not know what it wraps, so the `GRPCClient` is kept where the client is: in a property beside that
/// of the client, or in what the function gives that makes both. All ends that are written by the client's name change, or none.
struct ConnectionBesideClient {
  /// What stands in place of `client.channel` where it is closed.
  fileprivate struct End {
    let shutdown: GracefulShutdown
    let connection: Code
    let file: FileContext
  }

  private let keeper: any KeeperOfConnection

  static let refusal = Refusal(
    "call 'beginGracefulShutdown()' on the 'GRPCClient' that the client was created with")

  /// What the end of a connection becomes that a client is asked for, with all that has to change with it.
  ///
  /// - Parameter channel: `client.channel`.
  static func outcome(forChannel channel: Node, _ file: FileContext) throws(Refusal)
    -> TransformOutcome
  {
    guard let named = channel.withoutUnwrapping.base?.withoutUnwrapping,
      let symbol = file.semantics.symbol(of: named)
    else { throw refusal }
    let alias = LocalVariable(symbol, file)
    let subject: Symbol
    if let alias, let kept = alias.propertyBound(file) {
      subject = kept
    } else if symbol.kind == .property {
      subject = symbol
    } else if let maker = alias?.clientMaker(file) {
      subject = maker
    } else {
      throw refusal
    }
    return placeOfMany(try judged(subject, file).consequence(seenFrom: file))
  }

  /// - Parameter subject: a property that keeps a client, or a function that makes one.
  private static func judged(_ subject: Symbol, _ file: FileContext) throws(Refusal)
    -> ConnectionBesideClient
  {
    try file.others.answer(
      about: subject,
      orRefusing: { () throws(Refusal) -> ConnectionBesideClient in
        let keeper: any KeeperOfConnection =
          if subject.kind == .property {
            try PropertyOfClient(subject, file)
          } else {
            try MakerOfClient(subject, file)
          }
        return ConnectionBesideClient(keeper: keeper)
      })
  }

  private func consequence(seenFrom file: FileContext) -> Consequence {
    var project = ProjectEditor()
    keeper.write(&project)
    var reasons = keeper.reasons
    for end in keeper.ends {
      for reason in project.change(end.file, { end.shutdown.write(end.connection, &$0) })
      where !reasons.contains(reason) {
        reasons.append(reason)
      }
    }
    var consequence = project.consequence(in: file)
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return consequence
  }
}

/// Where a client is kept, and its connection beside it.
private protocol KeeperOfConnection {
  var ends: [ConnectionBesideClient.End] { get }

  /// What a person looks at.
  var reasons: [String] { get }

  /// Keeps the connection.
  func write(_ project: inout ProjectEditor)
}

/// A property of the project that keeps a client.
private struct PropertyOfClient: KeeperOfConnection {
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
      isKept || given.allSatisfy({ connection(beside: $0.target, $0.file) != nil })
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
    if let end = try end(ofClient: use, named: use, isBound: false, file) { ends.append(end) }
    guard let alias = LocalVariable(bindingInCondition: use, file) else { return }
    for other in alias.uses(file) {
      if let end = try end(ofClient: other, named: use, isBound: true, file) { ends.append(end) }
    }
  }

  /// The end of the connection of a client that an expression names; nil where its connection is not asked for.
  ///
  /// - Parameter isBound: whether the expression is a name for the unwrapped value of the property, `named`.
  private func end(
    ofClient client: Node, named property: Node, isBound: Bool, _ file: FileContext
  ) throws(Refusal) -> ConnectionBesideClient.End? {
    var asked = client
    while let parent = asked.parent, parent.withoutUnwrapping == client { asked = parent }
    guard let channel = MemberAccess(on: asked), isChannelOfClient(channel.node, file) else {
      return nil
    }
    guard let call = MemberAccess(on: channel.node)?.call,
      let code = connection(beside: property, file)
    else { throw ConnectionBesideClient.refusal }
    let marks =
      isKept ? "" : isBound ? "?" : String(asked.text.dropFirst(client.text.count))
    return ConnectionBesideClient.End(
      shutdown: try GracefulShutdown(call, file),
      connection: marks.isEmpty ? code : .postfix(code, marks), file: file)
  }

  /// The new property, where another expression names that of the client.
  private func connection(beside property: Node, _ file: FileContext) -> Code? {
    if NameExpr(property) != nil {
      guard file.function(around: property).binds(name) else { return .word(name) }
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

/// A function of the project that makes a connection and gives the client over it alone.
private struct MakerOfClient: KeeperOfConnection {
  private(set) var ends: [ConnectionBesideClient.End] = []
  private(set) var reasons: [String] = []
  private let type: NamedType
  private let home: FileContext

  /// What the function returns, and the name of what it wraps.
  private var returned: [(client: Node, connection: Node)] = []
  private var callers: [Caller] = []

  /// Who calls the function, and what it calls the connection if it asks for it.
  private struct Caller {
    let call: Node
    let file: FileContext
    var kept: (pattern: Node, connection: String)?
  }

  init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    guard symbol.kind == .function, symbol.isOfProject, !symbol.isGenerated,
      let function = FunctionDecl(of: symbol.declaration),
      let home = file.context(of: function.node),
      let type = function.returnType.flatMap({ NamedType($0) }), type.genericArguments != nil,
      home.changesAlone(symbol), home.calls.unknownUses(of: symbol.name).isEmpty,
      let body = function.body?.node, let all = MoultMatching.callers(of: symbol, in: home)
    else { throw ConnectionBesideClient.refusal }
    (self.type, self.home) = (type, home)
    for statement in body.ownDescendants.compactMap({ ReturnStmt($0) }) {
      guard let value = statement.value?.node,
        let made = LocalVariable(named: value, home).map({ $0.isConstant ? $0.value : nil })
          ?? value,
        let connection = connectionNamed(inMaking: made, home),
        LocalVariable(named: connection, home)?.isConstant == true
      else { throw ConnectionBesideClient.refusal }
      returned.append((value, connection))
    }
    guard !returned.isEmpty else { throw ConnectionBesideClient.refusal }
    for call in all { try follow(call) }
    guard !ends.isEmpty else { throw ConnectionBesideClient.refusal }
    if ["public", "open"].contains(where: function.modifiers.contains) {
      reasons.append("'\(symbol.name)' is public: who calls it from elsewhere changes too")
    }
  }

  private mutating func follow(_ call: Node) throws(Refusal) {
    guard let file = home.context(of: call) else { throw ConnectionBesideClient.refusal }
    var caller = Caller(call: call, file: file)
    let given = call.with(.tryExpr, .awaitExpr)
    if let local = LocalVariable(holding: given, file), local.isConstant,
      local.binding.annotatedType == nil
    {
      let asked = local.uses(file).compactMap { MemberAccess(on: $0) }
        .filter { isChannelOfClient($0.node, file) }
      if !asked.isEmpty {
        guard let pattern = PatternBinding(local.binding)?.pattern?.node,
          let name = file.freeName(
            ["connection", "grpcClient", local.symbol.name + "Connection"], around: call)
        else { throw ConnectionBesideClient.refusal }
        for channel in asked {
          guard let end = MemberAccess(on: channel.node)?.call else {
            throw ConnectionBesideClient.refusal
          }
          ends.append(
            ConnectionBesideClient.End(
              shutdown: try GracefulShutdown(end, file), connection: .word(name), file: file))
        }
        caller.kept = (pattern, name)
      }
    }
    callers.append(caller)
  }

  func write(_ project: inout ProjectEditor) {
    let transport = type.genericArguments?.first.map { Code.form(.moved(.kept($0))) }
    let connection = Code.generic(
      .library("GRPCCore.GRPCClient"), [transport ?? .library(clientTransport)])
    project.change(home) { editor in
      editor.replace(
        type.node,
        with: .tuple([
          .form(.labeled("client", .kept(type))), .form(.labeled("connection", connection)),
        ]))
      for (client, connection) in returned {
        editor.replace(client, with: .tuple([.kept(client), .form(.moved(.kept(connection)))]))
      }
    }
    for caller in callers {
      project.change(caller.file) { editor in
        guard let (pattern, connection) = caller.kept else {
          return editor.replace(caller.call, with: Code.kept(caller.call).member("client"))
        }
        editor.replace(pattern, with: .tuple([.kept(pattern), .word(connection)]))
      }
    }
  }
}

/// What a client of grpc-swift 2 wraps that an expression makes, where that is a name for a `GRPCClient`.
private func connectionNamed(inMaking client: Node, _ file: FileContext) -> Node? {
  guard makesGeneratedClient(client, file), let made = CallExpr(client),
    let given = made.argument(labeled: "wrapping")?.expression?.node, given.canBeWrittenTwice,
    file.semantics.type(of: given).nominalSymbol?.qualifiedName == "GRPCCore.GRPCClient"
  else { return nil }
  return given
}

extension LocalVariable {
  /// The property that a condition binds it to.
  fileprivate func propertyBound(_ file: FileContext) -> Symbol? {
    guard binding.kind == .optionalBinding, let property = value else { return nil }
    return file.semantics.symbol(of: property).flatMap { $0.kind == .property ? $0 : nil }
  }

  /// The function of the project that gives a constant its client.
  fileprivate func clientMaker(_ file: FileContext) -> Symbol? {
    guard isConstant, let call = CallExpr(of: value.map(callUnderMarks)) else { return nil }
    return file.semantics.symbol(of: call.node).flatMap { $0.kind == .function ? $0 : nil }
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
      binding.node.accessorBlock == nil, binding.value == nil || binding.value?.node.kind == .nilLiteral,
      node.modifiers.allSatisfy({ kept.contains($0.text) })
    else { return false }
    return true
  }
}

extension NodeKind {
  fileprivate var isOptionalType: Bool { self == .optionalType || self == .implicitlyUnwrappedType }
}
