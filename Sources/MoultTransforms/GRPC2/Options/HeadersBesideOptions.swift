import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A function of the project, or a property that is computed, that gives options with headers, as two.
///
/// `signed(token)` gives the options, and `signedMetadata(token)` beside it the headers, which a call of grpc-swift 2 is
/// given apart.
struct HeadersBesideOptions {
  fileprivate let maker: OptionsMaker

  /// The options as they are made, and the statements that add headers to them, which go.
  let made: OptionsMade

  /// The headers, as what gives them writes them.
  private let headers: Code

  /// What that function takes, by its place among the parameters of the other.
  fileprivate let needed: [Int]

  /// What gives the options that a node is about, if it can be split and all who ask it for options can ask for headers as well.
  ///
  /// - Parameter node: `CallOptions(…)`, or what adds headers to it.
  init?(around node: Node, _ file: FileContext) {
    guard let maker = OptionsMaker(around: node),
      let symbol = file.semantics.symbol(of: maker.named),
      let split = Self.judged(symbol, file), split.maker.node == maker.node,
      ([split.made.call.node] + split.made.steps).contains(where: {
        node == $0 || node.isInside($0)
      })
    else { return nil }
    self = split
  }

  /// Judges a function or a property with all who ask it, once for all that the task asks about it.
  ///
  /// - Returns: nil for anything else, and for one that is left to a person.
  fileprivate static func judged(_ symbol: Symbol, _ file: FileContext) -> HeadersBesideOptions? {
    file.others.answer(about: symbol) { HeadersBesideOptions(of: symbol, file) }
  }

  private init?(of symbol: Symbol, _ file: FileContext) {
    guard symbol.kind == .function || symbol.kind == .property,
      let declaration = symbol.declaration, let maker = OptionsMaker(declaration),
      let home = file.context(of: declaration), let made = OptionsMade(by: maker, home),
      (try? OptionSettings(made.call.node, home)) != nil
    else { return nil }
    let parts: [Node]
    if let pairs = made.headers {
      headers = metadataCode(pairs)
      parts = pairs.flatMap { Array($0.name.descendants) + Array($0.value.descendants) }
    } else if let literal = made.literal,
      case .form(.dictionary(let entries)) = metadataCode(literal, home), !entries.isEmpty
    {
      headers = metadataCode(literal, home)
      parts = Array(literal.descendants)
    } else {
      return nil
    }
    guard !parts.contains(where: { [.tryExpr, .awaitExpr, .closure].contains($0.kind) }) else {
      return nil
    }
    var needed: Set<Int> = []
    for part in parts where part.kind == .declReference {
      guard let used = home.semantics.symbol(of: part) else {
        guard !maker.binds(part.name) else { return nil }
        continue
      }
      guard used.kind == .local else { continue }
      guard let local = used.declaration,
        let place = maker.parameters.firstIndex(where: { local.isInside($0.node) })
      else { return nil }
      needed.insert(place)
    }
    guard
      needed.allSatisfy({ place in
        maker.parameters[place].type.map { $0.isPlainType } == true
      }), !made.steps.contains(where: { home.tree.holdsComment(in: $0.range) })
    else { return nil }
    (self.maker, self.made, self.needed) = (maker, made, needed.sorted())
    guard isAlone(symbol, home), let callers = callers(of: symbol, in: home),
      home.calls.unknownUses(of: symbol.name).isEmpty,
      callers.allSatisfy({ asksForCall($0, home) })
    else { return nil }
  }

  fileprivate var name: String { maker.name + "Metadata" }

  /// Whether nothing else has to change with the function, and the name of the other is free.
  private func isAlone(_ symbol: Symbol, _ home: FileContext) -> Bool {
    let family = DeclarationFamily(of: symbol, in: home)
    guard family.obstacle == nil, family.members.allSatisfy({ $0 == symbol }) else { return false }
    guard let parent = symbol.parent, parent.kind.isNominalType else {
      guard maker.isFunction else { return false }
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
    return HeadersAsked(caller, by: name, of: maker, needed) != nil
  }

  /// Declares what gives the headers behind what gives the options, which adds none any more.
  func declare(_ editor: inout SyntaxEditor, _ file: FileContext) {
    let (type, value) = (Code.library("GRPCCore.Metadata"), [Code.form(.moved(headers))])
    for step in made.steps { editor.remove(item: step) }
    let modifiers = maker.node.modifiers.map(\.text)
    guard maker.isFunction else {
      let head = (modifiers + ["var"]).joined(separator: " ")
      let property = Code.quoted("\(head) \(name): \(type) { \(value) }")
      return editor.insert([property], afterMember: maker.node)
    }
    let given = needed.map { place in
      let parameter = maker.parameters[place]
      return ParameterCode(
        parameter.label, parameter.name,
        parameter.type.map { .form(.moved(.kept($0))) } ?? .word("String"))
    }
    let function = FunctionCode(
      modifiers: modifiers, .function(name), given, returning: type, value)
    editor.insert([.function(function)], afterMember: maker.node)
  }
}

/// What gives the headers of options that a function of the project gives; nil if that is for a person to find.
///
/// - Parameter options: what stands behind `callOptions:`, without `try` and `await`.
func headersBeside(_ options: Node, _ file: FileContext) -> Code? {
  guard let symbol = file.semantics.symbol(of: options),
    symbol.kind == .function || symbol.kind == .property
  else { return nil }
  if let split = HeadersBesideOptions.judged(symbol, file) {
    return HeadersAsked(options, by: split.name, of: split.maker, split.needed)?.code
  }
  return headersSplitBefore(options, symbol, file)
}

/// The same where it was split in a round before.
private func headersSplitBefore(_ options: Node, _ symbol: Symbol, _ file: FileContext) -> Code? {
  let name = symbol.name + "Metadata"
  guard let maker = symbol.declaration.flatMap({ OptionsMaker($0) }),
    let siblings = maker.node.parent?.children
  else { return nil }
  guard maker.isFunction else {
    return wasSplit(symbol, file) ? headers(name, beside: options) : nil
  }
  guard
    let other = siblings.lazy.compactMap({ FunctionDecl($0) }).first(where: { $0.name == name }),
    isMetadata(other.returnType?.text)
  else { return nil }
  let needed = other.parameters.map { parameter in
    maker.parameters.firstIndex { $0.name == parameter.name && $0.label == parameter.label }
  }
  guard !needed.contains(nil) else { return nil }
  return HeadersAsked(options, by: name, of: maker, needed.compactMap(\.self))?.code
}

/// What asks for headers, beside what asks for the options.
private struct HeadersAsked {
  let code: Code

  /// - Returns: nil if what the other is asked with cannot be evaluated twice.
  init?(_ caller: Node, by name: String, of maker: OptionsMaker, _ needed: [Int]) {
    guard maker.isFunction else {
      guard let beside = headers(name, beside: caller) else { return nil }
      code = beside
      return
    }
    let parameters = maker.parameters
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
