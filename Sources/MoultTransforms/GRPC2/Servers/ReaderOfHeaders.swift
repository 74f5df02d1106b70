package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A function of the project that methods of providers hand their contexts on to, and that reads the headers of the request and nothing else.
///
/// It takes the headers themselves: `check(context: context)` is `check(context: request.metadata)`. One that says the same for a context of another
/// type goes.
struct ReaderOfHeaders {
  private static let contexts: Set<String> = [
    "StatusOnlyCallContext", "StreamingResponseCallContext", "UnaryResponseCallContext",
    "ServerCallContext", "ServerCallContextBase",
  ]
  private let function: FunctionDecl
  private let parameter: Parameter

  /// `context.headers`, wherever it reads them.
  private let headers: [Node]

  /// Whether another one stays that says the same.
  private let isDouble: Bool

  /// The methods of providers that call it, or one that says the same.
  private let callers: [(method: Node, file: FileContext)]

  /// Judges a function with all who call it, once for all that the task asks about it.
  ///
  /// - Parameter node: its declaration, in `file`.
  /// - Returns: nil where it does more with a context, is given others, or has to be as another declaration is.
  static func judged(_ node: Node, _ file: FileContext) -> ReaderOfHeaders? {
    guard let symbol = file.semantics.symbol(of: node) else { return nil }
    return file.others.answer(about: symbol) { ReaderOfHeaders(node, symbol, file) }
  }

  private init?(_ node: Node, _ symbol: Symbol, _ file: FileContext) {
    guard let read = Read(node, file) else { return nil }
    let all = file.calls.nodes(named: symbol.name).filter { other in
      other.kind == .functionDecl
        && other.parameters.map(\.externalName) == node.parameters.map(\.externalName)
        && file.semantics.symbol(of: other)?.parent == symbol.parent
    }
    var alike: [FunctionDecl] = []
    var callers: [(method: Node, file: FileContext)] = []
    for other in all {
      guard other.tree === node.tree else { return nil }
      guard let function = FunctionDecl(other), let same = Read(other, file) else {
        // One that takes headers already would be called by itself, or be declared twice.
        let takesHeaders = other.parameters.contains {
          ["HPACKHeaders", "Metadata"].contains($0.parameterType?.mainTypeName)
        }
        if takesHeaders { return nil }
        continue
      }
      guard same.says(what: read) else { return nil }
      alike.append(function)
      callers += same.callers
    }
    self.callers = callers
    let stays = alike.first { $0.node.genericParameters.isEmpty } ?? alike.first
    (function, parameter, headers) = (read.function, read.parameter, read.headers)
    isDouble = stays.map { $0.node != node } ?? false
  }

  /// A function by itself.
  private struct Read {
    let function: FunctionDecl
    let parameter: Parameter
    let headers: [Node]
    let callers: [(method: Node, file: FileContext)]

    init?(_ node: Node, _ file: FileContext) {
      guard let function = FunctionDecl(node), function.body != nil,
        let symbol = file.semantics.symbol(of: node), file.changesAlone(symbol),
        let parameter = function.parameters.filter({ Self.isContext($0.type) }).only,
        parameter.defaultValue == nil, let context = file.semantics.symbol(of: parameter.node),
        function.node.genericParameters.isEmpty || function.node.child(.genericWhereClause) == nil,
        function.node.genericParameters.allSatisfy({ generic in
          !function.node.descendants().contains { node in
            node.name == generic.name && node.kind != .genericParameter
              && parameter.type.map { !node.isInside($0) } ?? true
          }
        })
      else { return nil }
      let uses = file.semantics.references(to: context).filter { $0.kind == .declReference }
      let headers = uses.compactMap { headersRead(of: $0, file) }
      guard !headers.isEmpty, headers.count == uses.count,
        let passed = file.values(passedTo: parameter.node)
      else { return nil }
      callers = passed.compactMap(Self.caller)
      guard callers.count == passed.count else { return nil }
      (self.function, self.parameter, self.headers) = (function, parameter, headers)
    }

    private static func isContext(_ type: Node?) -> Bool {
      guard let type, type.kind == .identifierType || type.kind == .memberType else { return false }
      return contexts.contains(type.mainTypeName)
    }

    /// The method of a provider that gives its own context.
    private static func caller(_ passed: PassedValue) -> (method: Node, file: FileContext)? {
      guard let value = passed.value, value.kind == .declReference,
        let given = passed.file.semantics.symbol(of: value)?.declaration,
        let method = given.owningFunction.flatMap({ FunctionDecl($0) }),
        SignatureOfAProvider(method) != nil
      else { return nil }
      return (method.node, passed.file)
    }

    /// Whether another function does the same with a context of another type.
    func says(what other: Read) -> Bool {
      func rest(_ read: Read) -> [String] {
        read.function.parameters.filter { $0.node != read.parameter.node }.map(\.node.text)
          + [read.parameter.name, read.function.body?.node.text ?? ""]
          + [read.function.returnType?.text ?? ""] + read.function.node.modifiers.map(\.text)
          + read.function.node.attributes.map(\.text)
          + [read.function.isAsync, read.function.isThrowing].map { "\($0)" }
      }
      return rest(self) == rest(other)
    }
  }

  /// Whether all providers that call it can be rewritten, as what it takes changes for all of them, with all that call what they call.
  var isFollowed: Bool {
    var seen: Set<Symbol> = []
    var open = callers
    while let (method, file) = open.popLast() {
      guard let service = ServiceOfFutures.judged(around: method, file) else { return false }
      if seen.insert(service.type).inserted { open += service.readers.flatMap(\.callers) }
    }
    return true
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    guard !isDouble else { return editor.remove(item: function.node) }
    if let type = parameter.type { editor.replace(type, with: .library("GRPCCore.Metadata")) }
    for node in headers {
      if let context = MemberAccess(node)?.base { editor.replace(node, with: .kept(context.node)) }
    }
    if let generic = function.node.child(.genericParameterClause) { editor.delete(generic.range) }
  }
}

/// `context.headers`, which is read and not changed.
func headersRead(of context: Node, _ file: FileContext) -> Node? {
  guard context.kind == .declReference, let member = MemberAccess(on: context),
    member.name == "headers", !mayChange(context, file)
  else { return nil }
  return member.node
}

/// A context that is handed on to a function which reads its headers alone, or takes these already.
func isReadForHeaders(_ context: Node, _ file: FileContext) -> Bool {
  guard Argument(of: context.parent) != nil, let taken = file.parameter(taking: context),
    let owner = taken.owningFunction, let home = file.context(of: owner)
  else { return false }
  return isMetadata(Parameter(taken)?.type?.text) || ReaderOfHeaders.judged(owner, home) != nil
}

/// Turns the context that a function of the project reads the headers of into these headers.
package func contextToMetadata(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let owner = match.node.nearest(.parameter)?.owningFunction,
    let reader = ReaderOfHeaders.judged(owner, file), reader.isFollowed
  else { return .manual() }
  var editor = file.editor
  reader.rewrite(&editor)
  return TransformOutcome(
    editor, review: "the methods that call it give the headers of the request")
}
