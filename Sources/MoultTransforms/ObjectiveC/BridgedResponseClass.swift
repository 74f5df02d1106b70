import MoultMatching
import MoultSemantics
import MoultSyntax

/// Returns the class of the response that the handler of a call gets, as its code tells it where nothing declares the service.
///
/// A response that is handed to a function, or kept in a variable, of a type that nothing in sight declares is of that class: the
/// code compiled. One that is only printed or compared with `nil` can be of any class.
///
/// - Parameter index: which of the handler's parameters is the response.
func responseClass(
  usedBy handler: Expr, parameter index: Int, _ file: FileContext
) -> String? {
  guard case .closure(let closure) = handler else { return nil }
  let parameters = Array(closure.parameters)
  guard parameters.count > index else { return nil }
  let parameter = parameters[index]
  if let type = parameter.type { return unseenClass(type, file) }
  guard parameter.name != "_" else { return "AnyObject" }
  guard let symbol = file.semantics.symbol(of: parameter.node) else { return nil }
  var uses = ResponseUses(file)
  uses.add(usesOf: symbol)
  if uses.classes.count == 1 { return uses.classes.first }
  return uses.classes.isEmpty && !uses.needClass ? "AnyObject" : nil
}

/// What code does with a response, and with the constants that it is bound to.
private struct ResponseUses {
  private(set) var classes: Set<String> = []

  /// Whether something is asked of the response that not every class has.
  private(set) var needClass = false
  private let file: FileContext
  private var seen: Set<Symbol> = []

  init(_ file: FileContext) { self.file = file }

  mutating func add(usesOf symbol: Symbol) {
    guard seen.insert(symbol).inserted else { return }
    for use in file.semantics.references(to: symbol) {
      if use.kind == .declReference {
        add(use)
      } else if use.kind == .optionalBinding {
        addUses(ofConstantBoundBy: use)
      } else {
        needClass = true
      }
    }
  }

  private mutating func addUses(ofConstantBoundBy binding: Node) {
    guard let pattern = binding.child(.identifierPattern),
      let constant = file.semantics.symbol(of: pattern)
    else {
      needClass = true
      return
    }
    add(usesOf: constant)
  }

  private mutating func add(_ use: Node) {
    guard let parent = use.parent else { return }
    switch parent.kind {
    case .argument:
      guard !parent.isPrintedArgument else { return }
      guard let type = typeTaken(by: parent, file), let name = unseenClass(type, file) else {
        needClass = true
        return
      }
      classes.insert(name)
    case .initializerClause where parent.parent?.kind == .optionalBinding:
      if let binding = parent.parent { addUses(ofConstantBoundBy: binding) }
    case .assignment where parent.rightOperand == use:
      guard let target = parent.leftOperand, let variable = file.semantics.symbol(of: target),
        let type = writtenType(of: variable), let name = unseenClass(type, file)
      else {
        needClass = true
        return
      }
      classes.insert(name)
    case .binaryOperator where parent.children.contains { $0.kind == .nilLiteral }: return
    default: needClass = true
    }
  }
}

/// Returns the type of the parameter that takes an argument, as it is written; nil if it is not in sight.
private func typeTaken(by argument: Node, _ file: FileContext) -> Node? {
  guard let list = argument.parent, list.kind == .argumentList, let call = list.parent,
    call.kind == .functionCall, let index = call.arguments.firstIndex(of: argument)
  else { return nil }
  if let function = file.semantics.symbol(of: call), function.kind.isCallable {
    return parameter(of: function, taking: argument, in: list)?.declaration?.parameterType
  }
  guard let called = call.children.first, let value = file.semantics.symbol(of: called),
    let written = writtenType(of: value), let type = functionType(written, file),
    let elements = type.child(.tupleType)?.children, elements.count > index
  else { return nil }
  return elements[index].children.last { $0.kind.isType }
}

/// The name of the class that a type is, with optionals left out, if nothing in sight declares it.
private func unseenClass(_ type: Node, _ file: FileContext) -> String? {
  let bare = withoutOptionals(type)
  guard bare.kind == .identifierType, bare.children.isEmpty, !baseClasses.contains(bare.name),
    file.semantics.type(of: bare).isUnknown
  else { return nil }
  return bare.name
}

/// Types that a response has beside its own class.
private let baseClasses: Set = ["Any", "AnyObject", "NSObject", "GPBMessage", "NSCopying"]
