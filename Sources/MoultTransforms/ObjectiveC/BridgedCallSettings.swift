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

  /// What each statement sets.
  private var steps: [Step] = []

  private enum Step {
    case option(OptionSetting)
    case headers([CallSetting.Entry])
  }

  private static let refusal = Refusal(
    "store the new call, a 'GRPCUnaryProtoCall' or of a stream a 'GRPCStreamingProtoCall', and pass call options instead of setting properties of the call"
  )

  private static let early = Refusal(
    "set what the call needs right behind where it is made, or in call options before it: what stands between may change what is set"
  )

  /// - Parameters:
  ///   - uses: where the variable that holds the call is named behind its making, in the order of the file.
  ///   - making: the statement that makes the call.
  init(_ uses: [Node], behind making: Node, _ file: FileContext) throws(Refusal) {
    for use in uses {
      guard let member = use.memberOfValue else { throw Self.refusal }
      if member.isStartOrCancel {
        hasStarted = hasStarted || member.name == "start"
        continue
      }
      if let started = StarterCall(on: use, file) {
        guard !hasStarted, statements.isEmpty, started.call.node.parent == making.parent,
          started.call.arguments.allSatisfy({ isKnown($0.node, before: making, uses, file) })
        else { throw Self.refusal }
        let others = making.evaluated(before: started.call.node, besides: uses)
        guard let declaration = started.method.declaration,
          let home = file.context(of: declaration),
          ([(declaration, home)] + started.call.arguments.map { ($0.node, file) })
            .allSatisfy({ isTheSame($0, in: $1, before: others, file) })
        else { throw Self.early }
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
    let others = making.evaluated(before: setting.statement, besides: uses)
    guard parts.allSatisfy({ isTheSame($0, in: file, before: others, file) }) else {
      throw Self.early
    }
    if let value = setting.value {
      guard let name = optionsBySettingOfCall[member.name] else { throw Self.refusal }
      let option = OptionSetting(name: name, value: .kept(value))
      settings.append(option)
      steps.append(.option(option))
    } else {
      guard member.name == "requestHeaders" else { throw Self.refusal }
      for header in setting.entries {
        headers.removeAll { $0.key.text == header.key.text }
        headers.append(header)
      }
      steps.append(.headers(setting.entries))
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
  /// - Parameters:
  ///   - taken: names that other fixes declare there.
  ///   - other: what options are called where the first names are taken.
  /// - Returns: the options, as the call names them.
  func rewrite(
    before making: Node, besides taken: Set<String> = [], or other: [String] = [],
    _ file: FileContext, _ editor: inout SyntaxEditor
  ) throws(Refusal) -> Code {
    if let started = starter, let call = MemberAccess(of: started.call.called?.node)?.base {
      editor.replace(started.call.node, with: .kept(call).calling("start"))
      return started.options
    }
    guard !options.isEmpty else { return .word("nil") }
    let taken = taken.union(namesOfHostOptions(around: making, file))
    let names = (["callOptions", "newCallOptions"] + other).filter { !taken.contains($0) }
    guard let name = file.freeName(names, around: making) else {
      throw Refusal("rename 'callOptions' here, then run the fix again")
    }
    let made: Code = .variable(.let, name, value: .call("GRPCMutableCallOptions", []))
    let comments = statements.map { editor.removeWithComments($0) }
    let isBare = statements.count < 2 || comments.allSatisfy(\.isEmpty)
    let set =
      isBare ? comments.joined() + set(options, of: name) : setOneByOne(comments, of: name)
    editor.insert([made] + set, before: making)
    for read in reads {
      editor.replace(read, with: printed(Code.word(name).member("initialMetadata"), for: read))
    }
    return .word(name)
  }

  /// Sets the options of a name as they were set on the call, each below its comments.
  private func setOneByOne(_ comments: [[Code]], of name: String) -> [Code] {
    let metadata = Code.word(name).member("initialMetadata")
    let isOnly = steps.count { if case .headers = $0 { true } else { false } } == 1
    var hasHeaders = false
    var code: [Code] = []
    for (step, comments) in zip(steps, comments) {
      switch step {
      case .option(let option): code += comments + MoultTransforms.set([option], of: name)
      case .headers(let entries) where isOnly:
        let dictionary = entries.map { EntryCode(.kept($0.key), .kept($0.value)) }
        code += comments + [.infix(metadata, "=", .form(.dictionary(dictionary)))]
      case .headers(let entries):
        if !hasHeaders { code.append(.infix(metadata, "=", .form(.dictionary([])))) }
        hasHeaders = true
        code += comments
        code += entries.map { key, value in
          .infix(
            .subscripted(.postfix(metadata, "?"), [.plain(.kept(key))]), "=", .kept(value))
        }
      }
    }
    return code
  }
}

/// The headers of options, where those of a call are printed: what is described may be optional.
func printed(_ metadata: Code, for read: Node) -> Code {
  read.parent?.argumentLabel == "describing"
    ? metadata : .infix(metadata, "??", .form(.dictionary([])))
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

/// Whether an expression, or a function, gives the same before other code, behind which it stands today.
///
/// Constants do. A variable that only the function around sees does where the code does not change it; any other one, and what is
/// called, where the code calls nothing of the project's either.
///
/// - Parameters:
///   - home: the file of the expression.
///   - others: of the file at hand.
private func isTheSame(
  _ value: Node, in home: FileContext, before others: [Node], _ file: FileContext
) -> Bool {
  let names = Set(value.descendants().filter { $0.kind.namesVariable }.map(\.name))
  let parts = others.flatMap { $0.descendants() }
  let isQuiet = parts.allSatisfy { part in
    switch part.kind {
    case .closure, .awaitExpr: return false
    case .functionCall: return isHarmless(part, file)
    case .assignment:
      let target = part.leftOperand.flatMap { file.semantics.symbol(of: $0) }
      return target?.binding?.accessorBlock == nil
    default: return !part.kind.namesVariable || !names.contains(part.name) || !mayChange(part, file)
    }
  }
  return isQuiet
    || value.descendants().allSatisfy { part in
      guard part.kind.namesVariable else {
        return part.kind != .functionCall || isHarmless(part, home)
      }
      guard let symbol = home.semantics.symbol(of: part) else {
        return part.name == "self" || part.name.first?.isUppercase == true
      }
      switch symbol.kind {
      case .local:
        guard let declaration = symbol.declaration, symbol.isLocalVariable,
          !declaration.isInside(value)
        else { return true }
        return home.semantics.references(to: symbol).allSatisfy { use in
          !use.ancestors.contains { $0.isOtherBody && !declaration.isInside($0) }
            && !(others.contains { use.isInside($0) } && mayChange(use, home))
        }
      case .property:
        return symbol.parent.map(isClassOfOldCalls) == true
          || !symbol.isMutable && symbol.binding?.accessorBlock == nil
      default: return true
      }
    }
}

/// Whether a call changes nothing of the project's: it calls what a library declares, prints, or makes a value.
private func isHarmless(_ call: Node, _ file: FileContext) -> Bool {
  guard let symbol = file.semantics.symbol(of: call) else {
    let name = call.callee?.name ?? ""
    return name.first?.isUppercase == true || ["print", "debugPrint"].contains(name)
  }
  return symbol.kind != .local && symbol.kind != .property
    && (symbol.isGenerated || !symbol.isOfProject)
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
  /// What is evaluated behind the start of this statement, which makes a call, and before a later one of its block: all but the
  /// making itself and what else is set on the call.
  ///
  /// - Parameter uses: of the call.
  fileprivate func evaluated(before later: Node, besides uses: [Node]) -> [Node] {
    let settings = uses.compactMap { $0.memberOfValue.flatMap { CallSetting($0)?.statement } }
    let call = descendants.first { $0.kind == .functionCall }
    let given = call?.arguments.map(\.argumentValue).filter { $0.kind != .closure } ?? []
    let between = parent?.items.filter { item in
      item.range.lowerBound >= range.upperBound && item.range.upperBound <= later.range.lowerBound
        && !settings.contains(item)
    }
    return [call?.callee?.base].compactMap(\.self) + given + (between ?? [])
  }

  /// Whether this member of a call starts or ends it; what has arguments is a method of the project's.
  var isStartOrCancel: Bool {
    guard let call = parent, call.kind == .functionCall, call.children.first == self else {
      return false
    }
    return ["start", "cancel"].contains(name) && call.arguments.isEmpty
      && call.trailingClosures.isEmpty
  }

  /// Whether code declares a local or a parameter of a name.
  func declaresLocal(_ name: String) -> Bool {
    descendants.contains {
      ($0.kind == .identifierPattern && $0.name == name)
        || ($0.kind == .parameter && $0.internalName == name)
    }
  }

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
