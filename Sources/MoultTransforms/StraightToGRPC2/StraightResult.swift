import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The rule by which a `CallResult` of grpc-swift 0 that the project hands around becomes a `Status` of grpc-swift 2.
private let ruleOfStraightResults = RuleID("grpc-swift.straight-result")

/// Turns `CallResult` into `Status` in the types of closures, containers and cases, which carry what a completion is told.
///
/// An `RPCError` could not say that a call succeeded. A parameter of a function that stands for such a closure, or that is
/// passed what one was given, becomes a `Status` as well.
package func straightResultType(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard becomesStatus(match.node, file) else { return nil }
  let status = file.spelling(of: "GRPCCore.Status", at: match.node)
  // What is asked of it is known to be old only where the file knows at once what a `Status` is.
  return file.renaming(match.replaced, to: status, imports: ["GRPCCore"])
}

/// Turns a member of a `CallResult` that a closure of the project is given into that of a `Status`.
package func straightResultMember(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let member = MemberAccess(match.node), let base = member.base,
    isResultHandedOn(base.node, file)
  else { return nil }
  if isBoundAndAskedForText(member) {
    var editor = file.editor
    if member.name != "message" { editor.rename(member.node, to: "message") }
    return TransformOutcome(editor, and: demotionOfOptional(member.node, in: file))
  }
  do throws(Refusal) {
    var editor = file.editor
    try rewrite(resultMember: member, &editor, file)
    return TransformOutcome(editor)
  } catch {
    return .manual(error.nextStep)
  }
}

/// Whether a message is bound by a condition beside which another one asks whether it is empty, so that it does not matter
/// whether one that is missing is nil or empty.
private func isBoundAndAskedForText(_ message: MemberAccess) -> Bool {
  guard message.name == "statusMessage", message.base?.node.kind != .optionalChaining,
    let clause = message.node.parent, clause.kind == .initializerClause,
    let binding = clause.parent, binding.kind == .optionalBinding,
    let name = binding.boundNames.first?.name, let statement = binding.parent,
    statement.kind == .ifExpr || statement.kind == .guardStmt
  else { return false }
  return statement.conditions.contains { $0.text == "!\(name).isEmpty" }
}

/// Whether the file goes to grpc-swift 2 without a stop, where an error is an `RPCError` that never stands for success.
func errorsGoStraightToGRPC2(_ file: FileContext) -> Bool { file.runs(ruleOfStraightResults) }

/// Whether the type of a result becomes `Status` instead of `GRPCStatus`.
func typeOfResultGoesStraightToGRPC2(_ type: Node, _ file: FileContext) -> Bool {
  file.runs(ruleOfStraightResults) && becomesStatus(type, file)
}

private func becomesStatus(_ type: Node, _ file: FileContext) -> Bool {
  isOfResultHandedOn(type) || isOfParameterForStatus(type, file)
    || isOfVariableForStatus(type, file)
}

/// Whether a result that a member is asked of becomes a `Status` instead of a `GRPCStatus`.
func resultGoesStraightToGRPC2(_ base: Node, _ file: FileContext) -> Bool {
  file.runs(ruleOfStraightResults) && isResultHandedOn(base, file)
}

/// Whether a value is passed to a closure or a function, or put into a case, that takes a `CallResult` which becomes a
/// `Status`, or has.
///
/// - Parameter assumed: parameters that become a `Status` all the same.
func isHandedOnAsStatus(
  _ value: Node, _ file: FileContext, assuming assumed: Set<Node> = []
) -> Bool {
  guard file.runs(ruleOfStraightResults), let argument = Argument(of: value.parent),
    let call = argument.call, let called = call.called,
    let position = Array(call.arguments).firstIndex(where: { $0.node == argument.node })
  else { return false }
  if let parameter = file.parameter(taking: value), parameter.owningFunction != nil,
    let place = file.context(of: parameter)
  {
    return parameterBecomesStatus(parameter, place, assuming: assumed)
      || parameterTakesStatus(parameter, place)
  }
  let callee = called.node.withoutUnwrapping
  guard let symbol = file.semantics.symbol(of: callee),
    [.local, .property, .enumCase].contains(symbol.kind), symbol.module != "SwiftGRPC",
    case .function(let taken, _, _, _) = file.semantics.type(of: callee).fullyUnwrapped,
    position < taken.count
  else { return false }
  let type = taken[position].fullyUnwrapped.nominalSymbol?.qualifiedName
  return type == "SwiftGRPC.CallResult" || type == "GRPCCore.Status"
}

