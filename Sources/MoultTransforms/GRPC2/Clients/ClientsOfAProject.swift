import MoultMatching
import MoultSemantics
import MoultSource
import MoultSyntax

/// The generated clients of a project, and the calls that make them.
///
/// The project's made-up or test code that a generator wrote is left out: it makes what the project asks it for.
struct ClientsOfAProject {
  let types: [Symbol]

  /// - Parameter isMeant: whether a client is one of those that are asked about.
  init(_ file: FileContext, where isMeant: (Symbol) -> Bool = { _ in true }) {
    types = file.model.descendants.projectTypes(descendingFrom: "GRPC.GRPCClient").filter {
      $0.isGenerated && ($0.kind == .classType || $0.kind == .structure) && isMeant($0)
        && GeneratedClientKind(generated: $0).map { $0.suffix != "TestClient" } == true
    }
  }

  /// The calls that make one, each with its file.
  ///
  /// - Returns: nil if one is made by a function as a value, so that nobody knows with what.
  func calls(_ file: FileContext) -> [(call: CallExpr, file: FileContext)]? {
    var found: [(call: CallExpr, file: FileContext)] = []
    let initializers = types.flatMap { file.model.declaredMembers(of: $0) }
      .filter { $0.kind == .initializer && $0.isGenerated }
    for use in initializers.flatMap({ uses(of: $0, file) }) {
      guard !file.model.isGenerated(path: use.tree.source.path) else { continue }
      guard let home = file.context(of: use), let call = callMade(at: use) else { return nil }
      found.append((call, home))
    }
    return found
  }

  /// Whether a client of grpc-swift 2 is made for one of their services, of which nobody knows what it was told before.
  func areMadeForGRPC2(_ file: FileContext) -> Bool {
    let stems = types.compactMap { GeneratedClientKind(generated: $0)?.stem }
    let made = ["Client", "init"].flatMap { file.calls.calls(named: $0) }.filter {
      $0.argument("wrapping") != nil
    }
    return made.contains { call in
      let owner = call.ancestors.first(where: isTypeOrExtension)
      return [call.callee, owner?.subjectType].contains { name in
        stems.contains { name?.text.hasPrefix($0 + ".") == true }
      }
    }
  }

  /// Whether the project gives one other interceptors than it was made with, or asks for them.
  func hasInterceptorsAsked(_ file: FileContext) -> Bool {
    let properties = types.flatMap { file.model.members(of: $0, named: "interceptors") }
    return Set(properties).contains { property in
      uses(of: property, file).contains { !file.model.isGenerated(path: $0.tree.source.path) }
    }
  }
}

/// The uses of a member of a client in the project's code, also where the generator was not run: no tree has the declaration then, so
/// that what goes by its name is asked.
private func uses(of member: Symbol, _ file: FileContext) -> [Node] {
  guard case .synthesized = member.origin else { return file.calls.uses(of: member) }
  if member.kind == .initializer {
    return [member.parent?.name ?? "", "init"].flatMap { file.calls.calls(named: $0) }
      .filter { file.context(of: $0)?.semantics.symbol(of: $0) == member }.compactMap(\.callee)
  }
  return file.calls.nodes(named: member.name).filter {
    file.context(of: $0)?.semantics.symbol(of: $0) == member
  }
}

/// The call whose callee a use of an initialiser or a type is, or is in.
func callMade(at use: Node) -> CallExpr? {
  let call = ([use] + use.ancestors).lazy.compactMap { CallExpr($0) }.first
  let isMade = call?.called.map { $0.range.contains(use.range.lowerBound) } ?? false
  return isMade ? call : nil
}
