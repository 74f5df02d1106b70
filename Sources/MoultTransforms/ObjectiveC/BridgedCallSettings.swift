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

  /// Whether the call is started in the block.
  private(set) var hasStarted = false

  /// Other than headers.
  private var settings: [OptionSetting] = []
  private var headers: [Header] = []

  private static let refusal = Refusal(
    "store the new call, a 'GRPCUnaryProtoCall' or of a stream a 'GRPCStreamingProtoCall', and pass call options instead of setting properties of the call"
  )

  /// The names of options by the names of what was set on the call.
  private static let optionNames = [
    "timeout": "timeout", "serverName": "serverAuthority", "oauth2AccessToken": "oauth2AccessToken",
    "tokenProvider": "authTokenProvider",
  ]

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
      if let setting = Setting(member), setting.statement.parent == making.parent {
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
    _ setting: Setting, of member: Node, _ uses: [Node], _ making: Node, _ file: FileContext
  ) throws(Refusal) {
    let parts = [setting.value] + (setting.key.map { [$0] } ?? [])
    guard !hasStarted,
      parts.allSatisfy({ isKnown($0, before: making, uses, file) }),
      setting.key == nil || !file.semantics.type(of: setting.value).isOptional
    else { throw Self.refusal }
    if member.name == "requestHeaders", let key = setting.key {
      let header = Header(key: bareString(key), value: bareString(setting.value))
      headers.removeAll { $0.key.text == header.key.text }
      headers.append(header)
    } else if let option = Self.optionNames[member.name], setting.key == nil {
      settings.append(OptionSetting(name: option, value: .kept(setting.value)))
    } else {
      throw Self.refusal
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
  ) throws(Refusal) -> String {
    guard !options.isEmpty else { return "nil" }
    let names = ["callOptions", "newCallOptions"].filter { !taken.contains($0) }
    guard let name = file.freeName(names, around: making) else {
      throw Refusal("rename 'callOptions' here, then run the fix again")
    }
    let made: Code = .variable(.let, name, value: .call("GRPCMutableCallOptions", []))
    let comments = statements.flatMap { editor.removeWithComments($0) }
    editor.insert([made] + comments + set(options, of: name), before: making)
    for read in reads { editor.replace(read, with: Code.word(name).member("initialMetadata")) }
    return name
  }
}

/// A header of a call.
private struct Header {
  let key: Node
  let value: Node
}

/// `call.timeout = 5`, `call.requestHeaders["k"] = v` or `call.requestHeaders.setObject(v, forKey: "k")`.
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
    if let method = target.parent, method.kind == .memberAccess, method.base == target,
      ["setObject", "setValue"].contains(method.name), let call = method.parent,
      call.kind == .functionCall, call.children.first == method, call.arguments.count == 2,
      call.trailingClosures.isEmpty, call.arguments[0].argumentLabel == nil,
      ["forKey", "forKeyedSubscript"].contains(call.arguments[1].argumentLabel)
    {
      statement = call
      self.key = call.arguments[1].argumentValue
      value = call.arguments[0].argumentValue
      return
    }
    if let element = target.parent, element.kind == .subscriptCall,
      element.children.first == target, element.arguments.count == 1
    {
      key = element.arguments[0].argumentValue
      target = element
    }
    guard let assignment = AssignmentExpr(to: target), let value = assignment.value?.node
    else { return nil }
    (statement, self.key, self.value) = (assignment.node, key, value)
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
  fileprivate var isPrinted: Bool {
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
