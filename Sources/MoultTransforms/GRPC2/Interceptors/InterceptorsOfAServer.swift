import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What makes the factory of interceptors that a provider of grpc-swift 1 has.
struct FactoryOfAProvider {
  private let factory: CallExpr
  private let type: Symbol

  /// What the provider has it by: its property, and the statement that gives it a value.
  let places: [Node]

  /// Whether the factory has a pipeline, or will have one; one that gives nothing has none.
  private let hasPipeline: Bool

  /// - Parameter member: the property `interceptors` of a provider.
  /// - Returns: nil where it says something else than a factory that is made of literals and is understood.
  init?(_ member: Node, _ file: FileContext) {
    guard let binding = VariableDecl(member)?.bindings.only,
      let property = binding.pattern.flatMap({ file.semantics.symbol(of: $0.node) })
    else { return nil }
    let initializers = (member.parent?.items ?? []).compactMap { InitializerDecl($0) }
    let given = initializers.only.flatMap { assignment(of: "interceptors", in: $0) }
    // Who asks for them, or gives the provider others, means something that a server does not say.
    let others = file.calls.uses(of: property).filter { use in
      use.kind != .identifierPattern && given.map { !use.isInside($0.node) } ?? true
    }
    guard others.isEmpty, binding.value == nil || given == nil else { return nil }
    guard
      let value = binding.value?.node ?? binding.node.accessorBlock?.onlyValue
        ?? given?.value?.node,
      let factory = CallExpr(value), factory.trailingClosures.isEmpty,
      factory.arguments.allSatisfy({ $0.node.argumentValue.isLiteralAlone }),
      let (type, home) = declaredType(madeBy: factory.node, file),
      type.declaration?.parent?.kind == .sourceFile
    else { return nil }
    if let list = InterceptorList.read(type, home) {
      guard InterceptorsOfLists.judged(type, home) != nil else { return nil }
      hasPipeline = list.remains
    } else {
      let makers = home.model.declaredMembers(of: type).filter { $0.name.hasPrefix("make") }
      // What inherits something may have lists of that.
      guard makers.allSatisfy({ $0.name == nameOfPipeline }),
        !makers.isEmpty || type.declaration?.inheritedTypes.isEmpty == true
      else { return nil }
      hasPipeline = !makers.isEmpty
    }
    (self.factory, self.type) = (factory, type)
    // An initialiser that does nothing else is the one that a type has that writes none.
    let isAlone = initializers.only.map { made in
      made.parameters.isEmpty && made.node.modifiers.isEmpty && made.body?.items.only != nil
    }
    let statement = isAlone == true ? initializers.only?.node : given?.node
    places = [member] + (given == nil ? [] : [statement].compactMap(\.self))
  }

  /// The factory of a provider; nil for one that has none, or whose factory is not understood.
  fileprivate init?(of provider: Symbol, _ file: FileContext) {
    let property = file.model.declaredMembers(of: provider).first { $0.name == "interceptors" }
    guard let declaration = property?.declaration,
      let member = ([declaration] + declaration.ancestors).first(where: { VariableDecl($0) != nil }
      ),
      let home = file.context(of: member)
    else { return nil }
    self.init(member, home)
  }

  /// `Factory().makeInterceptorPipeline()`, as a file can say it.
  fileprivate func pipeline(in file: FileContext) -> Code? {
    guard hasPipeline, let declaration = type.declaration,
      type.module == file.semantics.module,
      declaration.tree === file.tree
        || !declaration.modifierNames.contains(where: { ["private", "fileprivate"].contains($0) })
    else { return nil }
    let arguments = factory.arguments.map {
      CodeArgument($0.label, .word($0.node.argumentValue.text))
    }
    return .call(type.name, arguments).calling(nameOfPipeline, [])
  }

  /// What a person does about it where a server cannot be given the interceptors.
  var step: String {
    hasPipeline
      ? "first migrate the server that has this provider, which is given '\(type.name)(…).\(nameOfPipeline)()' as 'interceptorPipeline:'; then this goes"
      : "delete it: a service of grpc-swift 2 has no interceptors, and this factory gives none"
  }

  /// Whether every server of grpc-swift 2 that has the provider runs its interceptors, or there are none.
  ///
  /// - Parameter provider: the type that has them.
  func isGivenToEveryServer(of provider: Symbol, _ file: FileContext) -> Bool {
    guard hasPipeline else { return true }
    guard file.calls.calls(named: "withServiceProviders").isEmpty,
      !file.calls.isMentioned("serviceProviders")
    else { return false }
    var isGiven = false
    for server in ["GRPCServer", "withGRPCServer"].flatMap({ file.calls.calls(named: $0) }) {
      guard let place = file.context(of: server), let services = server.argument("services"),
        let types = typesOfServices(services, place)
      else { return false }
      let heirs = types.filter {
        $0 != provider && file.model.isSubtype($0, of: provider.qualifiedName)
      }
      guard heirs.isEmpty else { return false }
      guard types.contains(provider) else { continue }
      guard server.argument("interceptorPipeline").map({ says($0) }) == true else { return false }
      isGiven = true
    }
    return isGiven
  }

  private func says(_ pipeline: Node) -> Bool {
    pipeline.descendants().contains { node in
      guard let made = MemberAccess(node), made.name == nameOfPipeline, let base = made.base else {
        return false
      }
      return haveSameTokens(base.node, factory.node)
    }
  }
}

/// What a server of grpc-swift 2 runs for the interceptors that its providers have; nil for none.
///
/// - Parameter services: the list of the providers.
func pipelineOfAServer(_ services: Node, _ file: FileContext) -> Code? {
  let pipelines = (typesOfServices(services, file) ?? []).compactMap { provider in
    FactoryOfAProvider(of: provider, file)?.pipeline(in: file)
  }
  guard let first = pipelines.first else { return nil }
  return pipelines.dropFirst().reduce(first) { .infix($0, "+", $1) }
}

/// The types of what stands in a list; nil where one is not known, or only what it conforms to.
private func typesOfServices(_ list: Node, _ file: FileContext) -> [Symbol]? {
  guard case .array(let services)? = Expr(list) else { return nil }
  var types: [Symbol] = []
  for element in services.elements {
    guard let type = file.semantics.type(of: element.node).nominalSymbol,
      type.kind != .protocolType
    else { return nil }
    types.append(type)
  }
  return types
}
