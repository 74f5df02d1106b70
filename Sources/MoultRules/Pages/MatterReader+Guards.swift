import MoultMatching
import MoultSource

extension MatterReader {
  /// Reads what stands behind `when`: each key is a condition, and all of them have to hold.
  func guards(_ node: MatterNode) throws(PageError) -> [PlaceGuard] {
    guard let table = node.mapping, !table.isEmpty else {
      throw error("'when' is a table of conditions", at: node)
    }
    var guards: [PlaceGuard] = []
    for (key, value) in table {
      let word = key.string ?? ""
      if let make = PlaceGuard.flags[word] {
        guard let flag = value.bool else {
          throw error("'\(word)' is 'true' or 'false'", at: value)
        }
        guards.append(make(flag))
      } else if word == "declares" {
        guard let name = value.string, !name.isEmpty else {
          throw error("'declares' wants a qualified name", at: value)
        }
        guards.append(.declares(name))
      } else if word == "read" {
        if let flag = value.bool {
          guards.append(.read(flag))
        } else if let name = value.string, !name.isEmpty {
          guards.append(.readsMember(name))
        } else {
          throw error("'read' is 'true', 'false' or the name of a member", at: value)
        }
      } else if word == "lacks" {
        guard let member = MemberName(value.string ?? "") else {
          throw error(
            "'lacks' wants a member such as 'cancel()' or 'unary(onMetrics:)'", at: value)
        }
        guards.append(.lacks(member))
      } else if word == "imports-none" {
        let modules = try list(value, "'imports-none' is a list of modules")
        guards.append(.importsNone(modules))
      } else if word.hasPrefix("$") {
        guards.append(.variable(String(word.dropFirst()), try variableGuard(value)))
      } else {
        let known =
          PlaceGuard.flags.keys.sorted() + ["declares", "imports-none", "lacks", "read", "$base"]
        throw error("'\(word)' is not a condition\(suggestion(word, known))", at: key)
      }
    }
    return guards
  }

  private func variableGuard(_ node: MatterNode) throws(PageError) -> VariableGuard {
    guard let table = node.mapping, !table.isEmpty else {
      throw error("a metavariable's condition is a table such as '{ is: Module.Type }'", at: node)
    }
    try check(
      table, ["is", "known", "type", "optional", "mutable", "literal", "only-here"],
      of: "a metavariable's condition")
    var result = VariableGuard()
    if let types = table["is"] {
      if let type = types.string {
        result.types = [type]
      } else {
        result.types = try list(types, "'is' is a type or a list of types")
      }
    }
    result.isKnown = try flag(table["known"], "known")
    result.isType = try flag(table["type"], "type")
    result.isOptional = try flag(table["optional"], "optional")
    result.isMutable = try flag(table["mutable"], "mutable")
    result.isLiteral = try flag(table["literal"], "literal")
    result.isUsedOnlyHere = try flag(table["only-here"], "only-here")
    return result
  }

  /// Reads what stands behind `refuse`: a list of conditions with the next step of a person.
  func refusals(_ node: MatterNode) throws(PageError) -> [PlaceRefusal] {
    guard let list = node.sequence, !list.isEmpty else {
      throw error("'refuse' is a list of tables with 'when' and 'next'", at: node)
    }
    var refusals: [PlaceRefusal] = []
    for entry in list {
      guard let table = entry.mapping else {
        throw error("a refusal is a table with 'when' and 'next'", at: entry)
      }
      try check(table, ["when", "next"], of: "a refusal")
      guard let condition = table["when"] else { throw error("a refusal has no 'when'", at: entry) }
      guard let next = table["next"]?.string, !next.isEmpty else {
        throw error("a refusal says in 'next' what a person does", at: entry)
      }
      refusals.append(PlaceRefusal(guards: try guards(condition), nextStep: Template(next)))
    }
    return refusals
  }
}
