import MoultSemantics
import MoultSyntax

/// A use of a declaration, written where everything that the declaration names is seen: in an extension of its type.
struct DraftedUse {
  /// What a page calls the finder of the declaration.
  let finder: String

  /// Whole lines, without the imports.
  let lines: [String]

  /// - Parameters:
  ///   - name: of the function around the use.
  ///   - unwraps: whether what is used is an optional, and something stands in for nil.
  /// - Returns: nil for what cannot be used without knowing more than its declaration says.
  init?(of symbol: Symbol, in name: String, unwrapping unwraps: Bool = false) {
    guard let declaration = symbol.declaration else { return nil }
    let path = DraftedCode.path(of: symbol)
    switch symbol.kind {
    case .structure, .classType, .enumeration, .actor, .protocolType, .typeAlias:
      finder = "type"
      let isGeneric =
        declaration.child(.genericParameterClause) != nil && symbol.kind != .protocolType
        || symbol.parent.map(Self.isGeneric) ?? false
      if isGeneric {
        guard symbol.kind != .typeAlias else { return nil }
        lines = ["extension \(path) {}"]
      } else {
        let type = symbol.kind == .protocolType ? "any \(path)" : path
        lines = ["func \(name)(_ value: (\(type))?) {}"]
      }
    case .enumCase:
      finder = "case"
      guard let owner = symbol.parent, !Self.isGeneric(owner) else { return nil }
      lines = [
        "func \(name)(_ value: \(DraftedCode.path(of: owner))) -> Bool {",
        "  if case .\(symbol.name) = value { return true }", "  return false", "}",
      ]
    case .property:
      finder = "member"
      guard let other = Self.other(unwraps, Self.type(of: declaration)) else { return nil }
      let effects = declaration.accessors.first { $0.name == "get" }?.effects
      let isThrowing = effects?.flags.contains(.isThrowing) ?? false
      let isAsync = effects?.flags.contains(.isAsync) ?? false
      lines = Self.placed(
        "func \(name)(\(other.parameter))" + (isAsync ? " async" : "")
          + (isThrowing ? " throws" : ""),
        "_ = " + (isThrowing ? "try " : "") + (isAsync ? "await " : "")
          + Self.receiver(of: symbol) + Self.escaped(symbol.name) + other.operand, symbol)
    case .function, .initializer, .subscript:
      finder = "call"
      guard let other = Self.other(unwraps, declaration.returnType),
        let call = Self.call(of: symbol, declaration, in: name, other)
      else { return nil }
      lines = call
    case .module, .operatorFunction, .associatedType, .genericParameter, .local, .macro:
      return nil
    }
  }

  /// What stands in for nil, and the parameter that it is; nothing where nothing is unwrapped.
  private static func other(
    _ unwraps: Bool, _ type: Node?
  ) -> (parameter: String, operand: String)? {
    guard unwraps else { return ("", "") }
    guard let type, type.text.hasSuffix("?") else { return nil }
    return ("_ other: \(type.text.dropLast())", " ?? other")
  }

  private static func type(of property: Node) -> Node? {
    ([property] + property.ancestors.prefix(3)).first { $0.annotatedType != nil }?.annotatedType
  }

  private static func isGeneric(_ symbol: Symbol) -> Bool {
    if symbol.kind.isNominalType, symbol.kind != .protocolType,
      symbol.declaration?.child(.genericParameterClause) != nil
    {
      return true
    }
    return symbol.parent.map(isGeneric) ?? false
  }

  private static func call(
    of symbol: Symbol, _ declaration: Node, in name: String,
    _ other: (parameter: String, operand: String)
  ) -> [String]? {
    var taken: [String] = []
    var given: [String] = []
    for (index, parameter) in symbol.parameters.enumerated() {
      guard let type = parameter.declaration?.parameterType, !parameter.isVariadic else {
        return nil
      }
      // Who is called where the compiler asks for it passes what stands there anyway.
      if let value = parameter.declaration?.defaultValue, value.text.hasPrefix("#") { continue }
      var text = type.text
      guard !text.contains("repeat "), !text.contains("each ") else { return nil }
      if text.contains("@autoclosure") {
        text = text.replacing("@autoclosure", with: "").replacing("@escaping", with: "")
          .replacing("() throws -> ", with: "").replacing("() rethrows -> ", with: "")
          .replacing("() -> ", with: "")
      }
      taken.append("_ a\(index + 1): \(text.trimmed)")
      given.append(
        (parameter.label.map { $0 + ": " } ?? "") + (parameter.isInout ? "&" : "") + "a\(index + 1)"
      )
    }
    if !other.parameter.isEmpty { taken.append(other.parameter) }
    let generics = declaration.child(.genericParameterClause)?.text ?? ""
    let requirements = declaration.child(.genericWhereClause).map { " " + $0.text } ?? ""
    let effects = (symbol.isAsync ? " async" : "") + (symbol.isThrowing ? " throws" : "")
    let marks = (symbol.isThrowing ? "try " : "") + (symbol.isAsync ? "await " : "")
    let list = given.joined(separator: ", ")
    let arguments = symbol.kind == .subscript ? "[\(list)]" : "(\(list))"
    let head = "func \(name)\(generics)(\(taken.joined(separator: ", ")))\(effects)\(requirements)"
    if symbol.kind == .initializer {
      guard let owner = symbol.parent else { return nil }
      let isClass = owner.kind == .classType || owner.kind == .actor
      if isClass, isGeneric(owner) { return nil }
      let type = isClass ? DraftedCode.path(of: owner) : "Self"
      return placed("static " + head, "_ = \(marks)\(type)\(arguments)", symbol)
    }
    if symbol.kind == .subscript {
      let place = symbol.isStatic ? "Self" : "self"
      return placed(head, "_ = \(marks)\(place)\(arguments)\(other.operand)", symbol)
    }
    let isMutating = declaration.modifierNames.contains("mutating")
    return placed(
      (isMutating ? "mutating " : "") + head,
      "_ = \(marks)\(receiver(of: symbol))\(escaped(symbol.name))\(arguments)\(other.operand)",
      symbol)
  }

  private static func receiver(of symbol: Symbol) -> String {
    guard let parent = symbol.parent, parent.kind != .module else { return "" }
    return symbol.isStatic ? "Self." : "self."
  }

  /// A function with one statement, in an extension of the type that a declaration belongs to.
  private static func placed(_ head: String, _ statement: String, _ symbol: Symbol) -> [String] {
    let function = "\(head) { \(statement) }"
    guard let parent = symbol.parent, parent.kind != .module else { return [function] }
    let around = symbol.declaration?.ancestors.first { $0.child(.memberBlock) != nil }
    let condition =
      around?.kind == .extensionDecl
      ? around?.child(.genericWhereClause).map { " " + $0.text } ?? "" : ""
    let isStatic = symbol.isStatic && symbol.kind != .initializer
    return [
      "extension \(DraftedCode.path(of: parent))\(condition) {",
      "  \(isStatic ? "static " : "")\(function)", "}",
    ]
  }

  private static func escaped(_ name: String) -> String {
    ["default", "self", "protocol", "in", "init", "repeat", "where", "case", "for"].contains(name)
      ? "`\(name)`" : name
  }
}

extension String {
  /// Without blanks at both ends.
  fileprivate var trimmed: String {
    var text = Substring(self)
    while text.first?.isWhitespace ?? false { text.removeFirst() }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return String(text)
  }
}
