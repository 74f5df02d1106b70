import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The calls that a property holds, one after the other, each of which is made, set up and started in one block.
///
/// All of them change at once, as the property has one type. A property that holds calls of both kinds keeps those that send a
/// stream; the others become constants of the blocks that make them.
struct KeptCalls {
  private let file: FileContext
  private let property: Symbol

  /// Where the property's written type names that of its calls.
  private let typeNames: [Node]

  /// Whether the call must be unwrapped where it is used.
  private let isOptional: Bool
  private var calls: [AssignedCall] = []

  /// Where nothing is put into the property.
  private var nils: [Node] = []

  /// Starts and ends of a call that is made elsewhere.
  private var others: [Node] = []
  private var pipe: PipeWrites?

  private static let refusal = Refusal(
    "give the property the type of the call that the new method returns, and pass call options instead of setting properties of the call"
  )

  init(_ property: Symbol, _ file: FileContext) throws(Refusal) {
    guard let (binding, _) = property.plainDeclaration(file), let type = binding.annotatedType,
      binding.initialValue.map({ $0.kind == .nilLiteral }) ?? true,
      type.kind == .optionalType || type.kind == .implicitlyUnwrappedType
    else { throw Self.refusal }
    typeNames = typeNamesOfOldCalls(type)
    guard typeNames.count == 1 else { throw Self.refusal }
    guard isUsedInFileAlone(property, file) else {
      throw Refusal(
        "move what other files do with '\(property.name)' into this one, or rewrite the call by hand"
      )
    }
    self.file = file
    self.property = property
    isOptional = type.kind == .optionalType
    try readUses()
    let writers = calls.compactMap(\.call.writer)
    if let first = writers.first {
      let pipe = try PipeWrites(first.node, file)
      try hold(pipe)
      self.pipe = pipe
    }
  }

  /// Where the calls are made.
  var makings: [Node] { calls.map(\.call.call.node) }

  /// The methods of the project that start some of them.
  var starters: [Symbol] { calls.compactMap(\.starter) }

  // MARK: Reading

  private mutating func readUses() throws(Refusal) {
    var uses: [Node] = []
    for use in file.semantics.references(to: property) {
      guard use.kind.namesVariable, let parent = use.parent, parent.kind == .assignment,
        parent.leftOperand == use,
        let value = parent.rightOperand
      else {
        uses.append(use)
        continue
      }
      guard parent.parent?.isBlockOfStatements == true else { throw Self.refusal }
      if value.kind == .nilLiteral {
        nils.append(parent)
      } else {
        calls.append(AssignedCall(statement: parent, call: try BridgedCall(value, file)))
      }
    }
    for use in uses { try attach(use) }
    for index in calls.indices { try calls[index].readSettings(file) }
  }

  /// Gives a use to the call that it is about.
  private mutating func attach(_ use: Node) throws(Refusal) {
    if use.kind == .optionalBinding || use.parent?.kind == .initializerClause {
      return try attachUses(ofConstantBoundTo: use)
    }
    guard use.kind.namesVariable else { throw Self.refusal }
    let place = use.range.lowerBound
    let earlier = calls.indices.filter { calls[$0].statement.range.upperBound <= place }
    let around = earlier.last { calls[$0].block.range.contains(place) }
    // A call made since, in a block that ended, may be the one that is meant.
    if let around, earlier.last == around {
      calls[around].uses.append(use)
      return
    }
    guard isStartOrCancel(use) else { throw Self.refusal }
    others.append(use)
  }

  /// Gives the uses of a constant that the property is bound to, `if let x = call`, to the call that it is about.
  private mutating func attachUses(ofConstantBoundTo use: Node) throws(Refusal) {
    guard let binding = use.kind == .optionalBinding ? use : use.parent?.parent,
      binding.kind == .optionalBinding, let pattern = binding.child(.identifierPattern),
      let constant = file.semantics.symbol(of: pattern)
    else { throw Self.refusal }
    for use in file.semantics.references(to: constant) {
      guard use.kind == .declReference, isStartOrCancel(use) else { throw Self.refusal }
      try attach(use)
    }
  }

  /// Whether a use only starts or ends the call.
  private func isStartOrCancel(_ use: Node) -> Bool { use.memberOfValue?.isStartOrCancel ?? false }

