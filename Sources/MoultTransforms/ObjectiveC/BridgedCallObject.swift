package import MoultMatching
import MoultObjC
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns a call of an old method, bridged from Objective-C, into one of its successor, unless what is set for its host stays behind.
package func bridgedOldCall(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let outcome = try rewriting(ofOldCall: match.node, file)
    if let advice = adviceBeforeCall(match.node, file) { throw Refusal(advice) }
    return outcome
  } catch {
    return .manual(error.nextStep)
  }
}

/// Returns what turns an old call into a new one, whatever is set for its host.
func rewriting(ofOldCall node: Node, _ file: FileContext) throws(Refusal) -> TransformOutcome {
  if let old = file.semantics.symbol(of: node), let name = nameSinceSwift3(old) {
    throw Refusal(
      "convert the file to Swift 3 or later first, where the method is '\(name)'")
  }
  if let property = propertyAssigned(by: node, file) {
    let calls = try KeptCalls(property, file)
    if let starter = calls.starters.first {
      return try CallStarters.judged(starter, file).outcome(file)
    }
    return try calls.outcome()
  }
  let call = try BridgedCall(node, file)
  guard call.hasObject else { return try startedCall(call, file) }
  return try callObject(call, file)
}

/// The name that Swift 3 and later give to a method which a call has by its name of Swift 2; nil for any other.
private func nameSinceSwift3(_ method: Symbol) -> String? {
  guard let selector = method.objectiveCSelector, selector.hasPrefix(method.name + ":"),
    let owner = method.parent,
    let type = method.parameters.first?.declaration?.parameterType?.text
  else { return nil }
  let names = importedNames(ofSelector: selector, firstArgument: type, in: owner.name)
  // Some methods of later Swift have their old names: `getReplyWithRequest(_:handler:)`.
  guard let name = names.first, !names.contains(where: { $0.base == method.name }) else {
    return nil
  }
  return "\(name.base)(\(name.labels.map { ($0 ?? "_") + ":" }.joined()))"
}

/// Turns `service.rpcToSay(with: r) { … }` into the new method's call object.
///
/// What is set on the call object before it starts becomes call options, made before the call. That is done only
/// where all that is set stands in statements beside the making of the call. What is written to a pipe is sent to the call.
private func callObject(
  _ call: BridgedCall, _ file: FileContext
) throws(Refusal) -> TransformOutcome {
  var rewriting = BridgedRewriting(file)
  let made = call.call.node
  if isStartedAtOnce(made), call.writer == nil {
    rewriting.editor.replace(made, with: rewriting.code(call, options: .word("nil")))
    return rewriting.outcome
  }
  if let started = StarterCall(on: made, file) {
    return try CallStarters.judged(started.method, file).outcome(file)
  }
  let kept = try LocalCall(call, file)
  if let starter = kept.starter { return try CallStarters.judged(starter, file).outcome(file) }
  try kept.rewrite(&rewriting)
  return rewriting.outcome
}

/// An option of calls, and what it is set to.
struct OptionSetting {
  let name: String
  let value: Code
}

/// Returns the statements that make options and set them.
func newOptions(_ name: String, setting options: [OptionSetting]) -> [Code] {
  [.variable(.let, name, value: .call("GRPCMutableCallOptions", []))] + set(options, of: name)
}

/// Returns the statements that set options.
func set(_ options: [OptionSetting], of name: String) -> [Code] {
  options.map { .infix(Code.word(name).member($0.name), "=", $0.value) }
}

func isStartedAtOnce(_ call: Node) -> Bool {
  guard let member = MemberAccess(on: call) else { return false }
  return member.name == "start" && member.node.isStartOrCancel
}

/// The property that a call is assigned to.
private func propertyAssigned(by call: Node, _ file: FileContext) -> Symbol? {
  guard let target = AssignmentExpr(giving: call)?.target?.node,
    let symbol = file.semantics.symbol(of: target), symbol.kind == .property
  else { return nil }
  return symbol
}

/// A call object that a local constant holds, and what is done with it.
struct LocalCall {
  private let call: BridgedCall
  private let file: FileContext
  private let settings: BridgedCallSettings

  /// The declaration of the variable that holds the call.
  private let declaration: Node

