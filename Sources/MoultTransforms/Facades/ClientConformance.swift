package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Keeps a generated client's conformance to a protocol of the project that repeats its old methods.
///
/// `extension X_YServiceClient: Net {}` conformed by signature alone. The methods of the new client have other
/// signatures, so the extension gets methods with the old ones, and the protocol, its callers and its fakes stay.
package func clientConformance(
  _ match: Match, _ file: FileContext
) throws(Refusal) -> TransformOutcome? {
  guard let client = match.symbol, let declaration = match.node.parent,
    declaration.kind == .extensionDecl, declaration.subjectType == match.node,
    let block = ExtensionDecl(declaration)?.members
  else { return nil }
  let before = extensionsBefore(declaration, of: client, file).flatMap { earlier in
    // What another extension leaves to a person, a person may leave to this one.
    (try? witnesses(in: earlier.declaration, of: client, earlier.file)) ?? []
  }
  let methods = try witnesses(in: declaration, of: client, file).filter { !before.contains($0) }
  guard !methods.isEmpty else { return nil }
  // What takes 'Metadata' to grpc-swift 2 keeps it in the requirements, and nothing there waits for a response.
  if keepsMetadata(file) {
    return .manual(
      "make the protocol's requirements 'async', take their callers along, and give the client of grpc-swift 2 methods that call its generated ones"
    )
  }
  var editor = file.editor
  editor.insert(methods, atEndOf: block)
  return TransformOutcome(editor, imports: ["GRPC"])
}

/// The methods that an extension needs for the protocols which it names.
private func witnesses(
  in declaration: Node, of client: Symbol, _ file: FileContext
) throws(Refusal) -> [Code] {
  let protocols = declaration.inheritedTypes.compactMap { file.semantics.symbol(of: $0) }
    .filter { $0.kind == .protocolType && !$0.isGenerated && $0.declaration != nil }
  let own = Set(
    file.model.declaredMembers(of: client).filter { !$0.isGenerated }.map(\.qualifiedName))
  let requirements = protocols.flatMap { allRequirements(of: $0, file.model, []) }
  var methods: [Code] = []
  for requirement in requirements where requirement.kind == .function {
    guard let twin = twin(of: requirement, client, file.model) else { continue }
    guard
      !own.contains(
        client.qualifiedName
          + requirement.qualifiedName.dropFirst(requirement.parent?.qualifiedName.count ?? 0))
    else { continue }
    switch witness(for: requirement, as: twin, of: declaration, file) {
    case .method(let method): if !methods.contains(method) { methods.append(method) }
    case .step(let step): throw Refusal(step)
    }
  }
  return methods
}

/// The extensions of the client in all files that come before one, in the order of paths and offsets.
///
/// Two of them may repeat one method of the client, which is written into the first alone.
private func extensionsBefore(
  _ declaration: Node, of client: Symbol, _ file: FileContext
) -> [(declaration: Node, file: FileContext)] {
  let position = (file.source.path, declaration.range.lowerBound)
  return file.model.projectTrees.flatMap { tree -> [(declaration: Node, file: FileContext)] in
    let extensions = tree.root.children.filter { node in
      node.kind == .extensionDecl && node.subjectType?.name == client.name
        && (tree.source.path, node.range.lowerBound) < position
    }
    guard !extensions.isEmpty, let place = file.context(ofFile: tree.source.path) else { return [] }
    return extensions.compactMap { node in
      let subject = node.subjectType.flatMap { place.semantics.symbol(of: $0) }
      return subject == client ? (node, place) : nil
    }
  }
}

/// Whether the project gives a client a method that the compiler takes in place of the generated one with the same request.
///
/// Its own methods that only take a request do, and those that an extension keeps for a protocol of the project:
/// the generated method takes `callOptions:` as well, and one without defaults goes first.
func isHidden(_ call: Node, _ file: FileContext) -> Bool {
  guard let method = file.semantics.symbol(of: call), let base = call.callee?.base,
    let client = file.semantics.type(of: base).fullyUnwrapped.nominalSymbol
  else { return false }
  let protocols = file.model.inheritedTypes(of: client).compactMap(\.nominalSymbol)
    .filter { $0.kind == .protocolType && !$0.isGenerated && $0.declaration != nil }
  let own =
    protocols.flatMap { allRequirements(of: $0, file.model, []) }
    + file.model.members(of: client, named: method.name)
  return own.contains {
    $0.kind == .function && !$0.isGenerated && $0.declaration != nil && $0.name == method.name
      && $0.parameterLabels == [nil] && $0.parameterTypes.first == method.parameterTypes.first
  }
}

