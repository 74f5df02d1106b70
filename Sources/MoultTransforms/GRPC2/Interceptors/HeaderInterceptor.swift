import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A class of interceptors of grpc-swift 1 that changes the headers of each call, and does nothing else.
///
/// Its only override is `send`, which hands every part on as it is, but for the headers. A class that says `@unchecked Sendable` can
/// hold anything that is constant, and the structure says it as well.
struct HeaderInterceptor {
  private let declaration: Node
  private let send: FunctionDecl
  private let change: ChangeOfHeaders

  /// What stands behind the name of the class, and goes.
  private let parameters: Node

  /// `ClientInterceptor<Request, Response>`, as the class inherits it.
  private let base: Node

  /// `Sendable` and `@unchecked Sendable`, which a struct of values need not say.
  private var promises: [Node]

  init?(_ type: Symbol, _ file: FileContext) {
    guard type.kind == .classType, !type.isGenerated, let declaration = type.declaration,
      declaration.kind == .classDecl, declaration.attributes.isEmpty,
      declaration.genericRequirements.isEmpty, declaration.genericParameters.count == 2,
      let parameters = declaration.child(.genericParameterClause),
      !declaration.modifierNames.contains("open"),
      let base = declaration.inheritedTypes.first, base.name == "ClientInterceptor",
      let members = TypeDecl(declaration)?.members
    else { return nil }
    let names = Set(declaration.genericParameters.map(\.name))
    let others = Array(declaration.inheritedTypes.dropFirst())
    guard others.allSatisfy({ $0.text.hasSuffix("Sendable") }) else { return nil }
    promises = others
    let isUnchecked = others.contains { $0.parent?.text.hasPrefix("@unchecked") == true }
    var send: FunctionDecl?
    for member in members.items.map(\.node) {
      if let function = FunctionDecl(member), function.name == "send", send == nil,
        member.modifierNames.contains("override")
      {
        send = function
      } else if isUnchecked, Self.isConstant(member) {
        if !Self.isPlain(member, names) { promises = [] }
      } else if !Self.isPlain(member, names) {
        return nil
      }
    }
    guard let send, let change = ChangeOfHeaders(by: send, names) else { return nil }
    (self.declaration, self.send, self.change) = (declaration, send, change)
    (self.parameters, self.base) = (parameters, base)
  }

  /// Whether a member is a constant of each object, of whatever type.
  private static func isConstant(_ member: Node) -> Bool {
    guard let variable = VariableDecl(member) else { return false }
    return variable.introducer == .let && member.attributes.isEmpty
      && variable.bindings.allSatisfy { $0.node.accessorBlock == nil }
  }

  /// Whether a member may be one of a struct that is `Sendable`, and speaks of no message.
  private static func isPlain(_ member: Node, _ parameters: Set<String>) -> Bool {
    if let variable = VariableDecl(member) {
      return isConstant(member)
        && variable.bindings.allSatisfy { binding in
          binding.type.map { typesOfValues.contains($0.text) } ?? false
        }
    }
    if let function = FunctionDecl(member) {
      return member.attributes.isEmpty
        && member.modifierNames.allSatisfy { modifiersOfHelpers.contains($0) }
        && !function.node.isAsync && !speaksOf(parameters, member)
    }
    guard let initializer = InitializerDecl(member) else { return false }
    return member.modifierNames.allSatisfy { ["public", "package", "internal"].contains($0) }
      && !initializer.isFailable && !member.isAsync && !speaksOf(parameters, member)
  }

  private static func speaksOf(_ parameters: Set<String>, _ member: Node) -> Bool {
    member.descendants.contains { node in
      parameters.contains(node.name) && node.kind == .identifierType
    }
  }

  /// Makes it a struct that conforms to the protocol of grpc-swift 2.
  func rewrite(_ editor: inout SyntaxEditor) {
    editor.replace(keyword: "class", of: declaration, with: ["struct"])
    for modifier in declaration.modifiers where modifier.name == "final" {
      editor.remove(modifier: modifier)
    }
    editor.delete(parameters.range)
    editor.replace(base, with: .library("GRPCCore.ClientInterceptor"))
    for promise in promises {
      if let element = promise.parent { editor.remove(element: element) }
    }
    for call in declaration.descendants.lazy.compactMap({ CallExpr($0) }) {
      guard case .member(let member)? = call.called, member.name == "init",
        member.base?.node.name == "super"
      else { continue }
      editor.remove(item: call.node)
    }
    for use in change.uses { editor.replace(use, with: .word("request.metadata")) }
    for path in change.paths { editor.replace(path, with: pathOfCall) }
    let modifiers = send.node.modifierNames.filter { $0 != "override" }
    editor.replace(
      item: send.node,
      with: [interceptMethod(modifiers: modifiers, change.code)])
  }
}

