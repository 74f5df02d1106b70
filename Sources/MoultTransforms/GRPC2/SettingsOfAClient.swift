import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The statements right behind the one that makes a client which set its default options and do nothing else.
struct SettingsOfAClient {
  /// The statement that the client is made in.
  let statement: Node

  /// In source order, those in branches of an `if` as well.
  private(set) var settings: [SettingOfAClient] = []

  /// The edits that make a constant of a variable which nothing changes after the settings are gone.
  private(set) var constantEdits: [Edit] = []

  /// The statements of the block that hold the settings.
  private(set) var run: [Node] = []
  private let file: FileContext

  /// - Parameter call: makes the client.
  /// - Throws: `Refusal` if the client may be told other options later.
  init(madeBy call: Node, _ file: FileContext) throws(Refusal) {
    self.file = file
    var node = call
    while let parent = node.parent, !parent.isBlockOfStatements { node = parent }
    statement = node
    guard let client = boundClient(call, statement, file) else { return }
    let items = statement.parent?.items ?? []
    let position = items.firstIndex(of: statement) ?? items.endIndex
    for item in items.dropFirst(position + 1) {
      guard let found = settingsOfClient(in: item, client, isConditional: false, file) else {
        break
      }
      settings += found
      run.append(item)
    }
    let uses = file.semantics.references(to: client.symbol)
    let inside = uses.filter { use in run.contains { $0.range.contains(use.range.lowerBound) } }
    guard inside.count == settings.count,
      !uses.contains(where: { !inside.contains($0) && mayTellOptions($0, client.symbol, statement) }
      )
    else {
      throw Refusal("set all options where the client is created, then run the fix again")
    }
    if !settings.isEmpty, statement.kind == .variableDecl, statement.name == "var" {
      constantEdits = [Edit(statement.mainToken.range, "let")]
    }
  }

  /// The whole lines of the settings, and of what stands between them and the statement before.
  var lines: ByteRange {
    get throws(Refusal) {
      let refusal = Refusal("write each option on its own line, then run the fix again")
      guard let first = run.first, let last = run.last,
        let end = file.source.bytes.wholeLines(of: last.range.indices)?.upperBound
      else { throw refusal }
      let bytes = file.source.bytes
      let between = bytes[statement.range.upperBound.index..<first.range.lowerBound.index]
      guard let lineEnd = between.firstIndex(of: UInt8(ascii: "\n")) else { throw refusal }
      return ByteRange(indices: lineEnd + 1..<end)
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

private struct BoundClient {
  let symbol: Symbol

  /// As the code names it, without `self.`.
  let name: String
}

/// The local or the property that the statement gives the client to.
private func boundClient(_ call: Node, _ statement: Node, _ file: FileContext) -> BoundClient? {
  var value = call
  while let parent = value.parent, parent.kind == .tryExpr || parent.kind == .awaitExpr {
    value = parent
  }
  if statement.kind == .variableDecl, statement.bindings.count == 1,
    let binding = statement.bindings.first, binding.initialValue == value,
    let pattern = binding.child(.identifierPattern),
    let symbol = file.semantics.symbol(of: pattern)
  {
    return BoundClient(symbol: symbol, name: pattern.name)
  }
  if statement.kind == .assignment, statement.rightOperand == value,
    let left = statement.leftOperand, let symbol = file.semantics.symbol(of: left)
  {
    return BoundClient(symbol: symbol, name: nameWithoutSelf(left, file))
  }
  return nil
}

private func nameWithoutSelf(_ node: Node, _ file: FileContext) -> String {
  let text = file.source.text(node.range)
  return text.hasPrefix("self.") ? String(text.dropFirst("self.".count)) : text
}

/// Returns the settings that a statement holds; nil if it does anything else.
private func settingsOfClient(
  in statement: Node, _ client: BoundClient, isConditional: Bool, _ file: FileContext
) -> [SettingOfAClient]? {
  switch statement.kind {
  case .assignment:
    guard let target = statement.leftOperand, let value = statement.rightOperand,
      let option = option(of: target, client, file)
    else { return nil }
    return [
      SettingOfAClient(
        option: option, statement: statement, target: target, value: value, addition: nil,
        isConditional: isConditional, hasComment: hasComment(statement, file))
    ]
  case .functionCall:
    guard let callee = statement.callee, callee.name == "add" || callee.name == "replaceOrAdd",
      let target = callee.base, option(of: target, client, file) == .headers
    else { return nil }
    return [
      SettingOfAClient(
        option: .headers, statement: statement, target: target, value: nil, addition: statement,
        isConditional: isConditional, hasComment: hasComment(statement, file))
    ]
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

/// Whether a comment stands between the line of what is before a statement and the end of its own line.
private func hasComment(_ statement: Node, _ file: FileContext) -> Bool {
  let bytes = file.source.bytes
  let items = statement.parent?.items ?? []
  let before = items.last { $0.range.upperBound <= statement.range.lowerBound }
  let start = before?.range.upperBound ?? statement.parent?.range.lowerBound
  let newline = UInt8(ascii: "\n")
  guard let start, let line = bytes[start.index...].firstIndex(of: newline) else { return false }
  let end = bytes[statement.range.upperBound.index...].firstIndex(of: newline) ?? bytes.count
  return line < end && file.tree.holdsComment(in: ByteRange(indices: line..<end))
}

/// Which option a name such as `client.defaultCallOptions.timeLimit` means; nil for none of the client's.
private func option(
  of target: Node, _ client: BoundClient, _ file: FileContext
) -> SettingOfAClient.Option? {
  func isOptions(_ node: Node?) -> Bool {
    guard let node, node.kind == .memberAccess, node.name == "defaultCallOptions",
      let base = node.base
    else { return false }
    return nameWithoutSelf(base, file) == client.name
  }
  guard target.kind == .memberAccess else { return nil }
  if isOptions(target) { return .all }
  guard isOptions(target.base) else { return nil }
  switch target.name {
  case "timeLimit": return .limit
  case "customMetadata": return .headers
  case "cacheable", "requestIDProvider", "requestIDHeader", "eventLoopPreference", "logger":
    return .withoutSuccessor
  default: return nil
  }
}

/// Whether a use of a client asks for its options, or hands over the client so that others may set them.
private func mayTellOptions(_ use: Node, _ client: Symbol, _ statement: Node) -> Bool {
  guard !statement.range.contains(use.range.lowerBound) else { return false }
  let whole = use.parent?.kind == .memberAccess && use.parent?.base != use ? use.parent : use
  guard let parent = whole?.parent else { return false }
  switch parent.kind {
  case .memberAccess: return parent.name == "defaultCallOptions"
  case .inOut: return true
  case .assignment: return parent.leftOperand == whole && client.kind == .local
  default: return false
  }
}
