import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A call of ComposableArchitecture that takes case paths, such as `Scope(state:action:)` and `ifLet(_:action:)`.
///
/// Each has an overload for key paths to cases as of 1.4, and the one for the old paths has been deprecated since. No overload takes one of
/// each, so the paths of a call change together or not at all.
struct ReducerOperator {
  private let call: Node
  private let file: FileContext

  /// - Returns: nil if the call is none of these, or if it may be somebody else's.
  init?(_ call: Node, _ file: FileContext) {
    guard let name = call.callee?.name, let labels = labelsOfPaths[name],
      file.semantics.sees(composableArchitecture)
    else { return nil }
    let declared = file.semantics.candidates(of: call)
    guard declared.allSatisfy({ $0.module == composableArchitecture }) else { return nil }
    // What is called on the result of a builder is often not known; its labels are.
    let written = Set(call.arguments.compactMap(\.argumentLabel))
    guard !declared.isEmpty || labels.contains(where: { $0.map(written.contains) ?? false }) else {
      return nil
    }
    self.call = call
    self.file = file
  }

  /// Why the paths of the call cannot be key paths, as what to do; nil if they can.
  var obstacle: String? {
    let name = call.callee?.name ?? ""
    for argument in call.arguments {
      let value = argument.argumentValue.withoutParentheses
      guard let slash = value.firstSlash else {
        if takesPath(argument), isOldPath(value) { return mixture }
        continue
      }
      guard let path = WrittenCasePath(at: slash, file), path.isKnown,
        path.node == argument.argumentValue
      else { return mixture }
      if name == "Scope", argument.argumentLabel == "state" {
        return
          "make the enumeration a '@Reducer', or call '.ifCaseLet(\(path.keyPath), action: …)' on the reducer before: a scope of one case is deprecated as of ComposableArchitecture 1.25"
      }
      if name == "forEach", argument.argumentLabel == "action", path.valueCount != 1 {
        return
          "give the case one value of 'IdentifiedActionOf<…>' in place of an identifier and an action, and write '\(path.keyPath)'"
      }
      if name == "forEach", argument.argumentLabel == "action", path.names.isEmpty {
        return
          "write '\(path.keyPath)' once the actions are 'IdentifiedActionOf<…>', and no identifiers with actions"
      }
      if name != "receive", path.leadsToLabels {
        return
          "a key path leads to a tuple with the labels of the case: give the case one value, or write the labels in the child's actions, and '\(path.keyPath)'"
      }
      var project = ProjectEditor()
      project.annotate(path.enumerations, file)
      if let reason = project.obstacle { return "write '\(path.keyPath)' by hand: \(reason)" }
    }
    return nil
  }

  /// The paths of the call that are written with `/`; there is an obstacle if any path is no such one.
  var paths: [WrittenCasePath] {
    call.arguments.filter(takesPath).compactMap { argument in
      argument.argumentValue.withoutParentheses.firstSlash.flatMap {
        WrittenCasePath(at: $0, file)
      }
    }
  }

  private var mixture: String {
    "write key paths in place of all paths of '\(call.callee?.name ?? "")' at once: it takes no mixture"
  }

  /// Whether the value of an argument is a path of the old type that was made elsewhere, or may be one.
  ///
  /// A state is read by a writable key path as well, which stays.
  private func isOldPath(_ value: Node) -> Bool {
    guard value.kind != .keyPath else { return false }
    guard let name = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol?.name else {
      return call.callee?.name != "receive"
    }
    return name == "CasePath" || name == "AnyCasePath"
  }

  /// Returns the call with key paths for all its paths, as the fix of a finding at one of them.
  func withKeyPaths(for path: WrittenCasePath) -> TransformOutcome? {
    var project = ProjectEditor()
    for other in paths { project.annotate(other.enumerations, file) }
    project.change(file) { editor in
      for other in paths { editor.replace(other.node, with: .word(keyPath(of: other))) }
    }
    return TransformOutcome(project.consequence(in: file, at: path.node))
  }

  /// The path as a key path of the call: with its root, where that is not what the type around the call names so.
  ///
  /// An operator on a reducer without a type of its own, `EmptyReducer()`, has its state and action from the paths alone.
  private func keyPath(of path: WrittenCasePath) -> String {
    guard call.callee?.name != "receive", let written = path.root,
      let root = path.enumerations.first, !isOwn(root, written)
    else { return path.keyPath }
    return path.rootedKeyPath
  }

  /// What a type alias of the project stands for.
  private func aliased(_ member: Symbol) -> Symbol? {
    guard let declaration = member.declaration, declaration.kind == .typealiasDecl,
      let type = declaration.subjectType, let home = file.context(of: declaration)
    else { return nil }
    return home.semantics.symbol(of: type)
  }

  /// Whether an enumeration is the state or the action of the type around the call.
  private func isOwn(_ root: Symbol, _ written: String) -> Bool {
    if ["Action", "State", "Self.Action", "Self.State"].contains(written) { return true }
    let around = call.ancestors.first { $0.isTypeDeclaration || $0.kind == .extensionDecl }
    guard let around,
      let owner = file.semantics.symbol(
        of: around.kind == .extensionDecl ? around.subjectType ?? around : around)
    else { return false }
    return ["Action", "State"].contains { name in
      file.model.members(of: owner, named: name).contains { member in
        member == root || aliased(member) == root
      }
    }
  }
}

extension Node {
  /// The operator before the first part of a path that is written here: of `/A.b`, `/A.b .. /B.c` and
  /// `(/A.b).appending(path: /B.c)`.
  fileprivate var firstSlash: Node? {
    switch kind {
    case .prefixOperator where name == "/": self
    case .binaryOperator where name == "..": leftOperand?.withoutParentheses.firstSlash
    case .functionCall where callee?.name == "appending":
      callee?.base?.withoutParentheses.firstSlash
    default: nil
    }
  }
}

private let composableArchitecture = "ComposableArchitecture"

/// The labels of the arguments that are case paths, by the name of what is called.
private let labelsOfPaths: [String: [String?]] = [
  "Scope": ["state", "action"], "ifLet": ["action"], "ifCaseLet": [nil, "action"],
  "forEach": ["action"], "BindingReducer": ["action"], "receive": [nil],
]

extension ReducerOperator {
  /// Whether the argument is one of the paths.
  func takesPath(_ argument: Node) -> Bool {
    labelsOfPaths[call.callee?.name ?? ""]?.contains(argument.argumentLabel) ?? false
  }
}
