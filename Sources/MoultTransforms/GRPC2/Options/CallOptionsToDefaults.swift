package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `CallOptions(…)` of grpc-swift 1 into `CallOptions.defaults` and what is set on it.
///
/// A local or a property with headers gets a second one beside it, as grpc-swift 2 sends headers as an argument of the
/// call; a function that returns them with the options gets a second function.
package func callOptionsToDefaults(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  let call = match.node
  // What a call or a client is given is rewritten with it.
  if let argument = Argument(of: call.parent) {
    if argument.label == "callOptions",
      !isWrittenByHand(argument.call.flatMap { file.semantics.symbol(of: $0.node) })
    {
      return nil
    }
    if argument.label == "defaultCallOptions", let client = argument.call,
      makesGeneratedClient(client.node, file)
    {
      return nil
    }
  }
  return try optionsAsDefaults(call, file)
}

/// The statement that returns options, or that is what its block gives; nil for any other, and where nothing is set.
private func statementGiving(_ options: Node, _ file: FileContext) -> Node? {
  guard CallExpr(options)?.arguments.isEmpty == false else { return nil }
  if let ended = ReturnStmt(of: options.parent), ended.node.parent?.isBlockOfStatements == true {
    return ended.node
  }
  guard let block = options.parent, case .given = result(of: block, file) else { return nil }
  return options
}

/// Whether a function is one of the project that no generator wrote.
private func isWrittenByHand(_ function: Symbol?) -> Bool {
  function.map { $0.isOfProject && !$0.isGenerated } ?? false
}

/// - Parameter call: `CallOptions(…)`.
private func optionsAsDefaults(_ call: Node, _ file: FileContext) throws(Refusal)
  -> TransformOutcome
{
  let settings = try OptionSettings(call, isAlone: true, file)
  var editor = file.editor
  if let constant = settings.gone { editor.remove(item: constant) }
  if CallExpr(call)?.called?.node.text == "self.init" {
    guard settings.metadata == nil || settings.saysNoHeaders else { throw settings.headersRefusal }
    editor.replace(call, with: .infix(.word("self"), "=", settings.made))
    return TransformOutcome(editor, review: settings.reasons)
  }
  if let property = HeadersBesideProperty(given: call, file) {
    return property.outcome(file)
  }
  let beside = HeadersBesideOptions(around: call, file)
  if beside == nil, let makers = MakersOfHeaders(around: call, file) { return makers.outcome(file) }
  beside?.declare(&editor, file)
  if let binding = localDeclared(with: call), let declaration = binding.declaration,
    case .identifier(let name)? = binding.pattern
  {
    editor.replace(call, with: OptionSettings.defaults)
    var items = settings.statements(setting: name.name)
    if !items.isEmpty {
      editor.replace(keyword: "let", of: declaration.node, with: ["var"])
    } else if let made = beside?.made, !made.steps.isEmpty, made.isOtherwiseConstant {
      editor.replace(keyword: "var", of: declaration.node, with: ["let"])
    }
    if beside == nil, let symbol = file.semantics.symbol(of: name),
      let headers = metadataVariable(of: symbol, file)
    {
      guard declaration.node.parent?.kind != .ifConfigClause else { throw settings.headersRefusal }
      guard !optionsLeave(symbol, file) else {
        throw Refusal(
          "hand on the headers as 'Metadata' beside '\(symbol.name)', down to the 'metadata:' of each call; options of grpc-swift 2 have none"
        )
      }
      items.append(
        .variable(
          isChanged(symbol, file) ? .var : .let, headers,
          type: .library("GRPCCore.Metadata"),
          value: settings.metadata ?? .form(.dictionary([]))))
    }
    editor.insert(items, after: declaration.node)
  } else {
    guard settings.metadata == nil || settings.saysNoHeaders || beside != nil else {
      throw settings.headersRefusal
    }
    if beside == nil, let statement = statementGiving(call, file),
      let name = file.freeName(
        ["options", "callOptions"], around: call),
      case let items = settings.statements(setting: name), !items.isEmpty
    {
      let declared = Code.variable(.var, name, value: OptionSettings.defaults)
      editor.replace(item: statement, with: [declared] + items + [.returned(.word(name))])
    } else {
      editor.replace(call, with: settings.made)
    }
  }
  let consequence = Consequence(editor, review: settings.reasons)
  let hasSteps = beside?.made.steps.isEmpty == false
  return hasSteps ? placeOfMany(consequence) : TransformOutcome(consequence)
}

