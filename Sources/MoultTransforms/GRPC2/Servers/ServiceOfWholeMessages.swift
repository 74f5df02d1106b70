import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A type that conforms to an `X_YAsyncProvider` and whose methods can take whole requests and give whole responses.
///
/// Those of `ServiceProtocol` do, and read headers; those of `SimpleServiceProtocol` are given none.
struct ServiceOfWholeMessages {
  /// A method that a client calls.
  struct Handler {
    let method: FunctionDecl
    let body: StatementBlock
    let request: Parameter

    /// What the method writes replies to; nil where it returns the only one.
    let writer: Parameter?
    let context: Parameter
    let home: FileContext

    /// Where the method names one of its parameters.
    func uses(of parameter: Parameter) -> [Node] {
      home.semantics.symbol(of: parameter.node).map(home.semantics.references) ?? []
    }

    /// What the method is given and asks for headers, and hands on to functions that do nothing else with it.
    fileprivate var readsHeaders: Bool {
      uses(of: context).contains { use in
        headersOfRequest(askedBy: use, home) != nil || takesHeaders(use)
      }
    }

    private func takesHeaders(_ use: Node) -> Bool {
      guard use.kind == .declReference, let parameter = home.parameter(taking: use) else {
        return false
      }
      return HeadersOfAFunction.judged(parameter, home) != nil
    }
  }

  let handlers: [Handler]

  /// Judges a type once for all that the task asks about it.
  ///
  /// - Returns: nil where the type conforms to none or to several, or where a method is none that can be rewritten: it is inherited,
  ///   called by the project, or does not say in one place what it gives. Also where the provider is named elsewhere: what is given
  ///   as one is given as a `SimpleServiceProtocol`.
  static func judged(_ type: Symbol, _ file: FileContext) -> ServiceOfWholeMessages? {
    file.others.answer(about: type) { ServiceOfWholeMessages(type, file) }
  }

  /// The same where a method of it reads headers, or hands its context on for them.
  static func readingHeaders(_ type: Symbol, _ file: FileContext) -> ServiceOfWholeMessages? {
    let reader = file.others.answer(about: type) {
      let service = judged(type, file)
      return HeadersReader(
        service: service?.handlers.contains(where: \.readsHeaders) == true ? service : nil)
    }
    return reader.service
  }

  private struct HeadersReader {
    let service: ServiceOfWholeMessages?
  }

  /// The type around a node that stands in one of its methods.
  static func type(around node: Node, _ file: FileContext) -> Symbol? {
    node.ancestors.first(where: isTypeOrExtension).flatMap { typeOfOwner($0, file) }
  }

  /// - Complexity: O(*n*) in the bodies of the methods and in the calls of their names.
  private init?(_ type: Symbol, _ file: FileContext) {
    let providers = file.model.inheritedTypes(of: type).compactMap(\.nominalSymbol).filter {
      $0.kind == .protocolType && $0.isGenerated && $0.name.hasSuffix("AsyncProvider")
    }
    guard providers.count == 1, let provider = providers.first,
      file.calls.nodes(named: provider.name).allSatisfy({ $0.isConformance(file) })
    else { return nil }
    var handlers: [Handler] = []
    for requirement in file.requirements(of: provider) {
      let methods = file.model.declaredMembers(of: type, named: requirement.name).filter {
        $0.parameterLabels == requirement.parameterLabels && !$0.isGenerated
      }
      guard methods.count == 1, let method = methods.first, let handler = Handler(method, file)
      else { return nil }
      handlers.append(handler)
    }
    // What writes replies runs as nobody's but the call's.
    let isIsolated =
      type.kind == .actor || type.declaration?.isOfGlobalActor == true
      || handlers.contains { $0.method.node.isOfGlobalActor }
    guard !handlers.isEmpty, !isIsolated || handlers.allSatisfy({ $0.writer == nil }) else {
      return nil
    }
    self.handlers = handlers
  }

  /// The method whose context or stream a parameter is.
  func handler(with parameter: Node) -> Handler? {
    handlers.first { $0.method.parameters.contains { $0.node == parameter } }
  }
}

extension ServiceOfWholeMessages.Handler {
  fileprivate init?(_ symbol: Symbol, _ file: FileContext) {
    guard let declaration = symbol.declaration, let home = file.context(of: declaration),
      let method = FunctionDecl(declaration), let body = method.body, !body.items.isEmpty,
      method.parameters.count == symbol.parameterLabels.count,
      let request = method.parameters.first, request.type != nil,
      let context = method.parameters.last, context.label == "context",
      context.type.flatMap(home.semantics.symbol)?.name == "GRPCAsyncServerCallContext",
      DeclarationFamily(of: symbol, in: home).members.allSatisfy({
        $0 == symbol || $0.parent?.kind == .protocolType
      }),
      callers(of: symbol, in: home)?.isEmpty == true
    else { return nil }
    let writer = method.parameters.first { $0.label == "responseStream" }
    let takesStream = request.label == "requestStream"
    guard method.parameters.count == (writer == nil ? 2 : 3),
      takesStream || request.label == "request",
      !takesStream || request.type?.mainTypeName == "GRPCAsyncRequestStream",
      writer == nil || writer?.type?.mainTypeName == "GRPCAsyncResponseStreamWriter"
    else { return nil }
    (self.method, self.body, self.home) = (method, body, home)
    (self.request, self.writer, self.context) = (request, writer, context)
    // What is declared by the name of the request would hide its headers.
    let isHidden = body.node.binds(request.name)
    let isNamed = (uses(of: request) + uses(of: context)).allSatisfy {
      $0.kind == .declReference || $0.kind == .parameter
    }
    guard isNamed, request.name != "_", !isHidden, writer != nil || ends != nil else {
      return nil
    }
  }

