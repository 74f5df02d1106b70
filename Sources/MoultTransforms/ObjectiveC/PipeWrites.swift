import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// What is written to a `GRXBufferedPipe` that a call sends, and is to be sent to the call itself.
struct PipeWrites {
  static let refusal = Refusal(
    "store the 'GRPCStreamingProtoCall' returned by the method with a response handler and call options, start it, call 'writeMessage(_:)' for each value, then 'finish()'"
  )

  /// The variable that holds the pipe.
  let pipe: Symbol

  /// The declaration of the variable, where nothing else is declared by it.
  private let declaration: Node

  /// The statements that make the pipe, or let go of it.
  private(set) var assignments: [Node] = []

  /// Statements that ask whether there is a pipe, and nothing else.
  private var conditions: [Node] = []

  /// Where the pipe is handed to a call.
  private(set) var handedOn: [Node] = []
  private var writes: [Write] = []

  init(_ writer: Node, _ file: FileContext) throws(Refusal) {
    let named = writer.kind == .forceUnwrap ? writer.children.first ?? writer : writer
    guard let pipe = variable(named, file),
      pipe.kind == .property || pipe.kind == .local,
      let (binding, declaration) = pipe.plainDeclaration(file), declaration.bindings.count == 1,
      pipe.kind == .local || isUsedInFileAlone(pipe, file)
    else { throw Self.refusal }
    self.pipe = pipe
    self.declaration = declaration
    if let value = binding.initialValue, !(value.kind == .nilLiteral || pipe.kind == .local) {
      throw Refusal("create the pipe where the call is made, then run the fix again")
    }
    if pipe.kind == .local, !(binding.initialValue.map(isNewPipe) ?? false) { throw Self.refusal }
    for use in file.semantics.references(to: pipe) {
      try add(use, file)
    }
    guard conditions.allSatisfy(canGo) else {
      throw Refusal(
        "move all but the writes out of the 'if let' that asks whether there is a pipe, then run the fix again"
      )
    }
  }

  /// - Parameter condition: what binds the pipe to the constant that is named, if it is not named itself.
  private mutating func add(
    _ use: Node, boundBy condition: WholeCondition? = nil, _ file: FileContext
  ) throws(Refusal) {
    if condition == nil, let condition = WholeCondition(binding: use),
      let constant = condition.constant(file)
    {
      guard condition.hasSimpleBase else { throw Self.refusal }
      conditions.append(condition.statement)
      for use in file.semantics.references(to: constant) {
        try add(use, boundBy: condition, file)
      }
      return
    }
    guard use.kind.namesVariable else { throw Self.refusal }
    if let assignment = assignmentOfPipe(use) {
      assignments.append(assignment)
      return
    }
    if let member = use.memberOfValue, let call = member.parent, call.kind == .functionCall,
      call.children.first == member, call.trailingClosures.isEmpty, call.arguments.count == 1,
      let write = Write(use, call, call.arguments[0].argumentValue, boundBy: condition)
    {
      writes.append(write)
      return
    }
    let outer = use.parent?.kind == .forceUnwrap ? use.parent ?? use : use
    guard outer.parent?.argumentLabel == "withRequestsWriter" else { throw Self.refusal }
    handedOn.append(outer)
  }

  /// Whether a condition says nothing that the new call does not: all of it writes to the pipe, or a pipe is always there,
  /// made before it in the same block.
  private func canGo(_ condition: Node) -> Bool {
    let items = condition.body?.items ?? []
    if items.allSatisfy({ item in writes.contains { $0.call == item } }) { return true }
    let last = assignments.last { $0.range.upperBound <= condition.range.lowerBound }
    return last?.parent == condition.parent && last?.rightOperand.map(isNewPipe) ?? false
  }

  /// Throws where something is written before the call that is made by `statement` starts, or could be.
  ///
  /// - Parameter uses: where the variable that holds the call is named behind its making.
  func come(behindStartOf uses: [Node], madeBy statement: Node) throws(Refusal) {
    let start = uses.first { use in
      use.memberOfValue?.name == "start" && use.range.lowerBound >= statement.range.upperBound
    }
    guard let start else { throw Self.refusal }
    try come(behind: start, madeBy: statement)
  }

