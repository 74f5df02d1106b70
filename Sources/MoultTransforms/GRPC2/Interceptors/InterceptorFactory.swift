import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A type that makes the interceptors of a generated client of grpc-swift 1, the same for each method.
struct InterceptorFactory {
  let declaration: Node

  /// The classes of the interceptors, in the order of the list.
  let interceptors: [Symbol]

  /// The calls that make them, in the first of the lists.
  private let calls: [CallExpr]

  /// The place of the argument of the initialiser that each property is given.
  private let places: [String: Int]

  init?(_ type: Symbol, _ file: FileContext) {
    guard type.kind == .classType || type.kind == .structure, !type.isGenerated,
      let declaration = type.declaration, declaration.attributes.isEmpty,
      declaration.genericParameters.isEmpty, !leavesDocumentation(declaration),
      let members = TypeDecl(declaration)?.members
    else { return nil }
    let inherited = declaration.inheritedTypes
    let factories = inherited.filter { $0.name.hasSuffix("ClientInterceptorFactoryProtocol") }
    guard factories.count == 1,
      inherited.count == 1
        || inherited.allSatisfy({
          $0 == factories[0] || $0.text.hasSuffix("Sendable")
        })
    else { return nil }
    var lists: [Node] = []
    var properties: [String] = []
    var initializer: InitializerDecl?
    for member in members.items.map(\.node) {
      if let function = FunctionDecl(member) {
        guard function.name.hasPrefix("make"), function.name.hasSuffix("Interceptors"),
          function.parameters.isEmpty, let list = function.body?.givenList
        else { return nil }
        lists.append(list)
      } else if let variable = VariableDecl(member), variable.introducer == .let,
        let binding = variable.bindings.only, binding.value == nil,
        case .identifier(let name)? = binding.pattern, !member.modifierNames.contains("static")
      {
        properties.append(name.name)
      } else if let found = InitializerDecl(member), initializer == nil {
        initializer = found
      } else {
        return nil
      }
    }
    guard let first = lists.first, lists.allSatisfy({ haveSameTokens($0, first) }),
      case .array(let array)? = Expr(first)
    else { return nil }
    var (calls, interceptors): ([CallExpr], [Symbol]) = ([], [])
    for element in array.elements {
      guard let call = CallExpr(element.node), call.trailingClosures.isEmpty,
        let made = file.semantics.symbol(of: call.node),
        let type = made.kind == .initializer ? made.parent : made, type.kind == .classType,
        type.module == file.semantics.module
      else { return nil }
      calls.append(call)
      interceptors.append(type)
    }
    guard !calls.isEmpty,
      let places = initializer.map({ placesOfProperties($0) })
        ?? (properties.isEmpty || type.kind == .structure
          ? Dictionary(uniqueKeysWithValues: zip(properties, 0...)) : nil),
      properties.allSatisfy({ places[$0] != nil })
    else { return nil }
    self.declaration = declaration
    (self.calls, self.interceptors, self.places) = (calls, interceptors, places)
  }

  /// The list that a factory makes which a call makes.
  ///
  /// - Returns: nil if an element is made of more than literals and what the factory is given.
  func list(madeBy factory: CallExpr) -> (elements: [Code], said: [Node])? {
    let given = factory.arguments.map { $0.node.argumentValue }
    var said: [Node] = []
    var elements: [Code] = []
    for (call, type) in zip(calls, interceptors) {
      var arguments: [CodeArgument] = []
      for argument in call.arguments {
        let value = argument.node.argumentValue
        if value.isLiteralAlone {
          arguments.append(CodeArgument(argument.label, .word(value.text)))
          continue
        }
        guard let property = argument.expression?.nameWithoutSelf,
          let place = places[property], place < given.count,
          !said.contains(given[place]) || given[place].kind == .declReference
        else { return nil }
        said.append(given[place])
        arguments.append(CodeArgument(argument.label, .kept(given[place])))
      }
      elements.append(.call(type.name, arguments))
    }
    return (elements, said)
  }
}

/// Whether documentation that no fix may lose would come to stand above another declaration.
func leavesDocumentation(_ declaration: Node) -> Bool {
  declaration.parent?.items.last != declaration && isDocumented(declaration)
}

/// Where an initialiser takes what it gives to properties; nil if it does anything else.
private func placesOfProperties(_ initializer: InitializerDecl) -> [String: Int]? {
  let names = initializer.parameters.map(\.name)
  var places: [String: Int] = [:]
  guard !initializer.isFailable, initializer.parameters.allSatisfy({ $0.defaultValue == nil }),
    let body = initializer.body
  else { return nil }
  for item in body.items.map(\.node) {
    guard let assignment = AssignmentExpr(item),
      let property = assignment.target?.nameWithoutSelf,
      case .name(let value)? = assignment.value, let place = names.firstIndex(of: value.name)
    else { return nil }
    places[property] = place
  }
  return places
}

extension Node {
  /// Whether it is a literal that names nothing.
  var isLiteralAlone: Bool {
    switch kind {
    case .integerLiteral, .floatLiteral, .booleanLiteral, .nilLiteral: true
    case .stringLiteral: !descendants.contains { $0.kind == .declReference }
    default: false
    }
  }
}
