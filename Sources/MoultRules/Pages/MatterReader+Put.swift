import MoultFindings
import MoultMatching
import MoultSurfaces

extension MatterReader {
  /// Reads what stands behind `put`.
  ///
  /// A table without `text` changes the code or what stands around it, and keeps the rest.
  func replacement(_ node: MatterNode) throws(PageError) -> ActionSpec {
    guard let table = node.mapping else { return .put(try put(node)) }
    let words: [(String, (MatterTable) throws(PageError) -> ActionSpec)] = [
      ("remove", removal), ("statement", statement), ("statements", statements),
      ("generic", retyping), ("on", question), ("declare", addition), ("conform", addition),
      ("member", memberChange),
    ]
    for (word, read) in words where table[word] != nil { return try read(table) }
    guard table["text"] == nil,
      relabellingKeys.dropLast().contains(where: { table[$0] != nil })
    else { return .put(try put(node)) }
    return try relabelling(table)
  }

  private func removal(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["remove"], of: "'put' with 'remove'")
    guard table["remove"]?.string == "statement" else {
      throw error("'remove' takes away a 'statement'", at: table["remove"])
    }
    return .removeStatement
  }

  private func statement(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["statement", "imports"], of: "'put' with 'statement'")
    guard let text = try text(table["statement"], "statement") else { return .advise }
    var put = PutSpec(text: text)
    put.place = .statement
    put.imports = try imports(table)
    return .put(put)
  }

  private func statements(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(
      table, ["statements", "inside", "uses", "imports"], of: "'put' with 'statements'")
    guard let text = table["statements"]?.string else {
      throw error("'statements' is a text", at: table["statements"])
    }
    return .rewriteStatements(
      StatementRewriting(
        text: text, inner: try innerRewrites(table), imports: Set(try imports(table))))
  }

  private func retyping(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["name", "generic", "imports"], of: "'put' with 'generic'")
    return .retype(
      Retyping(
        name: try text(table["name"], "name"),
        arguments: try list(table["generic"], "'generic' is a list of types"),
        imports: Set(try imports(table))))
  }

  private func question(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["on"], of: "'put' with 'on'")
    guard table["on"]?.string == "type" else {
      throw error("'on' asks the 'type'", at: table["on"])
    }
    return .askType
  }

  private func addition(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["declare", "conform", "imports"], of: "'put' with 'declare' or 'conform'")
    return .extend(
      TypeAddition(
        members: try textOrList(table["declare"], "'declare' is a member, or a list of them"),
        conformances: try textOrList(table["conform"], "'conform' is a type, or a list of them"),
        imports: Set(try imports(table))))
  }

  private func textOrList(_ node: MatterNode?, _ what: String) throws(PageError) -> [String] {
    guard let node else { return [] }
    if let text = node.string, !text.isEmpty { return [text] }
    return try list(node, what)
  }

  private func memberChange(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, ["member", "static"], of: "'put' with 'member'")
    guard let member = MemberName(table["member"]?.string ?? "") else {
      throw error("'member' is a function such as 'name()'", at: table["member"])
    }
    guard try flag(table["static"], "static") == false else {
      throw error(
        "'put' with 'member' says 'static: false'", at: table["static"] ?? table["member"])
    }
    return .makeInstanceMember(member)
  }

  // MARK: Calls

  private var relabellingKeys: [String] {
    ["name", "callee", "labels", "wrap", "drop", "add", "imports"]
  }

  private func relabelling(_ table: MatterTable) throws(PageError) -> ActionSpec {
    try check(table, relabellingKeys, of: "'put' without 'text'")
    if let callee = table["callee"], table["name"] != nil {
      throw error("'name' keeps the receiver and 'callee' does not; a row has one", at: callee)
    }
    return .relabel(
      Relabelling(
        name: try text(table["name"], "name"), callee: try text(table["callee"], "callee"),
        labels: try texts(table["labels"], "'labels' is a table of new labels by old ones"),
        wrapped: try texts(table["wrap"], "'wrap' is a table of templates by labels"),
        dropped: try list(table["drop"], "'drop' is a list of labels"),
        added: try list(table["add"], "'add' is a list of arguments such as 'label: value'"),
        imports: Set(try imports(table))))
  }

  /// Reads `inside` and `uses`.
  private func innerRewrites(_ table: MatterTable) throws(PageError) -> InnerRewrites {
    var inner = InnerRewrites()
    if let node = table["inside"] {
      guard let holes = node.mapping, !holes.isEmpty else {
        throw error("'inside' is a table of rewrites by metavariables", at: node)
      }
      for (hole, value) in holes {
        let name = (hole.string ?? "").drop { $0 == "$" }
        inner.inside[String(name)] = try pieces(
          value, "'inside' is a table of new pieces by old ones")
      }
    }
    if let node = table["uses"] {
      inner.uses = try pieces(node, "'uses' is a table of new uses by old ones")
    }
    return inner
  }

  private func pieces(_ node: MatterNode, _ what: String) throws(PageError) -> [InnerRewrite] {
    guard let table = node.mapping, !table.isEmpty else { throw error(what, at: node) }
    return table.map { InnerRewrite(pattern: $0.key.string ?? "", text: $0.value.string ?? "") }
  }

  private func texts(_ node: MatterNode?, _ what: String) throws(PageError) -> [String: String] {
    guard let node else { return [:] }
    guard let mapping = node.mapping, !mapping.isEmpty else { throw error(what, at: node) }
    var result: [String: String] = [:]
    for (key, value) in mapping { result[key.string ?? ""] = value.string ?? "" }
    return result
  }

  func list(_ node: MatterNode?, _ what: String) throws(PageError) -> [String] {
    guard let node else { return [] }
    guard let words = node.sequence?.map(\.string), !words.isEmpty, !words.contains(nil) else {
      throw error(what, at: node)
    }
    return words.compactMap(\.self)
  }

  private func imports(_ table: MatterTable) throws(PageError) -> [String] {
    try list(table["imports"], "'imports' is a list of modules")
  }

  // MARK: Texts

  private func put(_ node: MatterNode) throws(PageError) -> PutSpec {
    if let text = node.string { return PutSpec(text: text) }
    guard let table = node.mapping else {
      throw error("'put' is a text or a table", at: node)
    }
    try check(
      table,
      [
        "text", "optional", "else", "concrete", "throws", "async", "mutates", "imports", "options",
        "inside", "uses", "isolated",
      ],
      of: "'put'")
    let text = table["text"]?.string
    guard
      text != nil
        || ["optional", "throws", "async", "mutates"].contains(where: { table[$0] != nil })
    else { throw error("'put' has no 'text', and nothing else that it changes", at: node) }
    var put = PutSpec(text: text ?? "")
    put.keepsText = text == nil
    for (key, value) in table["options"]?.mapping ?? [:] {
      put.table[key.string ?? ""] = .some(value.isNull ? nil : value.string)
    }
    put.imports = try imports(table)
    put.inner = try innerRewrites(table)
    put.staysOptional = try flag(table["optional"], "optional") ?? true
    put.fallback = try self.text(table["else"], "else")
    put.isConcrete = try flag(table["concrete"], "concrete") ?? false
    put.mutatesBase = try flag(table["mutates"], "mutates") ?? false
    let throwing = try flag(table["throws"], "throws")
    put.staysThrowing = throwing ?? true
    put.effects = throwing == true ? .throwing : []
    if try flag(table["async"], "async") == true { put.effects.insert(.async) }
    put.actor = try self.text(table["isolated"], "isolated")
    if put.actor != nil, !put.effects.contains(.async) {
      throw error("'isolated' belongs to 'async: true'", at: table["isolated"])
    }
    try judgeFallback(put, table)
    return put
  }

  /// `else` is said of code that stays and has become optional.
  private func judgeFallback(_ put: PutSpec, _ table: MatterTable) throws(PageError) {
    let isPromotion = put.keepsText && table["optional"]?.bool == true
    if isPromotion, put.fallback == nil {
      throw error(
        "'optional: true' says in 'else' what stands for nil", at: table["optional"])
    }
    if !isPromotion, let node = table["else"] {
      throw error("'else' belongs to 'optional: true' without 'text'", at: node)
    }
  }
}
