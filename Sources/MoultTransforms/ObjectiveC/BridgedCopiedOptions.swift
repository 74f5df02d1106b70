package import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Makes the options of a call, bridged from Objective-C, from a copy of the options that its service is made with.
///
/// Finds nothing unless the call's options are made from nothing, and every place of the file that may have made the
/// service hands options to it.
package func bridgedCopiedOptions(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let argument = match.node.arguments.last, argument.argumentLabel == "callOptions",
    let own = OwnOptions(argument.argumentValue, file), let service = match.symbol?.parent
  else { return nil }
  let makings = serviceMakings(ofReceiver: match.node.callee?.base, service, file)
  guard let first = makings.first, makings.allSatisfy(hasOptions),
    !makings.contains(where: { hands($0, own, file) })
  else { return nil }
  guard makings.count == 1, let options = options(of: first, saidAt: own.making, file),
    own.making.children.first?.text.hasSuffix("GRPCMutableCallOptions") ?? false
  else { return .manual() }
  return file.replacing(
    own.making, with: .infix(options.calling("mutableCopy"), "as!", .word("GRPCMutableCallOptions"))
  )
}

/// Options that begin empty, and that one call is given.
private struct OwnOptions {
  /// `GRPCMutableCallOptions()`.
  let making: Node

  /// Nil where the argument is what makes them.
  let variable: Symbol?

  init?(_ argument: Node, _ file: FileContext) {
    if isMadeFromNothing(argument) {
      making = argument
      variable = nil
      return
    }
    guard argument.kind == .declReference, let variable = file.semantics.symbol(of: argument),
      variable.kind == .local, let value = initialValue(of: variable), isMadeFromNothing(value)
    else { return nil }
    // What is assigned later may be a copy of the service's options.
    guard file.semantics.references(to: variable).allSatisfy({ AssignmentExpr(to: $0) == nil })
    else { return nil }
    making = value
    self.variable = variable
  }
}

private func isMadeFromNothing(_ node: Node) -> Bool {
  guard node.kind == .functionCall, node.arguments.isEmpty, node.trailingClosures.isEmpty,
    let callee = node.children.first?.text
  else { return false }
  return [
    "GRPCMutableCallOptions", "GRPCClient.GRPCMutableCallOptions", "GRPCCallOptions",
    "GRPCClient.GRPCCallOptions",
  ].contains(callee)
}

/// The value that a local variable is declared with.
private func initialValue(of variable: Symbol) -> Node? {
  guard let binding = variable.declaration?.nearest(.patternBinding),
    binding.pattern?.kind == .identifierPattern
  else { return nil }
  return binding.initialValue
}

/// Returns the calls that may have made the receiver: that of its variable, or all of the file that make a service of
/// its class.
private func serviceMakings(
  ofReceiver receiver: Node?, _ service: Symbol, _ file: FileContext
) -> [Node] {
  func isMaking(_ node: Node) -> Bool {
    guard node.kind == .functionCall, node.arguments.count == 2,
      let symbol = file.semantics.symbol(of: node), symbol.parent == service
    else { return false }
    return symbol.objectiveCSelector == "initWithHost:callOptions:"
      || symbol.objectiveCSelector == "serviceWithHost:callOptions:"
  }
  if let receiver, let variable = file.semantics.symbol(of: receiver), variable.kind == .local,
    let value = initialValue(of: variable), isMaking(value)
  {
    return [value]
  }
  return file.tree.root.descendants.filter(isMaking)
}

private func optionsArgument(of making: Node) -> Node? { making.arguments.last?.argumentValue }

private func hasOptions(_ making: Node) -> Bool {
  guard let options = optionsArgument(of: making) else { return false }
  return options.kind != .nilLiteral && !isMadeFromNothing(options)
}

/// Whether the service is given the very options that the call is given.
private func hands(_ making: Node, _ own: OwnOptions, _ file: FileContext) -> Bool {
  guard let variable = own.variable, let options = optionsArgument(of: making) else { return false }
  return file.semantics.symbol(of: options) == variable
}

/// Returns the service's options in words that mean the same at `place`, or nil.
private func options(of making: Node, saidAt place: Node, _ file: FileContext) -> Code? {
  guard let options = optionsArgument(of: making), options.kind == .declReference,
    let symbol = file.semantics.symbol(of: options),
    symbol.kind == .local,
    file.function(around: making) == file.function(around: place),
    making.range.upperBound <= place.range.lowerBound,
    let block = making.ancestors.first(where: \.isBlockOfStatements),
    place.ancestors.contains(block)
  else { return nil }
  return .kept(options)
}
