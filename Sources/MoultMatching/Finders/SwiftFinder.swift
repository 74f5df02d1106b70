package import MoultSemantics
import MoultSource
package import MoultSyntax

/// What a rule looks for in Swift source.
///
/// Each finder is one type in one file. Names are qualified by module: `SwiftGRPC.CallResult.statusCode`,
/// `SwiftGRPC.Metadata.init(_:)`.
package protocol SwiftFinder: Sendable {
  /// The declaration that everything found refers to or descends from; nil where it is about something else.
  var subject: String? { get }

  /// The symbol that the finder is about and no other, so that one about all members of its type passes it over.
  var ownSymbol: String? { get }

  /// Whether uses refer by its name to a declaration of a library, and can be as uncertain as the name.
  var isAboutDeclaration: Bool { get }

  /// Whether a match judges what its bytes say as a whole, so that a rename inside it is no finding.
  var ownsItsParts: Bool { get }

  /// What a template replaces.
  var replacement: ReplacedPart { get }

  /// Returns the finder that knows which of the model's symbols it is about, where no name says it; else nil.
  ///
  /// Asked once for each index of rules; everything below is asked of what it returns.
  func resolved(in model: ProjectModel) -> (any SwiftFinder)?

  /// Returns the names by which code can speak of what is looked for.
  func names(in names: NamesInModel) -> [String]

  /// Returns whether an initialiser can be meant, which is called by any name that its type goes by.
  func isAboutInitializer(in model: ProjectModel) -> Bool

  /// Returns the type of which a file must hold a value for a match, if that is all it needs.
  func valueType(in model: ProjectModel) -> Symbol?

  /// Whether functions are looked for where they are called, or where they are not; nil where that does not matter.
  var wantsCall: Bool? { get }

  /// Returns the members that are looked for, of all names; only for a finder that needs a value of a type.
  func members(in names: NamesInModel) -> [Symbol]

  /// Returns whether a use of the type as such is found, or of those that a generator made alike.
  func finds(_ type: Symbol, in model: ProjectModel) -> Bool

  /// Returns the symbols of interfaces that a page with this finder deals with.
  func coveredSymbols(in model: ProjectModel) -> [String]

  /// Returns what matches at a node that goes by one of the names.
  func match(_ rule: SwiftRule, _ node: Node, _ file: FileContext, _ index: RuleIndex) -> Match?
}

/// A finder that pages ask for by a word; it stands in the list of `MoultRules/Finders`.
package protocol PageFinder: SwiftFinder {
  /// What pages may say with the finder's word.
  static var terms: FinderTerms { get }

  /// - Precondition: the spec fits the terms.
  init(_ spec: FinderSpec) throws(FinderProblem)
}

/// What of a match a template replaces.
package enum ReplacedPart: Sendable {
  /// The reference to a type, spelled with its module only where the old one was.
  case type
  /// A name.
  case name
  /// An expression that may stand on a receiver.
  case expression
}

extension SwiftFinder {
  package var ownSymbol: String? { nil }
  package var isAboutDeclaration: Bool { false }
  package var ownsItsParts: Bool { false }
  package func resolved(in model: ProjectModel) -> (any SwiftFinder)? { nil }
  package func isAboutInitializer(in model: ProjectModel) -> Bool { false }
  package func valueType(in model: ProjectModel) -> Symbol? { nil }
  package var wantsCall: Bool? { nil }
  package func members(in names: NamesInModel) -> [Symbol] {
    ownSymbol.map { names.model.symbols(named: $0) } ?? []
  }
  package func finds(_ type: Symbol, in model: ProjectModel) -> Bool { false }
  package func coveredSymbols(in model: ProjectModel) -> [String] { [] }
}

/// The names by which a model's code can speak of what finders are about.
package struct NamesInModel {
  let model: ProjectModel
  let descendants: DescendantIndex

  /// Made for the first finder that asks.
  let typesNamed = Once<TypesByEnd>()

  init(_ model: ProjectModel) {
    self.model = model
    descendants = model.descendants
  }

  /// The methods, properties and so on that generators declare on descendants of a type.
  func generatedMembers(ofDescendantsOf ancestor: String, _ kind: SymbolKind) -> [Symbol] {
    descendants.projectTypes(descendingFrom: ancestor).filter(\.isGenerated)
      .flatMap { model.declaredMembers(of: $0) }.filter { $0.kind == kind }
  }

  /// An initialiser is called by its type's name, by that of a type which inherits it, or as `.init`.
  func callNames(_ name: String) -> [String] {
    let last = lastComponent(of: name)
    guard last == "init" else { return [last] }
    let path = name.utf8.prefix { $0 != UInt8(ascii: "(") }
    let owner = String(Substring(path.dropLast(".init".utf8.count)))
    let heirs = descendants.projectTypes(descendingFrom: owner)
    return ["init", lastComponent(of: owner)] + heirs.map(\.name) + firstLabel(of: name)
  }

  /// A type parameter, an associated type and `Self` are called by names that no list has, so an initialiser
  /// is also looked up by its first label: `protobuf:` of `init(protobuf:)`.
  private func firstLabel(of name: String) -> [String] {
    let label = name.utf8.drop { $0 != UInt8(ascii: "(") }.dropFirst()
      .prefix { $0 != UInt8(ascii: ":") && $0 != UInt8(ascii: ")") }
    return label.isEmpty || label.elementsEqual("_".utf8) ? [] : [String(Substring(label)) + ":"]
  }
}

/// Whether a node can be a reference to a declaration.
func isReference(_ node: Node) -> Bool {
  switch node.kind {
  case .identifierType, .memberType, .declReference, .memberAccess: true
  default: false
  }
}

/// The bytes of a reference that name it, without generic arguments.
func nameRange(of node: Node) -> ByteRange {
  node.range.lowerBound..<node.mainToken.range.upperBound
}

/// The type that a reference names; a name that is called stands for its type's initialiser.
func referredType(_ node: Node, _ file: FileContext) -> Symbol? {
  guard let symbol = file.semantics.symbol(of: node) else { return nil }
  if symbol.kind == .initializer, node.kind != .memberAccess || node.name != "init" {
    return symbol.parent
  }
  return symbol
}

/// `$base`, and the arguments by position.
func callBindings(_ call: Node) -> [String: Node] {
  var nodes: [String: Node] = [:]
  if let callee = call.callee, callee.kind == .memberAccess, let base = callee.children.first {
    nodes["base"] = base
  }
  for (position, argument) in call.arguments.enumerated() {
    nodes[String(position + 1)] = argument.children.first
  }
  return nodes
}
