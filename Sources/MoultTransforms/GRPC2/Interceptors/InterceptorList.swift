import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A type that gives interceptors for each method of generated clients or of a provider of grpc-swift 1, whatever connections or servers
/// these are made with.
///
/// What it gives becomes one list, which a person passes to the connections; the functions for each method go, with the
/// extensions that hold nothing else. Where methods have lists that differ, it becomes a pipeline, which says of each interceptor
/// the methods that it is for; that of a provider is one in any case, as a server has other services.
struct InterceptorList {
  /// The classes of the interceptors, in the order of the list; empty if every list is.
  var interceptors: [Symbol] { parts.flatMap { $0.elements.map(\.type) } }

  private let type: Symbol
  let side: SideOfInterceptors

  /// The functions for each method, wherever they are declared.
  private let functions: [Node]

  /// The function that becomes the list's: one that all others call, or the first of them.
  private let origin: FunctionDecl?

  /// Whether it will have a function that makes a list.
  var remains: Bool { origin != nil }

  /// Whether what it gives depends on the method.
  let isPipeline: Bool

  /// One list for all methods, or each of those that differ with its methods.
  private let parts: [ListOfMethods]

  /// The functions outside of the type that its lists come from.
  let givers: [Node]

  /// The call of one of them that is all that each of its functions says.
  let asked: CallExpr?

  /// - Parameter file: of the type's module; the list is read once in a task.
  static func read(_ type: Symbol, _ file: FileContext) -> InterceptorList? {
    guard type.module == file.semantics.module else { return nil }
    return file.others.answer(about: type) { InterceptorList(type, file) }
  }

  private init?(_ type: Symbol, _ file: FileContext) {
    guard type.kind == .classType || type.kind == .structure, !type.isGenerated,
      type.declaration?.genericParameters.isEmpty == true
    else { return nil }
    var functions: [(symbol: Symbol, declaration: FunctionDecl, value: Node, file: FileContext)] =
      []
    for member in file.model.declaredMembers(of: type) {
      let helper = HelperOfAFactory(member.declaration)
      guard helper != nil || member.name.hasPrefix("make") && member.name.hasSuffix("Interceptors")
      else { continue }
      guard let declaration = member.declaration, let function = FunctionDecl(declaration),
        let place = file.context(of: declaration), let value = function.body?.givenList,
        function.parameters.isEmpty, !declaration.isAsync, !declaration.isThrowing,
        declaration.attributes.isEmpty, helper != nil || isOfModule(declaration)
      else { return nil }
      functions.append((member, function, value, place))
    }
    let shared = functions.filter { HelperOfAFactory($0.declaration.node) != nil }
    let own = functions.filter { HelperOfAFactory($0.declaration.node) == nil }
    let places = functions.map(\.declaration.node)
    guard let first = own.first, let service = ServiceOfAFactory(first.declaration, first.file),
      own.allSatisfy({ file.calls.uses(of: $0.symbol).isEmpty }),
      own.allSatisfy({ Self.isOfAFactory($0.declaration.node) }),
      shared.allSatisfy({ helper in
        file.calls.uses(of: helper.symbol).allSatisfy { use in
          places.contains { use.isInside($0) }
        }
      })
    else { return nil }
    var lists: [ListOfMethods] = []
    for function in own {
      guard let list = ListOfMethods(function.value, function.file) else { return nil }
      lists.append(list)
    }
    let givers = lists.flatMap(\.givers).filter { !places.contains($0) }
    self.givers = givers
    let called = first.file.semantics.symbol(of: first.value)
    asked = called.flatMap { giver in
      giver.declaration.map(givers.contains) == true
        && own.allSatisfy { Self.isCall($0.value, of: giver, $0.file) }
        ? CallExpr(first.value) : nil
    }
    let isAlike = lists.allSatisfy { $0.saysTheSame(as: lists[0]) }
    let isPipeline = !isAlike || service.side == .server
    let helper = shared.only.flatMap { one in
      isOfModule(one.declaration.node)
        && own.allSatisfy({ Self.isCall($0.value, of: one.symbol, $0.file) }) ? one : nil
    }
    let source = helper ?? first
    guard
      shared.allSatisfy({ $0.symbol == source.symbol || !isDocumented($0.declaration.node) })
    else { return nil }
    guard
      lists.allSatisfy(\.isWrittenAnywhere)
        || !isPipeline && asked.map(Self.isAskedByOthers) == true
    else { return nil }
    var parts = Array(lists.prefix(1))
    if isAlike, isPipeline, service.hasOnlyMethods(of: own.map(\.symbol.name)) {
      guard !service.isOneOfSeveral else { return nil }
      parts[0].subject = .quoted(".services([\(service.descriptor)])")
    } else if isPipeline {
      parts = []
      for (function, list) in zip(own, lists) {
        guard let method = service.descriptor(of: function.declaration),
          function.declaration.node.parent == first.declaration.node.parent
        else { return nil }
        if let same = parts.firstIndex(where: { $0.saysTheSame(as: list) }) {
          parts[same].methods.append(method)
        } else {
          parts.append(list)
          parts[parts.count - 1].methods = [method]
        }
      }
    }
    (self.type, self.parts, self.isPipeline) = (type, parts, isPipeline)
    side = service.side
    self.functions = places
    let isEmpty = parts.allSatisfy(\.elements.isEmpty)
    origin = isEmpty && helper == nil ? nil : source.declaration
  }

