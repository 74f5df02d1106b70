import MoultMatching
import MoultSemantics
import MoultSyntax

/// What it takes that an enumeration has key paths to its cases.
enum CasePathableAnnotation {
  case isThere
  /// It is declared in a file that can say so.
  case missing(FileContext, declaration: Node)
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
    // The macro marks these two of the type that it stands before, and nothing that is nested in it otherwise.
    let owner = declaration.ancestors.first { $0.isTypeDeclaration || $0.kind == .extensionDecl }
    let isOfReducer =
      ["State", "Action"].contains(type.name)
      && owner?.attributes.contains { $0.name == "Reducer" } ?? false
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
    guard let home = file.context(of: declaration) else {
      self = .impossible("'\(type.name)' is declared in \(path), which was not read")
      return
    }
    // 'CasePaths' is imported there.
    guard
      home.semantics.reaches("CasePaths")
        || home.canTake(
          product: "CasePaths", of: "swift-case-paths", broughtBy: productsWithCasePaths) ?? true
    else {
      self = .impossible(
        "the target of '\(type.name)', in \(path), does not depend on the product 'CasePaths' of swift-case-paths; have it do so first, and run this again"
      )
      return
    }
    self = .missing(home, declaration: declaration)
  }
}

/// The products of packages that depend on swift-case-paths, so that its module is there where one of them is taken.
private let productsWithCasePaths: Set = [
  "ComposableArchitecture", "Parsing", "SwiftNavigation", "SwiftUINavigation",
  "SwiftUINavigationCore", "UIKitNavigation", "URLRouting",
]

extension ProjectEditor {
  /// Makes sure that the enumerations have key paths to their cases.
  mutating func annotate(_ types: [Symbol], _ file: FileContext) {
    for type in types {
      switch CasePathableAnnotation(of: type, file) {
      case .isThere: continue
      case .missing(let home, let declaration):
        annotate(declaration, with: "@CasePathable", of: "CasePaths", in: home)
      case .impossible(let reason): obstacle = obstacle ?? reason
      }
    }
  }
}
