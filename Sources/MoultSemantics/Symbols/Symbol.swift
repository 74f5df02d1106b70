package import MoultSyntax
import Synchronization

/// What is declared about one parameter, without its type.
package struct SymbolParameter: Sendable {
  /// The argument label; nil for `_`, and for the associated value of a case that has none.
  package let label: String?
  /// The name inside the body.
  package let name: String?
  package let hasDefault: Bool
  package let isVariadic: Bool
  package let isInout: Bool
  /// Has a result builder, or an attribute that may be one: what its closure gives back is made of all its parts.
  var isBuilder = false

  /// The same as `declaration`, for who reads no more than its head.
  private(set) var node: Node?

  /// Where it is declared.
  package var declaration: Node? {
    Glances.note(node)
    return node
  }

  /// Returns the same parameter where it stands in another text of its file.
  func moved(to node: Node?) -> SymbolParameter {
    var copy = self
    copy.node = node
    return copy
  }
}

/// A declared thing: a type, a member, a function, a case, a module, a local.
///
/// A class because it has an identity: two symbols are equal if they are the same object. It does not
/// change once the model is built; what is resolved late is written once. Only where it stands is another place once
/// bodies of its file have changed (`ProjectModel.replacing`).
package final class Symbol: Sendable {
  // In this order they take one word.
  package let kind: SymbolKind
  private let traits: SymbolTraits

  /// What it has in common with those that are declared beside it.
  private let home: SymbolHome

  /// The base name, without back-ticks: `statusCode`, `init`, `subscript`, `StatusCode`.
  package let name: String

  /// The enclosing type or module; nil for modules and locals.
  package let parent: Symbol?

  /// The same as `declaration`, for who reads no more than its head: that stays what it is when a body changes.
  ///
  /// Unchecked, because it is written by `move` alone, while nobody reads the model; a check would be paid for by each of
  /// the million readings of a run.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var node: Node?

  /// Unchecked for the same reasons.
  @exclusivity(unchecked) nonisolated(unsafe) package private(set) var parameters: [SymbolParameter]

  private let knownQualifiedName = AtomicLazyReference<QualifiedName>()
  private let resolvedSignature = WrittenOnce<Signature>()
  private let resolvedInheritance = WrittenOnce<TypeList>()

  init(
    kind: SymbolKind, name: String, module: String, parent: Symbol?, origin: SymbolOrigin,
    declaration: Node?, file: Int, parameters: [SymbolParameter] = [], traits: SymbolTraits = [],
    late: LateTypes? = nil
  ) {
    self.kind = kind
    self.name = name
    self.parent = parent
    node = declaration
    self.parameters = parameters
    self.traits = traits
    if let near = parent?.home, near.isHome(module, origin, file, late) {
      home = near
    } else {
      home = SymbolHome(module, origin, file, late)
    }
  }

  package var module: String { home.module }
  package var origin: SymbolOrigin { home.origin }

  /// Resolves the types of what an interface declares, when someone asks for them; nil for all else.
  var late: LateTypes? { home.late }

  /// The index of the declaring file in the symbol table; -1 if there is none.
  var file: Int { home.file }

  /// Where it is declared; nil for what stands nowhere.
  package var declaration: Node? {
    Glances.note(node)
    return node
  }

  /// The same for who notes himself what he tells of it.
  package var unnotedDeclaration: Node? { node }

  /// `SwiftGRPC.CallResult.statusCode`, `SwiftGRPC.Metadata.init(_:)`, `SwiftGRPC.RPCError.callError`.
  ///
  /// Put together when someone asks: few of a project's symbols are ever compared by it.
  package var qualifiedName: String {
    if let known = knownQualifiedName.load() { return known.text }
    let suffix =
      kind.isCallable
      ? "(" + parameters.map { ($0.label ?? "_") + ":" }.joined() + ")" : ""
    let prefix = parent.map { $0.qualifiedName + "." } ?? ""
    return knownQualifiedName.storeIfNil(QualifiedName(prefix + name + suffix)).text
  }

  package var isStatic: Bool { traits.contains(.isStatic) }
  package var isThrowing: Bool { traits.contains(.isThrowing) }
  /// Throws whatever it is given, unlike a function that rethrows.
  package var throwsByItself: Bool {
    guard isThrowing, let effects = node?.effects else { return false }
    return !effects.tokenIDs.contains {
      effects.tree.text(of: TokenID(rawValue: UInt32($0))) == "rethrows"
    }
  }
  package var isAsync: Bool { traits.contains(.isAsync) }
  /// `init?`, `init!`.
  package var isFailable: Bool { traits.contains(.isFailable) }
  /// Declared as `T!`, as a property or as a result.
  package var isImplicitlyUnwrapped: Bool { traits.contains(.isImplicitlyUnwrapped) }
  package var isDiscardable: Bool { traits.contains(.isDiscardable) }
  /// A `var` whose value can be set, as far as its declaration shows.
  package var isMutable: Bool { traits.contains(.isMutable) }
  var isConvenience: Bool { traits.contains(.isConvenience) }
  /// Declared in an extension, not in the type's own braces.
  var isFromExtension: Bool { traits.contains(.isFromExtension) }
  /// Extended in the project, declared in a module that nobody described.
  package var isExternal: Bool { traits.contains(.isExternal) }
  /// Of the project, and seen in its own module alone.
  var isInternal: Bool {
    guard case .project = origin else { return false }
    return traits.contains(.isInternal)
  }
  /// `@_disfavoredOverload`.
  var isDisfavored: Bool { traits.contains(.isDisfavored) }
  var isFilePrivate: Bool { traits.contains(.isFilePrivate) }
  var hasPropertyWrapper: Bool { traits.contains(.hasPropertyWrapper) }

  package var parameterLabels: [String?] { parameters.map(\.label) }

  /// The type of the thing.
  ///
  /// A property or local: its own type. A function, an initialiser, a subscript, or a case with associated values: a
  /// function type. A case without: its enumeration. A type: its metatype.
  package var type: SemanticType { signature?.type ?? .unknown }

  /// The types of the parameters, in order; variadic ones without the array around them.
  package var parameterTypes: [SemanticType] { signature?.parameterTypes ?? [] }

  private var signature: Signature? { knownSignature ?? late?.signature(of: self) }

  /// What was resolved so far.
  var knownSignature: Signature? { resolvedSignature.load() }

  /// Remembers what was resolved, unless someone was faster.
  @discardableResult
  func resolve(_ signature: Signature) -> Signature { resolvedSignature.storeIfNil(signature) }

  var inheritance: [SemanticType]? { resolvedInheritance.load()?.types }

  func resolveInheritance(_ types: [SemanticType]) {
    _ = resolvedInheritance.storeIfNil(TypeList(types))
  }

  /// Says where the declaration stands in another text of its file.
  ///
  /// Nobody may be reading the model.
  func move(to node: Node, parameters: [SymbolParameter]) {
    self.node = node
    self.parameters = parameters
  }

  /// Lets go of what was resolved, which may lead back to this symbol.
  ///
  /// Nobody may ask for its type or inheritance any more.
  func forgetTypes() {
    resolvedSignature.empty()
    resolvedInheritance.empty()
  }
}

