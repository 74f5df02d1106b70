import MoultFindings
import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// A property that keeps options with headers, as two: `options` keeps the options, and `optionsMetadata` beside it the
/// headers, which a call of grpc-swift 2 is given apart.
struct HeadersBesideProperty {
  private let name: String
  private let variable: VariableDecl

  /// The requirements of protocols that it meets alone.
  private let requirements: [Node]

  /// Where options are made for the property, in source order.
  private let made: [MadeOptions]

  /// Options that the property begins with, or that a statement gives it.
  fileprivate struct MadeOptions {
    let call: CallExpr
    let settings: OptionSettings

    /// The statement; nil for the initial value.
    let assignment: AssignmentExpr?
  }

  /// The property that options are made for, if it can be split.
  ///
  /// - Parameter options: `CallOptions(…)`.
  init?(given options: Node, _ file: FileContext) {
    guard let property = file.holder(of: options), let split = Self.judged(property, file),
      split.made.contains(where: { $0.call.node == options })
    else { return nil }
    self = split
  }

  /// Judges a property with all that is done with it, once for all that the task asks about it.
  ///
  /// - Returns: nil for what is no property, keeps no headers, or is left to a person.
  fileprivate static func judged(_ property: Symbol, _ file: FileContext) -> Self? {
    guard property.kind == .property else { return nil }
    return file.others.answer(about: property) { HeadersBesideProperty(of: property, file) }
  }

  private init?(of property: Symbol, _ file: FileContext) {
    guard let declaration = property.declaration, let home = file.context(of: declaration),
      let variable = VariableDecl(binding: declaration), variable.canBeDoubled,
      let owner = property.parent, [.structure, .classType, .actor].contains(owner.kind),
      !property.isGenerated
    else { return nil }
    let name = property.name + "Metadata"
    let others = declarationsSharingTypes(with: property, in: home)
    let requirements: [Node] = others.compactMap { other in
      guard let required = other.declaration.flatMap({ VariableDecl(binding: $0) }),
        let owner = other.parent, owner.kind == .protocolType, !other.isGenerated,
        home.model.declaredMembers(of: owner, named: name).isEmpty,
        required.isRequirementOfOptions
      else { return nil }
      return required.node
    }
    guard requirements.count == others.count,
      home.model.declaredMembers(of: owner, named: name).isEmpty, !home.tree.root.binds(name),
      home.calls.unknownUses(of: property.name).isEmpty
    else { return nil }
    (self.name, self.variable, self.requirements) = (name, variable, requirements)
    var made: [MadeOptions] = []
    if let value = variable.bindings.only?.value?.node {
      guard let options = Self.options(value, nil, home) else { return nil }
      made.append(options)
    }
    var setsHeaders = false
    let uses = ([property] + others).flatMap { home.calls.uses(of: $0) }
    for use in uses where use.kind != .identifierPattern {
      guard use.kind == .declReference || use.kind == .memberAccess,
        let place = home.context(of: use), let parent = use.parent
      else { return nil }
      if let assignment = AssignmentExpr(parent), assignment.target?.node == use {
        guard let value = assignment.value?.node, use.tree === home.tree,
          assignment.node.parent?.isBlockOfStatements == true,
          owner.kind != .structure || use.isInside(variable.node.parent ?? variable.node),
          use.kind == .declReference || use.base?.name == "self",
          let options = Self.options(value, assignment, home)
        else { return nil }
        made.append(options)
      } else if !isUnderstood(use, place) {
        return nil
      } else if MemberAccess(parent)?.name == "customMetadata", owner.kind != .structure {
        setsHeaders = true
      }
    }
    guard setsHeaders && !made.isEmpty || made.contains(where: { $0.settings.metadata != nil })
    else { return nil }
    self.made = made
  }

