import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The literals, and what `.init(pairs)` makes, that are headers because of a type that is written: what is given to a variable, a property or
/// a parameter, is the result of a function, or is what a closure is called with.
struct LiteralsOfHeaders {
  private var found: [Node] = []
  private let file: FileContext

  /// How headers stand in a value, from outside to inside.
  private enum Step {
    case element
    case value
    case part(Int)
    case result
  }

  /// - Parameter type: `HPACKHeaders`.
  /// - Complexity: O(*n*) in the uses of what has the type.
  init(of type: Node, _ file: FileContext) {
    self.file = file
    var (outer, steps): (Node, [Step]) = (type, [])
    var argument: Int?
    while let place = outer.parent, place.isPartOfType {
      switch place.kind {
      case .arrayType:
        guard argument == nil else { return }
        steps.insert(.element, at: 0)
      case .dictionaryType:
        guard argument == nil, place.children.last == outer else { return }
        steps.insert(.value, at: 0)
      case .tupleTypeElement:
        guard let tuple = place.parent, let index = tuple.children.firstIndex(of: place)
        else { return }
        if tuple.parent?.kind == .functionType {
          guard argument == nil else { return }
          argument = index
        } else if tuple.children.count > 1 {
          guard argument == nil else { return }
          steps.insert(.part(index), at: 0)
        }
      case .returnClause:
        guard argument == nil else { return }
        steps.insert(.result, at: 0)
      case .optionalType, .implicitlyUnwrappedType, .tupleType, .functionType, .attributedType:
        break
      default: return
      }
      outer = place
    }
    let values =
      argument.map { Self.values(givenToCallsOf: outer, at: $0, file) }
      ?? Self.values(givenTo: outer, file)
    for value in values { take(value, steps[...]) }
  }

  /// - Parameter headers: a local that is declared without a type.
  init(assignedTo headers: Node, _ file: FileContext) {
    self.file = file
    guard let local = LocalVariable(holding: headers, file), local.binding.annotatedType == nil
    else { return }
    for use in local.uses(file) {
      if let value = AssignmentExpr(to: use)?.value?.node { take(value, []) }
    }
  }

  func rewrite(_ editor: inout SyntaxEditor) {
    for value in found {
      if value.kind == .dictionaryLiteral {
        wrapValues(of: value, &editor)
      } else {
        editor.replace(value, with: metadataCode(value, file))
      }
    }
  }

  /// What is given to what declares a type, in this file.
  private static func values(givenTo type: Node, _ file: FileContext) -> [Node] {
    guard let place = type.parent, let declaration = place.parent else { return [] }
    var values: [Node?] = []
    switch place.kind {
    case .asExpr: return [place.operand].compactMap(\.self)
    case .parameter:
      if let element = place.ancestors.prefix(2).first(where: { $0.kind == .enumCaseElement }) {
        values = held(by: element, as: place, file)
        break
      }
      values = [place.child(.initializerClause)?.children.first]
      values += (file.values(passedTo: place) ?? []).map(\.value)
      values += assigned(to: place, file)
    case .typeAnnotation:
      guard let binding = PatternBinding(declaration) else { return [] }
      values = [binding.value?.node] + (binding.node.accessorBlock?.itemsGiven ?? [])
      if let name = binding.pattern?.node {
        values += assigned(to: name, file) + created(with: name, file)
      }
    case .returnClause:
      values = declaration.parent.flatMap { FunctionDecl($0)?.body?.node.itemsGiven } ?? []
    default: return []
    }
    return values.compactMap(\.self).filter { $0.tree === file.tree }
  }

  /// What a case is created with for one of its values.
  private static func held(by element: Node, as value: Node, _ file: FileContext) -> [Node?] {
    guard let index = element.parameters.firstIndex(of: value) else { return [] }
    return (file.semantics.symbol(of: element).map { file.calls.uses(of: $0) } ?? []).map { use in
      let whole = use.parent?.kind == .memberAccess ? use.parent : use
      let call = CallExpr(of: whole?.parent)?.node ?? CallExpr(of: use.parent)?.node
      guard let call, call.arguments.count > index else { return nil }
      return call.arguments[index].argumentValue
    }
  }

