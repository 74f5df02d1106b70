import MoultSemantics
import MoultSyntax

/// `run()` of a command of ArgumentParser, which may throw, and suspends in an `AsyncParsableCommand` alone.
///
/// In a `ParsableCommand` an `async` one would be no witness: the program would print its help, and nobody says so. An
/// asynchronous command below another one is an error of the running program, so only the command that it starts with changes.
struct CommandThatSuspends {
  /// The conformance that gets another name; nil if none has to.
  private(set) var conformance: Node?

  /// Why the function cannot suspend, as a phrase; nil if it can.
  private(set) var obstacle: String?

  /// What the conformance is called then.
  static let name = "AsyncParsableCommand"

  /// - Returns: nil for any other member.
  init?(_ member: Symbol, of owner: Symbol, _ effects: Effects, in model: ProjectModel) {
    guard member.name == "run", member.kind == .function, !member.isStatic,
      member.parameterLabels.isEmpty, let declaration = owner.declaration,
      declaration.tree.root.children.contains(where: imports(module: "ArgumentParser"))
    else { return nil }
    let inherited = declaration.inheritedTypes
    if inherited.contains(where: { $0.name == Self.name }) { return }
    guard let command = inherited.first(where: { $0.name == "ParsableCommand" }) else { return nil }
    guard effects.contains(.async) else { return }
    if declaration.attributes.contains(where: { $0.name == "main" }),
      model.declaredMembers(of: owner, named: "main").isEmpty
    {
      conformance = command
    } else {
      obstacle =
        "'run' of a 'ParsableCommand' cannot suspend: make '\(owner.name)', and the command that the program starts with, an '\(Self.name)' first"
    }
  }
}

private func imports(module: String) -> (Node) -> Bool {
  { $0.kind == .importDecl && $0.child(.importPathComponent)?.name == module }
}
