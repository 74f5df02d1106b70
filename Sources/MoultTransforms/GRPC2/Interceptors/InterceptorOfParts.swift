import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// A class of interceptors of grpc-swift 1 that looks at the parts of each call, and changes no more than the headers of requests.
///
/// It hands every part on. As its base class is `@unchecked Sendable`, so is it, and the structure says so where it keeps more than values.
struct InterceptorOfParts {
  let side: SideOfInterceptors

  private let declaration: Node
  private let overrides: [Node]
  private let parts: [HandledPart]
  private let uses: [UsesInAPart]

  /// What is said of messages behind the name of the class and before its members, and goes.
  private let generics: [Node]

  /// `ClientInterceptor<Request, Response>`, as the class inherits it.
  private let base: Node

  /// `Sendable` and `@unchecked Sendable`, as the class says them.
  private let promises: [Node]
  private let keepsValues: Bool

  /// What it has for each call.
  private let values: [ValueOfACall]

  init?(_ type: Symbol, _ file: FileContext) {
    guard type.kind == .classType, !type.isGenerated, let declaration = type.declaration,
      declaration.kind == .classDecl, declaration.attributes.isEmpty,
      declaration.genericRequirements.allSatisfy({ !$0.text.contains("==") }),
      [0, 2].contains(declaration.genericParameters.count),
      !declaration.modifierNames.contains("open"),
      let base = declaration.inheritedTypes.first,
      let side = SideOfInterceptors(base: base.name),
      let messages = NamedType(base)?.genericArguments?.node.children, messages.count == 2,
      let members = TypeDecl(declaration)?.members
    else { return nil }
    self.side = side
    let names = Set(declaration.genericParameters.map(\.name))
    promises = Array(declaration.inheritedTypes.dropFirst())
    guard promises.allSatisfy({ $0.text.hasSuffix("Sendable") }) else { return nil }
    var (methods, overrides): ([OverrideOfParts], [Node]) = ([], [])
    var keepsValues = true
    let all = members.items.map(\.node)
    let ofOneCall = membersOfOneCall(all, file)
    let initializers = all.compactMap { InitializerDecl($0) }
    let namesOfOneCall = ofOneCall.flatMap { $0.bindings.flatMap(\.boundNames).map(\.name) }
    guard ofOneCall.isEmpty || initializers.count < 2 else { return nil }
    for member in all where !ofOneCall.contains(member) {
      if let function = FunctionDecl(member), member.modifierNames.contains("override") {
        overrides.append(member)
        if handsOnAlone(function) { continue }
        guard let method = OverrideOfParts(function, of: side) else { return nil }
        methods.append(method)
      } else if Self.isConstant(member) {
        guard let values = VariableDecl(member)?.bindings.compactMap(\.value?.node),
          member.modifierNames.contains("static")
            || values.allSatisfy({ isValueOfAllCalls($0, file) })
        else { return nil }
        if !Self.isPlain(member, names, file) { keepsValues = false }
      } else if !Self.isPlain(member, names, file, without: namesOfOneCall) {
        return nil
      }
    }
    self.keepsValues = keepsValues
    (self.declaration, self.overrides, self.base) = (declaration, overrides, base)
    generics = [.genericParameterClause, .genericWhereClause].compactMap { declaration.child($0) }
    var (parts, uses): ([HandledPart], [UsesInAPart]) = ([], [])
    for method in methods {
      var handled = HandledPart(checksOf: method).map { [$0] } ?? []
      for kind in PartOfACall.allCases {
        guard let part = HandledPart(kind, of: method) else { return nil }
        handled.append(part)
      }
      for part in handled where !part.code.isEmpty {
        // A sequence of requests does not say where it ends.
        guard side == .client || part.kind != .end || !method.isOfRequests else { return nil }
        let message = method.isOfRequests ? messages[0] : messages[1]
        guard let own = UsesInAPart(part, message, declaration, file) else {
          return nil
        }
        parts.append(part)
        uses.append(own)
      }
    }
    // What is done for several kinds of parts would be written several times.
    let kept = parts.flatMap(\.kept)
    guard !overrides.isEmpty, Set(kept).count == kept.count else { return nil }
    let generics = declaration.genericParameters
    let values = ofOneCall.compactMap {
      ValueOfACall($0, initializers.first, kept: kept, of: generics, file)
    }
    let checks = parts.filter(\.isCheck)
    // What is asked once for each call does not see what changes from part to part.
    guard
      !checks.contains(where: { check in
        check.kept.contains { node in values.contains { $0.isBoxed && node.says($0.name) } }
      })
    else { return nil }
    if side == .server {
      // Behind the method, an error is told as its end; and both checks stand in one scope.
      let isTold = parts.contains { $0.kind == .end && !$0.method.isOfRequests }
      guard !isTold || checks.allSatisfy(\.method.isOfRequests),
        checks.count < 2
          || !checks.contains(where: { $0.kept.contains { $0.kind == .optionalBinding } })
      else { return nil }
    }
    guard values.count == ofOneCall.count,
      parts.allSatisfy({ part in values.allSatisfy { !part.names.contains($0.name) } }),
      !kept.contains(where: { node in
        node.descendants.contains { pattern in
          pattern.kind == .identifierPattern && pattern.parent?.kind != .optionalBinding
            && values.contains { $0.name == pattern.name }
        }
      })
    else { return nil }
    (self.parts, self.uses, self.values) = (parts, uses, values)
  }

