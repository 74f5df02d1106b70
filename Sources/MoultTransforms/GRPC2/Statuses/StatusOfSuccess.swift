package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter of type `GRPCStatus` or `GRPCStatus.Code`, or a property of the former, that is asked whether all went well.
///
/// It becomes a `Status` or its code, which may be `ok`; other statuses are failures, and become an `RPCError`.
struct StatusOfSuccess {
  /// Where `isOk` is asked, in the file.
  let questions: [QuestionOfSuccess]

  /// - Parameter type: the type as the parameter or the property writes it.
  /// - Returns: nil if nothing asks for success, or if anything in its flow cannot be a `Status`.
  init?(_ type: Node, _ file: FileContext) {
    if let binding = PatternBinding(of: type.ancestors.first { $0.kind == .patternBinding }),
      binding.type == type, let name = binding.pattern?.node
    {
      self.init(keptIn: file.semantics.symbol(of: name), file)
      return
    }
    if isTakenByFunction(type) {
      guard StatusFlow(of: type, file).isOfStatuses else { return nil }
      self.init(questions: [])
      return
    }
    guard let parameter = Parameter(of: type.parent), parameter.type == type,
      let symbol = file.semantics.symbol(of: parameter.node),
      let known = file.others.answer(
        about: symbol, { StatusOfSuccess(of: parameter, symbol, file) })
    else { return nil }
    self = known
  }

  private init(questions: [QuestionOfSuccess]) { self.questions = questions }

  private init?(of parameter: Parameter, _ symbol: Symbol, _ file: FileContext) {
    guard let own = UsesOfStatus(of: parameter, file), let type = parameter.type,
      StatusFlow.judged(symbol, declaredAs: type, file).isOfStatuses
    else { return nil }
    questions = own.questions
  }

  /// - Parameter property: any symbol.
  private init?(keptIn property: Symbol?, _ file: FileContext) {
    guard let kept = KeptStatus.judged(property, file), let property,
      let type = property.binding?.annotatedType, let home = file.context(of: type),
      StatusFlow.judged(property, declaredAs: type, home).isOfStatuses
    else { return nil }
    questions = kept.questions.filter { $0.status.tree === file.tree }
  }

  /// The parameter or the property that `value`, or the code of `value`, is asked of.
  init?(asking value: Node, _ file: FileContext) {
    var place = value
    if let member = MemberAccess(value), member.name == "code", let base = member.base {
      place = base.node
    }
    let asked = file.semantics.symbol(of: place.withoutUnwrapping)
    guard asked?.kind != .property else {
      self.init(keptIn: asked, file)
      return
    }
    if Self.isTold(place.withoutUnwrapping, asked) {
      guard !isToldByLibrary(place.withoutUnwrapping, file),
        StatusFlow(of: place.withoutUnwrapping, file).isOfStatuses
      else { return nil }
      let question = MemberAccess(on: place).flatMap { member in
        member.name == "isOk" ? QuestionOfSuccess(member: member, status: place) : nil
      }
      self.init(questions: [question].compactMap(\.self))
      return
    }
    guard NameExpr(place) != nil, let parameter = Parameter(of: asked?.declaration),
      parameter.tree === file.tree, let type = parameter.type
    else { return nil }
    self.init(type, file)
  }

  /// Whether a declared type is that of a parameter or a property which can take a `Status`, as far as its own uses show.
  static func canHold(_ type: Node, _ file: FileContext) -> Bool {
    let parts = type.descendants().filter { part in
      file.semantics.symbol(of: part)?.qualifiedName.hasPrefix("GRPC.GRPCStatus") == true
    }
    if type.descendants().contains(where: { $0.kind == .functionType }), !parts.isEmpty {
      return parts.allSatisfy(isTakenByFunction)
    }
    // The type that it is another name of is written as well.
    if parts.isEmpty, functionType(type, file) != nil { return true }
    let name = file.semantics.symbol(of: type)?.qualifiedName
    guard name == "GRPC.GRPCStatus" || name == "GRPC.GRPCStatus.Code" else { return false }
    if let parameter = Parameter(of: type.parent) {
      return UsesOfStatus(of: parameter, file) != nil
    }
    guard let binding = PatternBinding(of: type.parent?.parent), let pattern = binding.pattern
    else { return false }
    return KeptStatus.judged(file.semantics.symbol(of: pattern.node), file) != nil
  }

  /// Whether a question about a status, or its code, can be one about a `Status`: a parameter or a property is asked.
  static func canBeAsked(_ value: Node, _ file: FileContext) -> Bool {
    var place = value
    if let member = MemberAccess(value), member.name == "code", let base = member.base {
      place = base.node
    }
    let asked = file.semantics.symbol(of: place.withoutUnwrapping)
    return asked?.kind == .property || Parameter(of: asked?.declaration)?.type != nil
      || isTold(place.withoutUnwrapping, asked)
  }

  /// Whether a status is given to a function or a closure of the project that is told a `Status`.
  static func takes(_ status: Node, _ file: FileContext) -> Bool {
    guard let argument = Argument(of: status.parent), let call = argument.call else { return false }
    if let type = file.parameter(taking: status)?.parameterType,
      let home = file.context(of: type)
    {
      return StatusOfSuccess(withoutOptionals(type), home) != nil
    }
    guard let called = call.called?.node.withoutUnwrapping,
      let symbol = file.semantics.symbol(of: called), [.local, .property].contains(symbol.kind),
      let written = writtenType(of: symbol), let home = file.context(of: written),
      let function = functionType(written, home)
    else { return false }
    let parts = function.descendants.filter { part in
      home.semantics.symbol(of: part)?.qualifiedName == "GRPC.GRPCStatus"
    }
    return !parts.isEmpty && parts.allSatisfy { StatusOfSuccess($0, home) != nil }
  }

