import MoultMatching
import MoultSource
import MoultSurfaces

extension MatterReader {
  /// Reads what stands behind `when`: each key is a condition, and all of them have to hold.
  func guards(_ node: MatterNode) throws(PageError) -> [PlaceGuard] {
    guard let table = node.mapping, !table.isEmpty else {
      throw error("'when' is a table of conditions", at: node)
    }
    var guards: [PlaceGuard] = []
    for (key, value) in table {
      let word = key.string ?? ""
      if word == "specialized", let count = Int(value.string ?? "") {
        guards.append(.genericArguments(count))
      } else if let make = PlaceGuard.flags[word] {
        guard let flag = value.bool else {
          throw error("'\(word)' is 'true' or 'false'", at: value)
        }
        guards.append(make(flag))
      } else if word == "declares" {
        guard let name = value.string, !name.isEmpty else {
          throw error("'declares' wants a qualified name", at: value)
        }
        guards.append(.declares(name))
      } else if word == "option" {
        guards += try optionGuards(value)
      } else if word == "release" {
        guards.append(try releaseGuard(value))
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
          PlaceGuard.flags.keys.sorted() + [
            "declares", "imports-none", "lacks", "option", "read", "release", "$base",
          ]
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
      table,
      [
        "is", "known", "type", "optional", "mutable", "literal", "implicit", "only-here",
        "captured", "pure", "throws", "async",
      ], of: "a metavariable's condition")
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
    result.isImplicit = try flag(table["implicit"], "implicit")
    result.isUsedOnlyHere = try flag(table["only-here"], "only-here")
    result.isCaptured = try flag(table["captured"], "captured")
    result.isPure = try flag(table["pure"], "pure")
    result.isThrowing = try flag(table["throws"], "throws")
    result.isAsync = try flag(table["async"], "async")
    return result
  }

  /// Reads `{ library.option: value }`.
  private func optionGuards(_ node: MatterNode) throws(PageError) -> [PlaceGuard] {
    guard let table = node.mapping, !table.isEmpty else {
      throw error("'option' is a table such as '{ library.option: value }'", at: node)
    }
    var guards: [PlaceGuard] = []
    for (key, value) in table {
      let name = key.string ?? ""
      guard let option = optionTable.first(where: { $0.name == name }) else {
        throw error(
          "'\(name)' is not an option\(suggestion(name, optionTable.map(\.name)))", at: key)
      }
      let text = value.string ?? ""
      switch option.kind {
      case .choice(let known):
        guard known.contains(text) else {
          throw error("'\(text)' is not a value of '\(name)'\(suggestion(text, known))", at: value)
        }
        guards.append(.option(name, value: text, isDefault: text == known.first))
      case .flag:
        guard let wanted = value.bool else {
          throw error("'\(name)' is 'true' or 'false'", at: value)
        }
        guards.append(.flag(name, wanted))
      case .text, .texts, .textOrTable:
        throw error("'\(name)' can be any text, so no row can wait for one", at: key)
      }
    }
    return guards
  }

  /// Reads `{ package: swift-protobuf, from: 1.2.0, below: 2.0.0 }`.
  private func releaseGuard(_ node: MatterNode) throws(PageError) -> PlaceGuard {
    guard let table = node.mapping else {
      throw error(
        "'release' is a table such as '{ package: swift-protobuf, below: 1.2.0 }'", at: node)
    }
    try check(table, ["package", "from", "below"], of: "'release'")
    guard let package = try text(table["package"], "package") else {
      throw error("'release' names a 'package'", at: node)
    }
    guard table["from"] != nil || table["below"] != nil else {
      throw error("'release' says 'from' or 'below' which release", at: node)
    }
    for key in ["from", "below"] {
      guard let value = table[key] else { continue }
      guard let text = value.string, VersionNumber(text) != nil else {
        throw error("'\(key)' is a version such as '1.2.0'", at: value)
      }
    }
    return .release(
      package: package, from: table["from"]?.string, below: table["below"]?.string)
  }

  /// Reads `{ swift-composable-architecture: 1.4.0 }`: packages with a release each.
  func neededReleases(_ node: MatterNode) throws(PageError) -> [NeededRelease] {
    guard let table = node.mapping, !table.isEmpty else {
      throw error("'needs' is a table such as '{ swift-protobuf: 1.2.0 }'", at: node)
    }
    var needs: [NeededRelease] = []
    for (key, value) in table {
      guard let package = key.string, let release = value.string.flatMap({ Release($0) }) else {
        throw error("behind a package in 'needs' stands a version such as '1.2.0'", at: value)
      }
      needs.append(NeededRelease(package: package, from: release, place: place(of: key)))
    }
    return needs
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
      try check(table, ["when", "message", "next"], of: "a refusal")
      guard let condition = table["when"] else { throw error("a refusal has no 'when'", at: entry) }
      guard let next = table["next"]?.string, !next.isEmpty else {
        throw error("a refusal says in 'next' what a person does", at: entry)
      }
      refusals.append(
        PlaceRefusal(
          guards: try guards(condition),
          message: try text(table["message"], "message").map { Template($0) },
          nextStep: Template(next)))
    }
    return refusals
  }
}
