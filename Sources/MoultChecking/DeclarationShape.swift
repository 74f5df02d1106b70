import MoultMatching
import MoultSemantics
import MoultSyntax

/// The declarations of types and modules by what tells them apart.
///
/// Each name of a type is looked at once, however many declarations it has.
struct DeclarationsByShape {
  private struct Place: Hashable {
    let parent: Symbol
    let name: String
  }

  private let model: ProjectModel
  private var known: [Place: [DeclarationShape: Set<Symbol>]] = [:]

  init(_ model: ProjectModel) { self.model = model }

  /// Returns the declarations that Swift takes for the same as `symbol`, itself among them; none if the model does not
  /// know it.
  mutating func alike(_ symbol: Symbol) -> Set<Symbol> {
    guard let parent = symbol.parent, let shape = DeclarationShape(symbol) else { return [] }
    let place = Place(parent: parent, name: symbol.name)
    let shapes = known[place] ?? shapes(at: place)
    known[place] = shapes
    let own = shapes[shape] ?? []
    return own.contains(symbol) ? own : []
  }

  private func shapes(at place: Place) -> [DeclarationShape: Set<Symbol>] {
    let all =
      place.parent.kind == .module
      ? model.topLevelSymbols(named: place.name, in: place.parent.name)
      : model.declaredMembers(of: place.parent, named: place.name)
    var shapes: [DeclarationShape: Set<Symbol>] = [:]
    for symbol in all {
      if let shape = DeclarationShape(symbol) { shapes[shape, default: []].insert(symbol) }
    }
    return shapes
  }
}

/// What tells a declaration from others of its name: equal if Swift takes them for the same.
private struct DeclarationShape: Hashable {
  private let module: String
  private let sort: Sort
  private let isStatic: Bool

  /// What the extension around the declaration, and the declaration itself, ask for.
  private let conditions: [[String]?]

  /// A requirement of a protocol, which an extension may meet by default.
  private let isRequirement: Bool

  /// - Returns: nil if others do not matter: some builds lack the declaration, or its types are not known.
  init?(_ symbol: Symbol) {
    guard case .project = symbol.origin, let declaration = symbol.declaration,
      !declaration.isConditional, !declaration.isForSomeVersions, let sort = Sort(symbol)
    else { return nil }
    module = symbol.module
    self.sort = sort
    isStatic = symbol.isStatic && !symbol.kind.isType
    let container = declaration.container
    conditions = [
      container?.child(.genericWhereClause)?.words, declaration.child(.genericWhereClause)?.words,
      container?.boundSubject,
    ]
    isRequirement =
      symbol.parent?.kind == .protocolType && container?.kind != .extensionDecl
  }
}

extension DeclarationShape {
  fileprivate enum Sort: Hashable {
    case type
    case enumCase([String?])
    case callable(CallableShape)
    case other(SymbolKind)

    init?(_ symbol: Symbol) {
      if symbol.kind.isCallable {
        guard let shape = CallableShape(symbol) else { return nil }
        self = .callable(shape)
      } else if symbol.kind == .enumCase {
        self = .enumCase(symbol.parameterLabels)
      } else {
        self = symbol.kind.isNominalType || symbol.kind == .typeAlias ? .type : .other(symbol.kind)
      }
    }
  }

  /// What tells overloads apart; what a function throws does not.
  fileprivate struct CallableShape: Hashable {
    private let kind: SymbolKind
    private let labels: [String?]
    private let isAsync: Bool
    private let variadic: [Bool]
    private let isInout: [Bool]

    /// `prefix` or `postfix`.
    private let fixity: [String]

    /// Of generic functions, all that stands in front of the body is compared as it is written.
    private let head: [String]
    private let types: [SemanticType]

    /// What the types do not show: whether `P` is `some P` or `any P`, and what a function in them throws or is marked with.
    private let words: [String]

    init?(_ symbol: Symbol) {
      guard let declaration = symbol.declaration else { return nil }
      kind = symbol.kind
      labels = symbol.parameterLabels
      isAsync = symbol.isAsync
      variadic = symbol.parameters.map(\.isVariadic)
      isInout = symbol.parameters.map(\.isInout)
      fixity = declaration.modifierNames.filter { $0 == "prefix" || $0 == "postfix" }
      guard declaration.child(.genericParameterClause) == nil else {
        (head, types, words) = (declaration.headWords, [], [])
        return
      }
      guard case .function(let parameters, let result, _, _) = symbol.type,
        !symbol.type.containsUnknown
      else { return nil }
      head = []
      types = parameters + [result]
      words =
        types.contains(where: \.containsFunction)
        ? declaration.typeWords : declaration.opaqueWords
    }
  }
}

extension SemanticType {
  /// Whether a function type occurs anywhere inside.
  fileprivate var containsFunction: Bool {
    switch self {
    case .function: true
    case .nominal(_, let arguments): arguments.contains(where: \.containsFunction)
    case .optional(let type), .metatype(let type), .dependentMember(let type, _):
      type.containsFunction
    case .tuple(let elements): elements.contains(where: \.type.containsFunction)
    case .composition(let types): types.contains(where: \.containsFunction)
    case .unknown, .genericParameter: false
    }
  }
}

extension Node {
  /// The tokens, without what stands between them.
  fileprivate var words: [String] {
    tokenIDs.map { tree.text(of: TokenID(rawValue: UInt32($0))) }
  }

  /// What an extension says about the arguments of its type: `extension Array<Int>`.
  fileprivate var boundSubject: [String]? {
    kind == .extensionDecl
      ? subjectType?.descendants.first { $0.kind == .genericArgumentClause }?.words : nil
  }

  /// All that a function says in front of its body.
  fileprivate var headWords: [String] {
    [child(.genericParameterClause), signature ?? child(.parameterClause)].flatMap {
      $0?.words ?? []
    }
  }

  /// The types of the parameters and of the result as they are written.
  fileprivate var typeWords: [String] {
    (parameters.map(\.parameterType) + [returnType]).flatMap { ($0?.words ?? []) + [","] }
  }

  fileprivate var opaqueWords: [String] {
    (signature ?? self).descendants.filter { $0.kind == .someOrAnyType }.map(\.name)
  }

  /// Whether `@available` leaves the declaration out of some versions of the language or of a system.
  fileprivate var isForSomeVersions: Bool {
    let holder = kind == .patternBinding || kind == .enumCaseElement ? parent ?? self : self
    return holder.attributes.contains { attribute in
      ["available", "_spi", "_implements", "objc"].contains(attribute.name)
    }
  }
}
