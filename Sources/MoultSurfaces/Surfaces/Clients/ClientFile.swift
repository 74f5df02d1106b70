import MoultMatching
import MoultSource
import MoultSyntax

/// A Swift file of a project that keeps clients to modules of their own.
struct ClientFile {
  let tree: SyntaxTree
  let module: String
  let modules: ClientModules

  /// The clients that the file's module declares or makes live.
  var clients: Set<String> {
    let own = modules.clients[module] ?? []
    return (modules.interfaces[module] ?? []).reduce(own) { known, interface in
      known.union(modules.clients[interface] ?? [])
    }
  }

  var isInterface: Bool { modules.clients[module] != nil }

  /// The declaration and the extensions of clients.
  var holders: [Node] {
    tree.root.items.filter { item in
      switch item.kind {
      case .extensionDecl: clients.contains(item.subjectType?.name ?? "")
      case .structDecl, .enumDecl, .classDecl: clients.contains(item.name)
      default: false
      }
    }
  }

  /// The components of imports that name modules.
  var imports: [Node] {
    tree.root.items.filter { $0.kind == .importDecl }.compactMap { $0.child(.importPathComponent) }
  }
}

/// Returns the places of a fault in a file, in source order.
func clientPlaces(_ fault: ClientModuleFault, in file: ClientFile) -> [ClientPlace] {
  switch fault {
  case .heavyImport: file.heavyImports
  case .liveImport: file.liveImports
  case .testValueInLive: file.testValuesInLive
  case .liveValueInInterface: file.liveValuesInInterface
  case .notPassedOn: file.importsNotPassedOn
  case .notSendableEndpoint: file.endpoints.filter { !$0.isSendable }.map(\.placeOfAttribute)
  case .constantEndpoint: file.endpoints.compactMap(\.placeOfConstant)
  case .notSendable: file.clientsNotSendable
  case .answeringTestValue: file.answeringTestValues
  case .lostFallback: file.overrides.flatMap(\.placesWithoutFallback)
  case .erasedOverride: file.erasedOverrides
  case .unlinked: []
  }
}

extension ClientFile {
  fileprivate var heavyImports: [ClientPlace] {
    guard isInterface else { return [] }
    return imports.compactMap { name in
      modules.objection(to: name.name, in: module).map {
        ClientPlace(
          range: name.range, texts: ["module": name.name, "interface": module, "reason": $0])
      }
    }
  }

  fileprivate var liveImports: [ClientPlace] {
    // An interface that imports its own live module is found as that.
    guard modules.isPlainLibrary(module) else { return [] }
    return imports.compactMap { modules.choiceOfLiveSide($0.name, at: $0.range) }
  }

  private func values(_ names: Set<String>) -> [(name: Node, binding: Node)] {
    holders.flatMap { holder in
      holder.members.filter { $0.kind == .variableDecl && $0.modifierNames.contains("static") }
        .flatMap(\.bindings)
        .compactMap { binding in
          guard let name = binding.pattern, names.contains(name.name) else { return nil }
          return (name, binding)
        }
    }
  }

  fileprivate var testValuesInLive: [ClientPlace] {
    guard modules.isLive(module) else { return [] }
    let about = (modules.interfaces[module] ?? []).sorted().joined(separator: "' or '")
    return values(["testValue", "previewValue"]).map {
      ClientPlace(range: $0.name.range, texts: ["interface": about])
    }
  }

  fileprivate var liveValuesInInterface: [ClientPlace] {
    let live = modules.interfaces.filter { $0.value.contains(module) }.keys.sorted()
    guard isInterface, !live.isEmpty else { return [] }
    return values(["liveValue"]).map {
      ClientPlace(range: $0.name.range, texts: ["module": live.joined(separator: "' or '")])
    }
  }

  fileprivate var importsNotPassedOn: [ClientPlace] {
    let about = modules.interfaces[module] ?? []
    guard !holders.isEmpty else { return [] }
    return imports.compactMap { name in
      guard about.contains(name.name), let declaration = name.parent,
        declaration.attributes.isEmpty, declaration.modifiers.isEmpty
      else { return nil }
      let start = declaration.range.lowerBound
      return ClientPlace(
        range: name.range, texts: ["module": module],
        edits: [Edit(start..<start, "@_exported ")])
    }
  }

  fileprivate var clientsNotSendable: [ClientPlace] {
    guard isInterface else { return [] }
    return holders.filter { $0.kind == .structDecl }.compactMap { holder in
      let inherited = holder.inheritedTypes.map(\.name)
      let own = endpoints(of: holder)
      guard !inherited.contains("Sendable"), !inherited.contains("ReducerProtocol"),
        !own.isEmpty, own.allSatisfy(\.isSendable), own.count == holder.storedProperties.count
      else { return nil }
      let end =
        holder.child(.inheritanceClause)?.range.upperBound ?? holder.mainToken.range.upperBound
      let text = holder.child(.inheritanceClause) == nil ? ": Sendable" : ", Sendable"
      return ClientPlace(range: holder.mainToken.range, edits: [Edit(end..<end, text)])
    }
  }

