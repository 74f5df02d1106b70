import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The statements right behind the one that makes a client, or options for it, which set its default options and do nothing
/// else.
struct SettingsOfAClient {
  /// The statement that the client is made in.
  let statement: Node

  /// In source order, those in branches of an `if` as well.
  private(set) var settings: [SettingOfAClient] = []

  /// Whether the client is a variable which nothing changes after the settings are gone.
  private(set) var becomesConstant = false

  /// The statements of the block that hold the settings.
  private(set) var run: [Node] = []
  private let file: FileContext

  /// - Parameters:
  ///   - call: makes the client.
  ///   - form: how a client of its era is told.
  /// - Throws: `Refusal` if the client may be told other options later.
  init(
    madeBy call: Node, as form: FormOfSettings = .defaultOptions, _ file: FileContext
  ) throws(Refusal) {
    self.file = file
    var node = call
    while let parent = node.parent, !parent.isBlockOfStatements { node = parent }
    statement = node
    guard let client = boundClient(call, statement, form, file) else { return }
    collect(client)
    let uses = file.semantics.references(to: client.symbol)
    let inside = uses.filter { use in run.contains { $0.range.contains(use.range.lowerBound) } }
    guard inside.count == settings.count,
      !uses.contains(where: { !inside.contains($0) && mayTellOptions($0, client, statement) })
    else {
      throw Refusal("set all options where the client is created, then run the fix again")
    }
    becomesConstant = !settings.isEmpty && VariableDecl(statement)?.introducer == .var
  }

  /// The settings of a local variable of options, right behind its declaration, which is given to one client and to nobody else.
  ///
  /// - Parameter use: the variable, as it is given to the client.
  init?(ofLocal use: Node, _ file: FileContext) {
    guard let local = LocalVariable(named: use, file), let declaration = local.declaration,
      declaration.introducer == .var, declaration.node.parent?.isBlockOfStatements == true,
      use.isInside(declaration.node.parent ?? use), !file.tree.holdsComment(in: declaration.range)
    else { return nil }
    (self.file, statement) = (file, declaration.node)
    let options = BoundClient(symbol: local.symbol, name: local.symbol.name, form: .options)
    collect(options)
    let others = local.uses(file).filter { name in
      name != use && !run.contains { $0.range.contains(name.range.lowerBound) }
    }
    guard !settings.isEmpty, others.isEmpty,
      local.uses(file).count == settings.count + 1
    else { return nil }
  }

  /// Takes the settings of the items behind `statement`, up to the first that is none.
  private mutating func collect(_ client: BoundClient) {
    for item in (statement.parent?.items ?? []).drop(while: { $0 != statement }).dropFirst() {
      guard let found = settingsOfClient(in: item, client, isConditional: false, file) else {
        break
      }
      settings += found
      run.append(item)
    }
  }

  /// The statements that hold the settings, to be moved.
  var lines: ItemRun {
    get throws(Refusal) {
      guard let lines = ItemRun(run),
        run.allSatisfy({ file.layout.startsLine($0.range.lowerBound) })
      else { throw Refusal("write each option on its own line, then run the fix again") }
      return lines
    }
  }
}

/// One statement that sets default options of a client.
struct SettingOfAClient: Equatable {
  enum Option {
    case all
    case limit
    case headers
    case withoutSuccessor
  }

  let option: Option
  let statement: Node

  /// The option as it is named: `client.defaultCallOptions.timeLimit`.
  let target: Node

  /// What is assigned; nil where a header is added.
  let value: Node?

  /// `….customMetadata.add(name:value:)`.
  let addition: Node?

  /// Whether it stands in a branch.
  let isConditional: Bool

  /// Whether a comment on its lines, or on those before it, speaks of it.
  let hasComment: Bool
}

/// How options are set.
enum FormOfSettings {
  /// `client.timeout` and `client.metadata`, of grpc-swift 0.
  case ownMembers
  /// `client.defaultCallOptions.timeLimit`.
  case defaultOptions
  /// `options.timeLimit`, before a client is given them.
  case options
}

private struct BoundClient {
  let symbol: Symbol

  /// As the code names it, without `self.`.
  let name: String
  let form: FormOfSettings
}

