import MoultMatching
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Makes a structure a final class, with the initialiser that the compiler made of its properties.
///
/// - Returns: whether what the initialiser sets is known; if not, nothing is said to the editor.
func makeClass(_ declaration: Node, _ editor: inout SyntaxEditor, _ file: FileContext) -> Bool {
  var properties: [StoredProperty] = []
  if !declaration.members.contains(where: { $0.kind == .initializerDecl }) {
    guard let stored = storedProperties(of: declaration) else { return false }
    if stored.contains(where: { $0.value == nil }) { properties = stored }
  }
  // Only a property that says its type can be a parameter.
  guard properties.allSatisfy({ $0.type != nil }) else { return false }
  let isFinal = declaration.modifierNames.contains("final")
  editor.replace(keyword: "struct", of: declaration, with: (isFinal ? [] : ["final"]) + ["class"])
  for member in declaration.members {
    for modifier in member.modifiers where modifier.name == "mutating" {
      editor.remove(modifier: modifier)
    }
  }
  if let last = properties.last?.declaration {
    editor.insert([memberwiseInitializer(properties, file)], afterMember: last)
  }
  return true
}

/// A property that an initialiser made of a structure's properties sets.
private struct StoredProperty {
  let declaration: Node
  let name: String
  let type: Node?

  /// What it holds unless somebody says something else; `nil` of an optional variable.
  let value: Code?
}

/// The properties that a structure's initialiser has as parameters, in order; nil where that cannot be told.
private func storedProperties(of declaration: Node) -> [StoredProperty]? {
  var properties: [StoredProperty] = []
  for member in declaration.members {
    // What a condition of compilation holds may be stored as well.
    guard member.kind != .ifConfig else { return nil }
    guard let variable = VariableDecl(member), !variable.modifiers.contains("static") else {
      continue
    }
    for binding in variable.bindings {
      if let accessors = binding.node.accessorBlock {
        // Observers stand at what is stored, and a getter at what is not.
        let isObserved = accessors.children.contains { ["willSet", "didSet"].contains($0.name) }
        guard !isObserved || binding.value != nil else { return nil }
        continue
      }
      guard member.attributes.isEmpty, !variable.modifiers.contains("lazy"),
        let pattern = binding.node.child(.identifierPattern)
      else { return nil }
      let value = binding.value
      if value != nil, variable.introducer == .let { continue }
      let isOptional = binding.type?.kind == .optionalType && variable.introducer == .var
      properties.append(
        StoredProperty(
          declaration: member, name: pattern.name, type: binding.type,
          value: value.map { Code.kept($0) } ?? (isOptional ? .word("nil") : nil)))
    }
  }
  return properties
}

private func memberwiseInitializer(_ properties: [StoredProperty], _ file: FileContext) -> Code {
  // As far as the compiler's own one was seen.
  let isHidden = properties.contains { property in
    property.declaration.modifiers.contains { $0.text == "private" || $0.text == "fileprivate" }
  }
  let parameters = properties.map { property in
    let type = property.type.map { parameterType($0, file) } ?? .word("Any")
    return ParameterCode(property.name, property.name, type, defaultValue: property.value)
  }
  let items = properties.map { property in
    Code.infix(Code.word("self").member(property.name), "=", .word(property.name))
  }
  return .function(
    FunctionCode(modifiers: isHidden ? ["fileprivate"] : [], .initializer, parameters, items))
}

/// The type of a property as that of a parameter, which has to say that a function outlives the call.
private func parameterType(_ type: Node, _ file: FileContext) -> Code {
  guard case .function = file.semantics.type(of: type) else { return .kept(type) }
  return .form(.attributed(["@escaping"], .kept(type)))
}