  /// The values that the method returns; nil where it does not say them as expressions.
  var ends: [Node]? {
    let returned = body.node.ownDescendants.compactMap { ReturnStmt($0) }
    var values = returned.compactMap { $0.value?.node }
    guard values.count == returned.count else { return nil }
    if values.isEmpty {
      if case .expression(let only)? = body.items.only {
        values = [only.node]
      } else if body.items.last.flatMap({ ThrowStmt($0.node) }) == nil {
        return nil
      }
    }
    let isPlain = values.allSatisfy { ![.ifExpr, .switchExpr, .doStmt].contains($0.kind) }
    let neverReturn: Set<String> = ["fatalError", "preconditionFailure"]
    return isPlain
      ? values.filter { !neverReturn.contains(CallExpr($0)?.called?.node.name ?? "") } : nil
  }
}

/// `context.request.headers`, where a use of the context is asked for them and they are not changed.
func headersOfRequest(askedBy use: Node, _ file: FileContext) -> Node? {
  guard use.kind == .declReference, let request = MemberAccess(on: use), request.name == "request",
    let headers = MemberAccess(on: request.node), headers.name == "headers", !mayChange(use, file)
  else { return nil }
  return headers.node
}

/// A function of the project that asks the context it is given for the headers of the request and for nothing else, so that it
/// can be given these.
struct HeadersOfAFunction {
  let parameter: Parameter

  /// What the function calls them.
  let name: String
  let file: FileContext

  /// - Parameter node: the parameter, of a function of any file.
  /// - Returns: nil also where not each call of the function gives it the context of a service that can take whole messages.
  /// - Complexity: O(*n*) in the uses of the parameter and the calls of the function, and of those that it hands it on to.
  static func judged(_ node: Node, _ seeing: FileContext) -> HeadersOfAFunction? {
    guard let home = seeing.context(of: node), let symbol = home.semantics.symbol(of: node) else {
      return nil
    }
    return home.others.answer(about: symbol) {
      var asked: Set<Node> = []
      return HeadersOfAFunction(node, home, &asked)
    }
  }

  private init?(_ node: Node, _ seeing: FileContext, _ asked: inout Set<Node>) {
    guard asked.insert(node).inserted, let home = seeing.context(of: node),
      let parameter = Parameter(node), let owner = node.owningFunction,
      parameter.type.flatMap(home.semantics.symbol)?.name == "GRPCAsyncServerCallContext",
      parameter.defaultValue == nil, let function = home.semantics.symbol(of: owner),
      home.changesAlone(function), let symbol = home.semantics.symbol(of: node),
      let name = home.freeName(["metadata", "requestMetadata"], around: node)
    else { return nil }
    (self.parameter, self.name, file) = (parameter, name, home)
    // One that takes headers already would be called by itself, or be declared twice.
    guard !home.hasNamesake(function) else { return nil }
    let uses = home.semantics.references(to: symbol).filter { $0.kind != .parameter }
    guard !uses.isEmpty else { return nil }
    for use in uses where headersOfRequest(askedBy: use, home) == nil {
      guard use.kind == .declReference, let taking = home.parameter(taking: use),
        asked.contains(taking) || HeadersOfAFunction(taking, home, &asked) != nil
      else { return nil }
    }
    guard let passed = home.values(passedTo: node), !passed.isEmpty else { return nil }
    for value in passed {
      guard let given = value.value, given.kind == .declReference,
        let source = value.file.semantics.symbol(of: given)?.declaration,
        source.kind == .parameter
      else { return nil }
      let type = ServiceOfWholeMessages.type(around: source, value.file)
      let service = type.flatMap { ServiceOfWholeMessages.judged($0, value.file) }
      let isOfService = service?.handler(with: source) != nil
      guard
        isOfService || asked.contains(source)
          || HeadersOfAFunction(source, value.file, &asked) != nil
      else { return nil }
    }
  }

  /// What callers write before the headers; nil for no label.
  var label: String? {
    parameter.label == parameter.name ? name : parameter.label
  }
}

/// Returns the headers that a context is asked for, as they are named where a service takes whole requests.
///
/// - Parameter context: a parameter of a method of the service, or of a function that is given its headers.
func headersOfRequest(by context: Node, _ file: FileContext) -> Code? {
  if let function = HeadersOfAFunction.judged(context, file) { return .word(function.name) }
  guard let type = ServiceOfWholeMessages.type(around: context, file),
    let service = ServiceOfWholeMessages.readingHeaders(type, file),
    let handler = service.handler(with: context)
  else { return nil }
  return .word(handler.request.name).member("metadata")
}

extension FileContext {
  /// Whether another function beside one has its name and as many parameters.
  fileprivate func hasNamesake(_ function: Symbol) -> Bool {
    let beside =
      function.parent.map { model.declaredMembers(of: $0, named: function.name) }
      ?? calls.nodes(named: function.name).compactMap { semantics.symbol(of: $0) }
    return beside.contains { other in
      other != function && other.kind == function.kind && other.parent == function.parent
        && other.parameterLabels.count == function.parameterLabels.count
    }
  }
}

extension Node {
  /// Whether a name stands in an inheritance clause, in code of the project or in what a generator wrote.
  fileprivate func isConformance(_ file: FileContext) -> Bool {
    guard kind == .identifierType || kind == .memberType || kind == .declReference else {
      return true
    }
    return isInherited || file.model.isGenerated(path: tree.source.path)
  }

  /// Whether an attribute such as `@MainActor` says where a declaration runs.
  fileprivate var isOfGlobalActor: Bool {
    attributes.contains { $0.text.hasSuffix("Actor") }
  }
}
