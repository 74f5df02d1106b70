import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The contexts and the promises of the status by which a method of a provider, and the functions of its file that it hands them on
/// to, speak of one call.
struct CarriersOfReplies {
  enum Role { case context, promise }

  /// Where one is named and not handed on.
  private(set) var uses: [(node: Node, role: Role)] = []

  /// What is handed on, and the parameter that takes it.
  private(set) var handedOn: [(argument: Argument, call: Node, parameter: Parameter)] = []

  /// The parameters of functions that take one.
  private(set) var parameters: [(parameter: Parameter, role: Role)] = []
  private var symbols: Set<Symbol> = []
  private let type: String
  private let file: FileContext

  /// - Parameters:
  ///   - own: the parameter of the method that is the context.
  ///   - promise: the one whose future the method returns, if it has one of its own.
  ///   - type: how functions write the type of the context.
  ///   - leavesOthers: whether a function that takes it as another type only reads it.
  init(
    of own: Symbol, _ promise: Symbol? = nil, typed type: String, leavesOthers: Bool = false,
    _ file: FileContext
  ) throws(Refusal) {
    (self.type, self.file) = (type, file)
    var open: [(symbol: Symbol, role: Role)] = [(own, .context)]
    if let promise { open.append((promise, .promise)) }
    symbols = Set(open.map(\.symbol))
    while let (symbol, role) = open.popLast() {
      for use in file.semantics.references(to: symbol) {
        guard use.kind == .declReference else {
          guard use.kind == .parameter || use.kind == .identifierPattern else {
            throw Refusal("do not capture '\(symbol.name)' by a list")
          }
          continue
        }
        guard let taking = Parameter(of: file.parameter(taking: use)),
          let argument = Argument(of: use.parent), let call = use.argumentOfCall?.call,
          !leavesOthers || taking.type?.mainTypeName == type
        else {
          uses.append((use, role))
          continue
        }
        let taken = try taker(taking, role, of: use)
        handedOn.append((argument, call, taking))
        if symbols.insert(taken).inserted {
          parameters.append((taking, role))
          open.append((taken, role))
        }
      }
    }
    for (parameter, _) in parameters {
      let isGivenThese =
        file.values(passedTo: parameter.node)?.allSatisfy { passed in
          guard let value = passed.value, value.tree === file.tree,
            let symbol = file.semantics.symbol(of: value)
          else { return false }
          return symbols.contains(symbol)
        } ?? false
      guard isGivenThese else {
        throw Refusal(
          "hand '\(parameter.name)' on only to functions that no other method of the service, and no other file, gives one"
        )
      }
    }
  }

  /// What a function of the file is given as its parameter.
  private func taker(
    _ parameter: Parameter, _ role: Role, of use: Node
  ) throws(Refusal) -> Symbol {
    let refusal = Refusal(
      "hand '\(use.text)' on only to functions of the same file: what sends then puts its replies into a stream"
    )
    let type = role == .context ? type : "EventLoopPromise"
    guard parameter.node.tree === file.tree, parameter.type?.mainTypeName == type,
      parameter.defaultValue == nil, let owner = parameter.node.owningFunction,
      FunctionDecl(owner)?.body != nil, let function = file.semantics.symbol(of: owner),
      let symbol = file.semantics.symbol(of: parameter.node), file.changesAlone(function)
    else { throw refusal }
    return symbol
  }

  /// The functions that take one, in the order in which they were found.
  var functions: [Node] {
    var found: [Node] = []
    for (parameter, _) in parameters {
      if let owner = parameter.node.owningFunction, !found.contains(owner) { found.append(owner) }
    }
    return found
  }

  /// The parameter of a function that stays, as what replies are put into; it needs no other.
  func staying(in function: Node) -> Parameter? {
    let own = parameters.filter { $0.parameter.node.owningFunction == function }
    return (own.first { $0.role == .context } ?? own.first)?.parameter
  }

  /// Gives the functions, and their calls, what replies are put into.
  func hand(_ outgoing: String, type: Code, _ editor: inout SyntaxEditor) {
    let stay = functions.compactMap { staying(in: $0) }
    for (parameter, _) in parameters {
      guard stay.contains(where: { $0.node == parameter.node }) else {
        editor.remove(element: parameter.node)
        continue
      }
      let code = ParameterCode(label(of: parameter, outgoing), outgoing, type)
      editor.replace(element: parameter.node, with: [.form(.parameter(code))])
    }
    for (argument, _, parameter) in handedOn {
      if stay.contains(where: { $0.node == parameter.node }) {
        editor.replace(
          argument, with: CodeArgument(label(of: parameter, outgoing), .word(outgoing)))
      } else {
        editor.remove(element: argument.node)
      }
    }
  }

  private func label(of parameter: Parameter, _ outgoing: String) -> String? {
    parameter.label == parameter.name ? outgoing : parameter.label
  }

  /// Whether at most one of some statements is reached by a call, in whatever functions they stand.
  func excludeEachOther(_ statements: [Node]) -> Bool {
    var owners: [Node] = []
    var reached = statements
    var pending = statements
    while let statement = pending.popLast() {
      if statement.ancestors.contains(where: {
        $0.kind.isLoop
      }) {
        return false
      }
      guard let owner = functions.first(where: { statement.isInside($0) }),
        !owners.contains(owner)
      else { continue }
      owners.append(owner)
      for (_, call, parameter) in handedOn
      where parameter.node.owningFunction == owner && !reached.contains(call) {
        reached.append(call)
        pending.append(call)
      }
    }
    return reached.indices.allSatisfy { first in
      reached[(first + 1)...].allSatisfy { exclude(reached[first], $0) }
    }
  }

  /// Whether two nodes stand in branches of one `if` or `switch`, or in functions of which each is reached by itself.
  private func exclude(_ first: Node, _ second: Node) -> Bool {
    let function = { (node: Node) in functions.first { node.isInside($0) } }
    if function(first) != function(second) { return true }
    return first.ancestors.contains { choice in
      guard second.isInside(choice) else { return false }
      if let body = IfExpr(choice)?.body?.node, let other = choice.elseBranch {
        return first.isInside(body) && second.isInside(other)
          || second.isInside(body) && first.isInside(other)
      }
      return choice.kind == .switchExpr
        && first.ancestors.first { $0.kind == .switchCase && $0.parent == choice }
          != second.ancestors.first { $0.kind == .switchCase && $0.parent == choice }
    }
  }
}
