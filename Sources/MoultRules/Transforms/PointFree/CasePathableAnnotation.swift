import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// What it takes that an enumeration has key paths to its cases.
enum CasePathableAnnotation {
  case isThere
  /// The edits of the file that declares it.
  case edits(path: String, [Edit])
  /// Why nothing can be written, as a phrase that can follow "because".
  case impossible(String)

  init(of type: Symbol, _ file: FileContext) {
    if type.module == "Swift" || file.model.isSubtype(type, of: "CasePaths.CasePathable") {
      self = .isThere
      return
    }
    guard type.kind == .enumeration, case .project(let path, let isGenerated) = type.origin,
      let declaration = type.declaration
    else {
      self = .impossible(
        "'\(type.name)' is declared in '\(type.module)', which is not part of this project")
      return
    }
    let marks = Set(declaration.attributes.map(\.name))
    let isOfReducer = declaration.ancestors.contains { ancestor in
      ancestor.attributes.contains { $0.name == "Reducer" }
    }
    if marks.contains("CasePathable") || isOfReducer {
      self = .isThere
      return
    }
    let names = declaration.members.flatMap(\.caseElements).map(\.name)
    if Set(names).count < names.count {
      self = .impossible("'\(type.name)' has two cases of one name, which '@CasePathable' rejects")
      return
    }
    if isGenerated {
      self = .impossible("'\(type.name)' is generated, in \(path)")
      return
    }
    if declaration.ancestors.contains(where: { $0.kind == .codeBlock || $0.kind == .closure }) {
      self = .impossible("'\(type.name)' is declared inside a function, where no macro extends it")
      return
    }
    let tree = declaration.tree
    let start = declaration.range.lowerBound
    var edits = [Edit(start..<start, "@CasePathable" + tree.separator(before: declaration))]
    let seesMacro = file.model.semantics(forFile: path)?.sees("CasePaths") ?? false
    if !seesMacro { edits += importEdits(adding: ["CasePaths"], to: tree) }
    self = .edits(path: path, edits)
  }
}

extension SyntaxTree {
  /// A line break with the declaration's indentation, or a blank if something else stands before it on its line.
  fileprivate func separator(before declaration: Node) -> String {
    source.bytes.blanks(before: declaration.range.lowerBound.index).map {
      source.bytes.lineEnding + $0
    } ?? " "
  }
}

/// The edits of one fix over all files of a project.
struct ProjectEdits {
  private var byPath: [String: [Edit]] = [:]

  /// Why the fix cannot be made; nil if it can.
  private(set) var obstacle: String?

  mutating func add(_ edit: Edit, to path: String) {
    if byPath[path]?.contains(edit) != true { byPath[path, default: []].append(edit) }
  }

  /// Makes sure that the enumerations have key paths to their cases.
  mutating func annotate(_ types: [Symbol], _ file: FileContext) {
    for type in types {
      switch CasePathableAnnotation(of: type, file) {
      case .isThere: continue
      case .edits(let path, let edits): for edit in edits { add(edit, to: path) }
      case .impossible(let reason): obstacle = obstacle ?? reason
      }
    }
  }

  /// Returns the edits as those of a fix in `file`.
  ///
  /// - Parameter place: where the finding stands; what is replaced outside of it belongs to the same fix and
  ///   is nobody's place. Without it the finding claims all of the file's edits.
  func consequence(in file: FileContext, at place: ByteRange? = nil) -> Consequence {
    var consequence = Consequence()
    for (path, edits) in byPath {
      guard path == file.source.path else {
        consequence.elsewhere[path] = edits
        continue
      }
      let isHere = { (edit: Edit) in
        place.map {
          $0.lowerBound <= edit.range.lowerBound && edit.range.upperBound <= $0.upperBound
        }
          ?? true
      }
      consequence.edits = edits.filter(isHere)
      let others = edits.filter { !isHere($0) }
      if !others.isEmpty { consequence.elsewhere[path] = others }
    }
    return consequence
  }
}
