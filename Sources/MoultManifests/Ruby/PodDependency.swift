package import MoultSource

/// A dependency that a Podfile (`pod 'X', '~> 1'`) or a podspec (`s.dependency 'X', '~> 1'`) names.
package struct PodDependency: Sendable {
  /// The name with its subspec: `gRPC/Interface`.
  package let name: RubyString

  /// The version requirements, in order; nil elements are no literals.
  package let requirements: [RubyString?]

  /// `:git`, `:tag`, `:branch`, `:path`, `:podspec`, `:subspecs` and others.
  package let options: [RubyArgument]

  /// The name of the innermost `target` or `abstract_target` around it, or of the subspec.
  package let enclosing: String?

  /// The whole call.
  package let range: ByteRange

  /// Returns the string of an option.
  package func option(_ name: String) -> RubyString? {
    options.first { $0.label?.name == name }?.value.string
  }

  /// The name without its subspec, or nil if it is not known.
  package var rootName: String? {
    name.value.map { String($0.split(separator: "/").first ?? "") }
  }
}

/// Returns the dependencies of a Podfile or podspec whose name is a literal, in order.
package func podDependencies(in source: SourceText) -> [PodDependency] {
  let calls = rubyCalls(in: source)
  return calls.compactMap { call in
    let isPod = call.name == "pod" && call.receiver == nil
    let isDependency = call.name == "dependency" && call.receiver != nil
    guard isPod || isDependency, let name = call.arguments.first?.value.string else { return nil }
    let rest = call.arguments.dropFirst()
    return PodDependency(
      name: name,
      requirements: rest.filter { $0.label == nil }.flatMap { requirements($0.value) },
      options: rest.filter { $0.label != nil },
      enclosing: enclosingName(of: call, in: calls), range: call.range)
  }
}

private func requirements(_ value: RubyValue) -> [RubyString?] {
  if case .array(let elements) = value { return elements.map(\.value.string) }
  return [value.string]
}

private func enclosingName(of call: RubyCall, in calls: [RubyCall]) -> String? {
  var parent = call.parent
  var steps = 0
  while let index = parent, steps < 64 {
    let block = calls[index]
    if ["target", "abstract_target", "subspec", "test_spec", "app_spec"].contains(block.name) {
      return block.arguments.first?.value.string?.value
    }
    parent = block.parent
    steps += 1
  }
  return nil
}
