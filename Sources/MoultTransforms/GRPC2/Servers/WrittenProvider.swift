import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a provider of futures that is written by hand, in the shape of generated code, into a service of grpc-swift 2.
///
/// `handle(method:context:)` becomes `registerMethods(with:)`. All that conforms to the provider changes with it, or nothing does.
package func providerWrittenByHand(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard match.node.parent?.kind == .inheritedType,
    let owner = typeDeclaration(conformingAt: match.node),
    owner.kind == .protocolDecl || owner.kind == .classDecl,
    let type = file.semantics.symbol(of: owner)
  else { return .manual() }
  do throws(Refusal) {
    guard let provider = try WrittenProvider(owner, type, file) else { return .manual() }
    var editor = file.editor
    editor.replace(match.replaced, with: .library("GRPCCore.RegistrableRPCService"))
    var outcome = TransformOutcome(try provider.rewrite(at: match.node, editor))
    outcome.importsHere = ["GRPCProtobuf"]
    return outcome
  } catch {
    throw Refusal(WrittenProvider.step + "; " + error.nextStep)
  }
}

/// A protocol or a class of the project that says itself which handler takes the calls of which method.
private struct WrittenProvider {
  static let step =
    "conform to 'RegistrableRPCService', and register a handler for each method in 'registerMethods(with:)'"

  private let owner: Node
  private let type: Symbol
  private let file: FileContext
  private let serviceName: Node
  private let descriptor: ServiceDescriptorOfAProvider
  private let handlers: HandlersOfAProvider
  private let interceptors: [Node]

  /// Those that give futures.
  private let methods: [(symbol: Symbol, function: FunctionDecl)]

  /// - Returns: nil for what does not say which handlers there are.
  init?(_ owner: Node, _ type: Symbol, _ file: FileContext) throws(Refusal) {
    (self.owner, self.type, self.file) = (owner, type, file)
    let members = file.model.declaredMembers(of: type)
    func declared(_ name: String) -> [Node] {
      members.filter { $0.name == name }.compactMap(\.declaration)
    }
    guard let handle = declared("handle").compactMap({ FunctionDecl($0) }).only,
      handle.parameters.map(\.label) == ["method", "context"]
    else { return nil }
    guard members.allSatisfy({ $0.declaration.map { $0.tree === file.tree } ?? true }),
      let name = declared("serviceName").only.flatMap({ Self.variable(around: $0) })
    else { throw Refusal("write 'serviceName' and 'handle' once, in the file of the provider") }
    handlers = try HandlersOfAProvider(handle)
    serviceName = name
    descriptor = try ServiceDescriptorOfAProvider(name, file)
    interceptors = declared("interceptors").compactMap { Self.variable(around: $0) }
    var methods: [(symbol: Symbol, function: FunctionDecl)] = []
    for handler in handlers.handlers {
      let labels =
        handler.streams == .none || handler.streams == .replies
        ? ["request", "context"] : ["context"]
      let found = members.compactMap { member -> (Symbol, FunctionDecl)? in
        guard member.kind == .function, member.name == handler.called,
          let function = member.declaration.flatMap({ FunctionDecl($0) }),
          function.parameters.map(\.label) == labels
        else { return nil }
        return (member, function)
      }
      guard let only = found.only,
        handler.isAsync
          ? only.1.isAsync : SignatureOfAProvider(only.1)?.streams == handler.streams,
        (only.1.body != nil) == (owner.kind == .classDecl)
      else { throw Refusal("write '\(handler.called)' once, with the types of its messages") }
      if !handler.isAsync { methods.append(only) }
    }
    self.methods = methods
    try checkUses(members)
  }

  private static func variable(around declaration: Node) -> Node? {
    ([declaration] + declaration.ancestors).first { $0.kind == .variableDecl }
  }

