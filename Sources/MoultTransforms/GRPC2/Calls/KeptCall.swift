package import MoultMatching
import MoultSemantics
import MoultSyntax

/// Says what a person does with a member of a call object that a property, a parameter or a collection keeps, or that another
/// function gives: grpc-swift 2 has no such objects.
///
/// A call that is made in the same expression, or that a local constant holds, is found where it is made, with all its uses.
package func memberOfKeptCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if let base = match.nodes["base"] {
    if isMadeHere(base, file) { return nil }
    // So does what is done with a stream that a function returns.
    if let function = functionGiving(base, file),
      (try? ReturnedStream.judged(function, file)) != nil
    {
      return nil
    }
    // What is done with a variable that keeps a task in its place changes with the variable.
    if let kept = keptVariable(base, file),
      (try? CallInVariable.judged(kept, file)) != nil
        || (try? ReturnedStream.judged(kept, file)) != nil
    {
      return nil
    }
    if NameExpr(base)?.name == "self", isInRewrittenExtension(base, file) { return nil }
  } else {
    // Without a receiver it is asked of the call that an extension is about.
    guard match.node.kind != .keyPathComponent, !isInRewrittenExtension(match.node, file)
    else { return nil }
  }
  switch match.texts["member"] {
  case "requestStream", "responseStream":
    // What is done with the stream is found by itself.
    guard match.node.parent?.kind != .memberAccess else { return nil }
    return .manual()
  case "sendMessage", "sendMessages", "sendEnd":
    return .manual(
      "give the call an 'AsyncStream' of requests and keep its continuation instead of the call: 'yield' a message where one was sent, 'finish' where requests ended, and write them in the call's 'requestProducer'"
    )
  case "cancel":
    return .manual("keep the 'Task' that awaits the call instead of the call, and cancel that")
  default: return .manual()
  }
}

/// The function of the project that has returned what a constant holds.
private func functionGiving(_ value: Node, _ file: FileContext) -> Symbol? {
  guard let local = LocalVariable(named: value.withoutUnwrapping, file), let given = local.value
  else { return nil }
  return file.semantics.symbol(of: callUnderMarks(given))
}

/// The variable that a call object is kept in, also where a constant of a condition is named for it.
private func keptVariable(_ value: Node, _ file: FileContext) -> Symbol? {
  var source = value
  if let local = LocalVariable(named: value, file), local.binding.kind == .optionalBinding {
    guard let bound = local.value else { return file.semantics.symbol(of: local.binding) }
    source = bound
  }
  return file.semantics.symbol(of: source.withoutUnwrapping)
}

/// Whether code stands in an extension of a call object that becomes one of `Task`.
private func isInRewrittenExtension(_ code: Node, _ file: FileContext) -> Bool {
  guard
    let owner = code.ancestors.lazy.compactMap({ ExtensionDecl($0) }).first,
    let type = owner.type.flatMap({ file.semantics.symbol(of: $0) }),
    typesOfUnaryCalls.contains(type.qualifiedName)
  else { return false }
  return AdditionsToCalls.judged(type, file).areRewritten
}

/// Whether a call object is that of a call in the expression, or in the value of a local that it names.
private func isMadeHere(_ value: Node, _ file: FileContext) -> Bool {
  let call = callUnderMarks(value.withoutUnwrapping.withoutParentheses)
  if call.kind == .functionCall { return file.semantics.symbol(of: call)?.isGenerated == true }
  guard let local = LocalVariable(named: call, file), let first = local.value else { return false }
  return isMadeHere(first, file)
}
