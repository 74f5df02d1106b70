import MoultFindings
import MoultSemantics
import MoultSource
import MoultSyntax

/// Collects the places of a file that rules are about by their names, and of which nobody can say whether they are.
struct UnknownPlaces {
  private let file: FileContext
  private let index: RuleIndex
  private var found: [UnknownPlace] = []

  /// Whether values of a module's types can come into the file, by module.
  private var reached: [String: Bool] = [:]

  init(_ file: FileContext, _ index: RuleIndex) {
    self.file = file
    self.index = index
  }

  /// Looks at a node at which none of the rules of its name has matched.
  ///
  /// - Parameter candidates: the rules that are about nodes of its name.
  mutating func look(at node: Node, _ candidates: [Int]) {
    let use = UseOfMember(node)
    // What is before the name costs an inference, so it is asked about last.
    let possible = candidates.filter { fits($0, use) }
    guard !possible.isEmpty, let receiver = Receiver(of: node, file),
      possible.contains(where: { canMatch($0, use, receiver) })
    else { return }
    add(receiver, at: node.mainToken.range)
  }

  /// Looks at a call that none of the rules of its first label has matched, and that may make a value of a type out of sight.
  mutating func lookAtConstruction(_ call: Node, _ candidates: [Int]) {
    let use = UseOfMember(making: call)
    let possible = candidates.filter { fits($0, use) }
    guard !possible.isEmpty, let callee = call.callee, file.semantics.namesTypeOutOfSight(callee),
      file.semantics.candidates(of: call).isEmpty
    else { return }
    let receiver = Receiver.type(callee)
    guard possible.contains(where: { canMatch($0, use, receiver) }) else { return }
    add(receiver, at: callee.mainToken.range)
  }

  private mutating func add(_ receiver: Receiver, at range: ByteRange) {
    switch receiver.gap(file) {
    case .module(let modules): add(range, .module, modules)
    case .undeclared: add(range, .name)
    case .platform: add(range, .platform)
    case .closureParameter: add(range, .closure)
    case .implicitMember: add(range, .context)
    case .overloads: add(range, .overloads)
    case .macro: add(range, .macro)
    case .expression: add(range, .expression)
    }
  }

  /// Returns the places, without those that something was found at; in source order.
  func places(besides matches: [Match]) -> [UnknownPlace] {
    guard !found.isEmpty else { return [] }
    let taken = matches.map(\.range).sorted { $0.lowerBound < $1.lowerBound }
    // How far what begins there or before reaches at most.
    var ends: [ByteOffset] = []
    for range in taken { ends.append(max(ends.last ?? range.upperBound, range.upperBound)) }
    return found.filter { place in
      let end = taken.partitioningIndex { $0.lowerBound > place.range.lowerBound }
      return end == 0 || ends[end - 1] < place.range.upperBound
    }
  }

  private mutating func add(
    _ range: ByteRange, _ reason: UnknownPlace.Reason, _ modules: [String] = []
  ) {
    guard found.last?.range != range else { return }
    found.append(
      UnknownPlace(path: file.source.path, range: range, reason: reason, modules: modules))
  }

  /// Whether a rule runs on the file, is about such a use, and about a library that the file sees.
  private mutating func fits(_ candidate: Int, _ use: UseOfMember) -> Bool {
    let rule = index.rules[candidate]
    guard let owner = index.owner(ofRule: candidate), file.runs(rule.id),
      rule.unless.map(file.runs) != true, reaches(owner.module)
    else { return false }
    return rule.finder.wantsCall.map { $0 == (use.call != nil) } ?? true
  }

  private func canMatch(
    _ candidate: Int, _ use: UseOfMember, _ receiver: Receiver
  ) -> Bool {
    guard let owner = index.owner(ofRule: candidate), receiver.canHave(membersOf: owner) else {
      return false
    }
    let old = index.members(soughtBy: candidate, named: use.name).filter {
      use.canMean($0, receiver)
    }
    guard !old.isEmpty else { return false }
    // What today's type has as well is nothing that anybody would find.
    return !file.model.declaredMembers(of: owner, named: use.name).contains { member in
      !index.names(member) && !old.contains(member) && use.canMean(member, receiver)
    }
  }

