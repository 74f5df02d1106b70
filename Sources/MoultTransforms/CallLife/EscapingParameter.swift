import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A parameter for a closure that its function lends, and that has to escape once it is called in another closure.
struct EscapingParameter {
  private let symbol: Symbol
  private let type: Node

  /// - Throws: a `Refusal` where a requirement or an override says its type too, or where a caller could not let a closure
  ///   escape.
  init(_ symbol: Symbol, _ file: FileContext) throws(Refusal) {
    let refusal = Self.refusal(symbol)
    let node = symbol.declaration.flatMap { declaration in
      ([declaration] + declaration.ancestors.prefix(3)).first { $0.kind == .parameter }
    }
    guard let parameter = Parameter(of: node), let type = parameter.type,
      type.kind == .functionType || type.kind == .attributedType, parameter.defaultValue == nil,
      let owner = parameter.node.ancestors.first(where: { $0.kind == .functionDecl }),
      owner.tree === file.tree, let function = file.semantics.symbol(of: owner),
      let position = function.parameters.firstIndex(where: { $0.declaration == parameter.node })
    else { throw refusal }
    let family = DeclarationFamily(of: function, in: file)
    guard family.obstacle == nil, family.members == [function],
      let callers = callers(of: function, in: file),
      callers.allSatisfy({ Self.lets($0, position, parameter, escape: function, file) })
    else { throw refusal }
    (self.symbol, self.type) = (symbol, type)
  }

  static func refusal(_ symbol: Symbol) -> Refusal {
    Refusal("mark '\(symbol.name)' '@escaping': it is called in a closure that may be kept")
  }

  /// Whether a call gives the parameter a closure that needs no `self` to be written, or what escapes already.
  private static func lets(
    _ node: Node, _ position: Int, _ parameter: Parameter, escape function: Symbol,
    _ home: FileContext
  ) -> Bool {
    guard let call = CallExpr(node), let file = home.context(of: node) else { return false }
    let isLast = position == function.parameters.count - 1
    let arguments = Array(call.arguments)
    var given = isLast ? call.trailingClosures.only?.closure?.node : nil
    if let label = parameter.label {
      given = call.argument(labeled: label)?.expression?.node ?? given
    } else if arguments.indices.contains(position), arguments[position].label == nil {
      given = arguments[position].expression?.node
    }
    guard let given, taskCanKeep([given], file) else { return false }
    guard given.kind == .closure else { return NameExpr(given) != nil }
    guard let state = try? CarriedState([given], movedFrom: given, file) else { return false }
    return !state.captures.contains("self")
  }

  /// Adds `@escaping`.
  func rewrite(_ editor: inout SyntaxEditor) {
    editor.replace(type, with: .form(.attributed(["@escaping"], .kept(type))))
  }

  var reason: String {
    "'\(symbol.name)' escapes now: what calls its function from elsewhere may have to write 'self.', and Swift 6 wants it '@Sendable'"
  }
}