  /// Checks that nobody but the provider asks for what is removed or becomes async.
  private func checkUses(_ members: [Symbol]) throws(Refusal) {
    for member in members {
      let isOfMethod = methods.contains { $0.symbol == member }
      guard isOfMethod || ["handle", "serviceName", "interceptors"].contains(member.name) else {
        continue
      }
      let others = file.calls.uses(of: member).filter { use in
        use.kind != .identifierPattern && !use.isInside(handlers.function.node)
      }
      guard others.isEmpty else {
        throw Refusal("do without '\(member.name)' of the provider elsewhere in the project")
      }
    }
    for variable in interceptors {
      let nils = variable.descendants().filter { $0.kind == .nilLiteral }
      let isRequirement = variable.parent?.parent?.kind == .protocolDecl
      guard !variable.descendants().contains(where: { CallExpr($0) != nil }),
        nils.count == 1 || isRequirement
      else {
        throw Refusal("pass the interceptors to 'GRPCServer(transport:services:interceptors:)'")
      }
    }
  }

  /// - Parameter conformance: where it names the protocol of the library.
  func rewrite(at conformance: Node, _ editing: SyntaxEditor) throws(Refusal) -> Consequence {
    var editor = editing
    var shared = Consequence()
    if owner.kind == .classDecl {
      guard file.calls.descendants(of: type).isEmpty else {
        throw Refusal("let nothing inherit from '\(type.name)'")
      }
      try meet(owner, at: conformance, &editor, &shared, file)
    } else {
      for method in methods { SignatureOfAProvider(method.function)?.rewrite(&editor) }
      for conformer in file.calls.descendants(of: type) {
        guard let declaration = conformer.declaration, let home = file.context(of: declaration),
          [.classDecl, .structDecl, .actorDecl].contains(declaration.kind),
          let said = declaration.inheritedTypes.first(where: {
            home.semantics.symbol(of: $0) == type
          })
        else { throw Refusal("let '\(conformer.name)' itself say that it conforms") }
        guard
          !home.model.declaredMembers(of: conformer).contains(where: {
            ["handle", "serviceName"].contains($0.name)
          })
        else { throw Refusal("write 'serviceName' and 'handle' once, for all that conforms") }
        if home.source.path == file.source.path {
          try meet(declaration, at: said, &editor, &shared, file)
        } else {
          var other = home.editor
          var there = Consequence()
          try meet(declaration, at: said, &other, &there, home)
          there.merge(Consequence(other))
          shared.merge(there.seen(from: file.source.path, of: home.source.path))
        }
      }
      removeFactory(&editor)
    }
    for member in interceptors where owner.kind == .protocolDecl || !member.isInside(owner) {
      editor.remove(item: member)
    }
    editor.remove(item: serviceName)
    editor.replace(
      member: handlers.function.node,
      with: [handlers.registration(descriptor.method(named:), seenFrom: file)])
    var consequence = Consequence(editor)
    consequence.merge(shared)
    if !methods.isEmpty {
      consequence.lower(
        to: .review, because: "its methods run in tasks; methods with futures ran on an event loop")
    }
    if owner.kind == .protocolDecl {
      consequence.lower(
        to: .review,
        because: "what conforms to it may be a structure from then on, so nothing keeps one 'weak'")
    }
    return consequence
  }

  /// Rewrites the methods of a type that is a provider.
  private func meet(
    _ declaration: Node, at conformance: Node, _ editor: inout SyntaxEditor,
    _ consequence: inout Consequence, _ home: FileContext
  ) throws(Refusal) {
    let rewriting = ProviderMethods([declaration], "rewrite '\(declaration.name)'", home)
    for method in methods {
      for met in rewriting.methods(meeting: method.symbol) {
        guard let symbol = home.semantics.symbol(of: met),
          symbol == method.symbol || home.calls.uses(of: symbol).isEmpty
        else { throw Refusal("do without '\(met.name)' of '\(declaration.name)' elsewhere") }
      }
      let reasons = try rewriting.meet(method.symbol, withHeaders: false, &editor)
      for reason in reasons { consequence.lower(to: .review, because: reason) }
    }
    if owner.kind == .protocolDecl {
      guard removeInterceptors(of: declaration, &editor, home) else {
        throw Refusal("pass the interceptors to 'GRPCServer(transport:services:interceptors:)'")
      }
    } else {
      for member in interceptors where member.isInside(owner) { editor.remove(item: member) }
    }
    shareService(declaration, at: conformance, &editor, &consequence, home)
  }