  private mutating func reaches(_ module: String) -> Bool {
    if let known = reached[module] { return known }
    let answer = file.semantics.reaches(module)
    reached[module] = answer
    return answer
  }
}

/// What stands before the name of a member, and is of no known type.
private enum Receiver {
  /// - Parameter isOutOfSight: whether its type goes by a name that nothing in sight declares.
  case value(Node, isOutOfSight: Bool)
  /// A name of a type that nothing in sight declares.
  case type(Node)
  /// Nothing; the type that is wanted is meant.
  case implicit(Node)

  /// - Returns: nil if the type is known, or the node is no member of anything.
  init?(of node: Node, _ file: FileContext) {
    guard node.kind == .memberAccess, file.semantics.candidates(of: node).isEmpty else {
      return nil
    }
    guard let base = node.base, base.kind != .missingExpr else {
      self = .implicit(node)
      return
    }
    guard file.semantics.type(of: base).isUnknown else { return nil }
    if file.semantics.namesTypeOutOfSight(base) {
      self = .type(base)
    } else if file.semantics.candidates(of: base).contains(where: { $0.kind == .module }) {
      return nil
    } else {
      self = .value(base, isOutOfSight: file.semantics.isOfTypeOutOfSight(base))
    }
  }

  /// A type that is declared out of sight is none of a library, but can descend from one.
  func canHave(membersOf owner: Symbol) -> Bool {
    switch self {
    case .value(_, isOutOfSight: false), .implicit: true
    case .value, .type: owner.kind == .protocolType || owner.kind == .classType
    }
  }

  func gap(_ file: FileContext) -> TypeGap {
    switch self {
    case .value(let node, _), .type(let node), .implicit(let node): file.semantics.typeGap(of: node)
    }
  }
}

/// Whether values of a type are known to be no functions.
private func isPlainValue(_ type: SemanticType) -> Bool {
  switch type.fullyUnwrapped {
  case .nominal(let symbol, _): symbol.kind != .protocolType
  case .tuple: true
  default: false
  }
}

/// How a member is used.
private struct UseOfMember {
  let name: String

  /// The call of it; nil where it is not called.
  let call: Node?

  init(_ node: Node) {
    name = node.name
    let parent = node.parent
    call = parent?.kind == .functionCall && parent?.callee == node ? parent : nil
  }

  /// Creates the use of an initialiser by the name of its type.
  init(making call: Node) {
    name = "init"
    self.call = call
  }

  /// Returns whether a member of an unknown receiver can be this one, as far as its shape tells.
  func canMean(_ symbol: Symbol, _ receiver: Receiver) -> Bool {
    switch receiver {
    case .value: guard !symbol.isStatic, symbol.kind != .initializer else { return false }
    case .type, .implicit:
      guard symbol.isStatic || symbol.kind == .initializer || symbol.kind == .enumCase else {
        return false
      }
    }
    if symbol.kind == .enumCase, case .value = receiver { return false }
    guard let call else { return true }
    switch symbol.kind {
    case .function, .initializer: return takes(call, symbol)
    case .enumCase: return !symbol.parameters.isEmpty
    case .property: return !isPlainValue(symbol.type)
    default: return true
    }
  }

  /// Whether the labels of a call are those of a function, but for what has a default and what closures may be.
  private func takes(_ call: Node, _ symbol: Symbol) -> Bool {
    var open = symbol.parameters[...]
    for argument in call.arguments {
      guard let place = open.firstIndex(where: { $0.label == argument.argumentLabel }),
        open[..<place].allSatisfy(\.hasDefault)
      else { return false }
      open = open[place].isVariadic ? open[place...] : open[(place + 1)...]
    }
    let types = symbol.parameterTypes
    let rest = zip(open.indices, open).filter { !$1.isVariadic }
    let closures = rest.count { index, _ in
      types.indices.contains(index) && canBeClosure(types[index])
    }
    let needed = rest.count { !$1.hasDefault }
    let written = call.trailingClosures.count
    return written == 0 ? needed == 0 : written <= closures && needed <= written
  }

  private func canBeClosure(_ type: SemanticType) -> Bool {
    switch type.fullyUnwrapped {
    case .function, .unknown, .genericParameter, .dependentMember: true
    default: false
    }
  }
}
