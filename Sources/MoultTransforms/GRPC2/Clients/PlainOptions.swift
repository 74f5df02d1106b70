import MoultMatching
import MoultSemantics
import MoultSyntax

/// Options of a client that set nothing which grpc-swift 2 has: `CallOptions()`, `CallOptions(logger: l)`, `CallOptions.defaults` once they are
/// rewritten, or what a constant or a variable holds that is given nothing else.
struct PlainOptions {
  /// What is lost of them, each once.
  private(set) var losses: [String] = []

  /// - Returns: nil for all others.
  init?(_ options: Node, _ file: FileContext) {
    if take(options, file) { return }
    guard let variable = file.semantics.symbol(of: options.withoutUnwrapping),
      let binding = variable.binding, let home = file.context(of: binding),
      let declaration = VariableDecl(of: binding.parent)
    else { return nil }
    if let value = binding.initialValue {
      guard take(value, home) else { return nil }
    }
    // A constant that is given its value later is given one, too.
    guard declaration.introducer == .var || binding.initialValue == nil else { return }
    let isOpen = ["public", "open"].contains(where: declaration.modifiers.contains)
    guard !isOpen || declaration.introducer == .let, binding.accessorBlock == nil,
      !Self.isSetUnseen(variable, home)
    else { return nil }
    for use in home.uses(of: variable) where !use.isInside(binding) {
      guard use.kind.namesVariable, let place = home.context(of: use), holds(use, place) else {
        return nil
      }
    }
    guard isGiven else { return nil }
  }

  /// Whether a property may be given a value by an initialiser that nobody wrote, or be another one in a subclass.
  private static func isSetUnseen(_ variable: Symbol, _ file: FileContext) -> Bool {
    guard variable.kind == .property, let owner = variable.parent, variable.isInstanceMember else {
      return false
    }
    if owner.kind == .structure {
      return !file.model.declaredMembers(of: owner).contains {
        $0.declaration?.kind == .initializerDecl
      }
    }
    return file.calls.descendants(of: owner).contains { heir in
      heir != owner && !file.model.declaredMembers(of: heir, named: variable.name).isEmpty
    }
  }

  /// Whether any options are seen.
  private var isGiven = false

  /// Whether the variable is plain behind one of its uses: it is given plain options or `nil`, or is read as a whole.
  private mutating func holds(_ use: Node, _ file: FileContext) -> Bool {
    if let assignment = AssignmentExpr(to: use) {
      guard let value = assignment.value?.node else { return false }
      return value.kind == .nilLiteral || take(value, file)
    }
    let whole = use.with(.optionalChaining, .forceUnwrap)
    let isReplaced = use.ancestors.contains { around in
      AssignmentExpr(around)?.target.map { use.isInside($0.node) } ?? false
    }
    return MemberAccess(on: whole) == nil && whole.parent?.kind != .inOut && !isReplaced
  }

  /// Takes options where they are written; false for all others.
  private mutating func take(_ options: Node, _ file: FileContext) -> Bool {
    let symbol = file.semantics.symbol(of: options)
    guard symbol?.qualifiedName != "GRPCCore.CallOptions.defaults" else {
      isGiven = true
      return true
    }
    guard options.kind == .functionCall, symbol?.parent?.qualifiedName == "GRPC.CallOptions",
      let settings = try? OptionSettings(options, file), settings.timeout == nil,
      settings.compression == nil, settings.metadata == nil || settings.saysNoHeaders
    else { return false }
    isGiven = true
    losses += settings.reasons.filter { !losses.contains($0) }
    return true
  }
}