  /// Throws where something is written before a statement that makes and starts the call.
  func come(behind statement: Node) throws(Refusal) {
    try come(behind: statement, madeBy: statement)
  }

  private func come(behind start: Node, madeBy statement: Node) throws(Refusal) {
    guard let block = statement.parent else { throw Self.refusal }
    let first = pipe.kind == .local ? declaration : making(before: statement)
    guard let first else { throw Self.refusal }
    let isEarly = writes.contains { write in
      let place = write.use.range.lowerBound
      if pipe.kind == .local, !block.range.contains(place) { return true }
      return first.range.lowerBound < place && place < start.range.lowerBound
    }
    guard !isEarly else {
      throw Refusal("write to the pipe after the call is started, then run the fix again")
    }
  }

  /// Where the pipe is made for a call that a statement makes: in its block, before it, also where that is made only if there is
  /// a pipe.
  private func making(before statement: Node) -> Node? {
    let blocks = [statement] + conditions.filter { $0.body == statement.parent }
    return assignments.last { assignment in
      blocks.contains { $0.parent == assignment.parent }
        && assignment.range.upperBound <= statement.range.lowerBound
    }
  }

  /// Whether the pipe is let go of only where the call is: beside `nils`.
  func isKeptAsLong(as nils: [Node]) -> Bool {
    assignments.allSatisfy { assignment in
      assignment.rightOperand?.kind != .nilLiteral
        || nils.contains { $0.parent == assignment.parent }
    }
  }

  /// The places where the pipe is named by its name alone.
  var bareNames: [Node] { writes.map(\.use).filter { $0.kind == .declReference } }

  /// Sends to the call what was written to the pipe, and takes the pipe away.
  ///
  /// - Parameters:
  ///   - name: of the variable that holds the call.
  ///   - isOptional: whether that variable must be unwrapped.
  func rewrite(to name: String, isOptional: Bool, _ editor: inout SyntaxEditor) {
    for write in writes {
      var call: Code = write.base?.member(name) ?? .word(name)
      var outer = write.use
      var isUnwrapped = false
      while let chain = outer.parent, chain.kind == .optionalChaining || chain.kind == .forceUnwrap
      {
        // What holds the call is unwrapped where it is used, or needs no unwrapping.
        if isOptional, !isUnwrapped {
          call = .postfix(call, chain.kind == .forceUnwrap ? "!" : "?")
          isUnwrapped = true
        }
        outer = chain
      }
      // What was written only if there was a pipe is written only if there is a call.
      let isAsked = write.condition != nil && pipe.kind == .property
      if isOptional || isAsked, !isUnwrapped { call = .postfix(call, "?") }
      editor.replace(
        write.call,
        with: write.message.map { call.calling("writeMessage", [.plain(.kept($0))]) }
          ?? call.calling("finish"))
    }
    for condition in conditions {
      editor.replace(item: condition, with: Code.kept(items: condition.body?.items ?? []))
    }
    for assignment in assignments { editor.remove(item: assignment) }
    editor.remove(item: declaration)
  }
}

/// `if let pipe = self.pipe { … }` with nothing else asked.
private struct WholeCondition {
  let statement: Node
  private let pattern: Node

  /// Where the variable is named.
  private let use: Node

  init?(binding use: Node) {
    // `if let pipe` names the variable and the constant at once.
    let binding =
      use.kind == .optionalBinding
      ? use : use.parent.flatMap { $0.kind == .initializerClause ? $0.parent : nil }
    guard let binding, binding.kind == .optionalBinding,
      let pattern = binding.child(.identifierPattern),
      let statement = binding.parent, statement.kind == .ifExpr, statement.conditions.count == 1,
      statement.elseBranch == nil, statement.parent?.isBlockOfStatements == true
    else { return nil }
    self.statement = statement
    self.pattern = pattern
    self.use = use
  }

