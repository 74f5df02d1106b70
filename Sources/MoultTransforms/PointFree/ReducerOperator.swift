import MoultMatching
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
      guard value.kind == .prefixOperator, value.name == "/" else {
        if takesPath(argument), isOldPath(value) { return mixture }
        continue
      }
      guard let path = WrittenCasePath(at: value, file), path.isKnown,
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

  private var mixture: String {
    "write key paths in place of all paths of '\(call.callee?.name ?? "")' at once: it takes no mixture"
  }

  /// Whether the value of an argument is a path of the old type that was made elsewhere.
  ///
  /// A state is read by a writable key path as well, which stays.
  private func isOldPath(_ value: Node) -> Bool {
    guard value.kind != .keyPath else { return false }
    let name = file.semantics.type(of: value).fullyUnwrapped.nominalSymbol?.name
    return name == "CasePath" || name == "AnyCasePath"
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
