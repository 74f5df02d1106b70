import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A method that the project adds to calls, which sets them up and starts them, or gives them back:
/// `func startWithToken(_ token: String) { requestHeaders["token"] = token; start() }`.
///
/// It becomes one of call options, `withToken(_:)`, which gives them back: a new call gets its options when it is made.
struct CallStarter {
  let method: Symbol

  /// Whether the call is given back, and started by whoever asked.
  let givesBack: Bool
  private let function: FunctionDecl
  private let body: StatementBlock
  private let file: FileContext

  /// `start()` or `return self`.
  private let end: Node
  private var headers: [CallSetting] = []

  /// Whether all headers are those of a `self` that is written.
  private var saysSelf = true

  /// What is set, and the options that are set instead.
  private var renamed: [(setting: Node, option: String)] = []

  init(_ method: Symbol, _ function: FunctionDecl, _ file: FileContext) throws(Refusal) {
    let refusal = Refusal(
      "write '\(method.name)' as a method of 'GRPCMutableCallOptions', and pass the options when a call is made: it does more than set a call up and start it"
    )
    guard let body = function.body, let end = body.node.items.last, method.isInstanceMember,
      !function.isAsync, !function.isThrowing, function.node.genericRequirements.isEmpty,
      file.freeName(["initialMetadata"], around: end) != nil
    else { throw refusal }
    let start = CallExpr(end)
    givesBack = start == nil
    let isUnderstood =
      givesBack
      ? ReturnStmt(end)?.value.flatMap { NameExpr($0.node) }?.name == "self"
      : start?.called?.nameWithoutSelf == "start" && start?.arguments.isEmpty == true
    let leaves = body.node.ownDescendants.contains { node in
      [.returnStmt, .throwStmt].contains(node.kind) && !node.isInside(end)
    }
    guard isUnderstood, !leaves, givesBack == (function.returnType != nil) else { throw refusal }
    let named = function.parameters.map(\.node) + [body.node]
    guard named.allSatisfy({ typeNamesOfOldCalls($0).isEmpty }) else { throw refusal }
    (self.method, self.function, self.body) = (method, function, body)
    (self.file, self.end) = (file, end)
    for name in body.node.descendants where name.kind == .declReference && !name.isInside(end) {
      guard isOfSelf(name) else { continue }
      let use = name.name == "self" ? MemberAccess(on: name)?.node : name
      guard let use,
        !use.ancestors.prefix(while: { $0 != body.node }).contains(where: \.isOtherBody)
      else { throw refusal }
      if let setting = CallSetting(use), setting.statement.parent?.isBlockOfStatements == true {
        if use.name == "requestHeaders", setting.value == nil {
          headers.append(setting)
          saysSelf = saysSelf && use.kind == .memberAccess
          continue
        } else if let option = optionsBySettingOfCall[use.name], setting.value != nil {
          let isHidden = use.name != option && use.kind == .declReference && hides(option)
          guard !isHidden else {
            throw Refusal(
              "rename '\(option)' in '\(method.name)', which would hide the option of that name, then run the fix again"
            )
          }
          renamed.append((use, option))
          continue
        }
      }
      guard use.name == "requestHeaders", use.isPrinted else { throw refusal }
      renamed.append((use, "initialMetadata"))
    }
  }

  /// Whether a parameter or a local has a name.
  func hides(_ name: String) -> Bool { function.node.declaresLocal(name) }

  /// Whether a name is that of the call or of a member of it, or may be.
  private func isOfSelf(_ name: Node) -> Bool {
    if name.name == "self" { return true }
    guard let symbol = file.semantics.symbol(of: name) else {
      return name.name.first?.isLowercase == true && !["print", "debugPrint"].contains(name.name)
    }
    return symbol.isInstanceMember && symbol.parent.map(isClassOfOldCalls) == true
  }