  /// Whether a member is a constant of each object, of whatever type.
  private static func isConstant(_ member: Node) -> Bool {
    guard let variable = VariableDecl(member) else { return false }
    return variable.introducer == .let && member.attributes.isEmpty
      && variable.bindings.allSatisfy { $0.node.accessorBlock == nil }
  }

  /// Whether a member may be one of a struct that is `Sendable`, and speaks of no message.
  ///
  /// - Parameter gone: the properties that it will not have.
  private static func isPlain(
    _ member: Node, _ parameters: Set<String>, _ file: FileContext, without gone: [String] = []
  ) -> Bool {
    if let variable = VariableDecl(member) {
      return isConstant(member)
        && variable.bindings.allSatisfy { binding in
          binding.type.map { typesOfValues.contains($0.text) } ?? false
        }
    }
    if let function = FunctionDecl(member) {
      return member.attributes.isEmpty
        && member.modifierNames.allSatisfy { modifiersOfHelpers.contains($0) }
        && !function.node.isAsync && !speaksOf(parameters, member)
    }
    guard let initializer = InitializerDecl(member) else { return false }
    return member.modifierNames.allSatisfy { ["public", "package", "internal"].contains($0) }
      && !initializer.isFailable && !member.isAsync && !speaksOf(parameters, member)
      && onlyAssigns(initializer, file, without: gone)
  }

  /// Whether an initialiser keeps what it is given, and does nothing else that each call would do again.
  private static func onlyAssigns(
    _ initializer: InitializerDecl, _ file: FileContext, without gone: [String]
  ) -> Bool {
    let names = Set(initializer.parameters.map(\.name))
    return initializer.body?.items.allSatisfy { item in
      if let call = CallExpr(item.node), case .member(let member)? = call.called {
        return member.name == "init" && member.base?.node.name == "super"
      }
      let assignment = AssignmentExpr(item.node)
      guard let value = assignment?.value?.node else { return false }
      if let name = assignment?.target?.nameWithoutSelf, gone.contains(name) { return true }
      return NameExpr(value) == nil
        ? isValueOfAllCalls(value, file) : names.contains(value.name)
    } ?? false
  }

  private static func speaksOf(_ parameters: Set<String>, _ member: Node) -> Bool {
    member.descendants.contains { node in
      parameters.contains(node.name) && node.kind == .identifierType
    }
  }

  /// The types that see messages and the end of a response pass by, and keep what changes.
  private var helpers: [ObservedType] {
    func looks(at kind: PartOfACall, ofRequests: Bool) -> Bool {
      parts.contains { $0.kind == kind && $0.method.isOfRequests == ofRequests }
    }
    var observing: [ObservedType] = []
    if looks(at: .message, ofRequests: side == .client) { observing.append(observedWriter) }
    if side == .client, looks(at: .end, ofRequests: false) { observing.append(observedSequence) }
    return observing + (locksValues ? [lockedValue] : [])
  }

  /// Whether something that a call has for itself is in a box with a lock.
  var locksValues: Bool { values.contains(where: \.isBoxed) }