  /// Options that are made right there, and can be said for grpc-swift 2.
  private static func options(
    _ value: Node, _ assignment: AssignmentExpr?, _ file: FileContext
  ) -> MadeOptions? {
    guard let call = CallExpr(value),
      file.semantics.symbol(of: value)?.parent?.qualifiedName == "GRPC.CallOptions",
      !file.tree.holdsComment(in: value.range),
      let settings = try? OptionSettings(value, file)
    else { return nil }
    return MadeOptions(call: call, settings: settings, assignment: assignment)
  }

  /// Keeps the headers in a property of their own, wherever options are made for the other.
  func outcome(_ file: FileContext) -> TransformOutcome {
    var project = ProjectEditor()
    let reasons = project.change(file) { rewrite(&$0, file) }
    for requirement in requirements {
      guard let home = file.context(of: requirement),
        let block = VariableDecl(requirement)?.bindings.only?.node.accessorBlock
      else { continue }
      let isSettable = block.children.contains { $0.text == "set" }
      let type = Code.library("GRPCCore.Metadata")
      let beside =
        isSettable
        ? Code.quoted("var \(name): \(type) { get set }")
        : Code.quoted("var \(name): \(type) { get }")
      project.change(home) { $0.insert([beside], after: requirement) }
    }
    var consequence = project.consequence(in: file)
    for reason in reasons { consequence.lower(to: .review, because: reason) }
    return placeOfMany(consequence)
  }

  private func rewrite(_ editor: inout SyntaxEditor, _ file: FileContext) -> [String] {
    let type = Code.library("GRPCCore.Metadata")
    let modifiers = variable.node.modifiers.map(\.text)
    var initial: Code?
    for options in made {
      let headers = options.headers(file)
      editor.replace(options.call.node, with: options.settings.made)
      if let assignment = options.assignment {
        let target =
          assignment.target?.node.kind == .memberAccess
          ? Code.word("self").member(name) : .word(name)
        editor.insert([.infix(target, "=", headers)], after: assignment.node)
      } else {
        initial = headers
      }
    }
    editor.insert(
      [
        .variable(
          variable.introducer == .var ? .var : .let, name, type: type, value: initial,
          modifiers: modifiers)
      ], after: variable.node)
    return made.flatMap(\.settings.reasons)
  }
}

extension HeadersBesideProperty.MadeOptions {
  /// The headers, or none.
  fileprivate func headers(_ file: FileContext) -> Code {
    guard let value = call.argument(labeled: "customMetadata")?.expression?.node else {
      return .form(.dictionary([]))
    }
    if let pairs = CallExpr(value).flatMap({ metadataOfPairs($0, file) }) {
      return .form(.moved(pairs))
    }
    return .form(.moved(metadataCode(value, file)))
  }
}

/// Whether the headers of options that a property keeps go nowhere but to a call, or are asked for themselves.
private func isUnderstood(_ use: Node, _ file: FileContext) -> Bool {
  guard let parent = use.parent else { return false }
  if MemberAccess(parent)?.base?.node == use { return true }
  if let argument = Argument(parent), let call = argument.call,
    let method = file.semantics.symbol(of: call.node)
  {
    if argument.label == "callOptions", callStyle(of: method, in: file.model) != nil { return true }
    return replacesHeaders(of: argument, method, file)
  }
  // Another name for it, of which members are asked.
  guard let alias = LocalVariable(holding: use, file),
    PatternBinding(alias.binding)?.declaration?.introducer == .let
  else { return false }
  return alias.uses(file).allSatisfy { MemberAccess(of: $0.parent)?.base?.node == $0 }
}

