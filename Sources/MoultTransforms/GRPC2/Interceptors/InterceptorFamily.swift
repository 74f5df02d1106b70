import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Whether all types that lead to one another, from `first` on, are understood.
///
/// - Parameter follow: takes each type once, with its file; nil for one that is not understood, else those that it leads to.
func reachesOnlyUnderstood(
  from first: Symbol, _ file: FileContext, _ follow: (Symbol, FileContext) -> [Symbol]?
) -> Bool {
  var waiting = [first]
  var seen: Set<Symbol> = []
  while let next = waiting.popLast() {
    guard seen.insert(next).inserted else { continue }
    guard let home = next.declaration.flatMap({ file.context(of: $0) }),
      let others = follow(next, home)
    else { return false }
    waiting += others
  }
  return true
}

/// Interceptors that change headers, and the factories that make lists of them for clients of grpc-swift 1.
///
/// All of them are rewritten or none: each list goes to the `GRPCClient` that the factory's client is made with.
struct InterceptorFamily {
  private(set) var interceptors: [(type: Symbol, shape: InterceptorOfParts)] = []
  private(set) var factories: [(type: Symbol, shape: InterceptorFactory)] = []

  /// What all that changes with them is a part of.
  var unit: String? { (interceptors.map(\.type) + factories.map(\.type)).unit }

  /// - Parameter type: an interceptor or a factory.
  static func judged(_ type: Symbol, _ file: FileContext) -> InterceptorFamily? {
    file.others.answer(about: type) { InterceptorFamily(around: type, file) }
  }

  private init?(around first: Symbol, _ file: FileContext) {
    let isWhole = reachesOnlyUnderstood(from: first, file) { next, home in
      if let factory = InterceptorFactory(next, home) {
        factories.append((next, factory))
        let isGiven = Self.callsThatMake(next, home).allSatisfy { $0.isGiven(by: factory) }
        return isGiven ? factory.interceptors : nil
      }
      guard let interceptor = InterceptorOfParts(next, home) else { return nil }
      interceptors.append((next, interceptor))
      let calls = Self.callsThatMake(next, home)
      guard !calls.isEmpty, calls.allSatisfy({ $0.factory != nil || $0.isGivenToNewClient }) else {
        return nil
      }
      return calls.compactMap(\.factory)
    }
    guard isWhole, !interceptors.isEmpty else { return nil }
  }

  /// Every use of a type outside of it, as the call that makes a value; a use that is no such call comes without one.
  private static func callsThatMake(_ type: Symbol, _ home: FileContext) -> [MadeOfFamily] {
    let initializers = home.model.declaredMembers(of: type).filter { $0.kind == .initializer }
    let uses = ([type] + initializers).flatMap { home.calls.uses(of: $0) }
    return uses.compactMap { use in
      if let declaration = type.declaration, use == declaration || use.isInside(declaration) {
        return nil
      }
      guard let place = home.context(of: use) else { return MadeOfFamily(call: nil, file: home) }
      return MadeOfFamily(call: callMade(at: use), file: place)
    }
  }
}

/// A call that makes an interceptor or a factory, where it stands.
private struct MadeOfFamily {
  let call: CallExpr?
  let file: FileContext

  /// Whether a client of grpc-swift 1 takes the factory, and its connection will take the list.
  func isGiven(by factory: InterceptorFactory) -> Bool {
    guard let call, factory.list(madeBy: call) != nil,
      let argument = Argument(of: call.node.parent),
      argument.label == "interceptors", let client = argument.call,
      makesGeneratedClient(client.node, file)
    else { return false }
    return factory.interceptors.allSatisfy { isInSight($0) }
      && connectionTakesOptions(of: client.node, file, .given)
  }

  /// Whether the client's file can name an interceptor that the factory's file names.
  private func isInSight(_ interceptor: Symbol) -> Bool {
    guard let declaration = interceptor.declaration else { return false }
    let isPrivate = declaration.modifierNames.contains { $0 == "private" || $0 == "fileprivate" }
    return interceptor.module == file.semantics.module
      && (!isPrivate || declaration.tree === file.tree)
      && declaration.parent?.kind == .sourceFile
  }