  /// Whether a name is what a closure is told.
  private static func isTold(_ name: Node, _ symbol: Symbol?) -> Bool {
    NameExpr(name) != nil && (name.name == "$0" || symbol?.declaration?.kind == .closureParameter)
  }
}

/// Whether a type is that of what a function is told whose type stands there: `(GRPCStatus) -> Void`.
private func isTakenByFunction(_ type: Node) -> Bool {
  // What it returns stands in a clause of its own.
  let around = type.ancestors.first { node in
    ![.optionalType, .attributedType, .tupleType, .tupleTypeElement].contains(node.kind)
  }
  return around?.kind == .functionType
}

/// What is done with a parameter that is a status.
private struct UsesOfStatus {
  /// Where `isOk` is asked.
  private(set) var questions: [QuestionOfSuccess] = []

  /// - Returns: nil if it is thrown or given for an error.
  init?(of parameter: Parameter, _ file: FileContext) {
    guard let symbol = file.semantics.symbol(of: parameter.node) else { return nil }
    for use in file.semantics.references(to: symbol) where NameExpr(use) != nil {
      switch UseOfStatus(use, file) {
      case .failure: return nil
      case .asked(let question): questions.append(question)
      case .compared, .assigned, .shown, .read, .other: continue
      }
    }
  }
}

/// `result.isOk`.
struct QuestionOfSuccess: Equatable {
  let member: MemberAccess

  /// What is asked.
  let status: Node

  /// Makes it `result.code == .ok`, and `!result.isOk` the opposite.
  func rewrite(_ editor: inout SyntaxEditor) {
    let (code, ok) = (Code.kept(status).member("code"), Code.member(nil, "ok"))
    if let negation = member.node.parent, negation.kind == .prefixOperator, negation.name == "!" {
      editor.replace(negation, with: .infix(code, "!=", ok))
    } else {
      editor.replace(member.node, with: .infix(code, "==", ok))
    }
  }
}

/// `status.isOk` of a parameter that becomes a `Status`; of another status, success is left to a person.
package func successOfStatus(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let member = MemberAccess(match.node), let base = member.base,
    let status = StatusOfSuccess(asking: base.node, file)
  else {
    return ResultOfACall.outcome(around: match.node, file) ?? .manual()
  }
  let question = QuestionOfSuccess(member: member, status: base.node)
  guard status.questions.contains(question) else { return .manual() }
  var editor = file.editor
  question.rewrite(&editor)
  return placeOfMany(Consequence(editor))
}

/// `.ok` beside the code of a parameter that becomes a `Status`, given for one, or beside a code of its number: it stays.
///
/// Among the cases of a `switch` over what becomes the code of an error it goes, where another one of the label stays.
package func successCode(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isGivenAsStatus(match.node, file) { return nil }
  if let other = comparedValue(of: match.node),
    StatusOfSuccess(asking: other, file) != nil || CodeOfNumber(other, file) != nil
      || StatusBehindStream.keeps(other, file)
  {
    return nil
  }
  if ResultOfACall.outcome(around: match.node, file) != nil { return nil }
  guard let item = match.node.ancestors.prefix(3).lazy.compactMap({ SwitchCaseItem($0) }).first,
    case .expression(_, .member(let code))? = item.pattern, code.node == match.node,
    item.whereCondition == nil, item.node.parent?.children.count ?? 0 > 1,
    let statement = match.node.ancestors.lazy.compactMap({ SwitchExpr($0) }).first,
    statement.isOpen, let subject = statement.subject, isCodeOfErrors(subject.node, file)
  else { return .manual() }
  var editor = file.editor
  editor.remove(element: item.node)
  return TransformOutcome(
    editor, review: "an 'RPCError' is never 'ok', so that this case was not reached any longer")
}

/// Whether a value is a parameter or a property of the project that becomes the code of an error.
private func isCodeOfErrors(_ value: Node, _ file: FileContext) -> Bool {
  guard let symbol = file.semantics.symbol(of: value), symbol.isOfProject,
    let declaration = symbol.declaration, let home = file.context(of: declaration),
    let type = symbol.kind == .property
      ? symbol.binding?.annotatedType : Parameter(declaration)?.type,
    home.semantics.symbol(of: type)?.qualifiedName == "GRPC.GRPCStatus.Code"
  else { return false }
  return StatusFlow.judged(symbol, declaredAs: type, home).isOfErrors
}

/// What a constant is compared with: the other side of `==`, or the subject of the `switch` that it is a case of.
func comparedValue(of constant: Node) -> Node? {
  if let comparison = InfixExpr(of: constant.parent) {
    return [comparison.left, comparison.right].compactMap(\.?.node).first { $0 != constant }
  }
  if let other = valueAsserted(beside: constant) { return other }
  guard constant.ancestors.contains(where: { SwitchCaseItem($0) != nil }) else { return nil }
  return constant.ancestors.lazy.compactMap { SwitchExpr($0) }.first?.subject?.node
}