/// The local or the property that the statement gives the client to.
private func boundClient(
  _ call: Node, _ statement: Node, _ form: FormOfSettings, _ file: FileContext
) -> BoundClient? {
  let value = call.with(.tryExpr, .awaitExpr)
  if statement.kind == .variableDecl, statement.bindings.count == 1,
    let binding = statement.bindings.first, binding.initialValue == value,
    let pattern = binding.child(.identifierPattern),
    let symbol = file.semantics.symbol(of: pattern)
  {
    return BoundClient(symbol: symbol, name: pattern.name, form: form)
  }
  if statement.kind == .assignment, statement.rightOperand == value,
    let left = statement.leftOperand, let symbol = file.semantics.symbol(of: left)
  {
    return BoundClient(symbol: symbol, name: nameWithoutSelf(left), form: form)
  }
  return nil
}

private func nameWithoutSelf(_ node: Node) -> String {
  let text = node.text
  return text.hasPrefix("self.") ? String(text.dropFirst("self.".count)) : text
}

/// Returns the settings that a statement holds; nil if it does anything else.
private func settingsOfClient(
  in statement: Node, _ client: BoundClient, isConditional: Bool, _ file: FileContext
) -> [SettingOfAClient]? {
  func setting(
    _ option: SettingOfAClient.Option, _ target: Node, to value: Node?
  ) -> [SettingOfAClient] {
    [
      SettingOfAClient(
        option: option, statement: statement, target: target, value: value,
        addition: value == nil ? statement : nil, isConditional: isConditional,
        hasComment: hasComment(statement, file))
    ]
  }
  switch statement.kind {
  case .tryExpr where client.form == .ownMembers:
    return statement.operand.flatMap {
      settingsOfClient(in: $0, client, isConditional: isConditional, file)
    }
  case .assignment:
    guard let target = statement.leftOperand, let value = statement.rightOperand,
      let option = option(of: target, client)
    else { return nil }
    return setting(option, target, to: value)
  case .functionCall:
    guard let callee = statement.callee, callee.name == "add" || callee.name == "replaceOrAdd",
      let target = callee.base, option(of: target, client) == .headers
    else { return nil }
    return setting(.headers, target, to: nil)
  case .ifExpr:
    var found: [SettingOfAClient] = []
    for branch in statement.children where branch.kind == .codeBlock || branch.kind == .ifExpr {
      let items = branch.kind == .ifExpr ? [branch] : branch.items
      for item in items {
        guard let more = settingsOfClient(in: item, client, isConditional: true, file) else {
          return nil
        }
        found += more
      }
    }
    return found.isEmpty ? nil : found
  default: return nil
  }
}

/// Whether a comment stands above a statement, or in it and behind it on its line.
private func hasComment(_ statement: Node, _ file: FileContext) -> Bool {
  ItemRun([statement]).map { file.tree.holdsComment(in: $0.range) } ?? false
}

/// Which option a name such as `client.defaultCallOptions.timeLimit` means; nil for none of the client's.
private func option(of target: Node, _ client: BoundClient) -> SettingOfAClient.Option? {
  func isOptions(_ node: Node) -> Bool {
    switch client.form {
    case .options: return node.kind == .declReference && node.name == client.name
    case .ownMembers: return nameWithoutSelf(node) == client.name
    case .defaultOptions:
      guard node.kind == .memberAccess, node.name == "defaultCallOptions", let base = node.base
      else { return false }
      return nameWithoutSelf(base) == client.name
    }
  }
  guard target.kind == .memberAccess, let base = target.base else { return nil }
  if client.form != .ownMembers, isOptions(target) { return .all }
  guard isOptions(base) else { return nil }
  switch target.name {
  case "timeLimit", "timeout": return .limit
  case "customMetadata", "metadata": return .headers
  case "cacheable", "requestIDProvider", "requestIDHeader", "eventLoopPreference", "logger":
    return .withoutSuccessor
  default: return nil
  }
}

/// Whether a use of a client asks for its options, or hands over the client so that others may set them.
private func mayTellOptions(_ use: Node, _ client: BoundClient, _ statement: Node) -> Bool {
  guard !statement.range.contains(use.range.lowerBound) else { return false }
  let whole = use.parent?.kind == .memberAccess && use.parent?.base != use ? use.parent : use
  guard let parent = whole?.parent else { return false }
  switch parent.kind {
  case .memberAccess where client.form == .ownMembers: return option(of: parent, client) != nil
  case .memberAccess: return parent.name == "defaultCallOptions"
  case .inOut: return true
  case .assignment: return parent.leftOperand == whole && client.symbol.kind == .local
  default: return false
  }
}