  /// The factory in whose list the interceptor is made.
  var factory: Symbol? {
    guard let call,
      let owner = call.node.ancestors.first(where: { TypeDecl($0) != nil }),
      let type = file.semantics.symbol(of: owner), let factory = InterceptorFactory(type, file),
      !factory.interceptors.isEmpty
    else { return nil }
    return type
  }

  /// Whether a fix has given the interceptor to a client of grpc-swift 2.
  var isGivenToNewClient: Bool {
    guard let list = call?.node.parent, let argument = Argument(of: list.parent),
      argument.label == "interceptors", let client = argument.call
    else { return false }
    return openersOfGRPC2.contains(client.called?.node.name ?? "")
  }
}

/// How much is asked before a client's factory of interceptors is taken for a list.
enum FactoryTrust {
  /// Whether all of its family can be rewritten.
  case judged

  /// Nothing, as that is being asked.
  case given
}

/// The type whose initialiser a call names, with the file that declares it.
func declaredType(
  madeBy call: Node, _ file: FileContext
) -> (type: Symbol, home: FileContext)? {
  guard let made = file.semantics.symbol(of: call),
    let type = made.kind == .initializer ? made.parent : made,
    let home = type.declaration.flatMap({ file.context(of: $0) })
  else { return nil }
  return (type, home)
}

/// The list that a client's argument `interceptors:` makes.
func interceptorList(
  _ factory: Node, _ trust: FactoryTrust, _ file: FileContext
) -> (elements: [Code], said: [Node])? {
  guard let call = CallExpr(factory), let (type, home) = declaredType(madeBy: factory, file),
    let shape = InterceptorFactory(type, home),
    trust == .given || InterceptorFamily.judged(type, file) != nil
  else { return nil }
  return shape.list(madeBy: call)
}

/// What a client's argument `interceptors:` is a part of, where it is rewritten.
func unitOfInterceptors(_ factory: Node, _ file: FileContext) -> String? {
  guard let (type, home) = declaredType(madeBy: factory, file) else { return nil }
  return InterceptorFamily.judged(type, home)?.unit ?? InterceptorsOfLists.judged(type, home)?.unit
}

extension [Symbol] {
  /// A name of types that are rewritten together, the same whichever of them is asked.
  var unit: String? { map(\.qualifiedName).min() }
}

/// The pipeline that a client's argument `interceptors:` makes, of a factory whose lists differ.
func pipelineOfInterceptors(_ factory: Node, _ file: FileContext) -> Code? {
  guard let call = CallExpr(factory), let (type, home) = declaredType(madeBy: factory, file),
    let list = InterceptorList.read(type, home), list.isPipeline,
    InterceptorsOfLists.judged(type, home) != nil
  else { return nil }
  return Code.kept(call).calling(nameOfPipeline, [])
}

/// The same where clients are made with connections from elsewhere: the list is left for a person to pass on.
private func interceptorOfAList(
  _ type: Symbol, _ owner: Node, _ editing: SyntaxEditor, _ file: FileContext
) -> TransformOutcome {
  guard let family = InterceptorsOfLists.judged(type, file) else {
    return .manual(whatAnInterceptorKeeps(owner, file))
  }
  var editor = editing
  var reasons: [String] = []
  let given = family.takerOfLists
  if let interceptor = family.interceptors.first(where: { $0.type == type }) {
    guard owner == type.declaration else { return .manual() }
    interceptor.shape.rewrite(&editor, among: family.interceptors.map(\.shape), file)
    reasons = interceptor.shape.reasons
  } else if let list = family.lists.first(where: { $0.type == type }) {
    if let step = list.shape.stepOfOneThatAsks(file) { return .manual(step) }
    list.shape.rewrite(owner, &editor)
    reasons = family.left(in: list.shape).map { left in
      "'\(left.name)' is left to a person, and stands in the list once it is a structure that conforms to an interceptor of 'GRPCCore'"
    }
  }
  var consequence = Consequence(editor, review: reasons)
  consequence.lower(
    to: .review,
    because: family.lists.isEmpty
      ? "no call runs the interceptor until it is passed to the \(given), where it is for each call"
      : family.lists.contains(where: \.shape.isPipeline)
        ? "no call runs an interceptor until the pipeline is passed to the \(given) as 'interceptorPipeline:'"
        : "no call runs an interceptor until its list is passed to the \(given), where it is for each call"
  )
  return part(of: family.unit, rewriting: type, family.interceptors, consequence)
}