/// What of Swift a struct can keep and be `Sendable`.
let typesOfValues: Set<String> = [
  "String", "String?", "Int", "Int?", "Bool", "Double", "[String]", "[String: String]", "UUID",
  "Data", "Date", "URL",
]

private let modifiersOfHelpers: Set<String> = [
  "private", "fileprivate", "internal", "package", "public", "static", "final",
]

/// What `context.path` of grpc-swift 1 is: `/package.Service/Method`.
private let pathOfCall = Code.word("\"/\\(context.descriptor.fullyQualifiedMethod)\"")

/// What an interceptor does with headers before it sends them on.
private struct ChangeOfHeaders {
  private let statements: [Node]

  /// What else has to hold for the change.
  private let conditions: [Node]

  /// Where they ask for the path of the call.
  let paths: [Node]

  /// Where the statements name the headers.
  let uses: [Node]

  /// - Parameters:
  ///   - send: the override.
  ///   - messages: the generic parameters of the class.
  /// - Returns: nil if it does something else as well.
  init?(by send: FunctionDecl, _ messages: Set<String>) {
    let taken = send.parameters.map(\.name)
    guard taken.count == 3, send.parameters.map(\.label) == [nil, "promise", "context"],
      let body = send.body
    else { return nil }
    let (part, promise, context) = (taken[0], taken[1], taken[2])
    // What stands for the part in `context.send(part, promise: promise)`, which is what the method of the base class does.
    func handedOn(by item: Node) -> Expr? {
      guard let call = CallExpr(item), call.trailingClosures.isEmpty,
        case .member(let member)? = call.called, member.name == "send",
        case let arguments = Array(call.arguments),
        case let others = arguments.dropFirst().map({ ($0.label, $0.expression?.node.text) })
      else { return nil }
      let isSuper = member.base?.node.text == "super"
      guard isSuper || member.base?.node.text == context, arguments.first?.label == nil,
        others.map(\.0) == (isSuper ? ["promise", "context"] : ["promise"]),
        others.map(\.1) == (isSuper ? [promise, context] : [promise])
      else { return nil }
      return arguments[0].expression
    }
    func handsOnAlone(_ block: some Sequence<BlockItem>) -> Bool {
      var items = block.map(\.node)
      if items.count == 2, let end = ReturnStmt(items[1]), end.value == nil { items.removeLast() }
      guard items.count == 1,
        case .name(let given)? = handedOn(by: ReturnStmt(items[0])?.value?.node ?? items[0])
      else { return false }
      return given.name == part
    }
    func boundHeaders(_ pattern: PatternSyntax?) -> String? {
      guard let taken = CasePattern(pattern), taken.name == "metadata", taken.introducer == .var
      else { return nil }
      return taken.bound
    }
    var others: [Node] = []
    func boundHeaders(_ conditions: ChildViews<Condition>) -> String? {
      guard case .match(let match)? = conditions.first, case .name(let value)? = match.value,
        value.name == part, let name = boundHeaders(PatternSyntax(of: match.pattern))
      else { return nil }
      others = conditions.dropFirst().map(\.node)
      return name
    }
    let items = body.items.map(\.node)
    var found: (name: String, items: [Node])?
    if let first = items.first.flatMap({ GuardStmt($0) }), let other = first.body,
      handsOnAlone(other.items), let name = boundHeaders(first.conditions)
    {
      found = (name, Array(items.dropFirst()))
    } else if items.count == 1, let choice = IfExpr(items[0]), let first = choice.body,
      case .block(let other)? = choice.elseBranch, handsOnAlone(other.items),
      let name = boundHeaders(choice.conditions)
    {
      found = (name, first.items.map(\.node))
    } else if items.count == 1, let choice = SwitchExpr(items[0]), !choice.hasConditionalCases,
      case .name(let subject)? = choice.subject, subject.name == part,
      let first = choice.cases.first, let item = first.caseItems.only,
      item.whereCondition == nil, choice.cases.dropFirst().allSatisfy({ handsOnAlone($0.items) }),
      let name = boundHeaders(item.pattern)
    {
      found = (name, first.items.map(\.node))
    }
    let (name, changes): (String, [Node])
    if let (given, all) = found, let last = all.last, all.count > 1,
      Self.isMetadata(handedOn(by: last), of: given)
    {
      (name, changes) = (given, Array(all.dropLast()))
    } else if let copied = ChangeOfACopy(items, of: part),
      case .name(let sent)? = handedOn(by: items[2]), sent.name == copied.copy
    {
      (name, changes) = (copied.headers, copied.statements)
    } else {
      return nil
    }
    (statements, conditions) = (changes, others)
    let inside = (conditions + statements).flatMap { Array($0.descendants()) }
    paths = inside.filter { node in
      node.kind == .memberAccess && node.name == "path" && node.base?.kind == .declReference
        && node.base?.name == context
    }
    let ofPaths = Set(paths.compactMap(\.base))
    let taboo = messages.union([part, promise, context, "request", "next", "context", "super"])
    guard
      inside.allSatisfy({ node in
        switch node.kind {
        case .returnStmt, .throwStmt, .awaitExpr, .tryExpr, .closure, .deferStmt: false
        case .identifierPattern: node.name != name && !taboo.contains(node.name)
        case .declReference, .identifierType:
          !taboo.contains(node.name) || ofPaths.contains(node)
        default: true
        }
      })
    else { return nil }
    uses = inside.filter { $0.kind == .declReference && $0.name == name }
  }