  /// What the function in a variable or a parameter is called with.
  private static func values(
    givenToCallsOf type: Node, at index: Int, _ file: FileContext
  ) -> [Node] {
    guard let place = type.parent, let binding = place.parent else { return [] }
    let name = place.kind == .parameter ? place : PatternBinding(binding)?.pattern?.node
    return uses(of: name, file).compactMap { use in
      guard let call = CallExpr(of: use.parent), call.called?.node == use,
        use.tree === file.tree, call.node.arguments.count > index
      else { return nil }
      return call.node.arguments[index].argumentValue
    }
  }

  /// What a variable or a parameter is set to, or compared with.
  private static func assigned(to name: Node, _ file: FileContext) -> [Node?] {
    uses(of: name, file).map { use in
      if let value = AssignmentExpr(to: use)?.value { return value.node }
      guard let comparison = InfixExpr(of: use.parent), ["==", "!="].contains(comparison.name)
      else { return nil }
      return [comparison.left, comparison.right].compactMap { $0?.node }.first { $0 != use }
    }
  }

  /// What the initialiser that nobody wrote is given for a property of a structure.
  private static func created(with name: Node, _ file: FileContext) -> [Node?] {
    guard let property = file.semantics.symbol(of: name), property.kind == .property,
      let owner = property.parent, owner.kind == .structure
    else { return [] }
    return file.calls.uses(of: owner).filter { $0.tree === file.tree }.flatMap { use in
      let call = use.ancestors.first { $0.kind == .functionCall }
      return (call?.valuesGiven ?? []).filter { file.property(taking: $0) == property }
    }
  }

  private static func uses(of name: Node?, _ file: FileContext) -> [Node] {
    guard let symbol = name.flatMap({ file.semantics.symbol(of: $0) }) else { return [] }
    return symbol.kind == .local
      ? file.semantics.references(to: symbol) : callers(of: symbol, in: file) ?? []
  }

  private mutating func take(_ value: Node?, _ steps: ArraySlice<Step>) {
    guard let value else { return }
    let inner = steps.dropFirst()
    switch Expr(value) {
    case .dictionary?:
      if steps.isEmpty { found.append(value) }
      guard case .value? = steps.first else { return }
      for pair in value.children { take(Array(pair.children).last, inner) }
    case .call(let call)?:
      if steps.isEmpty, call.called?.node.text == ".init", call.arguments.map(\.label) == [nil] {
        found.append(value)
      } else if ["map", "flatMap"].contains(call.called?.node.name),
        let closure = call.trailingClosures.only?.closure, call.arguments.isEmpty
      {
        let isOfElements = if case .element? = steps.first { true } else { false }
        for item in closure.node.itemsGiven { take(item, isOfElements ? inner : steps) }
      }
    case .ternary(let choice)?:
      for branch in [choice.first, choice.second] { take(branch?.node, steps) }
    case .infix(let operation)? where operation.name == "??":
      for side in [operation.left, operation.right] { take(side?.node, steps) }
    case .tuple(let tuple)?:
      if let only = tuple.parenthesized {
        take(only.node, steps)
      } else if case .part(let index)? = steps.first, tuple.elements.count > index {
        take(Array(tuple.elements)[index].expression?.node, inner)
      }
    case .array(let array)?:
      guard case .element? = steps.first else { return }
      for element in array.elements { take(element.node, inner) }
    case .closure?:
      guard case .result? = steps.first else { return }
      for item in value.itemsGiven { take(item, inner) }
    case .ifElse?, .choice?:
      for item in value.itemsOfBranches { take(item, steps) }
    default: return
    }
  }
}

extension Node {
  /// Whether a type is a part of it, and not what has the type.
  fileprivate var isPartOfType: Bool {
    switch kind {
    case .returnClause: parent?.kind == .functionType
    default: kind.isType || kind == .tupleTypeElement
    }
  }

  /// What the branches of an `if` or a `switch` give.
  fileprivate var itemsOfBranches: [Node] {
    children.flatMap { part -> [Node] in
      switch part.kind {
      case .codeBlock, .switchCase: part.items.count == 1 ? Array(part.items) : []
      case .ifExpr: part.itemsOfBranches
      default: []
      }
    }
  }
}