/// Turns a class of interceptors that change headers into a struct with `intercept(request:context:next:)`, and takes the
/// factories that make lists of them away.
///
/// Each type of grpc-swift 1 in them is found, and has the same fix.
package func interceptorOfGRPC2(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let alias = match.node.ancestors.first(where: { $0.kind == .typealiasDecl }) {
    return aliasOfAFactory(alias, file)
  }
  if let outcome = InterceptorsOfLists.giver(around: match.node, file) { return outcome }
  guard let owner = match.node.ancestors.first(where: isTypeOrExtension),
    let type = typeOfOwner(owner, file)
  else { return .manual() }
  var editor = file.editor
  if let run = runOfOneThatAsks(type, file) {
    editor.remove(run)
    return placeOfMany(Consequence(editor))
  }
  if SideOfInterceptors(factory: match.node.name) == .server,
    let property = match.node.ancestors.first(where: { VariableDecl($0) != nil }),
    property.parent == TypeDecl(owner)?.members?.node
  {
    guard let factory = FactoryOfAProvider(property, file) else { return .manual() }
    guard factory.isGivenToEveryServer(of: type, file) else { return .manual(factory.step) }
    for place in factory.places { editor.remove(item: place) }
    return TransformOutcome(Consequence(editor))
  }
  guard let family = InterceptorFamily.judged(type, file) else {
    return interceptorOfAList(type, owner, editor, file)
  }
  var reasons = [
    "interceptors are given to the 'GRPCClient' now, and run for each call over it, in the order of the list"
  ]
  if let interceptor = family.interceptors.first(where: { $0.type == type }) {
    interceptor.shape.rewrite(&editor, among: family.interceptors.map(\.shape), file)
    reasons += interceptor.shape.reasons
  } else if let run = ItemRun([owner]) {
    editor.remove(run)
  }
  return part(
    of: family.unit, rewriting: type, family.interceptors, Consequence(editor, review: reasons))
}

/// What becomes of a type as a part of what is rewritten together.
private func part(
  of unit: String?, rewriting type: Symbol,
  _ interceptors: [(type: Symbol, shape: InterceptorOfParts)], _ consequence: Consequence
) -> TransformOutcome {
  var outcome = placeOfMany(consequence)
  outcome.unit = unit
  // The box has a lock of Foundation.
  if interceptors.contains(where: { $0.type == type && $0.shape.locksValues }) {
    outcome.imports = ["Foundation"]
  }
  return outcome
}

/// Takes another name of a factory's protocol away, once no type has it that stays a factory.
private func aliasOfAFactory(_ alias: Node, _ file: FileContext) -> TransformOutcome? {
  let isOfModule = alias.modifierNames.allSatisfy {
    ["internal", "fileprivate", "private"].contains($0)
  }
  guard alias.parent?.kind == .sourceFile, isOfModule, alias.attributes.isEmpty,
    let symbol = file.semantics.symbol(of: alias), let run = ItemRun([alias])
  else { return .manual() }
  guard file.calls.unknownUses(of: symbol.name).isEmpty else { return .manual() }
  // What the project says by this name is asked of its words: a use of an alias is one of what it stands for.
  for use in file.calls.nodes(named: symbol.name)
  where kindsOfNames.contains(use.kind) && !use.isInside(alias) {
    guard use.parent?.kind == .inheritedType, let home = file.context(of: use),
      let owner = use.ancestors.first(where: isTypeOrExtension),
      let type = typeOfOwner(owner, home),
      InterceptorFamily.judged(type, home) != nil || InterceptorsOfLists.judged(type, home) != nil
    else { return .manual() }
  }
  var editor = file.editor
  editor.remove(run)
  return placeOfMany(Consequence(editor))
}

private let kindsOfNames: Set<NodeKind> = [
  .declReference, .identifierType, .memberAccess, .memberType,
]
