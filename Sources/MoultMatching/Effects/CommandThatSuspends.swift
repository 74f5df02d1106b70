import MoultSemantics
import MoultSource
import MoultSyntax

/// `run()` of a command of ArgumentParser, which may throw, and suspends in an `AsyncParsableCommand` alone.
///
/// The protocol may stand in the clause of a protocol of the project, whose commands all become asynchronous then.
/// In a `ParsableCommand` an `async` one would be no witness: the program would print its help, and nobody says so. An
/// asynchronous command below another one is an error of the running program, so the command that the program starts with changes
/// as well, and is awaited where it is started.
struct CommandThatSuspends {
  /// The conformances that get another name.
  private(set) var conformances: [Node] = []

  /// The name of the command in the statement that starts the program, if that does not await it yet.
  private(set) var start: Node?

  /// Why the function cannot suspend, as a phrase; nil if it can.
  private(set) var obstacle: String?

  /// What the conformance is called then.
  static let name = "AsyncParsableCommand"

  fileprivate static let plainName = "ParsableCommand"

  /// - Returns: nil for any other member.
  init?(
    _ member: Symbol, of owner: Symbol, _ effects: Effects, in model: ProjectModel,
    _ calls: CallGraph
  ) {
    guard isRun(member), effects.contains(.async),
      let conformance = CommandConformance(of: owner, model)
    else { return nil }
    guard conformance.name.name != Self.name else { return }
    let holder = conformance.holder
    let family = calls.descendants(of: holder)
    let heirs = family.filter { $0.kind != .protocolType }
    // Which of two defaults a command has then is not asked.
    let hasOtherDefault = ([holder] + family).contains { type in
      type.kind == .protocolType && type != owner
        && model.declaredMembers(of: type, named: member.name).contains(where: isRun)
    }
    let isProtocol = holder.kind == .protocolType
    let commands = isProtocol ? heirs : [owner]
    let names = [Self.plainName, Self.name] + (isProtocol ? [holder.name] : [])
    guard !hasOtherDefault,
      let first = FirstCommand(
        in: conformance.name.tree.source.path, called: names, model, calls),
      areStarted(commands, by: first, model, calls)
    else {
      obstacle =
        "'run' of a 'ParsableCommand' cannot suspend: make '\(holder.name)', and the command that the program starts with, an '\(Self.name)' first"
      return
    }
    conformances = [conformance.name]
    if !first.runsBoth {
      conformances += first.declaration.inheritedTypes.filter {
        $0.name == Self.plainName && $0 != conformance.name
      }
      start = first.start
    }
  }
}

/// Whether a member is what a command does.
private func isRun(_ member: Symbol) -> Bool {
  member.name == "run" && member.kind == .function && !member.isStatic
    && member.parameterLabels.isEmpty
}

/// Where a type says that it is a command: in its own clause, or in that of a protocol of the project that it conforms to.
private struct CommandConformance {
  let name: Node

  /// The type or protocol whose clause has the name.
  let holder: Symbol

  init?(of type: Symbol, _ model: ProjectModel) {
    var found: [(name: Node, holder: Symbol)] = []
    var types = [type]
    var next = 0
    while next < types.count {
      let holder = types[next]
      next += 1
      guard let declaration = holder.declaration else { continue }
      if declaration.tree.root.children.contains(where: imports(module: "ArgumentParser")) {
        let names = [CommandThatSuspends.plainName, CommandThatSuspends.name]
        found += declaration.inheritedTypes.filter { names.contains($0.name) }
          .map { ($0, holder) }
      }
      types += model.inheritedTypes(of: holder).compactMap(\.nominalSymbol).filter {
        $0.kind == .protocolType && $0.isOfProject && !types.contains($0)
      }
    }
    guard
      let said = found.first(where: { $0.name.name == CommandThatSuspends.name }) ?? found.first
    else { return nil }
    name = said.name
    holder = said.holder
  }
}

/// Whether the program starts each of some commands by its first one, and nobody else does.
private func areStarted(
  _ commands: [Symbol], by first: FirstCommand, _ model: ProjectModel, _ calls: CallGraph
) -> Bool {
  let module = model.module(ofFile: first.declaration.tree.source.path)
  return !commands.isEmpty
    && commands.allSatisfy { command in
      guard let declaration = command.declaration,
        model.module(ofFile: declaration.tree.source.path) == module
      else { return false }
      return !isParsedElsewhere(command.name, calls)
        && (first.declaration == declaration || isListed(command.name, calls))
    }
}

