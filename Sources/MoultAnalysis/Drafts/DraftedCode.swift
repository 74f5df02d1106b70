import MoultSemantics
import MoultSyntax

/// A use of a declaration, and code that looks alike and is the project's own.
struct DraftedCode {
  /// What a page calls the finder of the declaration.
  let finder: String
  let loud: String
  let silent: String

  /// Writes both from what an interface declares.
  ///
  /// - Throws: what about the declaration cannot be shown without knowing more than the interface says.
  init(using symbol: Symbol) throws(DraftProblem) {
    if symbol.declaration?.child(.genericParameterClause) != nil
      || symbol.parent?.declaration?.child(.genericParameterClause) != nil
    {
      throw DraftProblem(
        "'\(symbol.qualifiedName)' is generic, and its interface does not say with what to use it; write its page by hand"
      )
    }
    let head = "import \(symbol.module)\n"
    switch symbol.kind {
    case .module:
      finder = "import"
      loud = head
      silent = "import \(symbol.name)Extras\n"
    case .structure, .classType, .enumeration, .actor, .typeAlias, .protocolType:
      finder = "type"
      let name = Self.path(of: symbol)
      let any = symbol.kind == .protocolType ? "any " : ""
      loud = head + "func use(_ value: \(any)\(name)) {}\n"
      silent = "struct \(symbol.name) {}\nfunc use(_ value: \(symbol.name)) {}\n"
    case .property:
      finder = "member"
      let use = try Use(of: symbol)
      loud = head + use.function(calling: "\(use.receiver).\(symbol.name)")
      silent =
        use.owner(holding: "\(use.modifier)var \(symbol.name)\(use.ownProperty)")
        + use.ownFunction(calling: "\(use.receiver).\(symbol.name)")
    case .function, .initializer:
      finder = "call"
      let use = try Use(of: symbol)
      loud = head + use.function(calling: use.call)
      silent =
        use.owner(
          holding: symbol.kind == .initializer
            ? "init(\(use.ownParameters)) {}"
            : "\(use.modifier)func \(symbol.name)(\(use.ownParameters)) {}")
        + use.ownFunction(calling: use.ownCall, returning: false)
    case .enumCase:
      finder = "case"
      let owner = symbol.parent.map(Self.path) ?? ""
      let test = "  if case .\(symbol.name) = value { return true }\n  return false\n}\n"
      loud = head + "func use(_ value: \(owner)) -> Bool {\n" + test
      silent =
        "enum \(symbol.parent?.name ?? "Own") { case \(symbol.name), other }\nfunc use(_ value: \(symbol.parent?.name ?? "Own")) -> Bool {\n"
        + test
    case .subscript, .operatorFunction, .associatedType, .genericParameter, .local, .macro:
      throw DraftProblem(
        "there is no finder by which a page for '\(symbol.qualifiedName)' could be drafted")
    }
  }

  /// A type's name with the types around it, without its module.
  static func path(of symbol: Symbol) -> String {
    guard let parent = symbol.parent, parent.kind != .module else { return symbol.name }
    return path(of: parent) + "." + symbol.name
  }
}

/// How a member or function is used in a function of its own.
private struct Use {
  let symbol: Symbol

  /// The types of what is used, as code beside an import spells them; nil for nothing.
  private let result: String?
  private let parameters: [(label: String?, type: String)]