/// Whether a function of the project gives options that it is given other headers before anything asks for them.
private func replacesHeaders(of argument: Argument, _ function: Symbol, _ file: FileContext) -> Bool
{
  guard function.kind == .function, !function.isGenerated, let declaration = function.declaration,
    let home = file.context(of: declaration), let taker = FunctionDecl(declaration),
    let body = taker.body?.node,
    let parameter = taker.parameters.first(where: {
      argument.label != nil && $0.label == argument.label
    }),
    let given = home.semantics.symbol(of: parameter.node),
    DeclarationFamily(of: function, in: home).members.allSatisfy({ $0 == function })
  else { return false }
  let uses = home.semantics.references(to: given).filter { $0.kind == .declReference }
  guard uses.count == 1, let binding = PatternBinding(of: uses[0].parent?.parent),
    binding.value?.node == uses[0], let variable = binding.declaration?.node,
    variable.parent == body, case .identifier(let name)? = binding.pattern,
    let copy = home.semantics.symbol(of: name)
  else { return false }
  // The first thing that is done with the copy.
  guard
    let first = home.semantics.references(to: copy)
      .filter({ $0.kind == .declReference })
      .min(by: { $0.range.lowerBound < $1.range.lowerBound }),
    let member = MemberAccess(of: first.parent), member.name == "customMetadata",
    let assignment = AssignmentExpr(to: member.node), assignment.node.parent == body
  else { return false }
  return true
}

/// What gives the headers of options that a property keeps, or a name that stands for it; nil if that is for a person to find.
func headersBesideProperty(_ options: Node, _ file: FileContext) -> Code? {
  guard let symbol = file.semantics.symbol(of: options) else { return nil }
  if symbol.kind == .local {
    guard let local = LocalVariable(symbol, file), local.declaration?.introducer == .let,
      let value = local.value, value.canBeWrittenTwice,
      file.semantics.symbol(of: value)?.kind == .property
    else { return nil }
    return headersBesideProperty(value, file).map { .form(.moved($0)) }
  }
  guard symbol.kind == .property else { return nil }
  let kept =
    symbol.parent?.kind == .protocolType
    ? declarationsSharingTypes(with: symbol, in: file).first { $0.parent?.kind != .protocolType }
    : symbol
  guard kept.flatMap({ HeadersBesideProperty.judged($0, file) }) != nil || wasSplit(symbol, file)
  else { return nil }
  return headers(symbol.name + "Metadata", beside: options)
}

/// The property of a name beside the one that an expression names.
func headers(_ name: String, beside options: Node) -> Code? {
  if NameExpr(options) != nil { return .word(name) }
  guard let base = MemberAccess(options)?.base, base.node.canBeWrittenTwice else { return nil }
  return .form(.moved(Code.kept(base).member(name)))
}

/// Whether a type, as it is written, is that of headers in grpc-swift 2.
func isMetadata(_ type: String?) -> Bool { ["Metadata", "GRPCCore.Metadata"].contains(type) }

/// Whether a property was split in a round before.
func wasSplit(_ property: Symbol, _ file: FileContext) -> Bool {
  guard let owner = property.parent, let declaration = property.declaration,
    let variable = VariableDecl(binding: declaration),
    let other = file.model.declaredMembers(of: owner, named: property.name + "Metadata").first,
    other.kind == .property, let beside = other.declaration.flatMap({ VariableDecl(binding: $0) }),
    beside.node.parent == variable.node.parent
  else { return false }
  return isMetadata(beside.bindings.only?.type?.text)
}

extension VariableDecl {
  /// Whether it requires options of a type, and no more.
  fileprivate var isRequirementOfOptions: Bool {
    guard let binding = bindings.only, node.attributes.isEmpty, node.modifiers.isEmpty,
      let block = binding.node.accessorBlock
    else { return false }
    return binding.type?.isWrittenOptions == true
      && block.children.allSatisfy { ["get", "set"].contains($0.text) }
  }

  /// Whether another property of the same kind can stand beside it.
  fileprivate var canBeDoubled: Bool {
    let kept: Set<String> = ["public", "package", "internal", "fileprivate", "private"]
    guard let binding = bindings.only, node.parent?.kind == .memberBlock, introducer != .other,
      case .identifier? = binding.pattern, node.attributes.isEmpty,
      binding.node.accessorBlock == nil,
      node.modifiers.allSatisfy({ kept.contains($0.text) })
    else { return false }
    return binding.type.map(\.isWrittenOptions) ?? (binding.value != nil)
  }
}
