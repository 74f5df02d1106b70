import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A function of the project that gives options with headers, as two: `signed(token)` gives the options, and
/// `signedMetadata(token)` beside it the headers, which a call of grpc-swift 2 is given apart.
struct HeadersBesideOptions {
  private let maker: FunctionDecl

  /// The headers, as the function that gives them writes them.
  private let headers: Node

  /// What that function takes, by its place among the parameters of the other.
  private let needed: [Int]

  /// The function around `CallOptions(…)`, if it can be split and all who ask it for options can ask for headers as well.
  init?(madeBy options: Node, _ file: FileContext) {
    guard
      let function = options.ancestors.lazy.compactMap({ FunctionDecl($0) }).first,
      let symbol = file.semantics.symbol(of: function.node),
      let split = Self.judged(symbol, file), split.maker.node == function.node
    else { return nil }
    self = split
  }

  /// Judges a function with all who ask it, once for all that the task asks about it.
  ///
  /// - Returns: nil for what is no function, and for one that is left to a person.
  fileprivate static func judged(_ symbol: Symbol, _ file: FileContext) -> HeadersBesideOptions? {
    file.others.answer(about: symbol) { HeadersBesideOptions(of: symbol, file) }
  }

  private init?(of symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .function, let declaration = symbol.declaration,
      let maker = FunctionDecl(declaration), let home = file.context(of: declaration),
      maker.canBeDoubled, let options = MadeOptions(by: maker, home),
      let headers = options.call.argument(labeled: "customMetadata")?.expression?.node,
      case .form(.dictionary) = metadataCode(headers, home)
    else { return nil }
    let parts = headers.descendants
    guard !parts.contains(where: { [.tryExpr, .awaitExpr, .closure].contains($0.kind) }) else {
      return nil
    }
    let parameters = Array(maker.parameters)
    var needed: Set<Int> = []
    for part in parts where part.kind == .declReference {
      guard let used = home.semantics.symbol(of: part) else {
        guard !maker.binds(part.name) else { return nil }
        continue
      }
      guard used.kind == .local else { continue }
      guard let local = used.declaration,
        let place = parameters.firstIndex(where: { local.isInside($0.node) })
      else { return nil }
      needed.insert(place)
    }
    guard
      needed.allSatisfy({ place in
        parameters[place].type.map { $0.isPlainType } == true
      })
    else { return nil }
    (self.maker, self.headers, self.needed) = (maker, headers, needed.sorted())
    guard isAlone(symbol, home), let callers = callers(of: symbol, in: home),
      home.calls.unknownUses(of: symbol.name).isEmpty,
      callers.allSatisfy({ asksForCall($0, home) })
    else { return nil }
  }

  private var name: String { maker.name + "Metadata" }

  /// Whether nothing else has to change with the function, and the name of the other is free.
  private func isAlone(_ symbol: Symbol, _ home: FileContext) -> Bool {
    let family = DeclarationFamily(of: symbol, in: home)
    guard family.obstacle == nil, family.members.allSatisfy({ $0 == symbol }) else { return false }
    guard let parent = symbol.parent, parent.kind.isNominalType else {
      let functions = home.tree.root.children.compactMap { FunctionDecl($0) }
      return functions.contains { $0.node == maker.node }
        && functions.count { $0.name == maker.name } == 1
        && home.model.module(ofFile: home.source.path)
          .flatMap({ home.model.symbol(named: "\($0).\(name)") }) == nil
    }
    return home.model.declaredMembers(of: parent, named: symbol.name).count == 1
      && home.model.declaredMembers(of: parent, named: name).isEmpty
  }

  /// Whether a caller hands the options to a call of a generated method, and what it asks with can be written twice.
  private func asksForCall(_ caller: Node, _ home: FileContext) -> Bool {
    guard let place = home.context(of: caller), let argument = Argument(of: caller.parent),
      argument.label == "callOptions", let call = argument.call,
      let method = place.semantics.symbol(of: call.node),
      callStyle(of: method, in: place.model) != nil
    else { return false }
    return HeadersAsked(caller, by: name, of: Array(maker.parameters), needed) != nil
  }

  /// What gives the headers where `caller` gives the options.
  fileprivate func asked(by caller: Node) -> Code? {
    HeadersAsked(caller, by: name, of: Array(maker.parameters), needed)?.code
  }

  /// Declares the function that gives the headers behind the one that gives the options.
  func declare(_ editor: inout SyntaxEditor, _ file: FileContext) {
    let parameters = Array(maker.parameters)
    let given = needed.map { place in
      let parameter = parameters[place]
      return ParameterCode(
        parameter.label, parameter.name,
        parameter.type.map { .form(.moved(.kept($0))) } ?? .word("String"))
    }
    let function = FunctionCode(
      modifiers: maker.node.modifiers.map(\.text), .function(name), given,
      returning: .library("GRPCCore.Metadata"),
      [.form(.moved(metadataCode(headers, file)))])
    editor.insert([.function(function)], afterMember: maker.node)
  }
}

