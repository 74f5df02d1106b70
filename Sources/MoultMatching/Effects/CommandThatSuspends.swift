import MoultSemantics
import MoultSource
import MoultSyntax

/// `run()` of a command of ArgumentParser, which may throw, and suspends in an `AsyncParsableCommand` alone.
///
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

  /// - Returns: nil for any other member.
  init?(
    _ member: Symbol, of owner: Symbol, _ effects: Effects, in model: ProjectModel,
    _ calls: CallGraph
  ) {
    guard member.name == "run", member.kind == .function, !member.isStatic,
      member.parameterLabels.isEmpty, let declaration = owner.declaration,
      declaration.tree.root.children.contains(where: imports(module: "ArgumentParser"))
    else { return nil }
    let inherited = declaration.inheritedTypes
    if inherited.contains(where: { $0.name == Self.name }) { return }
    guard let command = inherited.first(where: { $0.name == "ParsableCommand" }) else { return nil }
    guard effects.contains(.async) else { return }
    let isBelow = isListed(owner.name, calls)
    guard !isParsedElsewhere(owner.name, calls),
      let first = FirstCommand(beside: declaration, model, calls),
      first.declaration == declaration || isBelow
    else {
      obstacle =
        "'run' of a 'ParsableCommand' cannot suspend: make '\(owner.name)', and the command that the program starts with, an '\(Self.name)' first"
      return
    }
    let above = first.declaration.inheritedTypes.filter { $0.name == "ParsableCommand" }
    conformances = first.declaration == declaration ? [command] : [command] + above
    start = first.start
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

  init?(beside command: Node, _ model: ProjectModel, _ calls: CallGraph) {
    let module = model.module(ofFile: command.tree.source.path)
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
      let names = ["ParsableCommand", CommandThatSuspends.name]
      return TypeDecl(type) != nil && isBeside(type)
        && type.inheritedTypes.contains { names.contains($0.name) }
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
      !type.members.contains(where: { FunctionDecl($0)?.name == "main" }),
      !others.contains(where: { $0.name == type.name })
    else { return nil }
    declaration = type
    start = starts.first.flatMap { $0.isAwaited ? nil : $0.name }
  }
}

private func imports(module: String) -> (Node) -> Bool {
  { $0.kind == .importDecl && $0.child(.importPathComponent)?.name == module }
}
