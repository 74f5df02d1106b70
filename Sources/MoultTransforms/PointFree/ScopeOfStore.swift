package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Gives `store.scope(state:action:)` a key path to a case in place of the function that embeds the child's action.
///
/// The enumeration gets its `@CasePathable` in the same fix, as with a path that is written with `/`.
package func casePathOfScope(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let call = CallExpr(match.node), let state = call.argument(labeled: "state") else {
    return nil
  }
  let action = call.argument(labeled: "action")?.expression
  guard action?.node.kind != .keyPath, action != nil || !call.trailingClosures.isEmpty else {
    return nil
  }
  guard let action, let embedding = NamedCase(embeddedBy: action.node, file) else {
    return .manual(
      "write 'state: \\.child, action: \\.child', with key paths for both: functions are deprecated as of ComposableArchitecture 1.5"
    )
  }
  let keyPath = "\\." + embedding.name
  guard state.expression?.node.kind == .keyPath else {
    return .manual("write 'state: \\.child, action: \(keyPath)', with key paths for both")
  }
  guard embedding.valueCount == 1 else {
    return .manual(
      "give the case one value of 'IdentifiedActionOf<…>' in place of an identifier and an action, and write '\(keyPath)'"
    )
  }
  var project = ProjectEditor()
  project.annotate([embedding.enumeration], file)
  if let obstacle = project.obstacle {
    return .manual("write '\(keyPath)' by hand: \(obstacle)")
  }
  project.change(file) { $0.replace(action.node, with: .word(keyPath)) }
  return TransformOutcome(project.consequence(in: file))
}

extension NamedCase {
  /// That of a function which makes an action of a child's: `Parent.Action.child`, or `{ .child($0) }`.
  ///
  /// - Returns: nil for a function that does anything else, or whose case nobody knows.
  fileprivate init?(embeddedBy value: Node, _ file: FileContext) {
    let value = value.withoutParentheses
    guard let reference = ClosureExpr(value).map(\.embeddingCase) ?? value else { return nil }
    self.init(reference, file)
  }
}

extension ClosureExpr {
  /// `T.name` of `{ T.name($0) }`; nil for any other closure.
  fileprivate var embeddingCase: Node? {
    guard signature == nil, let item = items.only, let call = item.node.onlyCall,
      let argument = call.onlyArgument, argument.expression?.node.text == "$0"
    else { return nil }
    return call.called?.node
  }
}

extension Node {
  fileprivate var onlyCall: CallExpr? {
    CallExpr(self) ?? (children.count == 1 ? CallExpr(children[0]) : nil)
  }
}