  /// Where the variable's written type names that of the call.
  private let typeNames: [Node]
  private let writes: PipeWrites?
  private let name: String

  init(_ call: BridgedCall, _ file: FileContext) throws(Refusal) {
    let node = call.call.node
    guard let binding = node.parent?.parent, binding.kind == .patternBinding,
      binding.initialValue == node, let declaration = binding.parent,
      declaration.kind == .variableDecl, declaration.bindings.count == 1,
      let block = declaration.parent, block.isBlockOfStatements,
      let pattern = binding.child(.identifierPattern),
      let variable = file.semantics.symbol(of: pattern), variable.kind == .local
    else {
      throw Refusal(
        "store the '\(call.callClass)' in a constant, and pass call options instead of setting properties of the call"
      )
    }
    self.call = call
    self.file = file
    self.declaration = declaration
    name = variable.name
    typeNames = binding.annotatedType.map(typeNamesOfOldCalls) ?? []
    // What is no name is a capture, or a constant that the call is bound to: no member is asked of it.
    let uses = file.semantics.references(to: variable)
    settings = try BridgedCallSettings(uses, behind: declaration, file)
    guard let writer = call.writer else {
      writes = nil
      return
    }
    let writes = try PipeWrites(writer.node, file)
    guard writes.pipe.kind == .local, settings.hasStarted else { throw PipeWrites.refusal }
    try writes.come(behindStartOf: uses, madeBy: declaration)
    self.writes = writes
  }

  /// The method of the project that starts the call.
  var starter: Symbol? { settings.starter?.method }

  /// Whether a call before it in the same block is held by a local as well, whose options have the first names.
  private var hasCallBefore: Bool {
    let items = declaration.parent?.items ?? []
    return items.contains { item in
      guard item.range.lowerBound < declaration.range.lowerBound, item.kind == .variableDecl,
        let value = item.bindings.first?.initialValue
      else { return false }
      let selector = file.semantics.symbol(of: value)?.objectiveCSelector
      return selector.flatMap(OldMethodForm.init)?.hasObject == true
    }
  }

  func rewrite(_ rewriting: inout BridgedRewriting) throws(Refusal) {
    for name in typeNames { rewriting.editor.rename(name, to: call.callClass) }
    let others = hasCallBefore ? ["callOptions", "newCallOptions"] : []
    let options = try settings.rewrite(
      before: declaration, besides: Set(others), or: ["\(name)Options", "\(name)CallOptions"],
      file, &rewriting.editor)
    rewriting.editor.replace(call.call.node, with: rewriting.code(call, options: options))
    writes?.rewrite(to: name, isOptional: false, &rewriting.editor)
  }
}

/// Returns where a type names the class of old calls.
func typeNamesOfOldCalls(_ type: Node) -> [Node] {
  ([type] + type.descendants).filter { $0.name == "GRPCProtoCall" && $0.children.isEmpty }
}

/// New calls in one file, and the class that hands their events to closures, where one has events.
struct BridgedRewriting {
  var editor: SyntaxEditor
  private let file: FileContext
  private var events: EventClass?

  /// Whether the new code names options, which are of another module than calls.
  private var namesOptions = false

  init(_ file: FileContext) {
    self.file = file
    editor = file.editor
  }

  /// Returns the new call; what its method is called is changed at once.
  mutating func code(_ call: BridgedCall, options: Code) -> Code {
    if call.hasEvents, events == nil { events = EventClass(file) }
    if options != .word("nil") { namesOptions = true }
    return call.code(options: options, events: events?.name ?? "", &editor)
  }

  /// The edits, with those that import what the new code needs.
  var edits: [Edit] {
    let outcome = outcome
    return outcome.consequence.edits + importEdits(adding: outcome.imports, to: file.tree)
  }

  var outcome: TransformOutcome {
    var editor = editor
    var modules = neededModules(namesOptions ? ["ProtoRPC", "GRPCClient"] : ["ProtoRPC"], file)
    if let events, !events.isThere {
      editor.insertAtEndOfFile([events.declaration])
      let imported = Set(file.tree.importedModules)
      if imported.isDisjoint(with: ["Foundation", "UIKit", "AppKit"]) {
        modules.insert("Foundation")
      }
    }
    return TransformOutcome(editor, imports: modules)
  }
}