extension Symbol: Hashable {
  package static func == (lhs: Symbol, rhs: Symbol) -> Bool { lhs === rhs }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Symbol: CustomStringConvertible {
  package var description: String { qualifiedName }
}

/// Where declarations come from: one object for a type and all in it that the same file declares.
private final class SymbolHome: Sendable {
  let module: String
  let origin: SymbolOrigin
  let file: Int
  let late: LateTypes?

  init(_ module: String, _ origin: SymbolOrigin, _ file: Int, _ late: LateTypes?) {
    self.module = module
    self.origin = origin
    self.file = file
    self.late = late
  }

  func isHome(
    _ module: String, _ origin: SymbolOrigin, _ file: Int, _ late: LateTypes?
  ) -> Bool {
    self.file == file && self.late === late && self.module == module && self.origin == origin
  }
}

/// What a declaration's modifiers and effects say.
struct SymbolTraits: OptionSet, Sendable {
  let rawValue: UInt16

  static let isStatic = SymbolTraits(rawValue: 1 << 0)
  static let isThrowing = SymbolTraits(rawValue: 1 << 1)
  static let isAsync = SymbolTraits(rawValue: 1 << 2)
  static let isFailable = SymbolTraits(rawValue: 1 << 3)
  static let isImplicitlyUnwrapped = SymbolTraits(rawValue: 1 << 4)
  static let isDiscardable = SymbolTraits(rawValue: 1 << 5)
  static let isConvenience = SymbolTraits(rawValue: 1 << 6)
  static let isFromExtension = SymbolTraits(rawValue: 1 << 7)
  static let isMutable = SymbolTraits(rawValue: 1 << 8)
  /// Extended in the project, declared in a module that nobody described.
  static let isExternal = SymbolTraits(rawValue: 1 << 9)
  static let hasPropertyWrapper = SymbolTraits(rawValue: 1 << 10)
  /// `private` or `fileprivate`: other files do not see it.
  static let isFilePrivate = SymbolTraits(rawValue: 1 << 11)
  static let isDisfavored = SymbolTraits(rawValue: 1 << 12)
  static let isInternal = SymbolTraits(rawValue: 1 << 13)
}

/// The resolved types of a declaration; a class so that it can be stored atomically.
final class Signature: Sendable {
  let type: SemanticType
  let parameterTypes: [SemanticType]

  init(_ type: SemanticType, parameterTypes: [SemanticType] = []) {
    self.type = type
    self.parameterTypes = parameterTypes
  }
}

/// The name of a symbol with all that is around it; a class so that it can be stored atomically.
final class QualifiedName: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

/// A list of types; a class so that it can be stored atomically.
final class TypeList: Sendable {
  let types: [SemanticType]

  init(_ types: [SemanticType]) { self.types = types }
}

extension Symbol {
  /// Declared by generated code of the project.
  package var isGenerated: Bool {
    switch origin {
    case .project(_, let isGenerated): isGenerated
    case .synthesized: true
    case .interface: false
    }
  }
}
