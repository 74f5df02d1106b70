import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a type that conforms to `X_YProvider` into a service of grpc-swift 2, with all its methods.
///
/// Methods that answer with one reply, that send replies and then end, or that are told of requests, are understood; any
/// other leaves the whole type to a person, as half a service conforms to nothing. Where a method that answers reads
/// headers, all of them take the whole request: those of `SimpleServiceProtocol` are not given any. They may stand in extensions of
/// the same file, and the type may conform in one.
///
/// - Parameter service: the namespace in which its protocols are generated.
func providerOfFutures(
  _ match: Match, of service: String, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  let step =
    "conform to '\(service).SimpleServiceProtocol', whose methods are async: return the reply instead of a future, read requests with 'for try await', and send with the 'RPCWriter' of 'response:'"
  guard isConformance(match.node), let provider = match.symbol,
    let conforming = match.node.ancestors.first(where: isTypeOrExtension),
    let type = typeOfOwner(conforming, file), [.classType, .structure].contains(type.kind)
  else { return .manual(step) }
  let parts = file.declarations(of: type)
  let owner = parts.first { TypeDecl($0) != nil } ?? conforming
  let rewriting = ProviderMethods(parts, step, file)
  var editor = file.editor
  let (readsHeaders, reasons) = try rewriting.meet(all: provider, parts, &editor)
  let style = readsHeaders ? "ServiceProtocol" : "SimpleServiceProtocol"
  editor.rename(match.replaced, to: "\(service).\(style)")
  guard rewriting.readersAreFollowed(of: provider) else {
    throw Refusal(
      "\(step); give what reads headers of a context 'request.metadata', in every service that calls it"
    )
  }
  var shared = Consequence()
  shareService(owner, at: match.node, &editor, &shared, file)
  var consequence = Consequence(editor)
  consequence.lower(
    to: .review,
    because: "its methods run in tasks; methods with futures ran on an event loop")
  consequence.merge(shared)
  consequence.merge(renamedHandlers(of: type, for: provider, file))
  for reason in reasons { consequence.lower(to: .review, because: reason) }
  return TransformOutcome(consequence)
}

/// The methods of a type that conforms to a provider of futures.
struct ProviderMethods {
  private let members: [Node]
  private let step: String
  private let file: FileContext

  /// - Parameter parts: the declaration of the type, and its extensions.
  init(_ parts: [Node], _ step: String, _ file: FileContext) {
    members = parts.flatMap(\.members)
    self.step = step
    self.file = file
  }

  /// Meets all that a provider has to have, and lets its interceptors go.
  ///
  /// - Returns: whether its methods take whole requests, and why a person should look at what was written.
  func meet(
    all provider: Symbol, _ parts: [Node], _ editor: inout SyntaxEditor
  ) throws(Refusal) -> (readsHeaders: Bool, reasons: [String]) {
    let requirements = file.requirements(of: provider)
    let readsHeaders = requirements.contains { self.readsHeaders($0) }
    var reasons: [String] = []
    for requirement in requirements {
      reasons += try meet(requirement, withHeaders: readsHeaders, &editor)
    }
    for part in parts where !removeInterceptors(of: part, &editor, file) {
      throw Refusal(
        "\(step); first migrate the server, to which its interceptors are passed as 'interceptorPipeline:'"
      )
    }
    return (readsHeaders, reasons)
  }

  /// Whether all who call a function that reads headers of a context are rewritten with it.
  func readersAreFollowed(of provider: Symbol) -> Bool {
    readers(of: provider).allSatisfy(\.isFollowed)
  }

  /// The functions that methods hand their contexts on to, and that read headers alone.
  func readers(of provider: Symbol) -> [ReaderOfHeaders] {
    file.requirements(of: provider).flatMap(contextUses).compactMap { use in
      guard let owner = file.parameter(taking: use)?.owningFunction,
        let home = file.context(of: owner)
      else { return nil }
      return ReaderOfHeaders.judged(owner, home)
    }
  }

  private func refusal(_ method: Node, _ reason: String) -> Refusal {
    Refusal("\(step); in '\(method.name)', \(reason)")
  }

  func methods(meeting requirement: Symbol) -> [Node] {
    members.filter { member in
      member.kind == .functionDecl && member.name == requirement.name
        && member.parameters.map(\.externalName) == requirement.parameterLabels
    }
  }

  /// Whether the method for a requirement asks its context for the headers of the request.
  func readsHeaders(_ requirement: Symbol) -> Bool {
    contextUses(requirement).contains { headers(askedBy: $0) != nil }
  }

  /// Where the methods for a requirement name their context.
  private func contextUses(_ requirement: Symbol) -> [Node] {
    methods(meeting: requirement).flatMap { method in
      method.parameters.last.flatMap { file.semantics.symbol(of: $0) }
        .map { file.semantics.references(to: $0) } ?? []
    }
  }

  /// What the headers of the request take the place of: `context.headers`, or a context that is handed on for them.
  private func headers(askedBy use: Node) -> Node? {
    headersRead(of: use, file) ?? (isReadForHeaders(use, file) ? use : nil)
  }

