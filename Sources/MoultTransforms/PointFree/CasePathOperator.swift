package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns a case path written with `/` into a key path, as the place where it stands wants it.
///
/// The enumeration gets its `@CasePathable` in the same fix, wherever in the project it is declared.
package func casePathOperator(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if match.node.kind == .regexLiteral {
    // Two paths that Swift 6 reads as one need a blank before the second.
    return file.replacing(match.node, with: .word(match.node.text.dropLast() + " /"))
  }
  guard let path = WrittenCasePath(at: match.node, file) else {
    guard match.node.operand.map({ file.makesActions($0) }) ?? false else { return nil }
    return .manual(
      "write 'AnyCasePath(embed: …, extract: …)': what stands behind '/' is a function, and no key path leads to it"
    )
  }
  if let part = path.unknownPart { return .manual(advice(for: part, of: path, file)) }
  if let (call, argument) = path.node.argumentOfCall,
    let operation = ReducerOperator(call, file), operation.takesPath(argument)
  {
    if let obstacle = operation.obstacle { return .manual(obstacle) }
    return operation.withKeyPaths(for: path)
  }
  guard let place = CasePathPlace(path, file) else {
    return .manual(
      "write '\(path.keyPath)' where a 'CaseKeyPath' is expected, 'AnyCasePath(\(path.rootedKeyPath))' where an 'AnyCasePath' is, and '{ $0[case: \(path.keyPath)] }' where a function is"
    )
  }
  if path.names.isEmpty, place.asksForCases {
    return .manual(
      "write the value itself, or a path of your own: '\(path.node.text)' leads to no case, and only a '@CasePathable' enumeration has a key path to itself"
    )
  }
  if path.root == nil, place.value?.isImplicit == true {
    return .manual(
      "write the enumeration before the value, and ask it with '[case: \(path.keyPath)]'")
  }
  if case .erased(isTyped: true, _) = place, path.leadsToLabels {
    return .manual(
      "a key path leads to a tuple with the labels of the case: write them in the type, and 'AnyCasePath(\(path.rootedKeyPath))'"
    )
  }
  if let obstacle = place.change?.obstacle {
    return .manual("write 'modify(\(path.keyPath)) { … }' of the value by hand: \(obstacle)")
  }
  var project = ProjectEditor()
  project.annotate(path.enumerations, file)
  if let obstacle = project.obstacle {
    return .manual("write '\(path.keyPath)' by hand: \(obstacle)")
  }
  if case .parameter(let parameter) = place {
    return TransformOutcome(parameter.consequence(in: file, at: path.node))
  }
  let type = place.value.map { file.semantics.type(of: $0) } ?? .unknown
  // A name alone is what a closure was given, of which a path before has taken what is optional.
  if type.isUnknown, let value = place.valueOfUnknownDepth, value.kind != .declReference {
    return .manual(
      place.change == nil
        ? "write '\(value.text)?[case: \(path.keyPath)]' if it is optional, else without '?'"
        : "write '\(value.text).modify(\\.some\(path.keyPath.dropFirst())) { … }' if it is optional, else without 'some'"
    )
  }
  // An optional has paths to its own cases.
  let isOptional =
    type.isOptional && path.enumerations.first.map { $0.name != "Optional" } ?? false
  project.change(file) { editor in
    if let root = path.root, let value = place.value { editor.root(value, at: root) }
    place.rewrite(path, ofOptional: isOptional, &editor)
  }
  var consequence = project.consequence(in: file)
  if let call = place.change?.call { consequence.merge(removalOfThrow(from: call.node, in: file)) }
  return TransformOutcome(consequence)
}

/// What to do about a path with a part that is no case which is known.
private func advice(for part: Node, of path: WrittenCasePath, _ file: FileContext) -> String {
  guard part.kind == .memberAccess else {
    return
      "write one key path to the cases that '\(part.text)' and what stands before it lead to: it is no case itself"
  }
  if let symbol = file.semantics.symbol(of: part) {
    return
      "write 'AnyCasePath(embed: …, extract: …)': '\(symbol.name)' of '\(part.text)' is no case, and no key path leads to it"
  }
  let owner = part.base.flatMap { file.semantics.symbol(of: $0) }
  let name = part.base?.text ?? path.root ?? "the enumeration"
  guard owner?.isOfProject == true else {
    return
      "write '\(path.keyPath)' once '\(name)', which no file of this project declares, is '@CasePathable'"
  }
  return
    "write '\(path.keyPath)' once '\(name)' has a case '\(part.caseName)' and is '@CasePathable'"
}

extension FileContext {
  /// Whether an expression is a static function of a type or a protocol, which `/` took by reflection.
  fileprivate func makesActions(_ operand: Node) -> Bool {
    guard operand.kind == .memberAccess, operand.base != nil,
      let symbol = semantics.symbol(of: operand)
    else { return false }
    return symbol.kind == .function && symbol.isStatic
  }
}