/// Whether a command is named among those below another one.
private func isListed(_ command: String, _ calls: CallGraph) -> Bool {
  calls.nodes(named: command).contains { name in
    guard let type = name.parent, type.kind == .memberAccess, type.name == "self" else {
      return false
    }
    return type.ancestors.prefix(4).contains { Argument($0)?.label == "subcommands" }
  }
}

/// Whether somebody makes the command of words, and may run it: nothing here says of what type that is.
private func isParsedElsewhere(_ command: String, _ calls: CallGraph) -> Bool {
  ["parse", "parseOrExit"].contains { name in
    calls.nodes(named: name).contains { MemberAccess($0)?.base?.node.name == command }
  }
}

/// The command that a program starts with: the only one that says `@main`, or whose `main()` a statement calls.
private struct FirstCommand {
  let declaration: Node
  private(set) var start: Node?

  /// Whether it has a `main()` of its own that awaits the command that was parsed where that suspends, as ArgumentParser's does.
  let runsBoth: Bool

  /// - Parameters:
  ///   - path: of a file of the program.
  ///   - conformances: the names by which a type says that it is a command.
  init?(
    in path: String, called conformances: [String], _ model: ProjectModel, _ calls: CallGraph
  ) {
    let module = model.module(ofFile: path)
    func isBeside(_ node: Node) -> Bool {
      model.module(ofFile: node.tree.source.path) == module
    }
    // Each of several programs may have one of that name.
    func isOfItsModule(_ name: Node) -> Bool {
      let own = model.module(ofFile: name.tree.source.path)
      return calls.nodes(named: name.name).contains {
        TypeDecl($0) != nil && model.module(ofFile: $0.tree.source.path) == own
      }
    }
    func isCommand(_ type: Node) -> Bool {
      TypeDecl(type) != nil && isBeside(type)
        && type.inheritedTypes.contains { conformances.contains($0.name) }
    }
    let said = calls.nodes(named: "main")
    let begun = said.filter { $0.kind == .attribute }.compactMap(\.parent).filter(isCommand)
    var starts: [(name: Node, isAwaited: Bool)] = []
    /// What is started otherwise, with words or by a function.
    var others: [Node] = []
    for member in said.compactMap({ MemberAccess($0) }) {
      guard let call = member.call, let name = member.base?.node, let around = call.node.parent,
        isBeside(member.node) || !isOfItsModule(name)
      else { continue }
      let isAwaited = around.kind == .awaitExpr
      guard isBeside(member.node), call.arguments.isEmpty,
        (isAwaited ? around.parent : around)?.kind == .sourceFile
      else {
        others.append(name)
        continue
      }
      starts.append((name, isAwaited))
    }
    guard begun.count + starts.count == 1,
      case let types = calls.nodes(named: begun.first?.name ?? starts[0].name.name)
        .filter(isCommand), types.count == 1, let type = types.first,
      case let own = type.members.compactMap({ FunctionDecl($0) }).filter({ $0.name == "main" }),
      own.isEmpty || own.allSatisfy(awaitsWhatSuspends),
      !others.contains(where: { $0.name == type.name })
    else { return nil }
    declaration = type
    runsBoth = !own.isEmpty
    start = starts.first.flatMap { $0.isAwaited ? nil : $0.name }
  }
}

/// Whether a function runs `if var command = command as? AsyncParsableCommand { try await command.run() }`.
private func awaitsWhatSuspends(_ main: FunctionDecl) -> Bool {
  main.isAsync
    && main.node.descendants.contains { node in
      guard let branch = IfExpr(node) else { return false }
      let bound = branch.conditions.compactMap { condition -> String? in
        guard case .optionalBinding(let binding) = condition,
          let value = binding.value, let cast = CastExpr(value.node), cast.mark == .conditional,
          let type = cast.type,
          [type.text, type.text.replacing("any ", with: "")].contains(CommandThatSuspends.name)
        else { return nil }
        return binding.pattern?.name
      }
      return branch.body?.node.descendants.contains { node in
        guard node.kind == .awaitExpr,
          let call = node.descendants.first(where: { $0.kind == .functionCall }),
          let callee = call.callee, callee.name == "run",
          let name = MemberAccess(callee)?.base?.node.name
        else { return false }
        return bound.contains(name)
      } ?? false
    }
}

private func imports(module: String) -> (Node) -> Bool {
  { $0.kind == .importDecl && $0.child(.importPathComponent)?.name == module }
}