  /// Makes it a struct that conforms to the protocol of grpc-swift 2.
  ///
  /// - Parameter family: all that become one with it; those of its file share what they look with.
  func rewrite(
    _ editor: inout SyntaxEditor, among family: [InterceptorOfParts], _ file: FileContext
  ) {
    editor.replace(keyword: "class", of: declaration, with: ["struct"])
    for modifier in declaration.modifiers where modifier.name == "final" {
      editor.remove(modifier: modifier)
    }
    for clause in generics { editor.remove(clause: clause) }
    editor.replace(base, with: side.base)
    if keepsValues {
      for promise in promises {
        if let element = promise.parent { editor.remove(element: element) }
      }
    } else if promises.isEmpty, let element = base.parent {
      editor.insert(
        .form(.attributed(["@unchecked"], .word("Sendable"))), afterElement: element)
    }
    for call in declaration.descendants.lazy.compactMap({ CallExpr($0) }) {
      guard case .member(let member)? = call.called, member.name == "init",
        member.base?.node.name == "super"
      else { continue }
      editor.remove(item: call.node)
    }
    for own in uses { own.rewrite(&editor) }
    let locals = values.flatMap { $0.rewrite(&editor, of: declaration.genericParameters) }
    let gone = values.flatMap(\.places).sorted { $0.range.lowerBound < $1.range.lowerBound }
    removeTogether(gone, &editor)
    let (sent, received) = (commentsLeft(isSending: true), commentsLeft(isSending: false))
    editor.drop(comments: parts.flatMap(\.comments) + sent + received)
    let interception = Interception(
      parts: Array(zip(parts, uses)), locals: locals, side: side, saidWhereSent: sent.map(comment),
      saidWhereReceived: received.map(comment))
    let modifiers = overrides[0].modifierNames.filter { $0 != "override" }
    let documentation = overrides.dropFirst().flatMap { editor.removeWithComments($0) }
    let own = Set(helpers.map(\.name))
    let ofFile = family.filter { $0.declaration.tree === declaration.tree }.flatMap(\.helpers)
    let shared = [observedWriter, observedSequence, lockedValue].filter { type in
      ofFile.contains { $0.name == type.name }
    }
    let inside = own.isEmpty ? [] : ObservedType.declare(shared, &editor, file)
    let members =
      [interception.method(modifiers: modifiers)]
      + inside.filter { own.contains($0.name) }.map(\.code)
    if documentation.isEmpty {
      editor.replace(member: overrides[0], with: members)
    } else {
      editor.replace(item: overrides[0], with: documentation + members)
    }
  }

  private func comment(_ range: ByteRange) -> Code { .word(declaration.tree.source.text(range)) }

  /// The comments in overrides that stand on nothing that is kept: they are about what is handed on.
  private func commentsLeft(isSending: Bool) -> [ByteRange] {
    let kept = parts.flatMap { $0.runs + $0.comments + $0.kept.map(\.range) }
    let bodies = overrides.filter { ["send", "cancel"].contains($0.name) == isSending }
      .compactMap { FunctionDecl($0)?.body?.node.range }
    return bodies.flatMap { declaration.tree.commentRanges(in: $0) }.filter { comment in
      declaration.tree.source.text(comment).hasPrefix("//")
        && !kept.contains { $0.contains(comment.lowerBound) }
    }
  }

  /// What a person should look at, beside where the interceptor is given to.
  var reasons: [String] {
    let looksAtEnd = parts.contains { $0.kind == .end && !$0.method.isOfRequests }
    let throwsErrors = parts.contains(where: \.canThrow)
    return [
      parts.contains(where: \.isCheck)
        ? "what every part was held against is asked once for each call" : nil,
      looksAtEnd && side == .client
        ? "a connection that fails is a failed call like others in grpc-swift 2, so what is done at the end of a call is done then as well"
        : nil,
      throwsErrors && side == .client
        ? "an error that an interceptor throws reaches the caller as the 'cause' of an 'RPCError'"
        : nil,
    ].compactMap(\.self)
  }
}

/// Whether an override does what the method of the base class does.
private func handsOnAlone(_ function: FunctionDecl) -> Bool {
  guard let only = function.body?.items.only?.node,
    let call = CallExpr(ReturnStmt(only)?.value?.node ?? only), call.trailingClosures.isEmpty,
    case .member(let member)? = call.called, member.name == function.name
  else { return false }
  let names = function.parameters.map(\.name)
  let given = call.arguments.map { $0.expression?.node.text ?? "" }
  return member.base?.node.text == "super"
    ? given == names
    : member.base?.node.text == names.last && given == Array(names.dropLast())
}

/// What of Swift a struct can keep and be `Sendable`.
let typesOfValues: Set<String> = [
  "String", "String?", "Int", "Int?", "Bool", "Double", "[String]", "[String: String]", "UUID",
  "Data", "Date", "URL",
]

private let modifiersOfHelpers: Set<String> = [
  "private", "fileprivate", "internal", "package", "public", "static", "final",
]
