import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What is set on a call object between its making and its start, and is to be set on options before.
struct BridgedCallSettings {
  /// The statements that set something, in the order of the file.
  private(set) var statements: [Node] = []

  /// What is asked of the headers that were set.
  private(set) var reads: [Node] = []

  /// The method of the project's that sets the call up and starts it, if one does.
  private(set) var starter: StarterCall?

  /// Whether the call is started in the block.
  private(set) var hasStarted = false

  /// Other than headers.
  private var settings: [OptionSetting] = []
  private var headers: [CallSetting.Entry] = []

  private static let refusal = Refusal(
    "store the new call, a 'GRPCUnaryProtoCall' or of a stream a 'GRPCStreamingProtoCall', and pass call options instead of setting properties of the call"
  )

  /// - Parameters:
  ///   - uses: where the variable that holds the call is named behind its making, in the order of the file.
  ///   - making: the statement that makes the call.
  init(_ uses: [Node], behind making: Node, _ file: FileContext) throws(Refusal) {
    for use in uses {
      guard let member = use.memberOfValue else { throw Self.refusal }
      if let call = member.parent, call.kind == .functionCall, call.children.first == member,
        member.name == "start" || member.name == "cancel"
      {
        hasStarted = hasStarted || member.name == "start"
        continue
      }
      if let started = StarterCall(on: use, file) {
        guard !hasStarted, statements.isEmpty, started.call.node.parent == making.parent,
          started.call.arguments.allSatisfy({ isKnown($0.node, before: making, uses, file) })
        else { throw Self.refusal }
        (starter, hasStarted) = (started, true)
        continue
      }
      if let setting = CallSetting(member), setting.statement.parent == making.parent {
        try add(setting, of: member, uses, making, file)
      } else if member.name == "requestHeaders", member.isPrinted {
        reads.append(member)
      } else {
        throw Self.refusal
      }
    }
    // What is asked before anything is set is an empty dictionary, and there is none in options.
    guard reads.isEmpty || !headers.isEmpty else { throw Self.refusal }
  }

  private mutating func add(
    _ setting: CallSetting, of member: Node, _ uses: [Node], _ making: Node, _ file: FileContext
  ) throws(Refusal) {
    let parts = setting.entries.flatMap { [$0.key, $0.value] } + [setting.value].compactMap(\.self)
    guard !hasStarted,
      parts.allSatisfy({ isKnown($0, before: making, uses, file) }),
      !setting.entries.contains(where: { file.semantics.type(of: $0.value).isOptional })
    else { throw Self.refusal }
    if let value = setting.value {
      guard let option = optionsBySettingOfCall[member.name] else { throw Self.refusal }
      settings.append(OptionSetting(name: option, value: .kept(value)))
    } else {
      guard member.name == "requestHeaders" else { throw Self.refusal }
      for header in setting.entries {
        headers.removeAll { $0.key.text == header.key.text }
        headers.append(header)
      }
    }
    statements.append(setting.statement)
  }

  var options: [OptionSetting] {
    guard !headers.isEmpty else { return settings }
    let entries = headers.map { EntryCode(.kept($0.key), .kept($0.value)) }
    return [OptionSetting(name: "initialMetadata", value: .form(.dictionary(entries)))] + settings
  }

  /// Says what makes the options before the call, and takes away what set them.
  ///
  /// - Returns: the options, as the call names them.
  func rewrite(
    before making: Node, besides taken: Set<String> = [], _ file: FileContext,
    _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Code {
    if let started = starter, let call = MemberAccess(of: started.call.called?.node)?.base {
      editor.replace(started.call.node, with: .kept(call).calling("start"))
      return started.options
    }
    guard !options.isEmpty else { return .word("nil") }
    let names = ["callOptions", "newCallOptions"].filter { !taken.contains($0) }
    guard let name = file.freeName(names, around: making) else {
      throw Refusal("rename 'callOptions' here, then run the fix again")
    }
    let made: Code = .variable(.let, name, value: .call("GRPCMutableCallOptions", []))
    let comments = statements.flatMap { editor.removeWithComments($0) }
    editor.insert([made] + comments + set(options, of: name), before: making)
    for read in reads { editor.replace(read, with: Code.word(name).member("initialMetadata")) }
    return .word(name)
  }
}

/// The names of options by the names of what was set on a call.
let optionsBySettingOfCall = [
  "timeout": "timeout", "serverName": "serverAuthority", "oauth2AccessToken": "oauth2AccessToken",
  "tokenProvider": "authTokenProvider",
]

/// `call.timeout = 5`, `call.requestHeaders["k"] = v`, `call.requestHeaders.setObject(v, forKey: "k")` or
/// `call.requestHeaders.addEntries(from: ["k": v])`.
struct CallSetting {
  /// A header of a call.
  typealias Entry = (key: Node, value: Node)

