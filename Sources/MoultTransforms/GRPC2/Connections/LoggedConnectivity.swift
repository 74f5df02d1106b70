package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// What the project logs when the state of a connection changes, in an extension that makes a type of its own the delegate.
///
/// No transport of grpc-swift 2 tells anybody of its connections. The extension goes where a log loses lines, and nothing else
/// is lost.
struct LoggedConnectivity {
  let extending: ExtensionDecl

  /// Why a person should look at it.
  static let reason =
    "no transport of grpc-swift 2 tells of the state of its connections: what was logged of it is no longer"

  private static let step =
    "remove it; grpc-swift 2 does not expose the state of connections: do what the delegate did where a call fails with '.unavailable', or where one succeeds again"

  /// - Parameter type: one of the project.
  /// - Returns: nil if it is no delegate, does more than to log, or is one otherwise than in such an extension.
  static func judged(_ type: Symbol, _ file: FileContext) -> LoggedConnectivity? {
    file.others.answer(about: type) { LoggedConnectivity(of: type, file) }
  }

  private init?(of type: Symbol, _ file: FileContext) {
    let functions = file.model.declaredMembers(of: type).filter { Self.told.contains($0.name) }
    guard let first = functions.first?.declaration, let home = file.context(of: first),
      let extending = ExtensionDecl(of: first.parent?.parent),
      let inherited = extending.node.child(.inheritanceClause)?.children,
      inherited.map(\.text) == ["ConnectivityStateDelegate"]
        || inherited.map(\.text) == ["GRPC.ConnectivityStateDelegate"],
      let members = first.parent?.children,
      members.allSatisfy({ member in
        onlyLogs(member) && functions.contains { $0.declaration == member }
      }),
      members.count == functions.count,
      functions.allSatisfy({ home.calls.uses(of: $0).isEmpty }),
      !extending.node.ancestors.contains(where: { $0.kind == .ifConfigClause })
    else { return nil }
    self.extending = extending
  }

  /// What a delegate is told by.
  private static let told: Set<String> = [
    "connectivityStateDidChange", "connectionStartedQuiescing",
  ]

  // MARK: - Places

  /// A place in the extension, or of the type that becomes a delegate.
  static func outcome(at node: Node, _ file: FileContext) -> TransformOutcome {
    if let owner = node.ancestors.lazy.compactMap({ ExtensionDecl($0) }).first,
      let type = owner.type.flatMap({ file.semantics.symbol(of: $0) }),
      let logged = judged(type, file), logged.extending.node == owner.node
    {
      var editor = file.editor
      if let run = ItemRun([owner.node]) { editor.remove(run) }
      return placeOfMany(reviewed(editor))
    }
    // `connection.connectivity.delegate = self`
    if let delegate = MemberAccess(of: node.parent), delegate.name == "delegate",
      let assignment = AssignmentExpr(to: delegate.node), let value = assignment.value?.node,
      assignment.node.parent?.isBlockOfStatements == true,
      !value.descendants().contains(where: { $0.kind == .functionCall }),
      value.kind == .nilLiteral || type(of: value, file).flatMap({ judged($0, file) }) != nil
    {
      var editor = file.editor
      editor.remove(item: assignment.node)
      return TransformOutcome(reviewed(editor))
    }
    return .manual(step)
  }

  private static func type(of value: Node, _ file: FileContext) -> Symbol? {
    file.semantics.type(of: value).fullyUnwrapped.nominalSymbol
  }

  private static func reviewed(_ editor: SyntaxEditor) -> Consequence {
    Consequence(editor, review: [reason])
  }
}

/// Takes away what is told of the state of a connection and only logs it; anything else is left to a person.
package func connectivityOfConnection(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  LoggedConnectivity.outcome(at: match.node, file)
}
