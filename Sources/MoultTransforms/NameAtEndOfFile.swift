import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The name of what a fix declares behind everything else in a file, for all findings there.
struct NameAtEndOfFile {
  let name: String

  /// Whether an earlier fix has declared it.
  let isDeclared: Bool

  /// - Parameters:
  ///   - names: in the order of preference.
  ///   - isOwn: whether a declaration of the file of such a name is what a fix writes.
  /// - Returns: nil if every name is taken.
  init?(_ names: [String], in file: FileContext, isOwn: (Node) -> Bool) {
    for name in names {
      if file.tree.root.children.contains(where: { $0.name == name && isOwn($0) }) {
        (self.name, isDeclared) = (name, true)
        return
      }
      let module = file.model.module(ofFile: file.source.path)
      guard module.flatMap({ file.model.symbol(named: "\($0).\(name)") }) == nil,
        !file.tree.root.says(name)
      else { continue }
      (self.name, isDeclared) = (name, false)
      return
    }
    return nil
  }

  /// Declares it behind everything else in the file, unless an earlier fix has.
  func declare(_ code: Code, _ editor: inout SyntaxEditor) {
    if !isDeclared { editor.insertAtEndOfFile([code]) }
  }
}
