import MoultSyntax

/// A member as one receiver sees it.
struct Member {
  let symbol: Symbol
  /// What the generic parameters of the types on the way stand for.
  let substitution: Substitution
}

/// Which members a receiver has.
enum MemberSide {
  case instance
  /// Static members, cases, nested types.
  case type
  case both
}

extension Resolver {
  /// Returns the members of `type` called `name`, those of derived types first, overridden ones left out.
  func members(
    _ name: String, of type: SemanticType, _ side: MemberSide, seenFrom file: FileContext?
  ) -> [Member] {
    var result: [Member] = []
    let isConcrete = type.isConcrete
    for place in hierarchy(of: type) {
      for symbol in table.members[place.symbol]?[name] ?? [] where isOn(side, symbol) {
        if symbol.isFilePrivate, let file, symbol.file != file.index { continue }
        let member = Member(symbol: symbol, substitution: place.substitution)
        let hiding =
          result.count < 128 ? result.firstIndex(where: { isShadowed(member, by: $0) }) : nil
        if let hiding {
          if isBetter(member, than: result[hiding], onConcrete: isConcrete, seenFrom: file) {
            result[hiding] = member
          }
          continue
        }
        if !isApplicable(member) { continue }
        result.append(member)
      }
    }
    return result
  }

  /// Whether a member that another one hides is meant all the same.
  ///
  /// What meets a requirement for a concrete type is called instead of the requirement, and the requirement instead of
  /// what meets it where only the protocol is known. What another module keeps for itself hides nothing.
  private func isBetter(
    _ member: Member, than other: Member, onConcrete isConcrete: Bool,
    seenFrom file: FileContext?
  ) -> Bool {
    let (symbol, hiding) = (member.symbol, other.symbol)
    guard isApplicable(member) else { return false }
    if let file, hiding.isInternal, hiding.module != file.module {
      return !symbol.isInternal || symbol.module == file.module
    }
    return isConcrete
      ? symbol.isDefaultImplementation && hiding.isRequirement
      : symbol.isRequirement && hiding.isDefaultImplementation
  }

  /// The type of a member, seen from its receiver.
  func type(of member: Member) -> SemanticType {
    substitute(member.substitution, in: type(of: member.symbol))
  }

  func parameterTypes(of member: Member) -> [SemanticType] {
    signature(of: member.symbol).parameterTypes.map { substitute(member.substitution, in: $0) }
  }

  private func isOn(_ side: MemberSide, _ symbol: Symbol) -> Bool {
    switch side {
    case .instance: !symbol.isStatic && symbol.kind != .initializer
    case .type: symbol.isStatic || symbol.kind == .initializer || symbol.kind == .associatedType
    case .both: true
    }
  }

  /// Whether `other`, found nearer to the receiver, hides `member`.
  private func isShadowed(_ member: Member, by other: Member) -> Bool {
    let (symbol, hiding) = (member.symbol, other.symbol)
    guard symbol != hiding else { return true }
    if !symbol.takesArguments || !hiding.takesArguments {
      return symbol.takesArguments == hiding.takesArguments
    }
    guard symbol.parameterLabels == hiding.parameterLabels else { return false }
    if symbol.parent == hiding.parent {
      // A default implementation beside its requirement; true overloads of one type stay apart.
      guard symbol.parent?.kind == .protocolType, symbol.isFromExtension != hiding.isFromExtension
      else { return false }
    }
    if symbol.isAsync != hiding.isAsync { return false }
    // A default implementation that may be called with fewer arguments is no mere stand-in.
    if symbol.parameters.count(where: \.hasDefault) > hiding.parameters.count(where: \.hasDefault) {
      return false
    }
    return zip(parameterTypes(of: member), parameterTypes(of: other)).allSatisfy { mine, theirs in
      mine == theirs || mine.isOpen || theirs.isOpen
    }
  }

  /// Whether the where clause of the member's extension can hold.
  private func isApplicable(_ member: Member) -> Bool {
    guard member.symbol.isFromExtension, let file = table.file(of: member.symbol),
      let place = member.symbol.node?.ancestors.first(where: { $0.kind == .extensionDecl }),
      let clause = place.child(.genericWhereClause)
    else { return true }
    for requirement in requirements(in: clause, file) {
      let subject = substitute(member.substitution, in: requirement.subject)
      guard case .nominal(let actual, _) = subject, let demanded = requirement.object.nominalSymbol
      else { continue }
      if requirement.isEquality {
        if actual != demanded { return false }
      } else if isSubtype(subject, of: demanded) == .no {
        return false
      }
    }
    return true
  }
}

extension Symbol {
  fileprivate var takesArguments: Bool {
    kind.isCallable || kind == .enumCase && !parameters.isEmpty
  }
  fileprivate var isRequirement: Bool { parent?.kind == .protocolType && !isFromExtension }
  fileprivate var isDefaultImplementation: Bool {
    parent?.kind == .protocolType && isFromExtension
  }
}

extension SemanticType {
  /// A declared type that is no protocol, whose members are known by what it is, not by what it promises.
  fileprivate var isConcrete: Bool {
    switch self {
    case .nominal(let symbol, _): symbol.kind != .protocolType
    case .optional: true
    case .unknown, .function, .tuple, .metatype, .genericParameter, .dependentMember,
      .composition:
      false
    }
  }

  /// Whether the type still has parameters, or parts that nobody knows.
  var isOpen: Bool {
    switch self {
    case .unknown, .genericParameter, .dependentMember: true
    case .nominal(_, let arguments): arguments.contains(where: \.isOpen)
    case .optional(let type), .metatype(let type): type.isOpen
    case .function(let parameters, let result, _, _):
      result.isOpen || parameters.contains(where: \.isOpen)
    case .tuple(let elements): elements.contains(where: \.type.isOpen)
    case .composition(let types): types.contains(where: \.isOpen)
    }
  }
}
