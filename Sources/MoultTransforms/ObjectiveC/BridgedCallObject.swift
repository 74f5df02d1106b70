import MoultFindings
package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `service.rpcToSay(with: r) { … }`, bridged from Objective-C, into the new method's call object.
///
/// What is set on the call object before it starts becomes call options, made before the call. That is done only
/// where all that is set stands in statements beside the variable's declaration.
package func bridgedCallObject(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  do throws(Refusal) {
    let call = try BridgedCall(match, file)
    var editor = file.editor
    if isStartedAtOnce(match.node) {
      call.rewrite(options: .word("nil"), isStarted: false, &editor)
      return TransformOutcome(Consequence(editor), imports: neededModules(["ProtoRPC"], file))
    }
    let settings = try CallObjectSettings(ofCall: match.node, file)
    for name in settings.typeNames { editor.rename(name, to: "GRPCUnaryProtoCall") }
    guard !settings.options.isEmpty else {
      call.rewrite(options: .word("nil"), isStarted: false, &editor)
      return TransformOutcome(Consequence(editor), imports: neededModules(["ProtoRPC"], file))
    }
    guard let name = file.freeName(["callOptions", "newCallOptions"], around: match.node) else {
      throw Refusal("rename 'callOptions' here, then run the fix again")
    }
    editor.insert(newOptions(name, setting: settings.options), before: settings.declaration)
    call.rewrite(options: .word(name), isStarted: false, &editor)
    for statement in settings.statements { editor.remove(item: statement) }
    return TransformOutcome(
      Consequence(editor), imports: neededModules(["ProtoRPC", "GRPCClient"], file))
  } catch {
    return .manual(error.nextStep)
  }
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

private func isStartedAtOnce(_ call: Node) -> Bool {
  guard let member = call.parent, member.kind == .memberAccess, member.base == call,
    let start = member.parent, start.kind == .functionCall
  else { return false }
  return member.name == "start"
}

/// What is set on a call object between its making and its start.
private struct CallObjectSettings {
  /// The declaration of the variable that holds the call.
  let declaration: Node

  /// The statements that set something, in the order of the file.
  private(set) var statements: [Node] = []

  /// What is to be set on options instead.
  private(set) var options: [OptionSetting] = []

  /// Where the variable's written type names that of the call.
  let typeNames: [Node]

  /// The names of options by the names of what was set on the call.
  private static let optionNames = [
    "timeout": "timeout", "serverName": "serverAuthority", "oauth2AccessToken": "oauth2AccessToken",
    "tokenProvider": "authTokenProvider",
  ]

  init(ofCall call: Node, _ file: FileContext) throws(Refusal) {
    let advice =
      "store the 'GRPCUnaryProtoCall' and pass call options instead of setting properties of the call"
    guard let binding = call.parent?.parent, binding.kind == .patternBinding,
      binding.initialValue == call, let declaration = binding.parent,
      declaration.kind == .variableDecl, declaration.bindings.count == 1,
      let block = declaration.parent, block.isBlockOfStatements,
      let pattern = binding.child(.identifierPattern),
      let variable = file.semantics.symbol(of: pattern), variable.kind == .local
    else { throw Refusal(advice) }
    self.declaration = declaration
    typeNames =
      binding.annotatedType.map { type in
        ([type] + type.descendants).filter { $0.name == "GRPCProtoCall" && $0.children.isEmpty }
      } ?? []
    var headers: [EntryCode] = []
    var hasStarted = false
    let references = file.semantics.references(to: variable).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    }
    for reference in references where reference.kind == .declReference {
      guard let member = reference.parent, member.kind == .memberAccess, member.base == reference
      else { throw Refusal(advice) }
      if let use = member.parent, use.kind == .functionCall, use.children.first == member,
        member.name == "start" || member.name == "cancel"
      {
        hasStarted = hasStarted || member.name == "start"
        continue
      }
      guard !hasStarted, let setting = Setting(member), setting.statement.parent == block,
        !setting.value.text.contains(variable.name)
      else { throw Refusal(advice) }
      if member.name == "requestHeaders", let key = setting.key {
        headers.append(EntryCode(.kept(key), .kept(setting.value)))
      } else if let option = Self.optionNames[member.name], setting.key == nil {
        options.append(OptionSetting(name: option, value: .kept(setting.value)))
      } else {
        throw Refusal(advice)
      }
      statements.append(setting.statement)
    }
    if !headers.isEmpty {
      options.insert(
        OptionSetting(name: "initialMetadata", value: .form(.dictionary(headers))), at: 0)
    }
  }
}

/// `call.timeout = 5` or `call.requestHeaders["k"] = v`.
private struct Setting {
  let statement: Node
  let key: Node?
  let value: Node

  init?(_ member: Node) {
    var target = member
    var key: Node?
    if let chain = target.parent, chain.kind == .optionalChaining || chain.kind == .forceUnwrap {
      target = chain
    }
    if let element = target.parent, element.kind == .subscriptCall,
      element.children.first == target,
      element.arguments.count == 1
    {
      key = element.arguments[0].argumentValue
      target = element
    }
    guard let assignment = target.parent, assignment.kind == .assignment,
      assignment.leftOperand == target, let value = assignment.rightOperand
    else { return nil }
    statement = assignment
    self.key = key
    self.value = value
  }
}