  fileprivate var answeringTestValues: [ClientPlace] {
    guard isInterface else { return [] }
    return values(["testValue"]).compactMap { name, binding in
      let value = binding.initialValue ?? binding.accessorBlock?.items.first
      guard let value, value.kind == .memberAccess || value.kind == .declReference else {
        return nil
      }
      return ClientPlace(range: name.range, texts: ["value": value.text])
    }
  }

  fileprivate var endpoints: [ClientEndpoint] {
    guard isInterface else { return [] }
    return holders.filter { $0.kind == .structDecl }.flatMap(endpoints)
  }

  private func endpoints(of holder: Node) -> [ClientEndpoint] {
    holder.storedProperties.compactMap { ClientEndpoint($0) }
  }

  fileprivate var overrides: [ClientOverride] {
    holders.flatMap(\.members).compactMap { ClientOverride($0) }
  }

  fileprivate var erasedOverrides: [ClientPlace] {
    let functions = overrides.map(\.function)
    func takes(_ function: Node, _ type: String) -> Node? {
      function.parameters.compactMap(\.parameterType).first { node in
        node.name == type
          || node.descendants.contains { $0.kind == .identifierType && $0.name == type }
      }
    }
    guard !functions.contains(where: { takes($0, "CaseKeyPath") != nil }) else { return [] }
    return functions.compactMap { function in
      takes(function, "AnyCasePath").map { ClientPlace(range: $0.mainToken.range) }
    }
  }
}

/// A stored closure of a client.
struct ClientEndpoint {
  private let declaration: Node
  private let name: Node
  private let function: Node
  let isSendable: Bool

  fileprivate init?(_ declaration: Node) {
    guard let binding = declaration.bindings.first, let pattern = binding.pattern,
      let type = binding.annotatedType
    else { return nil }
    var inner = type
    while inner.kind == .attributedType, let last = inner.children.last { inner = last }
    guard inner.kind == .functionType else { return nil }
    self.declaration = declaration
    name = pattern
    function = inner
    isSendable = type.attributes.contains { $0.name == "Sendable" }
  }

  fileprivate var placeOfAttribute: ClientPlace {
    let start = function.range.lowerBound
    return ClientPlace(range: name.range, edits: [Edit(start..<start, "@Sendable ")])
  }

  fileprivate var placeOfConstant: ClientPlace? {
    guard declaration.name == "let" else { return nil }
    return ClientPlace(range: name.range, edits: [Edit(declaration.mainToken.range, "var")])
  }
}

/// A method that gives a client's endpoint another answer.
struct ClientOverride {
  let function: Node

  fileprivate init?(_ member: Node) {
    guard member.kind == .functionDecl, member.name == "override",
      member.modifierNames.contains("mutating"), member.body != nil
    else { return nil }
    function = member
  }

  /// The closures that decide by what they are given and never call what they replace.
  fileprivate var placesWithoutFallback: [ClientPlace] {
    guard let body = function.body else { return [] }
    return body.descendants.compactMap { node -> ClientPlace? in
      guard node.kind == .assignment, let target = node.leftOperand, target.kind == .memberAccess,
        target.base?.name == "self", let closure = node.rightOperand, closure.kind == .closure
      else { return nil }
      let kept = Set(
        body.descendants.filter { $0.kind == .patternBinding }
          .filter { $0.initialValue?.name == target.name }.compactMap { $0.pattern?.name })
      let fallsThrough = closure.descendants.contains { inner in
        guard inner.kind == .functionCall, let callee = inner.callee else { return false }
        return callee.name == target.name || kept.contains(callee.name)
      }
      // One that decides nothing replaces the endpoint as a whole, on purpose.
      let decides = closure.descendants.contains { inner in
        switch inner.kind {
        case .ifExpr, .switchExpr, .guardStmt, .ternary: true
        default: false
        }
      }
      return fallsThrough || !decides
        ? nil : ClientPlace(range: target.mainToken.range, texts: ["endpoint": target.name])
    }
  }
}

extension Node {
  /// The variables of a type's own braces that store something of an instance.
  fileprivate var storedProperties: [Node] {
    members.filter { member in
      member.kind == .variableDecl && !member.modifierNames.contains("static")
        && member.bindings.allSatisfy { $0.accessorBlock == nil }
    }
  }
}