  /// Makes it a method of options.
  ///
  /// - Parameter shared: what is set for the host of all calls that it starts.
  func rewrite(setting shared: [OptionSetting], _ editor: inout SyntaxEditor) {
    editor.rename(function.node, to: nameOfOptions(madeBy: method))
    editor.sign(function, returning: .word("GRPCMutableCallOptions"))
    for (setting, option) in renamed where setting.name != option {
      let isOfSelf = setting.kind == .memberAccess
      let code: Code = isOfSelf ? .word("self").member(option) : .word(option)
      editor.replace(setting, with: setting.isPrinted ? printed(code, for: setting) : code)
    }
    let metadata: Code =
      saysSelf ? .word("self").member("initialMetadata") : .word("initialMetadata")
    var opening = shared.map { Code.infix(.word($0.name), "=", $0.value) }
    if let only = headers.only, only.statement.parent == body.node, only.entries.allSatisfy(isKnown)
    {
      let entries = only.entries.map { EntryCode(.kept($0.key), .kept($0.value)) }
      write([.infix(metadata, "=", .form(.dictionary(entries)))], for: only, &opening, &editor)
    } else if !headers.isEmpty {
      opening.append(.infix(metadata, "=", .form(.dictionary([]))))
      for header in headers {
        let statements = header.entries.map { key, value in
          Code.infix(
            .subscripted(.postfix(metadata, "?"), [.plain(.kept(key))]), "=", .kept(value))
        }
        write(statements, for: header, &opening, &editor)
      }
    }
    if !opening.isEmpty, let first = body.node.items.first { editor.insert(opening, before: first) }
    if !givesBack { editor.replace(item: end, with: [.returned(.word("self"))]) }
  }

  /// Puts statements in the place of a setting, with what comes before all others where it is the first.
  private func write(
    _ statements: [Code], for setting: CallSetting, _ opening: inout [Code],
    _ editor: inout SyntaxEditor
  ) {
    let isFirst = setting.statement == body.node.items.first
    editor.replace(item: setting.statement, with: (isFirst ? opening : []) + statements)
    if isFirst { opening = [] }
  }

  private func isKnown(_ entry: CallSetting.Entry) -> Bool {
    let type = file.semantics.type(of: entry.value)
    return !type.isUnknown && !type.isOptional
  }
}

/// A call of such a method: `call.startWithToken(token)`.
struct StarterCall {
  let call: CallExpr
  let method: Symbol

  init?(on value: Node, _ file: FileContext) {
    guard let call = MemberAccess(of: value.memberOfValue)?.call, call.trailingClosures.isEmpty,
      let method = file.semantics.symbol(of: call.node), method.kind == .function,
      method.parent.map(isClassOfOldCalls) == true,
      file.model.projectModules.contains(method.module)
    else { return nil }
    (self.call, self.method) = (call, method)
  }

  /// New options that the method set.
  var options: Code {
    let arguments = call.arguments.compactMap { argument in
      argument.expression.map { CodeArgument(argument.label, .kept($0)) }
    }
    return .call("GRPCMutableCallOptions", []).calling(nameOfOptions(madeBy: method), arguments)
  }
}

func isClassOfOldCalls(_ type: Symbol) -> Bool {
  ["ProtoRPC.GRPCProtoCall", "GRPCClient.GRPCCall", "RxLibrary.GRXWriter"]
    .contains(type.qualifiedName)
}

/// `withToken` for `startWithToken`, `withSession` for `runSession`; a name that does not begin like that stays.
func nameOfOptions(madeBy method: Symbol) -> String {
  let verbs = ["startCall", "start", "runCall", "run", "sendCall", "send", "execute", "perform"]
  for verb in verbs where method.name.hasPrefix(verb) {
    let rest = method.name.dropFirst(verb.count)
    guard let first = rest.first else { return "with" }
    guard first.isUppercase else { continue }
    return rest.hasPrefix("With") || rest.hasPrefix("Using")
      ? lowercasingFirst(String(rest)) : "with" + rest
  }
  return method.name
}
