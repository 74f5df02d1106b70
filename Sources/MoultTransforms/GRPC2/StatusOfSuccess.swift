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
  /// - Returns: nil if nothing asks for success, or if it is thrown or given for an error, which a `Status` is not. A
  ///   requirement and all that meets it, or a method and its overrides, are one parameter.
  init?(_ type: Node, _ file: FileContext) {
    if let binding = PatternBinding(of: type.ancestors.first { $0.kind == .patternBinding }),
      binding.type == type, let name = binding.pattern?.node
    {
      self.init(keptIn: file.semantics.symbol(of: name), file)
      return
    }
    guard let parameter = Parameter(of: type.parent), parameter.type == type,
      let symbol = file.semantics.symbol(of: parameter.node),
      let known = file.others.answer(about: symbol, { StatusOfSuccess(of: parameter, file) })
    else { return nil }
    self = known
  }

  private init?(of parameter: Parameter, _ file: FileContext) {
    guard let own = UsesOfStatus(of: parameter, file) else { return nil }
    var isAsked = own.areQuestions
    for (other, place) in parametersAlike(parameter, file) {
      guard let uses = UsesOfStatus(of: other, place) else { return nil }
      isAsked = isAsked || uses.areQuestions
    }
    guard isAsked else { return nil }
    questions = own.questions
  }

  /// - Parameter property: any symbol.
  private init?(keptIn property: Symbol?, _ file: FileContext) {
    guard let kept = KeptStatus.judged(property, file) else { return nil }
    questions = kept.questions.filter { $0.status.tree === file.tree }
  }

  /// The parameter or the property that `value`, or the code of `value`, is asked of.
  init?(asking value: Node, _ file: FileContext) {
    var place = value
    if let member = MemberAccess(value), member.name == "code", let base = member.base {
      place = base.node
    }
    let asked = file.semantics.symbol(of: place)
    guard asked?.kind != .property else {
      self.init(keptIn: asked, file)
      return
    }
    guard NameExpr(place) != nil, let parameter = Parameter(of: asked?.declaration),
      parameter.tree === file.tree, let type = parameter.type
    else { return nil }
    self.init(type, file)
  }
}

/// What is done with a parameter that is a status.
private struct UsesOfStatus {
  private(set) var areQuestions = false

  /// Where `isOk` is asked.
  private(set) var questions: [QuestionOfSuccess] = []

  /// - Returns: nil if it is thrown or given for an error.
  init?(of parameter: Parameter, _ file: FileContext) {
    guard let symbol = file.semantics.symbol(of: parameter.node) else { return nil }
    for use in file.semantics.references(to: symbol) where NameExpr(use) != nil {
      switch UseOfStatus(use, file) {
      case .failure: return nil
      case .asked(let question):
        areQuestions = true
        questions.append(question)
      case .compared(let comparison): areQuestions = areQuestions || comparison.isWithSuccess
      case .assigned, .shown, .read, .other: continue
      }
    }
  }
}

/// The parameters in the place of one that must have its type: of requirements, of what meets them, and of overrides.
private func parametersAlike(
  _ parameter: Parameter, _ file: FileContext
) -> [(parameter: Parameter, file: FileContext)] {
  guard let declaration = parameter.node.ancestors.first(where: { $0.kind == .functionDecl }),
    let function = file.semantics.symbol(of: declaration),
    let position = function.parameters.firstIndex(where: { $0.declaration == parameter.node })
  else { return [] }
  return declarationsSharingTypes(with: function, in: file).compactMap { other in
    guard other.parameters.indices.contains(position),
      let node = other.parameters[position].declaration, let place = file.context(of: node),
      let alike = Parameter(of: node)
    else { return nil }
    return (alike, place)
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
  else { return .manual() }
  let question = QuestionOfSuccess(member: member, status: base.node)
  guard status.questions.contains(question) else { return .manual() }
  var editor = file.editor
  question.rewrite(&editor)
  return placeOfMany(Consequence(editor))
}

/// `.ok` beside the code of a parameter that becomes a `Status`: it stays.
package func successCode(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let other = comparedValue(of: match.node), StatusOfSuccess(asking: other, file) != nil {
    return nil
  }
  return .manual()
}

/// What a constant is compared with: the other side of `==`, or the subject of the `switch` that it is a case of.
func comparedValue(of constant: Node) -> Node? {
  if let comparison = InfixExpr(of: constant.parent) {
    return [comparison.left, comparison.right].compactMap(\.?.node).first { $0 != constant }
  }
  guard constant.ancestors.contains(where: { SwitchCaseItem($0) != nil }) else { return nil }
  return constant.ancestors.lazy.compactMap { SwitchExpr($0) }.first?.subject?.node
}