/// What becomes of options that are made in a function or a property which is split, with the headers that are added to them.
///
/// - Parameter headers: `options.customMetadata`, or what adds to it.
/// - Returns: nil where they are not, or stay.
func optionsSplit(adding headers: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome? {
  guard let split = HeadersBesideOptions(around: headers, file), !split.made.steps.isEmpty else {
    return nil
  }
  return try optionsAsDefaults(split.made.call.node, file)
}

/// Turns `options.customMetadata` into the local that holds the headers.
package func customMetadataToVariable(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  if isOptionOfClient(match, file) { return nil }
  if let outcome = try optionsSplit(adding: match.node, file) ?? headersOfMaker(match.node, file) {
    return outcome
  }
  guard let base = match.nodes["base"],
    let headers = headersBesideProperty(base, file) ?? headersBesideLocal(base, file)
  else {
    return .manual("pass the headers as 'metadata:' with each call; options no longer have headers")
  }
  var editor = file.editor
  editor.replace(match.node, with: headers)
  if let value = AssignmentExpr(to: match.node)?.value?.node {
    editor.replace(value, with: metadataCode(value, file))
  }
  return TransformOutcome(editor)
}

/// The local that holds the headers of options which a local holds.
private func headersBesideLocal(_ options: Node, _ file: FileContext) -> Code? {
  guard NameExpr(options) != nil, let symbol = file.semantics.symbol(of: options),
    symbol.kind == .local, let declaration = symbol.declaration, headersHaveVariable(symbol, file),
    !optionsLeave(symbol, file),
    !([declaration] + declaration.ancestors.prefix(1)).contains(where: {
      Parameter($0) != nil || ClosureParameter($0) != nil
    })
  else { return nil }
  return .word(symbol.name + "Metadata")
}

/// Turns `options.timeLimit = …` into `options.timeout = …`.
package func timeLimitToTimeout(_ match: Match, _ file: FileContext) throws(Refusal)
  -> TransformOutcome?
{
  if isOptionOfClient(match, file) { return nil }
  guard let value = AssignmentExpr(to: match.node)?.value?.node else {
    return .manual("use 'timeout', a 'Duration' or nil")
  }
  if timeToDeadline(value) != nil, let options = match.nodes["base"],
    goToSeveralCalls(options, file)
  {
    throw refusalOfSharedDeadline
  }
  var editor = file.editor
  editor.rename(match.node, to: "timeout")
  editor.replace(value, with: try timeLimit(value) ?? .word("nil"))
  return TransformOutcome(editor, review: timeToDeadline(value) == nil ? nil : countsFromTheCall)
}

/// `let options = CallOptions(…)` as a statement of a block.
private func localDeclared(with call: Node) -> PatternBinding? {
  guard let binding = PatternBinding(giving: call),
    let declaration = binding.declaration, declaration.bindings.only != nil,
    let block = declaration.node.ancestors.first(where: {
      ![.ifConfigClause, .ifConfig].contains($0.kind)
    }), block.kind != .memberBlock, block.kind != .sourceFile || isScript(block)
  else { return nil }
  return binding
}

/// Whether the headers of the options are set or added to after their declaration.
private func isChanged(_ options: Symbol, _ file: FileContext) -> Bool {
  file.semantics.references(to: options).contains { use in
    guard let member = MemberAccess(of: use.parent), member.name == "customMetadata" else {
      return false
    }
    return AssignmentExpr(to: member.node)?.value?.node != nil
      || MemberAccess(of: member.node.parent)?.call != nil
  }
}
