import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// The changes of one fix over all files of a project.
struct ProjectEditor {
  private var editors: [String: SyntaxEditor] = [:]
  private var imports: [String: Set<String>] = [:]
  private var annotated: Set<Node> = []

  /// Why the fix cannot be made; nil if it can.
  var obstacle: String?

  /// Says what changes in a file.
  mutating func change<Failure, Result>(
    _ file: FileContext, _ body: (inout SyntaxEditor) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(&editors[file.source.path, default: file.editor])
  }

  /// Puts an attribute before a declaration, and has its file see the module that declares it.
  mutating func annotate(
    _ declaration: Node, with attribute: String, of module: String, in home: FileContext
  ) {
    guard annotated.insert(declaration).inserted else { return }
    change(home) { $0.annotate(declaration, with: attribute) }
    if !home.semantics.sees(module) { imports[home.source.path, default: []].insert(module) }
  }

  /// Returns the changes as those of a fix in `file`.
  ///
  /// - Parameter place: where the finding stands; what is replaced outside of it belongs to the same fix and
  ///   is nobody's place. Without it the finding claims all of the file's edits.
  func consequence(in file: FileContext, at place: Node? = nil) -> Consequence {
    var consequence = Consequence()
    for (path, editor) in editors {
      let edits = editor.edits + importEdits(adding: imports[path] ?? [], to: editor.tree)
      guard path == file.source.path else {
        consequence.elsewhere[path] = edits
        continue
      }
      let isHere = { (edit: Edit) in place?.range.contains(edit.range) ?? true }
      consequence.edits = edits.filter(isHere)
      let others = edits.filter { !isHere($0) }
      if !others.isEmpty { consequence.elsewhere[path] = others }
    }
    return consequence
  }
}
