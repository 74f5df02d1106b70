import MoultFindings
import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// Returns the closures that share an object with what runs beside them, where the language mode refuses that.
///
/// Such a closure is `@Sendable`, or the operation of a task. What it may not have is `self`, as an object of a class of the project
/// of which all is known, and which is neither `Sendable` nor of a global actor, and what `capturedLocals` says.
func sharedObjects(in subject: Subject) -> [DefiniteError] {
  guard subject.nodes.contains(where: { $0.kind == .closure }), subject.file.refusesRaces else {
    return []
  }
  return subject.nodes.flatMap { closure -> [DefiniteError] in
    guard closure.kind == .closure, !closure.isInMacro,
      let kind = subject.runsBesideCaller(closure)
    else { return [] }
    let shared = subject.useOfSelf(in: closure).flatMap { use in
      subject.sharedClass(at: closure, kind).map { subject.error(sharing: "self", of: $0, at: use) }
    }
    return (shared.map { [$0] } ?? []) + subject.capturedLocals(in: closure, kind)
  }
}

/// Why a closure runs beside what makes it.
enum Beside {
  /// Its parameter is `@Sendable`.
  case sendable
  /// Its parameter is, and belongs to a global actor.
  case sendableOnActor
  /// It belongs to a task, which is of the actor that starts it.
  case task
}

extension Subject {
  /// An object goes into a closure that may not have it.
  func error(sharing name: String, of owner: Symbol, at use: Node) -> DefiniteError {
    let function = use.ancestors.first { $0.kind == .functionDecl }.map { " of '\($0.name)'" }
    return error(
      .race, at: use,
      "'\(name)' goes into a closure\(function ?? "") that runs beside it, and '\(owner.name)' is not 'Sendable', which Swift 6 mode refuses"
    )
  }

  fileprivate func runsBesideCaller(_ closure: Node) -> Beside? {
    let call = closure.ancestors.prefix(3).first { $0.kind == .functionCall }
    guard let call, call.callee != closure, let function = semantics.symbol(of: call) else {
      return nil
    }
    if let owner = function.parent, owner.name == "Task", builtInModules.contains(owner.module) {
      return .task
    }
    // What may be called without a word of sendability is at most warned of.
    let attributes = function.declaration?.attributes.map(\.name) ?? []
    guard !attributes.contains("preconcurrency"),
      let type = parameterTaking(closure, of: function, in: call)?.declaration?.parameterType,
      type.kind == .attributedType, type.attributes.contains(where: { $0.name == "Sendable" })
    else { return nil }
    let isOfActor = type.attributes.contains { $0.name != "Sendable" && $0.isCustomAttribute }
    return isOfActor ? .sendableOnActor : .sendable
  }

  /// Where a closure uses `self`, said or not; what its captures are given is looked up outside of it.
  fileprivate func useOfSelf(in closure: Node) -> Node? {
    if let capture = closure.captures.first(where: { $0.name == "self" && $0.children.isEmpty }) {
      return capture
    }
    let own = Set(closure.captures)
    return closure.descendants.first { node in
      guard node.kind == .declReference else { return false }
      let isMeant =
        node.name == "self" || semantics.symbol(of: node)?.isMemberOfObject == true
      guard isMeant else { return false }
      return node.ancestors.prefix { $0 != closure }.allSatisfy {
        !own.contains($0) && !$0.kind.isNominalType
      }
    }
  }

  /// The class of `self` around a closure, if objects of it must not be shared with what runs beside.
  fileprivate func sharedClass(at closure: Node, _ kind: Beside) -> Symbol? {
    guard let container = closure.container, let owner = semantics.symbol(of: container),
      owner.kind == .classType, !container.isConditional
    else { return nil }
    let members = closure.ancestors.prefix { $0 != container }
    let functions = members.filter { $0.kind == .functionDecl || $0.kind == .variableDecl }
    let ofType = ["static", "class"]
    guard !functions.contains(where: { $0.modifierNames.contains(where: ofType.contains) })
    else { return nil }
    // A task is of the actor that its function is of.
    if kind == .task, functions.contains(where: \.hasCustomAttribute) { return nil }
    return model.isNeverSendable(owner) ? owner : nil
  }
}

extension Symbol {
  /// Whether it is a property or method of an object, which a name alone means with `self`.
  fileprivate var isMemberOfObject: Bool {
    parent?.kind.isNominalType == true && !isStatic
      && [.property, .function, .subscript].contains(kind)
  }
}
