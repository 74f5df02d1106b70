import MoultFindings
import MoultRewriting
import MoultSemantics
import MoultSource
package import MoultSyntax

/// Returns what must change around `expression` and in its callers, now that it throws or suspends.
///
/// `try` and `await` are added where none covers it. The need climbs to the enclosing function, accessor or
/// closure, to the requirements and methods that it stands for, and to all their callers within the project,
/// over files. A function of the project that calls its closures takes such that do as much. Where a function
/// cannot get the effect (a closure passed to something else that calls it at once, an Objective-C method, a
/// deinitialiser, an override of someone else's method, a member that a framework calls, generated code), what
/// suspends and whose value nobody uses, nor its error or end, goes into a `Task`, for review; else a person does it.
///
/// - Parameter actor: the global actor of the functions that suspend from now on and say of none.
/// - Complexity: O(*n*) in the files that mention a function which changes. At most
///   `mostChangedDeclarations` declarations change.
package func addition(
  of effects: Effects, to expression: Node, in file: FileContext, isolatedTo actor: String? = nil
) -> Consequence {
  guard !effects.isEmpty else { return Consequence() }
  var climb = EffectClimb(file, isolatedTo: actor)
  climb.need(effects, at: expression)
  let consequence = climb.finish()
  guard consequence.safety == .manual, climb.hasFollowedClosures else { return consequence }
  // Where the way through the project's own functions ends at a person, a task in the closure may still do.
  var direct = EffectClimb(file, followsClosures: false, isolatedTo: actor)
  direct.need(effects, at: expression)
  let bridged = direct.finish()
  return bridged.safety == .manual ? consequence : bridged
}

/// Beyond so many declarations a person should decide where the climb ends.
package let mostChangedDeclarations = 64

struct EffectClimb {
  struct Need {
    let expression: Node
    let effects: Effects

    /// Whether it calls or reads what changed, rather than being what the fix is about.
    var isCaller = false
  }

  let home: FileContext
  private var contexts: [String: FileContext]
  var consequence = Consequence()
  private var open: [Need] = []
  private var marks: [SourcePlace: Effects] = [:]

  /// Arguments whose values are asked for in a statement before.
  var hoisted: Set<Node> = []

  /// Statements that go into a `Task`.
  private var tasks: Set<Node> = []

  /// Several statements, or a whole `do`, that go into a `Task`, by the first.
  private var detached: [Node: DetachedStatements] = [:]

  /// What declarations and accessors get, beyond what they say.
  private var raised: [Node: Effects] = [:]

  /// Whether functions of the project that call their closures take such that have the effects.
  private let followsClosures: Bool
  private(set) var hasFollowedClosures = false

  /// The global actor of functions that become async.
  let actor: String?

  init(_ file: FileContext, followsClosures: Bool = true, isolatedTo actor: String? = nil) {
    self.followsClosures = followsClosures
    self.actor = actor
    home = file
    contexts = [file.source.path: file]
  }

  mutating func need(_ effects: Effects, at expression: Node, isCaller: Bool = false) {
    open.append(Need(expression: expression, effects: effects, isCaller: isCaller))
  }

  mutating func finish() -> Consequence {
    var next = 0
    var seen: Set<Node> = []
    while next < open.count, consequence.safety != .manual {
      settle(open[next])
      next += 1
      guard next == open.count else { continue }
      let new = raised.filter { $0.value.contains(.async) && seen.insert($0.key).inserted }.keys
      let sorted = new.sorted {
        ($0.tree.source.path, $0.range.lowerBound) < ($1.tree.source.path, $1.range.lowerBound)
      }
      for declaration in sorted { needTwins(in: declaration) }
    }
    guard consequence.safety != .manual else { return consequence }
    for (place, effects) in marks { insert(effects.markText, at: place) }
    for (declaration, effects) in raised {
      declare(effects, by: declaration)
      guard effects.contains(.async) else { continue }
      isolate(declaration)
      awaitExpectations(of: declaration)
    }
    wrapTasks()
    consequence.edits.sort { $0.range.lowerBound < $1.range.lowerBound }
    return consequence
  }

  // MARK: - Climbing

