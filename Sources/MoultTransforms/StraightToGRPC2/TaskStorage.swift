import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A variable for calls of grpc-swift 0 that a variable for tasks can take the place of: what it holds is cancelled, and
/// nothing else is done with it.
struct TaskStorage {
  /// What is changed of its declarations: `Task<Void, Never>` for the type of the call.
  private(set) var project = ProjectEditor()

  /// The calls that are kept in it.
  private(set) var calls: [Node] = []
  private var known: [Symbol] = []
  private let home: FileContext
  private static let step = "store a 'Task' that awaits the call, and cancel the task"

  /// - Throws: a `Refusal` where more is done with it, or with something that its values go to.
  init(of variable: Symbol, _ file: FileContext) throws(Refusal) {
    home = file
    try check(variable)
  }

  private mutating func check(_ variable: Symbol) throws(Refusal) {
    guard !known.contains(variable) else { return }
    known.append(variable)
    guard let declaration = variable.declaration, let file = home.context(of: declaration) else {
      throw Refusal(Self.step)
    }
    let isLocal = variable.kind == .local
    guard isLocal || variable.kind == .property, declaration.kind != .parameter else {
      throw Refusal(Self.step)
    }
    try take(declaration, file)
    if let source = source(of: declaration) { try checkTarget(source, file) }
    for use in file.uses(of: variable) where use.kind.namesVariable {
      guard let place = home.context(of: use) else { throw Refusal(Self.step) }
      try check(use, place)
    }
  }

  /// The type of the declaration, and the value that it begins with.
  private mutating func take(_ declaration: Node, _ file: FileContext) throws(Refusal) {
    guard let binding = declaration.nearest(.patternBinding, among: 3) else { return }
    let value = binding.initialValue
    for node in binding.descendants(where: \.isOtherBody)
    where node.kind == .identifierType || node.kind == .declReference || node.kind == .memberType {
      let isInCall = node.ancestors.contains { $0.kind == .tryExpr && $0.isInside(binding) }
      guard !isInCall, let type = file.semantics.symbol(of: node), type.kind == .protocolType,
        file.model.isSubtype(type, of: "SwiftGRPC.ClientCall")
      else { continue }
      project.change(file) { $0.replace(node, with: .taskType(canFail: false)) }
    }
    if let value, value.kind == .tryExpr { try keep(value, file) }
  }

  /// What a variable of a loop or a condition takes its value from.
  private func source(of pattern: Node) -> Node? {
    guard let parent = pattern.parent else { return nil }
    let source: Node?
    switch parent.kind {
    case .forStmt: source = parent.subject
    case .optionalBinding: source = parent.initialValue
    default: return nil
    }
    return source?.kind == .declReference || source?.kind == .memberAccess ? source : nil
  }

  private mutating func check(_ use: Node, _ file: FileContext) throws(Refusal) {
    let place = use.with(.optionalChaining, .forceUnwrap)
    if let member = MemberAccess(on: place) { return try checkMember(member, file) }
    if let assignment = AssignmentExpr(to: place) {
      return try keep(assignment.value?.node, file)
    }
    if let assignment = AssignmentExpr(of: place.parent) {
      return try checkTarget(assignment.target?.node, file)
    }
    if let loop = ForStmt(of: place.parent), loop.sequence?.node == place {
      return try checkPattern(loop.pattern?.node, file)
    }
    if let binding = place.parent?.parent, binding.initialValue == place {
      return try checkPattern(binding.pattern, file)
    }
    if let comparison = InfixExpr(of: place.parent), ["==", "!="].contains(comparison.name),
      [comparison.left, comparison.right].contains(where: { $0?.node.kind == .nilLiteral })
    {
      return
    }
    guard let called = Argument(of: place.parent)?.call?.called?.node, called.name == "append"
    else { throw Refusal(Self.step) }
    try checkTarget(called.base, file)
  }

  private mutating func checkMember(_ member: MemberAccess, _ file: FileContext) throws(Refusal) {
    switch member.name {
    case "cancel" where member.call?.arguments.isEmpty == true: return
    // What reads the stream says whether a task can.
    case "receive" where member.base.flatMap({ HeldCall($0.node, file) }) != nil: return
    case "isEmpty", "count", "removeAll": return
    case "append": try keep(member.call?.arguments.first?.expression?.node, file)
    case "forEach":
      let closure = member.call?.trailingClosures.first?.closure
      guard case .expression(.call(let cancel))? = closure?.items.only,
        cancel.called?.node.name == "cancel", cancel.arguments.isEmpty
      else { throw Refusal(Self.step) }
    default: throw Refusal(Self.step)
    }
  }

  /// What a value goes to is a storage too.
  private mutating func checkTarget(_ target: Node?, _ file: FileContext) throws(Refusal) {
    guard let target, let symbol = file.semantics.symbol(of: target) else {
      throw Refusal(Self.step)
    }
    try check(symbol)
  }

  private mutating func checkPattern(_ pattern: Node?, _ file: FileContext) throws(Refusal) {
    guard pattern?.kind == .identifierPattern else { throw Refusal(Self.step) }
    try checkTarget(pattern, file)
  }

  /// A value that is put into the storage.
  private mutating func keep(_ value: Node?, _ file: FileContext) throws(Refusal) {
    guard let value else { throw Refusal(Self.step) }
    if value.kind == .nilLiteral || value.kind == .arrayLiteral && value.children.isEmpty { return }
    if let call = TryExpr(value)?.operand?.node, let symbol = file.semantics.symbol(of: call),
      symbol.isGenerated, let style = callStyle(of: symbol, in: file.model),
      style == .unaryCompletion || style == .serverStreaming
    {
      if !calls.contains(call) { calls.append(call) }
      return
    }
    guard NameExpr(value) != nil, file.semantics.symbol(of: value)?.kind == .local else {
      throw Refusal(Self.step)
    }
    try checkTarget(value, file)
  }
}