/// Where a case path stands.
private enum CasePathPlace {
  /// `path.extract(from: root)`
  case extracted(call: Node, root: Node)
  /// `path.extract`, as a function.
  case extraction(Node)
  /// `path ~= value`
  case matched(Node, value: Node)
  /// `XCTUnwrap(value, case: path)`
  case unwrapped(value: Node, path: Node)
  /// `path.modify(&value) { … }` or `XCTModify(&value, case: path) { … }`
  case changed(ChangeOfCase)
  /// An argument that takes a key path, or a pattern.
  case keyPath
  /// An argument of a function of the project that changes with it.
  case parameter(CasePathParameter)
  /// Where a path of the old type is wanted, whose value's type may be written, and whose root another argument may say.
  case erased(isTyped: Bool, isRootSaid: Bool = false)
  /// Where a function from the root to the value is wanted.
  case function

  init?(_ path: WrittenCasePath, _ file: FileContext) {
    let node = path.node
    if let member = MemberAccess(on: node)?.node {
      self.init(member, file)
    } else if let around = node.parent, around.kind == .binaryOperator, around.name == "~=",
      around.leftOperand == node, let value = around.rightOperand
    {
      self = .matched(around, value: value)
    } else if node.parent?.kind == .expressionPattern {
      self = .keyPath
    } else if let (call, argument) = node.argumentOfCall {
      self.init(argument, of: call, file)
    } else if let wanted = node.writtenTypeWanted {
      guard let place = CasePathPlace(written: wanted) else { return nil }
      self = place
    } else if node.parent?.isInitialValueWithoutType ?? false {
      self = .erased(isTyped: false)
    } else {
      return nil
    }
  }

  private init?(_ member: Node, _ file: FileContext) {
    if member.name == "modify" {
      guard let call = CallExpr(of: member.parent), call.called?.node == member,
        let change = ChangeOfCase(call)
      else { return nil }
      self = .changed(change)
      return
    }
    guard member.name == "extract" else { return nil }
    guard let call = member.parent, call.kind == .functionCall, call.callee == member else {
      self = .extraction(member)
      return
    }
    guard call.arguments.count == 1, call.arguments[0].argumentLabel == "from" else { return nil }
    self = .extracted(call: call, root: call.arguments[0].argumentValue)
  }

  private init?(_ argument: Node, of call: Node, _ file: FileContext) {
    let callee = call.callee?.name ?? ""
    if callee == "XCTUnwrap", argument.argumentLabel == "case",
      let value = call.arguments.first?.argumentValue
    {
      self = .unwrapped(value: value, path: argument)
      return
    }
    if callee == "XCTModify", let path = Argument(argument), path.label == "case",
      let change = ChangeOfCase(path.call, path: path)
    {
      self = .changed(change)
      return
    }
    let declared = file.semantics.candidates(of: call).compactMap { symbol in
      argument.parent.flatMap { MoultMatching.parameter(of: symbol, taking: argument, in: $0) }?
        .declaration
    }
    // The root is that of the binding beside the path.
    if argument.argumentLabel == "case",
      call.arguments.contains(where: { $0.argumentLabel == "unwrapping" }),
      declared.allSatisfy({ $0.parameterType?.isErasedCasePath ?? false })
    {
      self = .erased(isTyped: false, isRootSaid: true)
      return
    }
    let places = declared.compactMap { parameter -> CasePathPlace? in
      guard let type = parameter.parameterType else { return nil }
      if let change = CasePathParameter(parameter, file) { return .parameter(change) }
      return CasePathPlace(written: type)
    }
    if let place = places.first(where: { $0.isKeyPath }) ?? places.first {
      self = place
    } else if functionsOfSequences.contains(callee), call.callee?.kind == .memberAccess {
      self = .function
    } else {
      return nil
    }
  }

  /// What a type, as it is written, wants of a case path.
  private init?(written type: Node) {
    switch type.kind {
    case .attributedType, .someOrAnyType:
      guard let inner = type.children.last, let place = CasePathPlace(written: inner) else {
        return nil
      }
      self = place
    case .compositionType:
      guard let place = type.children.compactMap({ CasePathPlace(written: $0) }).first else {
        return nil
      }
      self = place
    case .functionType:
      // What asks for 'true' or for nothing takes no value out of a case: '(Action) -> Bool'.
      guard !["Bool", "Void", "()"].contains(type.returnType?.text ?? "") else { return nil }
      self = .function
    case .optionalType:
      guard let inner = type.children.first, let place = CasePathPlace(written: inner) else {
        return nil
      }
      self = place
    case .identifierType, .memberType:
      switch type.name {
      case "CasePath", "AnyCasePath": self = .erased(isTyped: true)
      case "CaseKeyPath", "PartialCaseKeyPath", "KeyPath": self = .keyPath
      default: return nil
      }
    default: return nil
    }
  }

  /// The root that the path is asked of, which stands outside of any call as soon as the path is a subscript's.
  var value: Node? {
    switch self {
    case .extracted(_, let root): root
    case .matched(_, let value), .unwrapped(let value, _): value
    case .changed(let change): change.target
    case .extraction, .keyPath, .parameter, .erased, .function: nil
    }
  }