/// The members that a protocol and those that it refines ask for.
func allRequirements(of symbol: Symbol, _ model: ProjectModel, _ seen: Set<Symbol>)
  -> [Symbol]
{
  guard !seen.contains(symbol) else { return [] }
  let inherited = model.inheritedTypes(of: symbol).compactMap(\.nominalSymbol)
    .filter { $0.kind == .protocolType && !$0.isGenerated && $0.declaration != nil }
  return model.declaredMembers(of: symbol)
    + inherited.flatMap { allRequirements(of: $0, model, seen.union([symbol])) }
}

/// The generated method that a requirement was met by.
private func twin(of requirement: Symbol, _ client: Symbol, _ model: ProjectModel) -> Symbol? {
  model.members(of: client, named: requirement.name).first {
    $0.isGenerated && $0.parameterLabels == requirement.parameterLabels
      && $0.parameterTypes == requirement.parameterTypes
  }
}

private enum Witness {
  case method(Code)
  case step(String)
}

private func witness(
  for requirement: Symbol, as twin: Symbol, of declaration: Node, _ file: FileContext
) -> Witness {
  guard let style = callStyle(of: twin, in: file.model),
    case .function(let types, let result, _, _) = requirement.type
  else {
    return .step("implement '\(requirement.name)' in the extension with the new client's methods")
  }
  let isPublic =
    requirement.parent?.declaration?.modifierNames.contains("public") == true
    && !declaration.modifierNames.contains("public")
  var parameters: [ParameterCode] = []
  var names: [String?: String] = [:]
  for (parameter, type) in zip(requirement.parameters, types) {
    let name = parameter.name ?? parameter.label ?? "value"
    names[parameter.label] = name
    parameters.append(
      ParameterCode(parameter.label, name, .word(text(of: type, escaping: true))))
  }
  let request = names[nil].map { [CodeArgument.plain(.word($0))] } ?? []
  let options = CodeArgument("callOptions", .word(names["metadata"] ?? "defaultCallOptions"))
  let call = Code.call(requirement.name, request + [options])
  func method(_ attributes: [String], _ type: String, _ items: [Code]) -> Witness {
    .method(
      .function(
        FunctionCode(
          attributes: attributes, modifiers: isPublic ? ["public"] : [],
          .function(requirement.name), parameters, isThrowing: true, returning: .word(type), items)
      ))
  }
  switch style {
  case .unary:
    return method([], text(of: result, escaping: false), [.quoted("try \(call).response.wait()")])
  case .unaryCompletion:
    guard let handler = names["completion"], let request = types.first,
      case .function(let given, _, _, _) = types.last, let reply = given.first
    else { break }
    let type = "UnaryCall<\(describe(request)), \(describe(reply.fullyUnwrapped))>"
    return method(
      ["@discardableResult"], type,
      [
        .variable(.let, "call", value: call), completing(.word("call"), by: handler),
        .returned(.word("call")),
      ])
  case .clientStreaming, .serverStreaming, .bidirectionalStreaming, .message, .asyncUnary,
    .asyncServerStreaming, .asyncClientStreaming, .asyncBidirectionalStreaming, .asyncCall, .future,
    .connectClosure, .unknown:
    break
  }
  return .step(
    "give '\(requirement.name)' of '\(requirement.parent?.name ?? "the protocol")' a handler for the messages, as the new client's method has one, and change its callers and fakes with it"
  )
}

/// Returns what gives the reply, or nothing, and the status to a handler that takes both.
private func completing(_ call: Code, by handler: String) -> Code {
  let given = ClosureCode([.call(handler, [.plain(.word("$0")), .plain(.word("$1"))])])
  return Subscription(future: .both, handler: .new(given)).code(of: call)
}

/// The type in grpc-swift 1's words.
private func text(of type: SemanticType, escaping: Bool) -> String {
  switch type {
  case .nominal(let symbol, _) where symbol.qualifiedName == "SwiftGRPC.Metadata": "CallOptions"
  case .nominal(let symbol, _) where symbol.qualifiedName == "SwiftGRPC.CallResult": "GRPCStatus"
  case .optional(.function(let given, let result, _, _)):
    "((" + given.map { text(of: $0, escaping: false) }.joined(separator: ", ") + ") -> "
      + text(of: result, escaping: false) + ")?"
  case .optional(let wrapped): text(of: wrapped, escaping: false) + "?"
  case .function(let given, let result, _, _):
    (escaping ? "@escaping " : "") + "("
      + given.map { text(of: $0, escaping: false) }.joined(separator: ", ")
      + ") -> " + (result == .void ? "Void" : text(of: result, escaping: false))
  default: describe(type)
  }
}