  let statement: Node

  /// In the order of the text; none where `value` is set.
  let entries: [Entry]

  /// What a property gets.
  let value: Node?

  /// - Parameter member: `call.timeout` or `call.requestHeaders`, or the name alone.
  init?(_ member: Node) {
    let target = member.with(.optionalChaining, .forceUnwrap)
    if let call = MemberAccess(on: target)?.call, call.trailingClosures.isEmpty {
      guard let entries = Self.entries(addedBy: call) else { return nil }
      (statement, self.entries, value) = (call.node, entries, nil)
      return
    }
    var element = target
    if let parent = target.parent, parent.kind == .subscriptCall, parent.children.first == target,
      parent.arguments.count == 1
    {
      element = parent
    }
    guard let assignment = AssignmentExpr(to: element), let value = assignment.value?.node
    else { return nil }
    statement = assignment.node
    let key = element == target ? nil : bareString(element.arguments[0].argumentValue)
    entries = key.map { [($0, bareString(value))] } ?? []
    self.value = key == nil ? value : nil
  }

  private static func entries(addedBy call: CallExpr) -> [Entry]? {
    let arguments = call.node.arguments
    let labels = arguments.map(\.argumentLabel)
    switch call.called?.node.name {
    case "setObject" where labels == [nil, "forKey"] || labels == [nil, "forKeyedSubscript"],
      "setValue" where labels == [nil, "forKey"]:
      return [(bareString(arguments[1].argumentValue), bareString(arguments[0].argumentValue))]
    case "addEntries" where labels == ["from"]:
      guard case .dictionary(let literal)? = Expr(arguments[0].argumentValue) else { return nil }
      let pairs = literal.children.map { Array($0.children) }
      guard pairs.allSatisfy({ $0.count == 2 }) else { return nil }
      return pairs.map { (bareString($0[0]), bareString($0[1])) }
    default: return nil
    }
  }
}

/// Whether an expression says the same before a call is made: it names neither the call nor what is declared behind it.
private func isKnown(_ value: Node, before making: Node, _ uses: [Node], _ file: FileContext)
  -> Bool
{
  guard !uses.contains(where: { value.range.contains($0.range.lowerBound) }) else { return false }
  return value.descendants.allSatisfy { part in
    guard part.kind == .declReference, let symbol = file.semantics.symbol(of: part),
      symbol.kind == .local, let declaration = symbol.declaration
    else { return true }
    return declaration.range.lowerBound < making.range.lowerBound
      || value.range.contains(declaration.range.lowerBound)
  }
}

/// The string in `NSString(string: s)` and `"s" as NSString`, which a dictionary takes as it is; else the value itself.
private func bareString(_ value: Node) -> Node {
  if value.kind == .functionCall, value.children.first?.text == "NSString",
    value.trailingClosures.isEmpty, value.arguments.count == 1,
    value.arguments[0].argumentLabel == "string"
  {
    return value.arguments[0].argumentValue
  }
  if value.kind == .asExpr, let operand = value.operand, operand.kind == .stringLiteral,
    ["NSString", "NSCopying"].contains(value.castType?.name)
  {
    return operand
  }
  return value
}

extension Node {
  /// `requestHeaders` of `call.requestHeaders`, `call!.requestHeaders` and `call?.requestHeaders`.
  var memberOfValue: Node? {
    MemberAccess(on: with(.optionalChaining, .forceUnwrap))?.node
  }

  /// Whether an expression only stands in a string, or is what `print` or `String(describing:)` is given.
  var isPrinted: Bool {
    guard let argument = parent, argument.kind == .argument else { return false }
    return argument.isPrintedArgument
  }

  /// Whether an argument is that of a `print`, of `String(describing:)` or of what stands in a string.
  var isPrintedArgument: Bool {
    guard let holder = parent else { return false }
    if holder.kind == .interpolation { return true }
    guard let call = holder.parent, call.kind == .functionCall, let called = call.children.first
    else { return false }
    return called.text == "print" || called.text == "String" && argumentLabel == "describing"
  }
}