  /// - Parameter withHeaders: whether the methods of the service take whole requests.
  /// - Returns: why a person should look at what was written.
  func meet(
    _ requirement: Symbol, withHeaders: Bool, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> [String] {
    let found = methods(meeting: requirement)
    guard found.count == 1, let node = found.first, let method = FunctionDecl(node),
      let body = method.body, method.returnType != nil,
      let parameter = method.parameters.last, let type = parameter.type,
      var context = ContextOfAProvider(parameter, file)
    else {
      throw Refusal("\(step); write '\(requirement.name)' once, in the type itself")
    }
    context.givesTrailers = withHeaders
    let headers: ((Node) -> Node?)? = withHeaders ? headers(askedBy:) : nil
    do throws(Refusal) {
      switch type.mainTypeName {
      case "StatusOnlyCallContext" where withHeaders:
        try answer(method, body.node, context, &editor)
      case "StatusOnlyCallContext":
        guard returnValue(of: method, &editor) else {
          throw Refusal("return an 'EventLoopFuture<…>' by this name")
        }
        editor.replace(type, with: .library("GRPCCore.ServerContext"))
        try context.settle(in: body.node, &editor)
        let library = FutureLibrary(
          isFuture: { _, _ in false }, code: { (_, _) throws(Refusal) in nil },
          nextStep: "return futures that are finished, mapped, or those of promises",
          isAsked: { context.isApart(from: $0) })
        try FutureTail(library, file).rewrite(body.node, &editor)
      case "StreamingResponseCallContext" where method.parameters.count == 2:
        return try RepliesOfAProvider(method, body.node, context, headers, file).rewrite(&editor)
      case "StreamingResponseCallContext", "UnaryResponseCallContext":
        try RequestsOfAProvider(method, body.node, context, headers, file).rewrite(&editor)
      default:
        throw Refusal("write it for one of the contexts of grpc-swift 1 by its name")
      }
    } catch {
      throw refusal(node, error.nextStep)
    }
    return []
  }

  /// A method that is given a whole request, with its headers, and gives a whole response.
  private func answer(
    _ function: FunctionDecl, _ body: Node, _ context: ContextOfAProvider,
    _ editor: inout SyntaxEditor
  ) throws(Refusal) {
    guard let signature = SignatureOfAProvider(function), signature.streams == .none else {
      throw Refusal("return an 'EventLoopFuture<…>' by this name")
    }
    try signature.rewriteWhole(&editor, file)
    try context.settle(in: body, &editor) { use, editor throws(Refusal) in
      guard let headers = headers(askedBy: use) else { throw context.refusal(of: use) }
      editor.replace(headers, with: .word("request").member("metadata"))
    }
    var ends = body.ownDescendants.compactMap { ReturnStmt($0) }.map { ($0.node, $0.value?.node) }
    if ends.isEmpty, let only = body.items.first, body.items.count == 1 { ends = [(only, only)] }
    guard !ends.isEmpty else { throw Refusal("return a finished future") }
    for (statement, value) in ends {
      guard let value, let made = FinishedFuture(value) else {
        throw Refusal("return finished futures only, as a method reads headers")
      }
      if made.fails {
        editor.replace(item: statement, with: [.form(.thrown(.kept(made.value)))])
      } else {
        editor.replace(
          value,
          with: .quoted("GRPCCore::ServerResponse(message: \(made.value))"))
      }
    }
  }
}

/// A type around methods that can be rewritten by itself, as a service of grpc-swift 2.
struct ServiceOfFutures {
  let type: Symbol

  /// The functions that it has to give headers, which all who call them have to do.
  let readers: [ReaderOfHeaders]

  /// Judges a type once for all that the task asks about it.
  static func judged(around method: Node, _ file: FileContext) -> ServiceOfFutures? {
    guard let around = method.ancestors.first(where: isTypeOrExtension),
      let type = typeOfOwner(around, file)
    else { return nil }
    return file.others.answer(about: type) {
      let parts = file.declarations(of: type)
      let provider = parts.flatMap(\.inheritedTypes).lazy
        .compactMap { file.semantics.symbol(of: $0) }
        .first { $0.kind == .protocolType && $0.isGenerated && $0.name.hasSuffix("Provider") }
      guard let provider else { return nil }
      let methods = ProviderMethods(parts, "", file)
      var editor = file.editor
      guard (try? methods.meet(all: provider, parts, &editor)) != nil else { return nil }
      return ServiceOfFutures(type: type, readers: methods.readers(of: provider))
    }
  }
}

extension FileContext {
  /// What a type that conforms to a provider has to have; what an extension of the protocol adds, it has.
  func requirements(of provider: Symbol) -> [Symbol] {
    model.declaredMembers(of: provider).filter {
      $0.kind == .function && $0.declaration?.parent?.parent?.kind == .protocolDecl
    }
  }

  /// The declaration of a type and its extensions, as far as they stand in the file at hand.
  fileprivate func declarations(of type: Symbol) -> [Node] {
    tree.root.descendants.filter { node in
      [.classDecl, .structDecl, .extensionDecl].contains(node.kind)
        && typeOfOwner(node, self) == type
    }
  }
}

extension Node {
  /// The name of a type, without `any` and generic arguments.
  var mainTypeName: String {
    if kind == .identifierType || kind == .memberType { return name }
    return children.last { $0.kind == .identifierType || $0.kind == .memberType }?.name ?? ""
  }

  /// What stands between the angle brackets of a type.
  var typeArguments: [Node] {
    child(.genericArgumentClause).map { Array($0.children) } ?? []
  }
}