/// Whether a type is a part of that of a closure or a container, or what a case holds.
private func isOfResultHandedOn(_ type: Node) -> Bool {
  for node in type.ancestors {
    switch node.kind {
    case .functionType, .arrayType, .dictionaryType, .inlineArrayType, .genericArgumentClause:
      return true
    case .parameter: return node.parent?.parent?.kind == .enumCaseElement
    case .tupleTypeElement: continue
    default: guard node.kind.isType else { return false }
    }
  }
  return false
}

/// Whether a parameter of type `CallResult` is given what becomes a `Status` somewhere.
func parameterTakesStatus(_ parameter: Node, _ file: FileContext) -> Bool {
  guard file.runs(ruleOfStraightResults) else { return false }
  var known: Set<Node> = [parameter]
  return givesStatus(uses(ofFunctionWith: parameter, file), &known).contains(true)
}

/// Whether a parameter of type `CallResult` is given what becomes a `Status`, and nothing else.
///
/// - Parameter assumed: parameters that become one all the same.
func parameterBecomesStatus(
  _ parameter: Node, _ file: FileContext, assuming assumed: Set<Node>
) -> Bool {
  if assumed.contains(parameter) { return true }
  var known = assumed
  return file.runs(ruleOfStraightResults) && isParameterForStatus(parameter, file, &known)
}

/// The method of grpc-swift 0 whose call stays as it is, and whose completion gives a parameter the result of the call: it may
/// have succeeded.
func callLeftToAPerson(telling parameter: Node, _ file: FileContext) -> String? {
  guard file.runs(ruleOfStraightResults) else { return nil }
  for (use, place) in uses(ofFunctionWith: parameter, file) {
    let called = use.kind == .functionCall ? use.callee ?? use : use
    let named = MemberAccess(of: called.parent).flatMap { $0.base?.node == called ? nil : $0.node }
    guard let told = CallExpr(of: (named ?? called).parent) else { continue }
    for argument in told.arguments {
      guard let result = argument.expression?.node, NameExpr(result) != nil,
        isResultType(place.semantics.type(of: result)),
        let closure = place.semantics.symbol(of: result)?.declaration?.nearest(.closure),
        let call = closure.callGiven, let method = place.semantics.symbol(of: call),
        method.isGenerated, !isRewritten(call, of: method, place)
      else { continue }
      return method.name
    }
  }
  return nil
}

private func isRewritten(_ call: Node, of method: Symbol, _ file: FileContext) -> Bool {
  if completionGoesStraightToGRPC2(call, file) || goesStraightToGRPC2(call, file) { return true }
  let outcome =
    callStyle(of: method, in: file.model) == .unaryCompletion
    ? try? completionUnaryCall(call, file) : try? streamingCall(call, of: method, file)
  return outcome.map { $0.consequence.safety != .manual } ?? false
}

/// Whether a type is that of a parameter which becomes a `Status`.
private func isOfParameterForStatus(_ type: Node, _ file: FileContext) -> Bool {
  var known: Set<Node> = []
  let around = type.ancestors.first { $0.kind != .optionalType }
  return around.map { isParameterForStatus($0, file, &known) } ?? false
}

/// Whether a type is that of a local variable which becomes a `Status`.
private func isOfVariableForStatus(_ type: Node, _ file: FileContext) -> Bool {
  let isOptional = { (node: Node) in
    [.optionalType, .implicitlyUnwrappedType].contains(node.kind)
  }
  guard let annotation = type.ancestors.first(where: { !isOptional($0) }),
    annotation.kind == .typeAnnotation, let binding = annotation.parent
  else { return false }
  var known: Set<Node> = []
  return isVariableForStatus(binding, file, &known)
}