  private mutating func settle(_ need: Need) {
    guard let file = context(of: need.expression) else { return }
    let around = surroundings(of: need.expression, in: file)
    for mark in isHoistable(need, around)
      ? [] : missingMarks(for: need.expression, need.effects, around)
    {
      let place = SourcePlace(path: file.source.path, offset: mark.offset)
      marks[place, default: []].formUnion(mark.mark)
    }
    if let binding = around.asyncLet { return settleAsyncLet(binding, need.effects, file) }
    if need.effects.contains(.async), let assertion = ThrowAssertion(around.autoclosure) {
      return surround(assertion, need, around, file)
    }
    var effects = need.effects
    for barrier in around.barriers where !barrier.effects.isDisjoint(with: effects) {
      if barrier.effects.contains(.throwing), around.handlesErrors, !effects.contains(.async) {
        continue
      }
      guard barrier.takesTask else {
        if hoist(need, around, file) { return }
        return leave(need, because: barrier.reason, file)
      }
      return stop(need, effects, because: barrier.reason, file)
    }
    for doubt in around.doubts { consequence.lower(to: .review, because: doubt) }
    if around.handlesErrors { effects.remove(.throwing) }
    guard !effects.isEmpty else { return }
    climb(out: around, effects, need, file)
  }

  /// What holds the expression gets the effects.
  mutating func climb(
    out around: EffectSurroundings, _ effects: Effects, _ need: Need, _ file: FileContext
  ) {
    switch around.scope {
    case .topLevel: return
    case .globalValue:
      let reason = "the initial value of a global variable can neither suspend nor throw"
      stop(need, effects, because: reason, file)
    case .none(let place):
      stop(need, effects, because: "\(place) can neither suspend nor throw", file)
    case .function(let declaration): raise(declaration, declaration, effects, need, file)
    case .getter(let owner, let block): raise(owner, block, effects, need, file)
    case .closure(let closure): settle(closure, effects, need, file)
    }
  }

  func lineBreak(before statement: Node, _ file: FileContext) -> String {
    let bytes = file.source.bytes
    return bytes.lineEnding + bytes.indentation(ofLineAt: statement.range.lowerBound.index)
  }

  mutating func replace(_ range: ByteRange, _ text: String, _ file: FileContext) {
    if file.source.path == home.source.path {
      consequence.edits.append(Edit(range, text))
    } else {
      consequence.elsewhere[file.source.path, default: []].append(Edit(range, text))
    }
  }

  /// The values of `async let` are waited for by name, and errors come out there.
  private mutating func settleAsyncLet(_ variable: Node, _ effects: Effects, _ file: FileContext) {
    guard effects.contains(.throwing) else { return }
    for name in variable.bindings.flatMap(\.boundNames) {
      guard let symbol = file.semantics.symbol(of: name) else { continue }
      for use in file.semantics.references(to: symbol) where use != name {
        need(.throwing, at: use)
      }
    }
  }

  private mutating func settle(
    _ closure: Node, _ effects: Effects, _ need: Need, _ file: FileContext
  ) {
    var accepted = closure.declaredEffects
    if case .function(_, _, let isThrowing, let isAsync) = file.semantics.type(of: closure) {
      if isThrowing { accepted.insert(.throwing) }
      if isAsync { accepted.insert(.async) }
    }
    let missing = effects.subtracting(accepted)
    guard missing.isEmpty || raiseParameters(taking: closure, missing, file) else {
      let reason = "a closure that is \(passedTo(closure, file))"
      // What follows relies on what the closure has done.
      return file.waits(forClosure: closure)
        ? leave(need, because: reason + ", and is waited for", file)
        : stop(need, effects, because: reason, file)
    }
    // What rethrows throws what its closure throws.
    guard effects.contains(.throwing), let call = call(taking: closure),
      file.semantics.symbol(of: call)?.declaration?.isRethrowing == true
    else { return }
    self.need(.throwing, at: call)
  }

  /// Lets the parameter that a closure is passed to take closures with the effects.
  ///
  /// - Returns: false if it cannot.
  private mutating func raiseParameters(
    taking closure: Node, _ effects: Effects, _ file: FileContext
  ) -> Bool {
    guard followsClosures,
      let parameters = ClosureParameters(taking: closure, effects, in: file)
    else { return false }
    hasFollowedClosures = true
    for parameter in parameters.members {
      let has = parameter.type.declaredEffects.union(raised[parameter.type] ?? [])
      let missing = effects.subtracting(has)
      guard !missing.isEmpty else { continue }
      raised[parameter.type, default: []].formUnion(missing)
      for call in parameter.calls { need(missing, at: call, isCaller: true) }
      consequence.lower(to: .review, because: reason(for: parameter, missing))
    }
    return true
  }

  private func reason(for parameter: ClosureParameter, _ effects: Effects) -> String {
    let change =
      "the closures that '\(parameter.function.name)' takes may \(effects.verb), and so may it itself"
    guard effects.contains(.async) else { return change }
    return change
      + "; in Swift 6 mode it must be 'nonisolated(nonsending)' for an actor to pass it one of its own"
  }

