import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The interceptors that every generated client of the project is given in the same words, wherever its connection is made.
///
/// In grpc-swift 2 every connection of the project is given the factory's list: whatever client is made with one had it before.
/// A client loses it once no connection is left without.
struct ListOfEveryClient {
  /// Makes the factory, in one of the places.
  private let factory: CallExpr
  private let type: Symbol

  /// Whether the factory has a function that makes a list; a factory of empty lists has none.
  private let hasList: Bool

  static func judged(_ file: FileContext) -> ListOfEveryClient? {
    // Who makes a client is asked of the whole project.
    guard file.calls.isMentioned("interceptors"),
      let client = file.model.symbol(named: "GRPC.GRPCClient")
    else { return nil }
    return file.calls.answer(about: client) { ListOfEveryClient(file) }
  }

  private init?(_ file: FileContext) {
    let clients = ClientsOfAProject(file)
    guard let calls = clients.calls(file), let first = calls.first,
      let factory = CallExpr(of: first.call.argument(labeled: "interceptors")?.expression?.node),
      factory.trailingClosures.isEmpty,
      factory.arguments.allSatisfy({ $0.node.argumentValue.isLiteralAlone }),
      let made = first.file.semantics.symbol(of: factory.node),
      let type = made.kind == .initializer ? made.parent : made,
      let home = type.declaration.flatMap({ file.context(of: $0) })
    else { return nil }
    for (call, place) in calls {
      guard let given = call.argument(labeled: "interceptors")?.expression?.node,
        haveSameTokens(given, factory.node),
        place.semantics.module == type.module
      else { return nil }
    }
    guard !clients.hasInterceptorsAsked(file), !clients.areMadeForGRPC2(file),
      InterceptorFamily.judged(type, home) == nil,
      let hasList = Self.hasList(type, home)
    else { return nil }
    (self.factory, self.type, self.hasList) = (factory, type, hasList)
  }

  /// Whether a type makes a list of interceptors of grpc-swift 2 or will do so; nil for one that stays what it is.
  fileprivate static func hasList(_ type: Symbol, _ home: FileContext) -> Bool? {
    if let list = InterceptorList(type, home) {
      guard !list.isPipeline else { return nil }
      return InterceptorsOfLists.judged(type, home).map { _ in list.remains }
    }
    let members = home.model.declaredMembers(of: type)
    // What a fix has made of lists that differ is none of every call.
    guard !members.contains(where: { $0.name == nameOfPipeline }) else { return nil }
    let makers = members.filter {
      $0.name.hasPrefix("make") && $0.name.hasSuffix("Interceptors")
    }
    guard let maker = makers.first else { return type.isOfProject ? false : nil }
    guard makers.count == 1, maker.name == "makeInterceptors",
      let function = maker.declaration.flatMap({ FunctionDecl($0) }), function.parameters.isEmpty,
      function.node.genericParameters.isEmpty,
      function.node.returnType?.text == "[any ClientInterceptor]"
    else { return nil }
    return true
  }

  /// What a connection is given that is made in a file; nil where there is nothing to give, or it cannot be named.
  func code(in file: FileContext) -> Code? {
    guard hasList, let declaration = type.declaration, declaration.parent?.kind == .sourceFile,
      type.module == file.semantics.module
    else { return nil }
    let isPrivate = declaration.modifierNames.contains { $0 == "private" || $0 == "fileprivate" }
    guard !isPrivate || declaration.tree === file.tree else { return nil }
    let arguments = factory.arguments.map {
      CodeArgument($0.label, .word($0.node.argumentValue.text))
    }
    return .call(type.name, arguments).calling("makeInterceptors", [])
  }
}

/// Whether every connection that the project opens is one of grpc-swift 2 and has been given the list of the factory that a client
/// is given.
///
/// - Parameter given: the client's argument.
func isGivenToEveryConnection(_ given: Argument, _ file: FileContext) -> Bool {
  guard let factory = CallExpr(of: given.expression?.node),
    let made = file.semantics.symbol(of: factory.node),
    let type = made.kind == .initializer ? made.parent : made,
    let home = type.declaration.flatMap({ file.context(of: $0) }),
    let hasList = ListOfEveryClient.hasList(type, home)
  else { return false }
  guard hasList else { return true }
  let opened = ["GRPCClient", "withGRPCClient"].flatMap { file.calls.calls(named: $0) }
  return !opened.isEmpty && !opensOldConnection(file)
    && opened.allSatisfy { connection in
      guard let list = CallExpr(of: connection.argument("interceptors")),
        case .member(let member)? = list.called, member.name == "makeInterceptors",
        let base = member.base
      else { return false }
      return haveSameTokens(base.node, factory.node)
    }
}

private func opensOldConnection(_ file: FileContext) -> Bool {
  let openers = ["connect", "withConnectedSocket", "with", "ClientConnection"]
  return openers.flatMap { file.calls.calls(named: $0) }.contains { call in
    let name = file.context(of: call)?.semantics.symbol(of: call)?.qualifiedName ?? ""
    return ["GRPC.ClientConnection.", "GRPC.GRPCChannelPool."].contains { name.hasPrefix($0) }
  }
}