/// Whether a local variable of type `CallResult` is given what becomes a `Status`, and nothing else.
///
/// - Parameter known: variables and parameters that are asked about already, which say nothing against it.
private func isVariableForStatus(
  _ binding: Node, _ file: FileContext, _ known: inout Set<Node>
) -> Bool {
  let names = binding.boundNames
  guard binding.kind == .patternBinding, names.count == 1,
    let symbol = file.semantics.symbol(of: names[0]), symbol.kind == .local
  else { return false }
  guard known.insert(binding).inserted else { return true }
  let first = [binding.initialValue].compactMap { $0 }.filter { $0.kind != .nilLiteral }
  let given =
    first
    + file.semantics.references(to: symbol).compactMap { AssignmentExpr(to: $0)?.value?.node }
  return !given.isEmpty && given.allSatisfy { isResultHandedOn($0, file, &known) }
}

/// Whether a function's parameter of type `CallResult` is given what becomes a `Status` wherever the function is used.
///
/// - Parameter known: parameters that are asked about already, which say nothing against it.
private func isParameterForStatus(
  _ parameter: Node, _ file: FileContext, _ known: inout Set<Node>
) -> Bool {
  guard parameter.kind == .parameter else { return false }
  if let closure = parameter.takingFunction, closure.kind == .closure {
    return isAskedFor(closure, file)
  }
  guard known.insert(parameter).inserted else { return true }
  let answers = givesStatus(uses(ofFunctionWith: parameter, file), &known)
  return !answers.isEmpty && answers.allSatisfy { $0 }
}

/// Where the function is named whose parameter is a `CallResult`, and in which file; what it does with itself says nothing.
private func uses(
  ofFunctionWith parameter: Node, _ file: FileContext
) -> [(use: Node, place: FileContext)] {
  guard parameter.kind == .parameter, isResultType(file.semantics.type(of: parameter)),
    let function = parameter.takingFunction, function.kind != .closure,
    let symbol = file.semantics.symbol(of: function)
  else { return [] }
  return file.calls.uses(of: symbol).filter { !$0.isInside(function) }.compactMap { use in
    file.context(of: use).map { (use, $0) }
  }
}

/// Whether each use of a function gives it what becomes a `Status`: it is passed a result that a closure of the project was
/// given, or stands for such a closure.
private func givesStatus(
  _ uses: [(use: Node, place: FileContext)], _ known: inout Set<Node>
) -> [Bool] {
  uses.map { use, place in
    var named = use.kind == .functionCall ? use.callee ?? use : use
    while let member = MemberAccess(of: named.parent), member.base?.node != named {
      named = member.node
    }
    guard let call = CallExpr(of: named.parent), call.called?.node == named else {
      return Argument(of: named.parent) == nil || isOfProject(named, place)
        || isOfCompletion(named, place, known)
    }
    let results = call.arguments.compactMap { $0.expression?.node }.filter {
      isResultType(place.semantics.type(of: $0))
    }
    return results.contains { isResultHandedOn($0, place, &known) }
  }
}

/// Whether a closure or a function is the completion of a call that goes straight to grpc-swift 2.
///
/// - Parameter known: parameters of functions that become a `Status` if it does; none where nobody asks about one, as what is asked
///   of the result in the completion itself changes with the call.
private func isOfCompletion(_ completion: Node, _ file: FileContext, _ known: Set<Node>) -> Bool {
  guard !known.isEmpty,
    let call = completion.ancestors.first(where: { $0.kind == .functionCall }),
    let method = file.semantics.symbol(of: call), method.isGenerated,
    callStyle(of: method, in: file.model) == .unaryCompletion
  else { return false }
  return completionGoesStraightToGRPC2(call, file, assuming: known)
}