  /// Whether all streams of requests come from one pipe, which is made, written to and let go of with the call.
  private func hold(_ pipe: PipeWrites) throws(Refusal) {
    let streams = calls.filter { $0.call.writer != nil }
    guard pipe.pipe.kind == .property, pipe.isKeptAsLong(as: nils),
      Set(pipe.handedOn) == Set(streams.compactMap { $0.call.writer?.node })
    else { throw PipeWrites.refusal }
    for stream in streams {
      try pipe.come(behindStartOf: stream.uses, madeBy: stream.statement)
    }
    // A local of the same name would be meant instead.
    let isHidden = pipe.bareNames.contains { use in
      file.tree.function(around: use).declaresLocal(property.name)
    }
    guard !isHidden else { throw PipeWrites.refusal }
  }

  // MARK: Rewriting

  func outcome() throws(Refusal) -> TransformOutcome {
    var rewriting = BridgedRewriting(file)
    try rewrite(&rewriting)
    var outcome = rewriting.outcome
    outcome.isPlaceOfMany = true
    return outcome
  }

  func rewrite(_ rewriting: inout BridgedRewriting) throws(Refusal) {
    let streams = calls.contains { $0.call.writer != nil }
    let kept = calls.first { ($0.call.writer != nil) == streams }
    guard let kept else { throw Self.refusal }
    rewriting.editor.rename(typeNames[0], to: kept.call.callClass)
    var taken: [Node: Set<String>] = [:]
    for call in calls {
      let staysKept = (call.call.writer != nil) == streams
      guard staysKept || isOnlyCall(call) else {
        throw Refusal(
          "hold the unary calls in another variable than '\(property.name)', which holds a stream, then run the fix again"
        )
      }
      let options = try call.rewrite(
        as: staysKept ? nil : property.name, besides: taken[call.block] ?? [], file, &rewriting)
      if case .word(let name) = options { taken[call.block, default: []].insert(name) }
    }
    pipe?.rewrite(to: property.name, isOptional: isOptional, &rewriting.editor)
  }

  /// Whether the function that makes a call names the property for it alone, and nothing elsewhere starts or ends it.
  private func isOnlyCall(_ call: AssignedCall) -> Bool {
    let function = file.tree.function(around: call.statement)
    let inside = calls.filter { function.range.contains($0.statement.range.lowerBound) }
    return others.isEmpty && inside.count == 1
      && !nils.contains { function.range.contains($0.range.lowerBound) }
      && call.uses.allSatisfy { use in
        // The constant is not optional.
        file.semantics.symbol(of: use) == property && use.parent?.kind == .memberAccess
          && (isStartOrCancel(use) || use.memberOfValue?.name == "requestHeaders")
      }
  }
}

/// A call that is assigned to a property.
private struct AssignedCall {
  let statement: Node
  let call: BridgedCall

  /// Where the property is named for this call, behind its making.
  var uses: [Node] = []
  private var settings: BridgedCallSettings?

  init(statement: Node, call: BridgedCall) {
    self.statement = statement
    self.call = call
  }

  var block: Node { statement.parent ?? statement }

  /// The method of the project that starts it.
  var starter: Symbol? { settings?.starter?.method }

  mutating func readSettings(_ file: FileContext) throws(Refusal) {
    settings = try BridgedCallSettings(uses, behind: statement, file)
  }

  /// - Parameter name: of the constant that holds the call instead of the property.
  /// - Returns: what its options are called.
  func rewrite(
    as name: String?, besides taken: Set<String>, _ file: FileContext,
    _ rewriting: inout BridgedRewriting
  ) throws(Refusal) -> Code {
    let options =
      try settings?.rewrite(before: statement, besides: taken, file, &rewriting.editor)
      ?? .word("nil")
    let code = rewriting.code(call, options: options)
    guard let name else {
      rewriting.editor.replace(call.call.node, with: code)
      return options
    }
    rewriting.editor.replace(item: statement, with: [.variable(.let, name, value: code)])
    for use in uses where use.kind == .memberAccess {
      rewriting.editor.replace(use, with: .word(name))
    }
    return options
  }
}