  /// What holds the variable, as `self?`; nil where it is named by its name alone.
  var base: Code? {
    switch use.base?.text {
    case "self": .word("self")
    case "self?": .postfix(.word("self"), "?")
    case "self!": .postfix(.word("self"), "!")
    default: nil
    }
  }

  var hasSimpleBase: Bool { use.base == nil || base != nil }

  func constant(_ file: FileContext) -> Symbol? { file.semantics.symbol(of: pattern) }
}

/// The variable that is named, or that the constant which is named was bound to.
private func variable(_ name: Node, _ file: FileContext) -> Symbol? {
  guard let symbol = file.semantics.symbol(of: name) else { return nil }
  guard symbol.kind == .local, let declaration = symbol.declaration,
    let binding = declaration.nearest(.optionalBinding, among: 2), let value = binding.defaultValue
  else { return symbol }
  return file.semantics.symbol(of: value)
}

/// `pipe.writeValue(message)`, or an end without an error.
private struct Write {
  /// Where the pipe is named.
  let use: Node
  let call: Node

  /// Nil for the end.
  let message: Node?

  /// What binds the pipe to the constant that is written to.
  let condition: WholeCondition?

  /// What holds the pipe, and the call.
  var base: Code? {
    guard let condition else { return use.base.map { .kept($0) } }
    return condition.base
  }

  init?(_ use: Node, _ call: Node, _ value: Node, boundBy condition: WholeCondition?) {
    self.use = use
    self.condition = condition
    self.call = call
    switch call.children.first?.name {
    case "writeValue": message = value.kind == .nilLiteral ? nil : value
    case "finishWithError", "writesFinishedWithError": message = nil
    default: return nil
    }
    guard message != nil || value.kind == .nilLiteral && call.children.first?.name != "writeValue"
    else { return nil }
  }
}

/// `GRXBufferedPipe()`.
func isNewPipe(_ value: Node) -> Bool {
  value.kind == .functionCall && value.arguments.isEmpty && value.trailingClosures.isEmpty
    && ["GRXBufferedPipe", "RxLibrary.GRXBufferedPipe"].contains(value.children.first?.text)
}

/// The statement that gives the variable which is named a new pipe, or none.
func assignmentOfPipe(_ variable: Node) -> Node? {
  guard let assignment = AssignmentExpr(to: variable), let value = assignment.value?.node,
    isNewPipe(value) || value.kind == .nilLiteral,
    assignment.node.parent?.isBlockOfStatements == true
  else { return nil }
  return assignment.node
}

extension NodeKind {
  /// What stands where a variable is used: its name, or that behind a value.
  var namesVariable: Bool { self == .declReference || self == .memberAccess }
}

extension Symbol {
  /// The binding that declares a variable of the file at hand.
  func bindingInFile(_ file: FileContext) -> Node? {
    guard let declaration, declaration.tree === file.tree else { return nil }
    return declaration.nearest(.patternBinding, among: 2)
  }

  /// The binding and the declaration of a variable of the file at hand that nothing computes or wraps.
  func plainDeclaration(_ file: FileContext) -> (binding: Node, declaration: Node)? {
    guard let binding = bindingInFile(file), let declaration = binding.parent,
      declaration.kind == .variableDecl, declaration.attributes.isEmpty,
      binding.accessorBlock == nil
    else { return nil }
    return (binding, declaration)
  }
}

/// Whether nothing outside of the file can name a variable, or nothing does.
func isUsedInFileAlone(_ variable: Symbol, _ file: FileContext) -> Bool {
  guard let declaration = variable.bindingInFile(file)?.parent, declaration.kind == .variableDecl
  else { return false }
  let modifiers = declaration.modifiers.map(\.text)
  if modifiers.contains("private") || modifiers.contains("fileprivate") { return true }
  guard !["public", "open", "override"].contains(where: modifiers.contains) else { return false }
  let uses = file.calls.uses(of: variable) + file.calls.unknownUses(of: variable.name)
  return uses.allSatisfy { $0.tree.source.path == file.source.path }
}
