import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// The interceptors that every generated client of the project is given in the same words, wherever its connection is made.
///
/// In grpc-swift 2 every connection of the project is given the factory's list: whatever client is made with one had it before.
/// A client loses it once no connection is left without.
struct ListOfEveryClient {
  /// Makes the factory, in one of the places, or calls the function that all factories ask.
  private let factory: CallExpr

  /// The factory, or that function.
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
      let (type, home) = declaredType(madeBy: factory.node, first.file)
    else { return nil }
    let given = calls.compactMap { call, place in
      place.semantics.module == type.module
        ? call.argument(labeled: "interceptors")?.expression?.node : nil
    }
    guard given.count == calls.count, !clients.hasInterceptorsAsked(file),
      !clients.areMadeForGRPC2(file), InterceptorFamily.judged(type, home) == nil
    else { return nil }
    if given.allSatisfy({ haveSameTokens($0, factory.node) }) {
      guard let hasList = Self.hasList(type, home) else { return nil }
      (self.factory, self.type, self.hasList) = (factory, type, hasList)
      return
    }
    guard let asked = Self.asked(by: type, home),
      let function = home.semantics.symbol(of: asked.node),
      zip(given, calls).allSatisfy({ factory, call in
        declaredType(madeBy: factory, call.file).flatMap { Self.asked(by: $0.type, $0.home) }
          .map { haveSameTokens($0.node, asked.node) } ?? false
      })
    else { return nil }
    (self.factory, self.type, hasList) = (asked, function, true)
  }

  /// The call that is all that the functions of a factory say, which goes with the last client that is made with it.
  fileprivate static func asked(by type: Symbol, _ home: FileContext) -> CallExpr? {
    guard let list = InterceptorList.read(type, home), list.isOnlyAsking, !list.isPipeline,
      InterceptorsOfLists.judged(type, home) != nil
    else { return nil }
    return list.asked
  }

  /// Whether every connection is given what the call of a function gives.
  fileprivate func isList(askedBy call: CallExpr) -> Bool {
    type.kind == .function && haveSameTokens(factory.node, call.node)
  }

  /// Whether a type makes a list of interceptors of grpc-swift 2 or will do so; nil for one that stays what it is.
  fileprivate static func hasList(_ type: Symbol, _ home: FileContext) -> Bool? {
    if let list = InterceptorList.read(type, home) {
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
    guard makers.count == 1, maker.name == nameOfList,
      let function = maker.declaration.flatMap({ FunctionDecl($0) }), function.parameters.isEmpty,
      function.node.genericParameters.isEmpty,
      function.node.returnType?.text == "[any ClientInterceptor]"
    else { return nil }
    return true
  }

  /// What a connection is given that is made in a file; nil where there is nothing to give, or it cannot be named.
  func code(in file: FileContext) -> Code? {
    guard hasList, let declaration = type.declaration, type.module == file.semantics.module,
      type.kind == .function || declaration.parent?.kind == .sourceFile
    else { return nil }
    let isPrivate = declaration.modifierNames.contains { $0 == "private" || $0 == "fileprivate" }
    guard !isPrivate || declaration.tree === file.tree else { return nil }
    if type.kind == .function { return .word(factory.node.text) }
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
    let (type, home) = declaredType(madeBy: factory.node, file)
  else { return false }
  if let asked = ListOfEveryClient.asked(by: type, home), isGivenToEveryConnection(asked, file) {
    return true
  }
  guard let hasList = ListOfEveryClient.hasList(type, home) else { return false }
  return !hasList
    || isEveryConnection(file) { list in
      guard case .member(let member)? = list.called, member.name == nameOfList,
        let base = member.base
      else { return false }
      return haveSameTokens(base.node, factory.node)
    }
}

/// Whether every connection is one of grpc-swift 2 that has been given what a call of a function gives.
private func isGivenToEveryConnection(_ asked: CallExpr, _ file: FileContext) -> Bool {
  isEveryConnection(file) { haveSameTokens($0.node, asked.node) }
}

/// - Parameter isGiven: whether a connection's list is the one.
private func isEveryConnection(_ file: FileContext, _ isGiven: (CallExpr) -> Bool) -> Bool {
  let opened = openersOfGRPC2.flatMap { file.calls.calls(named: $0) }
  return !opened.isEmpty && !opensOldConnection(file)
    && opened.allSatisfy { CallExpr(of: $0.argument("interceptors")).map(isGiven) ?? false }
}

extension InterceptorList {
  /// What has to be done before a factory goes whose list connections get from the function that it asks; nil where it is to be
  /// rewritten, as not every client has that list.
  func stepOfOneThatAsks(_ file: FileContext) -> String? {
    guard let asked, isOnlyAsking, !isPipeline else { return nil }
    if isGivenToEveryConnection(asked, file) {
      return "first migrate the clients that are made with it; their connections have the list"
    }
    guard ListOfEveryClient.judged(file)?.isList(askedBy: asked) == true else { return nil }
    return
      "first migrate the connections of the clients that are made with it, which are given '\(asked.node.text)'; then this goes"
  }
}

/// A factory that nobody makes, and whose list every connection gets from the function that it asks.
func runOfOneThatAsks(_ type: Symbol, _ file: FileContext) -> ItemRun? {
  guard let declaration = type.declaration, let asked = ListOfEveryClient.asked(by: type, file),
    isGivenToEveryConnection(asked, file),
    file.calls.unknownUses(of: type.name).isEmpty,
    !file.calls.uses(of: type).contains(where: { $0 != declaration && !$0.isInside(declaration) })
  else { return nil }
  return ItemRun([declaration])
}

private func opensOldConnection(_ file: FileContext) -> Bool {
  let openers = ["connect", "withConnectedSocket", "with", "ClientConnection"]
  return openers.flatMap { file.calls.calls(named: $0) }.contains { call in
    let name = file.context(of: call)?.semantics.symbol(of: call)?.qualifiedName ?? ""
    return ["GRPC.ClientConnection.", "GRPC.GRPCChannelPool."].contains { name.hasPrefix($0) }
  }
}