  private func call(taking closure: Node) -> Node? {
    closure.ancestors.prefix(3).first { $0.kind == .functionCall }
  }

  private func passedTo(_ closure: Node, _ file: FileContext) -> String {
    guard let call = call(taking: closure), let callee = call.callee else {
      return "not declared for it"
    }
    return file.semantics.symbol(of: call) == nil
      ? "passed to '\(callee.name)', about which nothing is known"
      : "passed to '\(callee.name)', which takes none that suspends or throws"
  }

  /// - Parameters:
  ///   - declaration: what callers name: a function, an initialiser, a binding, a subscript.
  ///   - holder: what says the effects: the same, or the getter.
  private mutating func raise(
    _ declaration: Node, _ holder: Node, _ effects: Effects, _ need: Need, _ file: FileContext
  ) {
    let has = holder.declaredEffects.union(raised[holder] ?? [])
    var missing = effects.subtracting(has)
    guard !missing.isEmpty else { return }
    guard let symbol = file.semantics.symbol(of: declaration) else {
      return stop(need, effects, because: "a function that is not understood", file)
    }
    var family = EffectFamily(of: symbol, missing, in: home.model, home.calls)
    if family.isTestLifecycle {
      missing = Effects([.async, .throwing]).subtracting(has)
      family = EffectFamily(of: symbol, missing, in: home.model, home.calls)
    }
    if let obstacle = family.obstacle {
      return family.mustFinish
        ? leave(need, because: obstacle, file) : stop(need, effects, because: obstacle, file)
    }
    var callers: [Node] = []
    for member in family.members {
      guard let uses = MoultMatching.callers(of: member, in: file) else {
        return stop(
          need, effects, because: "'\(member.name)' is used by generated code or as a value", file)
      }
      callers += uses
    }
    if declaration.kind == .initializerDecl, !effects.contains(.throwing),
      callers.contains(where: { isOfConstant($0, home) })
    {
      return stop(
        need, effects, because: "an initialiser that a constant's value calls cannot suspend", file)
    }
    if let renamed = family.renames.first?.member, !callers.isEmpty {
      return leave(need, because: "'\(renamed.name)' is called, and cannot suspend", file)
    }
    for (member, name) in family.renames { rename(member, name) }
    for doubt in family.doubts { consequence.lower(to: .review, because: doubt) }
    for conformance in family.conformances {
      guard let place = context(of: conformance) else { continue }
      replace(conformance.mainToken.range, CommandThatSuspends.name, place)
      consequence.lower(
        to: .review,
        because: "'\(CommandThatSuspends.name)' takes ArgumentParser 1.1 and macOS 10.15 or newer")
    }
    for start in family.starts {
      guard let place = context(of: start) else { continue }
      replace(start.mainToken.range, "await \(start.name)", place)
    }
    for member in family.members {
      guard let node = member.declaration else { continue }
      raised[effectsHolder(of: node), default: []].formUnion(
        missing.subtracting(member.effects))
    }
    if family.isTestLifecycle {
      for member in family.members { callers += callsOfInherited(member, in: home) }
    }
    guard raised.count <= mostChangedDeclarations else {
      consequence.lower(
        to: .manual,
        because: "more than \(mostChangedDeclarations) functions would have to change with it")
      return
    }
    let unknown = family.members.filter { $0.parent?.kind.isNominalType == true }
      .flatMap { member in home.calls.unknownUses(of: member.name).filter { $0.couldMean(member) } }
    if let first = unknown.first {
      consequence.lower(
        to: .review,
        because:
          "'.\(first.name)' behind a receiver of unknown type may mean it too, as in \(first.tree.source.path)"
      )
    }
    for caller in callers { self.need(missing, at: caller, isCaller: true) }
  }

  /// Gives a member that XCTest calls the name of the one that may suspend, also where it calls what it overrides.
  private mutating func rename(_ member: Symbol, _ name: String) {
    guard let declaration = member.declaration, let file = context(of: declaration) else { return }
    let calls = callsOfInherited(member, in: home).compactMap(\.callee)
    for place in [declaration] + calls { replace(place.mainToken.range, name, file) }
    consequence.lower(
      to: .review,
      because: "'\(member.name)' cannot suspend, and '\(name)', which XCTest calls too, can")
  }

  mutating func context(of node: Node) -> FileContext? {
    let path = node.tree.source.path
    if let known = contexts[path] { return known }
    let context = home.context(of: node)
    contexts[path] = context
    return context
  }

  // MARK: - Limits

