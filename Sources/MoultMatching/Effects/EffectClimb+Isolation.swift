import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The actor of functions that ran on the main thread by being called there, and suspend now.
extension EffectClimb {
  /// Puts `@MainActor`, or what else the page says, before a function that becomes async, unless something says where it runs.
  mutating func isolate(_ function: Node) {
    guard let actor, let file = context(of: function), function.kind == .functionDecl,
      function.parent?.kind != .codeBlock, !function.modifierNames.contains("override"),
      !saysWhereItRuns(function, file)
    else { return }
    let start = function.range.lowerBound
    let line = file.layout.startsLine(start) ? lineBreak(before: function, file) : " "
    let place = SourcePlace(path: file.source.path, offset: start)
    insert("@\(actor)\(line)", at: place, isFirst: true)
  }

  /// Whether an attribute is an actor that the project declares: `@Database`.
  private func isGlobalActor(_ attribute: Node, _ file: FileContext) -> Bool {
    guard let type = attribute.children.first(where: { $0.kind.isType }) else { return false }
    return file.semantics.symbol(of: type)?.declaration?.attributes
      .contains { $0.name == "globalActor" } ?? false
  }

  /// Whether a function, the type that it is a member of, or what stands around it is isolated, or says that it is not.
  private func saysWhereItRuns(_ function: Node, _ file: FileContext) -> Bool {
    var around = [function] + function.ancestors
    if let type = file.semantics.symbol(of: function)?.parent?.declaration { around.append(type) }
    return around.contains { node in
      node.kind == .actorDecl || node.kind == .protocolDecl
        || node.modifierNames.contains("nonisolated")
        || node.attributes.contains { $0.name.hasSuffix("Actor") || isGlobalActor($0, file) }
    }
  }
}