/// What gives the headers of options that a function of the project gives; nil if that is for a person to find.
///
/// - Parameter options: what stands behind `callOptions:`, without `try` and `await`.
func headersBeside(_ options: Node, _ file: FileContext) -> Code? {
  guard let symbol = file.semantics.symbol(of: options), symbol.kind == .function else {
    return nil
  }
  if let split = HeadersBesideOptions.judged(symbol, file) { return split.asked(by: options) }
  return headersSplitBefore(options, symbol, file)
}

/// The same where the function was split in a round before.
private func headersSplitBefore(_ options: Node, _ symbol: Symbol, _ file: FileContext) -> Code? {
  let name = symbol.name + "Metadata"
  guard let declaration = symbol.declaration, let maker = FunctionDecl(declaration),
    let block = declaration.parent,
    let other = block.children.lazy.compactMap({ FunctionDecl($0) }).first(where: {
      $0.name == name
    }), let result = other.returnType?.text, ["Metadata", "GRPCCore.Metadata"].contains(result)
  else { return nil }
  let parameters = Array(maker.parameters)
  let needed = other.parameters.map { parameter in
    parameters.firstIndex { $0.name == parameter.name && $0.label == parameter.label }
  }
  guard !needed.contains(nil) else { return nil }
  return HeadersAsked(options, by: name, of: parameters, needed.compactMap(\.self))?.code
}

/// A call of the function that gives headers, beside one of the function that gives options.
private struct HeadersAsked {
  let code: Code

  /// - Returns: nil if what the other is asked with cannot be evaluated twice.
  init?(_ caller: Node, by name: String, of parameters: [Parameter], _ needed: [Int]) {
    guard let call = CallExpr(caller), call.trailingClosures.isEmpty else { return nil }
    let arguments = Array(call.arguments)
    guard arguments.map(\.label) == parameters.map(\.label) else { return nil }
    var given: [CodeArgument] = []
    for place in needed {
      guard let value = arguments[place].expression?.node, value.canBeWrittenTwice else {
        return nil
      }
      given.append(CodeArgument(arguments[place].label, .form(.moved(.kept(value)))))
    }
    switch call.called {
    case .name: code = .call(name, given)
    case .member(let member):
      guard let base = member.base else { return nil }
      guard base.node.canBeWrittenTwice else { return nil }
      code = Code.form(.moved(.kept(base))).calling(name, given)
    default: return nil
    }
  }
}

/// `CallOptions(…)` that is what a function returns, at once or as a local.
private struct MadeOptions {
  let call: CallExpr

  init?(by function: FunctionDecl, _ file: FileContext) {
    guard let body = function.body else { return nil }
    let parts = body.node.descendants
    let made = parts.filter { node in
      node.kind == .functionCall
        && file.semantics.symbol(of: node)?.parent?.qualifiedName == "GRPC.CallOptions"
    }
    guard made.count == 1, let call = CallExpr(made[0]),
      !parts.contains(where: { MemberAccess($0)?.name == "customMetadata" })
    else { return nil }
    let returned = body.node.ownDescendants.compactMap { ReturnStmt($0) }
    self.call = call
    if body.node.items.count == 1, let item = body.node.items.first {
      guard item == call.node || ReturnStmt(item)?.value?.node == call.node else { return nil }
      return
    }
    guard let binding = PatternBinding(of: call.node.parent?.parent),
      let declaration = binding.declaration, declaration.bindings.only != nil,
      declaration.node.parent == body.node,
      case .identifier(let name)? = binding.pattern,
      let options = file.semantics.symbol(of: name),
      let last = body.node.items.last, ReturnStmt(last) != nil,
      returned.allSatisfy({ NameExpr(of: $0.value?.node)?.name == options.name })
    else { return nil }
    for use in file.semantics.references(to: options) where use.kind == .declReference {
      guard let parent = use.parent else { return nil }
      let isReturned = returned.contains { $0.value?.node == use }
      guard isReturned || MemberAccess(parent)?.base?.node == use else { return nil }
    }
  }
}

extension FunctionDecl {
  /// Whether another function of the same kind can stand beside it.
  fileprivate var canBeDoubled: Bool {
    let kept: Set<String> = [
      "public", "package", "internal", "fileprivate", "private", "static", "nonisolated",
    ]
    return !isAsync && !isThrowing && node.attributes.isEmpty && node.genericParameters.isEmpty
      && node.modifierNames.allSatisfy { kept.contains($0) } && returnType?.name == "CallOptions"
  }

  /// Whether a name is that of a parameter or is given in the body.
  fileprivate func binds(_ name: String) -> Bool {
    parameters.contains { $0.name == name }
      || node.descendants.contains { $0.kind == .identifierPattern && $0.name == name }
  }
}

extension Node {
  /// Whether a parameter of this type takes one value and gives nothing back.
  fileprivate var isPlainType: Bool {
    switch kind {
    case .identifierType, .memberType, .optionalType, .arrayType, .dictionaryType: true
    default: false
    }
  }

  /// Whether evaluating it once more does nothing and gives the same: names, members and literals.
  var canBeWrittenTwice: Bool {
    descendants.allSatisfy { part in
      switch part.kind {
      case .declReference, .memberAccess, .integerLiteral, .floatLiteral, .booleanLiteral,
        .nilLiteral, .stringLiteral:
        true
      default: false
      }
    }
  }
}
