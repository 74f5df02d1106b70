import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// `.default(target: t, eventLoopGroup: g)`, the configuration of a connection, a pool or a server, and what is set on it, taken
/// apart.
///
/// It stands where the connection or the server is made, or is a local that nothing else uses.
struct MadeConfiguration {
  /// What makes it.
  let call: CallExpr

  /// What is set on it behind that.
  private let told: [ToldSetting]

  /// Where branches tell it its security, if they do more than that.
  let places: PlacesOfSecurity?

  /// The statements of the local, which go.
  let gone: [Node]

  /// The comments in these, but for those in a value.
  let remarks: [ByteRange]

  /// What is set on it behind that in any case.
  var assignments: [AssignmentExpr] { told.map(\.assignment) }

  /// What it is made with and told, by name, in source order.
  var settings: [(name: String, value: Node)] {
    call.arguments.map { ($0.label ?? "", $0.node.argumentValue) }
      + told.filter { $0.condition == nil }.compactMap(\.setting)
  }

  /// What it is told only where a condition holds.
  var choices: [(condition: Node, name: String, value: Node)] {
    told.compactMap { one in
      guard let condition = one.condition, let setting = one.setting else { return nil }
      return (condition, setting.name, setting.value)
    }
  }

  /// - Parameters:
  ///   - value: what stands behind `configuration:`.
  ///   - filler: the method that makes one and has a closure fill it in; nil if `default` or an initialiser makes it.
  ///   - choosing: what may be told in an `if` alone; nothing else may be.
  ///   - branching: what may be told in any branches, which stay; that of `choosing` for nil.
  init(
    _ value: Node, filledBy filler: String? = nil, choosing: Set<String> = [],
    branching: Set<String>? = nil, _ file: FileContext
  ) throws(Refusal) {
    var (made, told, gone): (Node, [ToldSetting], [Node]) = (value, [], [])
    var places: PlacesOfSecurity?
    if let constant = ConstantUsedOnce(value, keepingComments: true, file) {
      (made, gone) = (constant.value, [constant.statement])
    } else if let variable = VariableSetOnce(value, file, choosing)
      ?? VariableSetOnce(value, file, [], branching: branching ?? choosing)
    {
      (made, told, gone) = (variable.value, variable.told, variable.gone)
      places = variable.places
    }
    let makers = filler.map { [$0] } ?? ["default", "init", "Configuration"]
    guard let call = CallExpr(made), let maker = call.called?.node.name, makers.contains(maker),
      call.trailingClosures.isEmpty || filler != nil
    else {
      throw Refusal(
        "the configuration is made elsewhere: create the transport of grpc-swift 2 with its settings, and the client or the server with the transport"
      )
    }
    self.call = call
    self.told = told
    self.gone = gone
    self.places = places
    let values =
      call.arguments.map(\.node.argumentValue) + told.compactMap { $0.assignment.value?.node }
    remarks = gone.flatMap { file.tree.commentRanges(in: $0.range) }.filter { comment in
      !values.contains { $0.range.contains(comment.lowerBound) }
    }
    try checkRemarks(remarks, in: file.tree)
  }
}

/// One assignment to a member of a configuration.
private struct ToldSetting {
  let assignment: AssignmentExpr

  /// What has to hold for it, as the only condition of an `if` around it.
  let condition: Node?

  /// The statement that goes: the assignment, or the `if` that does nothing else.
  let statement: Node

  /// Whether it is a logger's, which no transport takes.
  var goesNowhere: Bool { assignment.target?.node.name == "backgroundActivityLogger" }

  var setting: (name: String, value: Node)? {
    guard let target = assignment.target, let value = assignment.value else { return nil }
    return (target.node.name, value.node)
  }
}

/// A local variable that statements behind it set members of, before the only use of it.
private struct VariableSetOnce {
  let value: Node
  let told: [ToldSetting]

  /// Where branches tell its security.
  let places: PlacesOfSecurity?

  /// What sets members, and the declaration where nothing else takes its place.
  let gone: [Node]

  /// - Parameter branching: what branches tell; nothing for a variable of which none do.
  /// - Returns: nil for any other expression.
  init?(
    _ use: Node, _ file: FileContext, _ choosing: Set<String>, branching: Set<String> = []
  ) {
    guard let local = LocalVariable(named: use, file), let variable = local.declaration,
      variable.introducer == .var, let value = local.value, let block = variable.node.parent,
      block.isBlockOfStatements, use.isInside(block)
    else { return nil }
    let symbol = local.symbol
    let between = block.items.drop { $0 != variable.node }.dropFirst().prefix { !use.isInside($0) }
    let places =
      branching.isEmpty
      ? nil
      : PlacesOfSecurity(tellingConfiguration: local, in: Array(between), branching, file)
    guard branching.isEmpty || places != nil else { return nil }
    let told = between.flatMap { settings(of: symbol.name, in: $0, choosing) }
      .filter { one in !(places?.assignments.contains { $0.node == one.assignment.node } ?? false) }
    let uses = file.semantics.references(to: symbol).filter { $0.kind == .declReference }
    // The values move behind what stands in between.
    let others = between.filter { item in
      VariableDecl(item)?.introducer != .let && !told.contains { $0.statement == item }
    }
    let moved =
      [value]
      + told.filter { $0.goesNowhere == false }
      .flatMap { [$0.assignment.value?.node, $0.condition] }.compactMap(\.self)
    guard uses.count == told.count + (places?.assignments.count ?? 0) + 1, uses.last == use,
      others.isEmpty || moved.allSatisfy({ isTheSame($0, behind: others, file) })
    else { return nil }
    self.value = value
    self.told = told
    self.places = places
    gone = (places == nil ? [variable.node] : []) + told.map(\.statement)
  }
}

/// What a statement sets of a configuration: as an assignment, in an `if` that does nothing else, or, where nothing comes of it,
/// anywhere in an `if`.
///
/// - Parameter choosing: what may be set in an `if`.
private func settings(
  of name: String, in statement: Node, _ choosing: Set<String>
) -> [ToldSetting] {
  func assigned(_ node: Node) -> AssignmentExpr? {
    guard let assignment = AssignmentExpr(node),
      MemberAccess(of: assignment.target?.node)?.base.flatMap({ NameExpr($0.node) })?.name == name
    else { return nil }
    return assignment
  }
  if let assignment = assigned(statement) {
    return [ToldSetting(assignment: assignment, condition: nil, statement: statement)]
  }
  guard statement.kind == .ifExpr, !choosing.isEmpty, let body = statement.body else { return [] }
  if body.items.count == 1, let only = body.items.first.flatMap(assigned),
    statement.elseBranch == nil,
    statement.conditions.count == 1, Expr(statement.conditions[0]) != nil,
    choosing.contains(only.target?.node.name ?? "")
  {
    return [
      ToldSetting(assignment: only, condition: statement.conditions[0], statement: statement)
    ]
  }
  return body.items.compactMap(assigned)
    .map { ToldSetting(assignment: $0, condition: nil, statement: $0.node) }
    .filter(\.goesNowhere)
}
