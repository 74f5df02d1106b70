import MoultMatching
import MoultSemantics
import MoultSyntax

/// The name of the project's function whose options an expression is, if it, or one that it calls for them, sets headers.
///
/// - Complexity: O(*n*) in the bodies of the functions that give options.
func functionThatSetsHeaders(_ options: Node, _ file: FileContext) -> String? {
  let value = callUnderMarks(options)
  guard let first = file.semantics.symbol(of: value), first.declaration != nil,
    first.kind == .function || first.kind == .property
  else { return nil }
  var open = [first]
  var seen: Set<Symbol> = []
  while let next = open.popLast() {
    guard seen.insert(next).inserted else { continue }
    // Whoever asks a requirement asks all that meet it.
    for member in DeclarationFamily(of: next, in: file).members {
      guard let declaration = member.declaration, let place = file.context(of: declaration) else {
        continue
      }
      for node in declaration.descendants() {
        if node.kind == .argument, node.argumentLabel == "customMetadata" { return first.name }
        if node.kind == .memberAccess, node.name == "customMetadata" { return first.name }
        guard node.kind == .functionCall, let called = place.semantics.symbol(of: node),
          called.kind == .function, called.declaration != nil,
          place.semantics.type(of: node).nominalSymbol?.name == "CallOptions"
        else { continue }
        open.append(called)
      }
    }
  }
  return nil
}

/// Whether options that a constant holds go anywhere but to a call: their headers would stay behind.
func optionsLeave(_ options: Symbol, _ file: FileContext) -> Bool {
  file.semantics.references(to: options).contains { use in
    guard use.kind == .declReference, let parent = use.parent else { return false }
    switch parent.kind {
    case .memberAccess: return false
    case .argument: return parent.argumentLabel != "callOptions"
    default: return true
    }
  }
}