  /// Whether a function's type or extension says that it conforms to the protocol of a factory, and can lose that.
  private static func isOfAFactory(_ function: Node) -> Bool {
    guard let owner = function.ancestors.first(where: isTypeOrExtension) else { return false }
    return owner.inheritedTypes.contains(where: isFactoryProtocol)
      && owner.child(.genericWhereClause) == nil && owner.attributes.isEmpty
      && !isDocumented(function) && (owner.kind != .extensionDecl || !isDocumented(owner))
  }

  private static func isCall(_ value: Node, of helper: Symbol, _ file: FileContext) -> Bool {
    guard let call = CallExpr(value), call.arguments.first(where: { _ in true }) == nil,
      call.trailingClosures.isEmpty
    else { return false }
    return file.semantics.symbol(of: call.node) == helper
  }

  /// Whether a call means the same in a function that is called as the list of grpc-swift 2 is.
  private static func isAskedByOthers(_ call: CallExpr) -> Bool {
    call.called?.node.name != nameOfList || call.called?.node.kind == .memberAccess
  }

  /// Whether it is no more than functions that ask another one for their lists, so that it goes with the last client that is made with it.
  var isOnlyAsking: Bool {
    guard asked != nil, let declaration = type.declaration, !isDocumented(declaration) else {
      return false
    }
    let members = TypeDecl(declaration)?.members?.items.map(\.node) ?? []
    return declaration.parent?.kind == .sourceFile && Set(members) == Set(functions)
  }

  /// Whether the interceptor is made in the list, or in one of those that are the same.
  func makes(at use: Node) -> Bool {
    (functions + givers + [origin?.node].compactMap(\.self)).contains { use.isInside($0) }
  }

  /// Rewrites the type's declaration or one of its extensions.
  func rewrite(_ owner: Node, _ editor: inout SyntaxEditor) {
    let block = TypeDecl(owner)?.members ?? ExtensionDecl(owner)?.members
    let members = block?.items.map(\.node) ?? []
    let gone = members.filter { functions.contains($0) && $0 != origin?.node }
    let conformances = owner.inheritedTypes.filter(isFactoryProtocol)
    if owner.kind == .extensionDecl, gone.count == members.count,
      conformances.count == owner.inheritedTypes.count
    {
      return editor.remove(item: owner)
    }
    for function in gone { editor.remove(item: function) }
    if conformances.count == owner.inheritedTypes.count {
      editor.removeInheritance(of: owner)
    } else {
      for conformance in conformances {
        if let element = conformance.parent { editor.remove(element: element) }
      }
    }
    guard let origin, members.contains(origin.node) else { return }
    let interceptor = Code.form(.existential(side.base))
    let element =
      isPipeline
      ? .generic(.library("GRPCCore.ConditionalInterceptor"), [interceptor]) : interceptor
    let head = (origin.node.modifierNames + ["func"]).joined(separator: " ")
    let name = isPipeline ? nameOfPipeline : nameOfList
    let forwarded = isPipeline ? nil : asked.flatMap { Self.isAskedByOthers($0) ? $0 : nil }
    let list =
      forwarded.map { .kept($0) }
      ?? Code.array(parts.flatMap { isPipeline ? $0.pipeline : $0.list })
    editor.replace(
      member: origin.node, with: [.quoted("\(head) \(name)() -> [\(element)] { \(list) }")])
  }
}

