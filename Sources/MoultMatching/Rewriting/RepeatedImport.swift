import MoultRewriting
import MoultSyntax

/// Returns the removal of an import whose module another one takes the place of that the file imports already.
///
/// - Parameter module: the one that takes its place.
/// - Returns: nil for an import with attributes, of a single declaration or under a condition, and for anything else.
func removal(
  ofImport name: Node, for module: String, in file: FileContext
) -> Consequence? {
  guard let declaration = plainImport(of: name, in: file),
    file.tree.root.children.contains(where: { other in
      other.kind == .importDecl && other != declaration && other.children.count == 1
        && other.child(.importPathComponent)?.name == module
    })
  else { return nil }
  return removal(ofImport: name, in: file)
}

/// Returns the removal of an import that nothing takes the place of.
///
/// - Returns: nil for an import with attributes, of a single declaration or under a condition, and for anything else.
func removal(ofImport name: Node, in file: FileContext) -> Consequence? {
  guard let declaration = plainImport(of: name, in: file) else { return nil }
  var editor = file.editor
  editor.remove(item: declaration)
  return Consequence(editor)
}

private func plainImport(of name: Node, in file: FileContext) -> Node? {
  guard name.kind == .importPathComponent, let declaration = name.parent,
    declaration.kind == .importDecl, declaration.parent?.kind == .sourceFile,
    declaration.children.count == 1, !file.tree.holdsComment(in: declaration.range)
  else { return nil }
  return declaration
}
