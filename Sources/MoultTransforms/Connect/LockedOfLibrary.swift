package import MoultMatching
import MoultSyntax

/// Leaves the box of connect-swift to a person, but where a test sees what is internal to the library: there it still is.
package func lockedOfLibrary(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  let seesInside = file.tree.root.descendants.contains { node in
    node.kind == .importDecl && node.attributes.contains { $0.name == "testable" }
      && node.children.contains { $0.name == "Connect" }
  }
  return seesInside ? nil : .manual()
}