/// The function that a factory whose lists differ makes its pipeline by.
let nameOfPipeline = "makeInterceptorPipeline"

/// The function that a factory makes its list by.
let nameOfList = "makeInterceptors"

/// Whether a function may be one that others of the module ask.
private func isOfModule(_ function: Node) -> Bool {
  function.modifierNames.allSatisfy { ["public", "package", "internal"].contains($0) }
}

extension StatementBlock {
  /// The list that a body is all about, by itself or by the name of a constant that holds it.
  var givenList: Node? {
    if let value = node.onlyValue { return value }
    let items = node.items
    guard items.count == 2, let held = VariableDecl(items[0]), held.introducer == .let,
      let binding = held.bindings.only, case .identifier(let name)? = binding.pattern,
      let given = ReturnStmt(items[1])?.value?.node, given.kind == .declReference,
      given.name == name.name
    else { return nil }
    return binding.value?.node
  }
}

/// A function that gives a list for any messages, which the functions for methods call.
struct HelperOfAFactory {
  init?(_ declaration: Node?) {
    guard let declaration, declaration.kind == .functionDecl,
      let type = declaration.returnType, type.kind == .arrayType,
      let interceptor = type.descendants.first(where: { $0.name.hasSuffix("Interceptor") }),
      // What a fix has made of one has no parameters.
      declaration.genericParameters.count == 2
        || declaration.genericParameters.isEmpty && interceptor.parent?.kind == .someOrAnyType
    else { return nil }
  }
}

/// The interceptors that are made for some methods.
private struct ListOfMethods {
  private(set) var elements: [(call: CallExpr, type: Symbol)] = []

  /// The functions outside of the factory that it comes from.
  private(set) var givers: [Node] = []

  private let factory: Symbol?

  /// Whether what these make can be written in the factory.
  private(set) var isWrittenAnywhere = true

  /// The descriptors of the methods.
  var methods: [Code] = []

  /// What they are made for where that is not a list of methods.
  var subject: Code?

  /// Nil where something else stands in the list than calls that make interceptors of the module of what is of all calls.
  init?(_ value: Node, _ file: FileContext) {
    factory = Self.owner(of: value, file)
    guard add(value, file) else { return nil }
  }

  /// Adds what stands in a list, in lists that are joined, and in what a function gives.
  ///
  /// - Parameter functions: those on the way to it, none of which gives its own list.
  private mutating func add(
    _ value: Node, _ file: FileContext, through functions: Set<Node> = []
  ) -> Bool {
    switch Expr(value) {
    case .array(let list)?:
      for element in list.elements {
        // An initialiser can be the base class's, so the name before the parentheses is asked.
        guard let call = CallExpr(element.node), call.trailingClosures.isEmpty,
          let name = call.called?.node, let made = file.semantics.symbol(of: name),
          made.kind == .classType || made.kind == .structure, made.module == file.semantics.module,
          case let given = call.arguments.map(\.node.argumentValue),
          given.allSatisfy({ $0.kind == .closure || isValueOfAllCalls($0, file) })
        else { return false }
        if !functions.isDisjoint(with: givers), !given.allSatisfy(\.isLiteralAlone) {
          isWrittenAnywhere = false
        }
        elements.append((call, made))
      }
      return true
    case .infix(let sum)?:
      guard sum.name == "+", let left = sum.left?.node, let right = sum.right?.node else {
        return false
      }
      return add(left, file, through: functions) && add(right, file, through: functions)
    case .call(let call)?:
      guard call.arguments.isEmpty, call.trailingClosures.isEmpty,
        let declaration = file.semantics.symbol(of: call.node)?.declaration,
        HelperOfAFactory(declaration) != nil, let home = file.context(of: declaration),
        let function = FunctionDecl(declaration), function.parameters.isEmpty,
        !functions.contains(declaration)
      else { return false }
      let isGiver = Self.owner(of: declaration, home) != factory
      // The type of a constant outside would be one of grpc-swift 1.
      guard let list = isGiver ? function.body?.node.onlyValue : function.body?.givenList else {
        return false
      }
      if isGiver {
        guard isOfNoObject(declaration), !declaration.isAsync, !declaration.isThrowing else {
          return false
        }
        givers.append(declaration)
      }
      return add(list, home, through: functions.union([declaration]))
    default: return false
    }
  }