  init(of symbol: Symbol) throws(DraftProblem) {
    self.symbol = symbol
    var parameters: [(label: String?, type: String)] = []
    for parameter in symbol.parameters {
      guard !parameter.isInout, !parameter.isVariadic, let node = parameter.declaration,
        let type = node.children.last(where: { $0.kind.isType })
      else {
        throw DraftProblem(
          "'\(symbol.qualifiedName)' has a parameter that no value can be passed to unseen; write its page by hand"
        )
      }
      parameters.append((parameter.label, spelled(type)))
    }
    self.parameters = parameters
    let declaration = symbol.declaration
    switch symbol.kind {
    case .initializer:
      result = symbol.parent.map { DraftedCode.path(of: $0) + (symbol.isFailable ? "?" : "") }
    case .function:
      let clause =
        declaration?.child(.functionSignature)?.child(.returnClause)
        ?? declaration?.child(.returnClause)
      result = clause?.children.last { $0.kind.isType }.map(spelled)
    default:
      let holder = declaration.flatMap { node in
        ([node] + node.ancestors.prefix(3)).first { $0.annotatedType != nil }
      }
      guard let type = holder?.annotatedType else {
        throw DraftProblem("the interface gives '\(symbol.qualifiedName)' no type")
      }
      result = spelled(type)
    }
  }

  private var isFree: Bool { symbol.parent?.kind == .module }
  private var isOfType: Bool { symbol.isStatic || symbol.kind == .initializer }

  var modifier: String { symbol.isStatic ? "static " : "" }

  /// What stands before the dot.
  var receiver: String {
    guard let parent = symbol.parent, parent.kind != .module else { return symbol.module }
    return isOfType ? DraftedCode.path(of: parent) : "value"
  }

  var call: String { call(on: receiver) { "a\($0)" } }

  /// The call with numbers for arguments, on the type that the project itself declares.
  var ownCall: String { call(on: isOfType ? ownName : "value") { "\($0)" } }

  private func call(on receiver: String, _ value: (Int) -> String) -> String {
    let arguments = parameters.enumerated().map { index, parameter in
      (parameter.label.map { $0 + ": " } ?? "") + value(index + 1)
    }.joined(separator: ", ")
    if symbol.kind == .initializer { return "\(receiver)(\(arguments))" }
    return isFree ? "\(symbol.name)(\(arguments))" : "\(receiver).\(symbol.name)(\(arguments))"
  }

  /// A function that takes what it needs and returns the expression.
  func function(calling expression: String) -> String {
    var taken = parameters.enumerated().map { "_ a\($0 + 1): \($1.type)" }
    if !isFree, !isOfType, let parent = symbol.parent {
      taken.insert("_ value: \(DraftedCode.path(of: parent))", at: 0)
    }
    let effects = (symbol.isAsync ? " async" : "") + (symbol.isThrowing ? " throws" : "")
    let marks = (symbol.isThrowing ? "try " : "") + (symbol.isAsync ? "await " : "")
    let returned = result.map { $0 == "Void" ? "" : " -> \($0)" } ?? ""
    return
      "func use(\(taken.joined(separator: ", ")))\(effects)\(returned) { \(marks)\(isFree && symbol.kind == .property ? symbol.name : expression) }\n"
  }

  private var ownName: String { isFree ? "Own" : symbol.parent?.name ?? "Own" }

  var ownProperty: String { symbol.isStatic ? " = 1" : ": Int" }

  var ownParameters: String {
    parameters.enumerated().map { index, parameter in
      "\(parameter.label ?? "_") a\(index + 1): Int"
    }.joined(separator: ", ")
  }

  /// A type of the project's own with a member of the same name.
  func owner(holding member: String) -> String {
    isFree
      ? member.replacing("var \(symbol.name): Int", with: "let \(symbol.name) = 1") + "\n"
      : "struct \(ownName) { \(member) }\n"
  }

  func ownFunction(calling expression: String, returning: Bool = true) -> String {
    let taken = isFree || isOfType ? "" : "_ value: \(ownName)"
    let own =
      isFree && symbol.kind == .property
      ? symbol.name
      : symbol.isStatic && symbol.kind == .property ? "\(ownName).\(symbol.name)" : expression
    if returning { return "func use(\(taken)) -> Int { \(own) }\n" }
    return symbol.kind == .initializer
      ? "func use() -> \(ownName) { \(own) }\n" : "func use(\(taken)) { \(own) }\n"
  }
}

/// The text of a type in an interface, as code spells it that imports the module.
private func spelled(_ type: Node) -> String { type.text.replacing("Swift.", with: "") }
