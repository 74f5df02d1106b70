import MoultMatching
import MoultSemantics
import MoultSyntax

/// A case path as CasePaths wrote it before key paths: `/Root.name(label:)`, `/.some`, `/Root.self`, or several of them
/// put together.
struct WrittenCasePath {
  /// The whole expression, with the parentheses around it.
  private(set) var node: Node

  /// `Api.Route` of `/Api.Route.home`; nil for `/.home`.
  let root: String?

  /// Whether the root is a generic type without its arguments, as in `/Result.success`, which no key path can begin with.
  private var isRootOpen = false

  /// The names behind the root; empty for `/Root.self`.
  private(set) var names: [String]

  /// The enumerations that the path goes through, as far as they are known.
  private(set) var enumerations: [Symbol]

  /// Whether what the path leads to is a tuple with labels, as a key path has it; with `/` it had none.
  private(set) var leadsToLabels = false

  /// How many values the last case has.
  private(set) var valueCount = 1

  /// The first part that is no case which is known; nil if each is one.
  private(set) var unknownPart: Node?

  /// Whether each step is a case that is known.
  var isKnown: Bool { unknownPart == nil }

  /// Reads the path that begins with a prefix operator.
  ///
  /// - Returns: nil if what stands behind the operator is no case, or if it is only a later part of a path.
  init?(at slash: Node, _ file: FileContext) {
    guard slash.kind == .prefixOperator, let operand = slash.operand,
      operand.kind == .memberAccess
    else { return nil }
    let outer = slash.withParenthesesAround
    if outer.isAppendedPath { return nil }
    let symbol = file.semantics.symbol(of: operand)
    root = operand.base?.text
    node = outer
    if operand.name == "self" {
      names = []
      enumerations = []
    } else if let symbol {
      guard symbol.kind == .enumCase, let owner = symbol.parent else { return nil }
      names = [operand.caseName]
      enumerations = [owner]
      leadsToLabels = symbol.hasLabelledTuple
      valueCount = symbol.parameters.count
      isRootOpen = owner.isGeneric && root?.hasSuffix(">") == false
    } else {
      guard operand.couldBeCase else { return nil }
      names = [operand.caseName]
      enumerations = []
      let isOfSwift =
        operand.base == nil && ["some", "none", "success", "failure"].contains(operand.name)
      unknownPart = isOfSwift ? nil : operand
    }
    readAppendedPaths(file)
  }

  /// `(/A.b).appending(path: /B.c)`, `/A.b .. /B.c` and `/A.b..B.c` are one path.
  private mutating func readAppendedPaths(_ file: FileContext) {
    while let part = node.partAppended {
      let expression = part.expression.withoutParentheses
      // Behind '..' the case itself can stand, as the function that it is.
      let isFunction = part.whole.kind == .binaryOperator && expression.slash == nil
      guard let operand = isFunction ? expression : expression.slash?.operand,
        operand.kind == .memberAccess
      else {
        unknownPart = unknownPart ?? expression
        return
      }
      if operand.name != "self" {
        names.append(operand.caseName)
        if let symbol = file.semantics.symbol(of: operand), symbol.kind == .enumCase,
          let owner = symbol.parent
        {
          enumerations.append(owner)
          leadsToLabels = symbol.hasLabelledTuple
          valueCount = symbol.parameters.count
        } else {
          unknownPart = unknownPart ?? operand
        }
      }
      node = part.whole.withParenthesesAround
    }
  }

  /// `\.name`, where the type that is wanted says the root.
  var keyPath: String { names.isEmpty ? "\\.self" : "\\." + names.joined(separator: ".") }

  /// `\Root.Cases.name`, which needs no context; `\.name` where only a context says what the root is of.
  var rootedKeyPath: String {
    guard let root, !names.isEmpty, !isRootOpen else { return keyPath }
    return "\\\(root).Cases." + names.joined(separator: ".")
  }
}

extension Symbol {
  /// Whether a type is of others: `enum Loading<Value>`.
  fileprivate var isGeneric: Bool {
    declaration?.children.contains { $0.kind == .genericParameterClause } ?? false
  }

  /// Whether a case has several values, and labels for them.
  fileprivate var hasLabelledTuple: Bool {
    parameters.count > 1 && parameters.contains { $0.label != nil }
  }
}

/// A case that an expression names: `Route.home` or `.home`.
struct NamedCase {
  let name: String
  let enumeration: Symbol
  let valueCount: Int

  /// - Returns: nil for any other expression, and for a case that nobody knows.
  init?(_ reference: Node, _ file: FileContext) {
    guard reference.kind == .memberAccess, let symbol = file.semantics.symbol(of: reference),
      symbol.kind == .enumCase, let owner = symbol.parent
    else { return nil }
    (name, enumeration, valueCount) = (reference.caseName, owner, symbol.parameters.count)
  }
}

extension Node {
  /// The name of a case as a key path writes it, without argument labels.
  var caseName: String { tree.text(of: mainTokenID) }

  /// The outermost pair of parentheses that holds this expression alone, or the node itself.
  var withParenthesesAround: Node {
    var node = self
    while let argument = node.parent, argument.kind == .argument,
      !argument.flags.contains(.labeled), let tuple = argument.parent, tuple.kind == .tuple,
      tuple.children.count == 1
    {
      node = tuple
    }
    return node
  }

  /// The call around an argument's value, with the argument.
  var argumentOfCall: (call: Node, argument: Node)? {
    guard let argument = parent, argument.kind == .argument, let list = argument.parent,
      list.kind == .argumentList, let call = list.parent, call.kind == .functionCall
    else { return nil }
    return (call, argument)
  }

  fileprivate var slash: Node? { kind == .prefixOperator && name == "/" ? self : nil }

  /// `path:` of `.appending(path:)`, or the right side of `..`.
  fileprivate var isAppendedPath: Bool {
    if let (call, argument) = argumentOfCall {
      return call.callee?.name == "appending" && argument.argumentLabel == "path"
    }
    guard let around = parent, around.kind == .binaryOperator, around.name == ".." else {
      return false
    }
    return around.rightOperand == self
  }

  /// What is appended to the path that this node is, and the expression that is both.
  fileprivate var partAppended: (expression: Node, whole: Node)? {
    if let member = parent, member.kind == .memberAccess, member.base == self,
      member.name == "appending", let call = member.parent, call.kind == .functionCall,
      call.callee == member, let first = call.arguments.first, call.arguments.count == 1,
      first.argumentLabel == "path"
    {
      return (first.argumentValue, call)
    }
    guard let around = parent, around.kind == .binaryOperator, around.name == "..",
      around.leftOperand == self, let right = around.rightOperand
    else { return nil }
    return (right, around)
  }

  /// `Route.home` or `.home`, and nothing that only division could mean.
  fileprivate var couldBeCase: Bool {
    guard let base else { return name.first?.isLowercase ?? false }
    return (base.kind == .memberAccess || base.kind == .declReference)
      && base.name.first?.isUppercase ?? false && name.first?.isLowercase ?? false
  }
}