func isResultType(_ type: SemanticType) -> Bool {
  ["SwiftGRPC.CallResult", "GRPCCore.Status"].contains(
    type.fullyUnwrapped.nominalSymbol?.qualifiedName)
}

/// Whether a value is one that a closure of the project is given, or a part of such a value.
///
/// What a call of a generated method gives its completion becomes something else when the call does, and what an error or
/// another parameter gives has rules of its own.
private func isResultHandedOn(_ value: Node, _ file: FileContext) -> Bool {
  var known: Set<Node> = []
  return isResultHandedOn(value, file, &known)
}

private func isResultHandedOn(
  _ value: Node, _ file: FileContext, _ known: inout Set<Node>
) -> Bool {
  let value = value.withoutUnwrapping
  guard value.kind == .declReference else { return false }
  if value.mainToken.kind == .dollarIdentifier {
    guard let closure = value.ancestors.first(where: { $0.kind == .closure }) else { return false }
    return isOfProject(closure, file) || isOfCompletion(closure, file, known)
  }
  guard let declaration = file.semantics.symbol(of: value)?.declaration,
    declaration.tree === file.tree
  else { return false }
  for node in [declaration] + declaration.ancestors {
    switch node.kind {
    case .closureParameter, .parameter:
      guard !node.children.contains(where: \.kind.isType) else {
        return isParameterForStatus(node, file, &known)
      }
      guard let closure = node.ancestors.first(where: { $0.kind == .closure }) else {
        return false
      }
      return isOfProject(closure, file) || isOfCompletion(closure, file, known)
    case .optionalBinding, .patternBinding:
      guard node.annotatedType == nil else { return isVariableForStatus(node, file, &known) }
      guard let source = node.initialValue else { return false }
      return isResultHandedOn(source, file, &known)
    case .switchCaseItem, .matchingPattern, .catchItem:
      return !node.text.contains("callError")
    case .argument, .argumentList, .functionCall: continue
    default: guard node.kind.isPattern || node.kind == .patternExpr else { return false }
    }
  }
  return false
}

/// Whether a closure is passed to a function that no generator made.
private func isOfProject(_ closure: Node, _ file: FileContext) -> Bool {
  guard let call = closure.ancestors.first(where: { $0.kind == .functionCall }),
    let symbol = file.semantics.symbol(of: call) ?? call.callee.flatMap(file.semantics.symbol)
  else { return false }
  return !symbol.isGenerated && symbol.module != "SwiftGRPC"
}

/// Whether a closure that says what it takes stands where a declaration of the project asks for one that takes a result:
/// as an argument, as what a function returns, or as a value of a variable.
private func isAskedFor(_ closure: Node, _ file: FileContext) -> Bool {
  guard let parent = closure.parent else { return false }
  var asked = SemanticType.unknown
  switch parent.kind {
  case .argument, .functionCall, .labeledClosure: return isOfProject(closure, file)
  case .returnStmt: asked = typeReturned(at: closure, file)
  case .codeBlock where parent.items.count == 1: asked = typeReturned(at: closure, file)
  case .initializerClause:
    guard let type = parent.parent?.annotatedType else { return false }
    asked = file.semantics.type(of: type)
  case .assignment:
    guard let target = parent.leftOperand, target != closure else { return false }
    asked = file.semantics.type(of: target)
  default: return false
  }
  guard case .function(let taken, _, _, _) = asked.fullyUnwrapped else { return false }
  return taken.contains(where: isResultType)
}

/// What the function around an expression gives back; unknown in a closure.
private func typeReturned(at value: Node, _ file: FileContext) -> SemanticType {
  guard let function = value.takingFunction, function.kind == .functionDecl,
    case .function(_, let result, _, _)? = file.semantics.symbol(of: function)?.type
  else { return .unknown }
  return result
}

extension Node {
  /// The innermost closure, function or initialiser around the node.
  fileprivate var takingFunction: Node? {
    ancestors.first { [.closure, .functionDecl, .initializerDecl].contains($0.kind) }
  }
}