  /// Takes the protocol of what makes interceptors away, where the provider alone names it.
  private func removeFactory(_ editor: inout SyntaxEditor) {
    guard
      let named = interceptors.first?.descendants().first(where: { $0.kind == .identifierType }),
      let factory = file.semantics.symbol(of: named), factory.kind == .protocolType,
      let declaration = factory.declaration, declaration.tree === file.tree,
      declaration.parent?.kind == .sourceFile, file.calls.descendants(of: factory).isEmpty,
      file.calls.nodes(named: factory.name).allSatisfy({ node in
        node == declaration || node.ancestors.contains { isInterceptors($0) }
      })
    else { return }
    editor.remove(item: declaration)
  }

  /// Whether a declaration is the property of interceptors of what goes, or of what conforms to it.
  private func isInterceptors(_ declaration: Node) -> Bool {
    guard let variable = VariableDecl(declaration),
      variable.bindings.only?.pattern?.node.name == "interceptors",
      let around = declaration.ancestors.first(where: {
        isTypeOrExtension($0) || $0.kind == .protocolDecl
      }),
      let home = file.context(of: around), let owner = typeOfOwner(around, home)
    else { return false }
    return owner == type || file.calls.descendants(of: type).contains(owner)
  }
}

/// What a provider that is written by hand calls its service.
private struct ServiceDescriptorOfAProvider {
  private let service: CodeArgument

  /// Descriptors of methods that the project has as constants, by the methods' names.
  private var methods: [String: String] = [:]

  /// - Parameter serviceName: the property, which gives a literal, or the full name of a descriptor of grpc-swift 1.
  init(_ serviceName: Node, _ file: FileContext) throws(Refusal) {
    guard let binding = VariableDecl(serviceName)?.bindings.only,
      var value = binding.value?.node ?? binding.node.accessorBlock?.onlyValue
    else { throw Refusal("give 'serviceName' one value") }
    if let whole = SubscriptExpr(value)?.base { value = whole.node }
    if let made = CallExpr(value), made.called?.node.name == "Substring",
      let given = made.onlyArgument?.expression
    {
      value = given.node
    }
    if value.literalText != nil {
      service = CodeArgument("fullyQualifiedService", .form(.moved(.kept(value))))
    } else if let member = MemberAccess(value), member.name == "fullName", let base = member.base,
      file.semantics.type(of: base.node).nominalSymbol?.qualifiedName
        == "GRPC.GRPCServiceDescriptor",
      let made = file.semantics.symbol(of: base.node)?.declaration,
      !file.model.isGenerated(path: made.tree.source.path)
    {
      service = CodeArgument("service", .form(.moved(.kept(base))))
      if let owner = MemberAccess(base.node)?.base?.node.text {
        methods = Self.methods(of: made, file).mapValues { owner + "." + $0 }
      }
    } else {
      throw Refusal("write the service's full name in 'serviceName'")
    }
  }

  /// The constants that the descriptor of a service lists, by the names of their methods.
  private static func methods(of service: Node, _ file: FileContext) -> [String: String] {
    guard let home = file.context(of: service),
      case .call(let made)? = binding(of: service)?.value,
      case .array(let list)? = made.argument(labeled: "methods")?.expression
    else { return [:] }
    var found: [String: String] = [:]
    for element in list.elements {
      guard MemberAccess(element.node)?.base != nil || NameExpr(element.node) != nil,
        let constant = home.semantics.symbol(of: element.node)?.declaration,
        case .call(let method)? = binding(of: constant)?.value,
        let name = method.argument(labeled: "name")?.expression?.node.literalText
      else { continue }
      found[name] = element.node.text
    }
    return found
  }

  private static func binding(of constant: Node) -> PatternBinding? {
    ([constant] + constant.ancestors.prefix(2)).lazy.compactMap { PatternBinding($0) }.first
  }

  /// The descriptor of one of its methods.
  func method(named name: Node) -> Code {
    if let constant = name.literalText.flatMap({ methods[$0] }) { return .word(constant) }
    return .call(
      .library("GRPCCore.MethodDescriptor"),
      [service, CodeArgument("method", .form(.moved(.kept(name))))])
  }
}

extension Array {
  var only: Element? { count == 1 ? self[0] : nil }
}
