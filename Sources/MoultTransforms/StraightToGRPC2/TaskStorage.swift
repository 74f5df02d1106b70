import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A variable for calls of grpc-swift 0 that a variable for tasks can take the place of: what it holds is cancelled, and
/// nothing else is done with it.
struct TaskStorage {
  /// What is changed of its declarations, by path: `Task<Void, Never>` for the type of the call.
  private(set) var editors: [String: SyntaxEditor] = [:]

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
    let uses =
      isLocal
      ? file.semantics.references(to: variable)
      : home.calls.uses(of: variable)
    guard isLocal || variable.kind == .property, declaration.kind != .parameter else {
      throw Refusal(Self.step)
    }
    try take(declaration, file)
    if let source = source(of: declaration) { try checkTarget(source, file) }
    for use in uses where use.kind == .declReference || use.kind == .memberAccess {
      guard let place = home.context(of: use) else { throw Refusal(Self.step) }
      try check(use, place)
    }
  }

  /// The type of the declaration, and the value that it begins with.
  private mutating func take(_ declaration: Node, _ file: FileContext) throws(Refusal) {
    let chain = [declaration] + declaration.ancestors.prefix(3)
    guard let binding = chain.first(where: { $0.kind == .patternBinding }) else { return }
    let value = binding.initialValue
    for node in binding.descendants(where: \.isOtherBody)
    where node.kind == .identifierType || node.kind == .declReference || node.kind == .memberType {
      let isInCall = node.ancestors.contains { $0.kind == .tryExpr && $0.isInside(binding) }
      guard !isInCall, let type = file.semantics.symbol(of: node), type.kind == .protocolType,
        file.model.isSubtype(type, of: "SwiftGRPC.ClientCallUnary")
      else { continue }
      editors[file.source.path, default: file.editor].replace(
        node, with: .generic(.library("_Concurrency.Task"), [.word("Void"), .word("Never")]))
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
    var place = use
    while let parent = place.parent,
      parent.kind == .optionalChaining || parent.kind == .forceUnwrap
    {
      place = parent
    }
    guard let parent = place.parent else { throw Refusal(Self.step) }
    switch parent.kind {
    case .memberAccess where parent.base == place: try checkMember(parent, file)
    case .assignment where parent.leftOperand == place:
      guard let value = parent.rightOperand else { throw Refusal(Self.step) }
      try keep(value, file)
    case .assignment: try checkTarget(parent.leftOperand, file)
    case .forStmt:
      guard parent.subject == place, let pattern = parent.pattern else {
        throw Refusal(Self.step)
      }
      try checkPattern(pattern, file)
    case .initializerClause:
      guard let binding = parent.parent, let pattern = binding.pattern else {
        throw Refusal(Self.step)
      }
      try checkPattern(pattern, file)
    case .binaryOperator where parent.name == "==" || parent.name == "!=":
      guard [parent.leftOperand, parent.rightOperand].contains(where: { $0?.kind == .nilLiteral })
      else { throw Refusal(Self.step) }
    case .argument:
      guard let call = parent.parent?.parent, call.kind == .functionCall,
        call.callee?.name == "append"
      else { throw Refusal(Self.step) }
      try checkTarget(call.callee?.base, file)
    default: throw Refusal(Self.step)
    }
  }

  private mutating func checkMember(_ member: Node, _ file: FileContext) throws(Refusal) {
    let call = member.parent?.kind == .functionCall ? member.parent : nil
    switch member.name {
    case "cancel" where call?.arguments.isEmpty == true: return
    case "isEmpty", "count": return
    case "removeAll": return
    case "append":
      guard let value = call?.arguments.first?.argumentValue else { throw Refusal(Self.step) }
      try keep(value, file)
    case "forEach":
      guard let closure = call?.trailingClosures.first?.closure, closure.items.count == 1,
        let cancel = closure.items.first, cancel.kind == .functionCall,
        cancel.callee?.name == "cancel", cancel.arguments.isEmpty
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

  private mutating func checkPattern(_ pattern: Node, _ file: FileContext) throws(Refusal) {
    guard pattern.kind == .identifierPattern, let symbol = file.semantics.symbol(of: pattern) else {
      throw Refusal(Self.step)
    }
    try check(symbol)
  }

  /// A value that is put into the storage.
  private mutating func keep(_ value: Node, _ file: FileContext) throws(Refusal) {
    switch value.kind {
    case .nilLiteral: return
    case .arrayLiteral where value.children.isEmpty: return
    case .declReference:
      guard let symbol = file.semantics.symbol(of: value), symbol.kind == .local else {
        throw Refusal(Self.step)
      }
      try check(symbol)
    case .tryExpr:
      guard let call = value.operand, let symbol = file.semantics.symbol(of: call),
        symbol.isGenerated, callStyle(of: symbol, in: file.model) == .unaryCompletion
      else { throw Refusal(Self.step) }
      if !calls.contains(call) { calls.append(call) }
    default: throw Refusal(Self.step)
    }
  }
}