  var code: [Code] {
    let items = Code.kept(items: statements)
    guard !conditions.isEmpty else { return items }
    return [.branch(conditions: conditions.map { .kept($0) }, items)]
  }

  /// Whether it is `.metadata(headers)`.
  static func isMetadata(_ value: Expr?, of headers: String) -> Bool {
    guard case .call(let call)? = value, case .member(let made)? = call.called,
      made.name == "metadata", made.base == nil,
      case .name(let sent)? = call.onlyArgument?.expression
    else { return false }
    return sent.name == headers
  }
}

/// `var copy = part`, then a `switch` or an `if` that gives it other headers; a statement that sends it follows.
private struct ChangeOfACopy {
  let copy: String
  let headers: String
  let statements: [Node]

  init?(_ items: [Node], of part: String) {
    guard items.count == 3, let variable = VariableDecl(items[0]), variable.introducer == .var,
      let binding = variable.bindings.only, case .name(let value)? = binding.value,
      value.name == part, case .identifier(let copy)? = binding.pattern
    else { return nil }
    var found: (pattern: PatternSyntax?, items: [Node])?
    if let choice = SwitchExpr(items[1]), !choice.hasConditionalCases,
      case .name(let subject)? = choice.subject, subject.name == copy.name,
      let first = choice.cases.first, let item = first.caseItems.only, item.whereCondition == nil,
      choice.cases.dropFirst().allSatisfy({ $0.items.allSatisfy { $0.node.kind == .breakStmt } })
    {
      found = (item.pattern, first.items.map(\.node))
    } else if let choice = IfExpr(items[1]), choice.elseBranch == nil, let body = choice.body,
      case .match(let match)? = choice.conditions.only, case .name(let subject)? = match.value,
      subject.name == copy.name
    {
      found = (PatternSyntax(of: match.pattern), body.items.map(\.node))
    }
    guard let (pattern, all) = found, let taken = CasePattern(pattern), taken.name == "metadata",
      taken.introducer == .var, all.count > 1,
      let last = all.last.flatMap({ AssignmentExpr($0) }),
      last.target?.nameWithoutSelf == copy.name,
      ChangeOfHeaders.isMetadata(last.value, of: taken.bound),
      !all.dropLast().contains(where: { statement in
        statement.descendants().contains { $0.kind == .declReference && $0.name == copy.name }
      })
    else { return nil }
    (self.copy, headers, statements) = (copy.name, taken.bound, Array(all.dropLast()))
  }
}
