import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Interceptors that change headers, and the types that give lists of them to providers, or to clients with connections from elsewhere.
///
/// All of them are rewritten together. One that nobody makes is alone. An interceptor that is not understood keeps no list from
/// becoming one of grpc-swift 2, in which a person's structure will stand.
struct InterceptorsOfLists {
  private(set) var interceptors: [(type: Symbol, shape: InterceptorOfParts)] = []
  private(set) var lists: [(type: Symbol, shape: InterceptorList)] = []

  /// What all that changes with them is a part of.
  var unit: String? { (interceptors.map(\.type) + lists.map(\.type)).unit }

  var side: SideOfInterceptors {
    lists.first?.shape.side ?? interceptors.first?.shape.side ?? .client
  }

  /// The classes in a list that are left to a person.
  func left(in list: InterceptorList) -> [Symbol] {
    list.interceptors.filter { type in
      type.kind == .classType && !interceptors.contains { $0.type == type }
    }
  }

  /// - Parameter type: an interceptor or a factory.
  static func judged(_ type: Symbol, _ file: FileContext) -> InterceptorsOfLists? {
    file.others.answer(about: type) { InterceptorsOfLists(around: type, file) }
  }

  private init?(around first: Symbol, _ file: FileContext) {
    let isWhole = reachesOnlyUnderstood(from: first, file) { next, home in
      if let list = InterceptorList.read(next, home) {
        // A function that somebody else asks stays one of grpc-swift 1.
        guard Self.factories(at: list.givers.compactMap(\.returnType), home) != nil else {
          return nil
        }
        lists.append((next, list))
        return list.interceptors.filter { type in
          type.declaration.flatMap { home.context(of: $0) }.map { place in
            InterceptorOfParts(type, place) != nil && Self.factories(making: type, place) != nil
          } ?? false
        }
      }
      guard let interceptor = InterceptorOfParts(next, home) else { return nil }
      interceptors.append((next, interceptor))
      return Self.factories(making: next, home)
    }
    guard isWhole else { return nil }
  }

  /// The factories in whose lists an interceptor is made; nil if it is made elsewhere as well.
  private static func factories(making type: Symbol, _ file: FileContext) -> [Symbol]? {
    let initializers = file.model.declaredMembers(of: type).filter { $0.kind == .initializer }
    let uses = ([type] + initializers).flatMap { file.calls.uses(of: $0) }.filter { use in
      type.declaration.map { use != $0 && !use.isInside($0) } ?? false
    }
    return factories(at: uses, file)
  }

  /// - Parameter functions: those that have been asked, none of which gives its own list.
  private static func factories(
    at uses: [Node], _ file: FileContext, through functions: Set<Node> = []
  ) -> [Symbol]? {
    var types: [Symbol] = []
    for use in uses where !isGivenToNewConnection(use) {
      guard let place = file.context(of: use) else { return nil }
      if let owner = use.ancestors.first(where: isTypeOrExtension),
        let type = typeOfOwner(owner, place),
        InterceptorList.read(type, place)?.makes(at: use) == true
      {
        types.append(type)
        continue
      }
      guard let function = use.ancestors.first(where: { HelperOfAFactory($0) != nil }),
        !functions.contains(function), let symbol = place.semantics.symbol(of: function),
        let others = factories(
          at: place.calls.uses(of: symbol), place, through: functions.union([function]))
      else { return nil }
      types += others
    }
    return types
  }

  /// Whether a connection of grpc-swift 2 is given what the function gives.
  private static func isGivenToNewConnection(_ use: Node) -> Bool {
    guard let argument = Argument(of: callMade(at: use)?.node.parent) else { return false }
    return argument.label == "interceptors"
      && openersOfGRPC2.contains(argument.call?.called?.node.name ?? "")
  }

  /// What becomes of a function that gives lists to factories from outside of them.
  ///
  /// - Returns: nil for any other, and one whose list somebody else takes.
  static func giver(around node: Node, _ file: FileContext) -> TransformOutcome? {
    guard let function = node.ancestors.first(where: { HelperOfAFactory($0) != nil }),
      let type = factories(at: [node], file)?.first,
      let home = type.declaration.flatMap({ file.context(of: $0) }),
      let family = judged(type, home),
      family.lists.contains(where: { $0.shape.givers.contains(function) }),
      let given = function.returnType
    else { return nil }
    var editor = file.editor
    for clause in [.genericParameterClause, .genericWhereClause].compactMap({ function.child($0) })
    {
      editor.remove(clause: clause)
    }
    editor.replace(given, with: .array([.form(.existential(family.side.base))]))
    let classes = Set(family.lists.flatMap(\.shape.interceptors).map(\.name))
    for made in function.descendants where made.kind == .genericSpecialization {
      guard let name = made.children.first, classes.contains(name.name) else { continue }
      editor.replace(made, with: .kept(name))
    }
    var outcome = placeOfMany(
      Consequence(
        editor,
        review: [
          "no call runs an interceptor until the list is passed to the \(family.takerOfLists), where it is for each call"
        ]))
    outcome.unit = family.unit
    return outcome
  }

  /// What runs interceptors in grpc-swift 2.
  var takerOfLists: String { side == .client ? "'GRPCClient'" : "'GRPCServer'" }
}

/// What opens a client's connection in grpc-swift 2.
let openersOfGRPC2 = ["GRPCClient", "withGRPCClient"]
