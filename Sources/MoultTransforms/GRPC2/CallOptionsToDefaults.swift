import MoultFindings
package import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `CallOptions(…)` of grpc-swift 1 into `CallOptions.defaults` and what is set on it.
///
/// A local with headers gets a second one beside it, as grpc-swift 2 sends headers as an argument of the call.
package func callOptionsToDefaults(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let call = match.node
  // What a call or a client is given is rewritten with it.
  if let argument = call.parent, argument.kind == .argument {
    if argument.argumentLabel == "callOptions" { return nil }
    if argument.argumentLabel == "defaultCallOptions", let client = argument.parent?.parent,
      makesGeneratedClient(client, file)
    {
      return nil
    }
  }
  do throws(Refusal) {
    let settings = try OptionSettings(call, file)
    var consequence = Consequence()
    for reason in settings.reasons { consequence.lower(to: .review, because: reason) }
    if let declaration = declarationAround(call), let name = declaration.pattern.boundNames.first {
      let symbol = file.semantics.symbol(of: name)
      let line = file.lineBreak(before: declaration.statement)
      var after = settings.assignments.map { line + "\(name.name).\($0)" }.joined()
      if let symbol, let metadata = metadataVariable(of: symbol, file) {
        guard !optionsLeave(symbol, file) else {
          throw Refusal(
            "hand on the headers as 'Metadata' beside '\(symbol.name)', down to the 'metadata:' of each call; options of grpc-swift 2 have none"
          )
        }
        let keyword = isChanged(symbol, file) ? "var" : "let"
        after += line + "\(keyword) \(metadata): Metadata = \(settings.metadata ?? "[:]")"
      }
      if !settings.assignments.isEmpty, declaration.statement.name == "let" {
        consequence.edits.append(Edit(declaration.statement.mainToken.range, "var"))
      }
      consequence.edits.append(Edit(call.range, "CallOptions.defaults" + after))
      return TransformOutcome(consequence)
    }
    guard settings.metadata == nil else {
      throw Refusal("pass the headers as 'metadata:' with each call, and the rest as 'options:'")
    }
    guard !settings.assignments.isEmpty else {
      consequence.edits.append(Edit(call.range, "CallOptions.defaults"))
      return TransformOutcome(consequence)
    }
    let body = settings.assignments.map { "options.\($0); " }.joined()
    consequence.edits.append(
      Edit(call.range, "{ var options = CallOptions.defaults; \(body)return options }()"))
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

/// Turns `options.customMetadata` into the local that holds the headers.
package func customMetadataToVariable(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isOptionOfClient(match, file) { return nil }
  guard let base = match.nodes["base"], base.kind == .declReference,
    let symbol = file.semantics.symbol(of: base), symbol.kind == .local,
    let declaration = symbol.declaration, headersHaveVariable(symbol, file),
    !optionsLeave(symbol, file),
    !([declaration] + declaration.ancestors.prefix(1)).contains(where: {
      $0.kind == .parameter || $0.kind == .closureParameter
    })
  else {
    return .manual("pass the headers as 'metadata:' with each call; options no longer have headers")
  }
  var consequence = Consequence()
  consequence.edits.append(Edit(match.node.range, symbol.name + "Metadata"))
  if let value = assignedValue(of: match.node) {
    consequence.edits.append(Edit(value.range, metadataText(value, file)))
  }
  return TransformOutcome(consequence)
}

/// Turns `options.timeLimit = …` into `options.timeout = …`.
package func timeLimitToTimeout(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  if isOptionOfClient(match, file) { return nil }
  guard let value = assignedValue(of: match.node) else {
    return .manual("use 'timeout', a 'Duration' or nil")
  }
  do throws(Refusal) {
    var consequence = Consequence()
    consequence.edits.append(Edit(match.node.mainToken.range, "timeout"))
    consequence.edits.append(Edit(value.range, try timeLimit(value, file) ?? "nil"))
    if timeToDeadline(value) != nil { consequence.lower(to: .review, because: countsFromTheCall) }
    return TransformOutcome(consequence)
  } catch {
    return .manual(error.nextStep)
  }
}

private func assignedValue(of node: Node) -> Node? {
  guard let assignment = node.parent, assignment.kind == .assignment, assignment.leftOperand == node
  else { return nil }
  return assignment.rightOperand
}

/// `let options = CallOptions(…)` as a statement of a block.
private func declarationAround(_ call: Node) -> (statement: Node, pattern: Node)? {
  guard let binding = call.parent?.parent, binding.kind == .patternBinding,
    binding.initialValue == call, let statement = binding.parent,
    statement.kind == .variableDecl, statement.bindings.count == 1,
    statement.parent?.kind != .memberBlock, let pattern = binding.child(.identifierPattern)
  else { return nil }
  return (statement, pattern)
}

/// Whether the headers of the options are set or added to after their declaration.
private func isChanged(_ options: Symbol, _ file: FileContext) -> Bool {
  file.semantics.references(to: options).contains { use in
    guard let member = use.parent, member.kind == .memberAccess, member.name == "customMetadata"
    else { return false }
    if assignedValue(of: member) != nil { return true }
    return member.parent?.kind == .memberAccess && member.parent?.parent?.kind == .functionCall
  }
}