  private static func owner(of node: Node, _ file: FileContext) -> Symbol? {
    node.ancestors.first(where: isTypeOrExtension).flatMap { typeOfOwner($0, file) }
  }

  private func isOfNoObject(_ function: Node) -> Bool {
    function.parent?.kind == .sourceFile || function.modifierNames.contains("static")
  }

  /// Whether two lists make the same, whatever messages they name.
  func saysTheSame(as other: ListOfMethods) -> Bool {
    elements.count == other.elements.count
      && zip(elements, other.elements).allSatisfy { left, right in
        let (given, alsoGiven) = (Array(left.call.arguments), Array(right.call.arguments))
        return left.type == right.type && given.count == alsoGiven.count
          && zip(given, alsoGiven).allSatisfy { haveSameTokens($0.node, $1.node) }
      }
  }

  var list: [Code] {
    elements.map { element in
      .call(
        .word(element.type.name),
        element.call.arguments.map { CodeArgument($0.label, .kept($0.node.argumentValue)) })
    }
  }

  /// The same, each for the methods alone.
  var pipeline: [Code] {
    let subject = subject ?? .quoted(".methods(\(Code.array(methods)))")
    return list.map { .quoted(".apply(\($0), to: \(subject))") }
  }
}

/// The service whose methods a factory makes interceptors for.
private struct ServiceOfAFactory {
  let side: SideOfInterceptors

  /// Whether the type is the factory of several services.
  let isOneOfSeveral: Bool
  private let stem: String
  private let methods: Set<String>

  /// Nil where the type of the function says no protocol that a generator wrote.
  init?(_ function: FunctionDecl, _ file: FileContext) {
    guard let owner = function.node.ancestors.first(where: isTypeOrExtension),
      case let conformances = owner.inheritedTypes.filter(isFactoryProtocol),
      let first = conformances.first, let side = SideOfInterceptors(factory: first.name)
    else { return nil }
    self.side = side
    isOneOfSeveral = conformances.count > 1
    stem = String(first.text.dropLast(side.suffix.count))
    let service = file.semantics.type(of: first).nominalSymbol
    methods =
      service?.isGenerated == true
      ? Set(service.map { file.model.declaredMembers(of: $0).map(\.name) } ?? []) : []
  }

  /// Whether functions are all that the factory has, and none comes from what it inherits.
  func hasOnlyMethods(of functions: [String]) -> Bool { methods.isSubset(of: functions) }

  /// What grpc-swift 2 calls it: `Service.descriptor`.
  var descriptor: Code { .word(stem).member("descriptor") }

  /// What grpc-swift 2 calls a method: `Service.Method.Name.descriptor`.
  ///
  /// Nil where its name is one that the generators write differently.
  func descriptor(of function: FunctionDecl) -> Code? {
    let name = function.name.dropFirst("make".count).dropLast("Interceptors".count)
    guard !isOneOfSeveral, methods.contains(function.name), !name.contains("_"),
      let first = name.first, first.isUppercase || side == .server
    else { return nil }
    return .word(stem).member("Method").member(first.uppercased() + name.dropFirst())
      .member("descriptor")
  }
}

/// The type that is declared there, or extended.
func typeOfOwner(_ owner: Node, _ file: FileContext) -> Symbol? {
  if owner.kind == .extensionDecl {
    return owner.subjectType.flatMap { file.semantics.symbol(of: $0) }
  }
  return file.semantics.symbol(of: owner)
}

func isTypeOrExtension(_ node: Node) -> Bool {
  TypeDecl(node) != nil || node.kind == .extensionDecl
}

/// Whether documentation stands above or in it.
func isDocumented(_ item: Node) -> Bool {
  guard let run = ItemRun([item]) else { return false }
  let tree = item.tree
  return tree.commentRanges(in: run.range).contains { comment in
    let text = tree.source.text(comment)
    return text.hasPrefix("///") || text.hasPrefix("/**")
  }
}

func isFactoryProtocol(_ type: Node) -> Bool { SideOfInterceptors(factory: type.name) != nil }