  /// The effects can go no further from here: a `Task` takes what suspends, and a person the rest.
  private mutating func stop(
    _ need: Need, _ effects: Effects, because reason: String, _ file: FileContext
  ) {
    guard effects.contains(.async), !need.expression.hasDeferredAround else {
      return leave(need, because: reason, file)
    }
    let around = surroundings(of: need.expression, in: file)
    guard ThrowAssertion(around.autoclosure) == nil else {
      return leave(need, because: reason + ", and the test would not wait for a 'Task'", file)
    }
    if around.tellsCallerOfClosure {
      return leave(
        need, because: reason + ", and who calls the closure would not hear of its errors", file)
    }
    let handlesErrors = !effects.contains(.throwing)
    let statements = DetachedStatements(
      around: need.expression, handlesErrors: handlesErrors, file)
    // What a 'catch' is there for goes into the task with it.
    let staysWhole = statements?.holdsHandler(of: need.expression) == true
    if !staysWhole, !isEndTold(behind: need.expression), !isOutcomeHeard(of: need.expression),
      let statement = unusedStatement(around: need.expression, file)
    {
      tasks.insert(statement)
      consequence.lower(
        to: .review, because: "\(reason), so it runs in a 'Task' that nobody waits for")
      return
    }
    guard let statements else { return leave(need, because: reason, file) }
    detached[statements.first] = statements
    consequence.lower(
      to: .review,
      because:
        "\(reason), so the statements around it run in a 'Task' that nobody waits for; until now what follows them waited"
    )
  }

  /// The effects can go no further from here, and a person decides.
  mutating func leave(_ need: Need, because reason: String, _ file: FileContext) {
    let line = file.source.lines.line(of: need.expression.range.lowerBound)
    consequence.lower(to: .manual, because: "\(reason), at \(file.source.path):\(line)")
  }

  // MARK: - Editing

  private mutating func wrapTasks() {
    for statements in outermostDetached() { wrap(statements) }
    for statement in tasks {
      let path = statement.tree.source.path
      let start = SourcePlace(path: path, offset: statement.range.lowerBound)
      let task = context(of: statement)?.nameOfTask(at: statement) ?? "Task"
      insert("\(task) { ", at: start, isFirst: true)
      insert(" }", at: SourcePlace(path: path, offset: statement.range.upperBound))
    }
  }

  /// The detached statements that no others hold, in the order of files and offsets: inside of a task nothing needs one.
  private func outermostDetached() -> [DetachedStatements] {
    let all = detached.values.sorted { precedes($0.first, $1.first) }
    return all.filter { run in !all.contains { $0.holds(run) } }
  }

  /// Puts statements into a `Task` over several lines.
  private mutating func wrap(_ statements: DetachedStatements) {
    guard let file = context(of: statements.first) else { return }
    let path = file.source.path
    let step = file.layout.indentUnit
    let end = statements.last.range.upperBound
    let copies =
      statements.copies.isEmpty ? "" : " [\(statements.copies.joined(separator: ", "))] in"
    let start = SourcePlace(path: path, offset: statements.start)
    let task = file.nameOfTask(at: statements.first)
    let line = lineBreak(before: statements.first, file)
    // A condition of compilation may stand less deep than what it holds, and stays there.
    let shift = statements.shiftOfContent(file)
    insert(
      "\(shift ?? "")\(task) {\(copies)\(line)\(shift == nil ? step : "")", at: start, isFirst: true
    )
    insert("\(line)\(shift ?? "")}", at: SourcePlace(path: path, offset: end))
    let starts = file.layout.linesMoved(in: statements.start..<end, by: step)
      .map(\.range.lowerBound)
      .filter { shift == nil || !file.layout.startsWithDirective($0) }
    consequence.moved.append(
      MovedLines(
        path: path == home.source.path ? nil : path, range: statements.start..<end,
        starts: starts, step: step))
    for statement in statements.returns { replace(statement.range, "return", file) }
  }

  private mutating func declare(_ effects: Effects, by holder: Node) {
    guard !effects.isEmpty else { return }
    let path = holder.tree.source.path
    var insertions = insertion(of: effects, by: holder)
    if let getter = ShortGetter(holder), let layout = context(of: holder)?.layout,
      getter.isOverLines(layout)
    {
      insertions = getter.insertionOverLines(of: effects, layout)
      consequence.moved.append(
        MovedLines(
          path: path == home.source.path ? nil : path, range: getter.open..<getter.close,
          starts: getter.startsOfInnerLines(layout), step: layout.indentUnit))
    }
    for (offset, text) in insertions ?? [] {
      insert(text, at: SourcePlace(path: path, offset: offset))
    }
  }
}