  /// The root, where what is written differs for an optional.
  var valueOfUnknownDepth: Node? {
    if case .unwrapped(let value, _) = self { return value }
    return change?.target
  }

  var change: ChangeOfCase? {
    if case .changed(let change) = self { return change }
    return nil
  }

  /// Whether what is written for the place is only there for enumerations, or has no root without a case.
  var asksForCases: Bool {
    switch self {
    case .extracted, .extraction, .matched, .unwrapped, .changed, .function,
      .erased(isTyped: false, isRootSaid: false):
      true
    case .keyPath, .parameter, .erased: false
    }
  }

  private var isKeyPath: Bool {
    if case .keyPath = self { return true }
    return false
  }

  /// Rewrites the file in which the path stands.
  ///
  /// - Parameter isOptional: whether the value is one, and the path leads into what it wraps.
  func rewrite(
    _ path: WrittenCasePath, ofOptional isOptional: Bool, _ editor: inout SyntaxEditor
  ) {
    let keyPath = Code.word(path.keyPath)
    func asked(_ value: Code) -> Code {
      (isOptional ? .postfix(value, "?") : value).asked(for: keyPath)
    }
    switch self {
    case .extracted(let call, let root): editor.replace(call, with: asked(.kept(root)))
    case .extraction(let member): editor.replace(member, with: .extraction(of: keyPath))
    case .matched(let around, let value):
      editor.replace(around, with: Code.kept(value).calling("is", [.plain(keyPath)]))
    case .unwrapped(let value, let argument):
      guard let call = Argument(argument)?.call, let called = call.called else { return }
      let arguments = call.arguments.filter { $0.node != argument }.compactMap { argument in
        argument.expression.map { expression in
          let kept = Code.kept(expression)
          let isAsked = expression.node == value
          return CodeArgument(argument.label, isAsked ? asked(kept) : kept)
        }
      }
      editor.replace(call.node, with: .call(.kept(called), arguments))
    case .changed(let change):
      change.rewrite(isOptional ? .word("\\.some" + path.keyPath.dropFirst()) : keyPath, &editor)
    case .keyPath: editor.replace(path.node, with: keyPath)
    case .erased(_, let isRootSaid):
      let written = isRootSaid ? path.keyPath : path.rootedKeyPath
      editor.replace(
        path.node, with: .call(.library("CasePaths.AnyCasePath"), [.plain(.word(written))]))
    case .function: editor.replace(path.node, with: .extraction(of: keyPath))
    case .parameter: return
    }
  }
}

extension SyntaxEditor {
  /// Writes the type before members that only the place said the type of: `.one(1)` becomes `Route.one(1)`.
  mutating func root(_ value: Node, at type: String) {
    for head in value.implicitHeads {
      replace(head, with: Code.word(type).member(head.caseName))
    }
  }
}

extension Code {
  /// Returns `root[case: keyPath]`.
  func asked(for keyPath: Code) -> Code { .subscripted(self, [CodeArgument("case", keyPath)]) }

  /// Returns `{ $0[case: keyPath] }`.
  static func extraction(of keyPath: Code) -> Code {
    .closure(ClosureCode([Code.word("$0").asked(for: keyPath)]))
  }
}

/// Methods of the standard library that take a function, whatever the receiver's type is.
private let functionsOfSequences: Set<String> = ["compactMap", "flatMap", "map"]

extension Node {
  /// Whether the type, as it is written, is that of paths before there were key paths.
  fileprivate var isErasedCasePath: Bool { name == "CasePath" || name == "AnyCasePath" }

  /// The type that is written for the value which this expression is: of a variable, a default value, or a result.
  fileprivate var writtenTypeWanted: Node? {
    if let clause = parent, clause.kind == .initializerClause, let holder = clause.parent {
      switch holder.kind {
      case .parameter: return holder.parameterType
      case .patternBinding: return holder.annotatedType
      default: return nil
      }
    }
    guard let holder = parent else { return nil }
    switch holder.kind {
    case .arrayLiteral:
      guard let type = holder.writtenTypeWanted, type.kind == .arrayType else { return nil }
      return type.children.first
    case .dictionaryElement:
      guard holder.children.last == self, let type = holder.parent?.writtenTypeWanted,
        type.kind == .dictionaryType
      else { return nil }
      return type.children.last
    default: break
    }
    let isResult =
      holder.kind == .returnStmt
      || (holder.kind == .codeBlock || holder.kind == .accessorBlock) && holder.items.count == 1
    guard isResult else { return nil }
    for ancestor in ancestors {
      switch ancestor.kind {
      case .functionDecl: return ancestor.returnType
      case .patternBinding where ancestor.accessorBlock != nil: return ancestor.annotatedType
      case .closure, .subscriptDecl: return nil
      default: continue
      }
    }
    return nil
  }

  /// Whether the node is the clause behind `=` of a variable whose type is not written.
  fileprivate var isInitialValueWithoutType: Bool {
    kind == .initializerClause && parent?.kind == .patternBinding
      && parent?.annotatedType == nil
  }
}
