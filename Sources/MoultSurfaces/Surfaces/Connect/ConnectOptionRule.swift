import MoultFindings
import MoultManifests
import MoultMatching
import MoultSource

/// What is wrong with an option of a generator.
private struct OptionProblem {
  let range: ByteRange
  let bindings: [String: String]
  var edit: Edit?
}

/// Finds options of the generators of connect-swift that do not go together, or that they refuse.
func connectOptionFindings(
  _ rule: SurfaceRule, _ fault: ConnectFault, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  let uses = connectGeneratorUses(in: file, facts)
  let problems: [OptionProblem] =
    switch fault {
    case .optionMismatch: mismatches(uses, isSurplus: false)
    case .surplusMethods: mismatches(uses, isSurplus: true)
    case .visibility: visibilities(uses)
    case .noMethods: uses.filter { $0.role != .messages }.compactMap(withoutMethods)
    case .unknownOption: uses.filter { $0.role != .messages }.flatMap(unknownOptions)
    case .optionValue:
      uses.filter { $0.role != .messages }.flatMap(wrongValues)
    case .renamedPlugin, .unlistedVersion, .pluginPair, .skew, .minorSkew, .staleGenerated,
      .brokenRelease, .mocksDependency, .mocksInApp, .unequalPods, .mocksImport,
      .repository:
      []
    }
  return problems.map { problem in
    rule.finding(
      in: file, at: problem.range, problem.bindings.mapValues(Binding.text),
      edits: [problem.edit].compactMap { $0 })
  }
}

private let generateOptions = ["GenerateAsyncMethods", "GenerateCallbackMethods"]

/// Each generator of mocks with the clients that it is to fit: one with the same options if there is one.
private func pairs(
  _ uses: [ConnectGeneratorUse]
) -> [(mocks: ConnectGeneratorUse, clients: ConnectGeneratorUse)] {
  let clients = uses.filter { $0.role == .clients }
  return uses.filter { $0.role == .mocks }.compactMap { mocks in
    let fitting = clients.first { disagreements(mocks, $0).isEmpty }
    return (fitting ?? clients.first).map { (mocks, $0) }
  }
}

/// The options of two generators that have to be the same and are not, in order.
private func disagreements(
  _ later: ConnectGeneratorUse, _ earlier: ConnectGeneratorUse
) -> [String] {
  var keys = ["SwiftProtobufModuleName", "ProtoPathModuleMappings"]
  if earlier.role == .clients { keys = generateOptions + ["KeepMethodCasing"] + keys }
  return keys.filter { later.effective($0) != earlier.effective($0) }
}

private func mismatches(_ uses: [ConnectGeneratorUse], isSurplus: Bool) -> [OptionProblem] {
  var result: [OptionProblem] = []
  var compared = pairs(uses).map { ($0.mocks, $0.clients, "mocks", "clients") }
  if let messages = uses.first(where: { $0.role == .messages }) {
    compared += uses.filter { $0.role == .clients }.map { ($0, messages, "clients", "messages") }
  }
  for (later, earlier, name, other) in compared {
    for key in disagreements(later, earlier) {
      let wanted = earlier.effective(key)
      guard let known = connectOptions[key]?.value, known.accepts(wanted),
        known.accepts(later.effective(key))
      else { continue }
      guard (generateOptions.contains(key) && wanted == "false") == isSurplus else { continue }
      let option = later.option(key)
      // What is not given at all keeps its default only by leaving it out.
      let edit =
        wanted.isEmpty || later.isShared
        ? nil : option.map { replacing($0, by: wanted) } ?? later.adding("\(key)=\(wanted)")
      result.append(
        OptionProblem(
          range: option?.item.range ?? later.name.range,
          bindings: [
            "option": key, "value": shown(later.effective(key)), "wanted": shown(wanted),
            "name": name, "other": other,
          ], edit: edit))
    }
  }
  return result
}

private func shown(_ value: String) -> String { value.isEmpty ? "nothing" : value }

private func replacing(_ option: PluginOption, by value: String) -> Edit? {
  option.value.map { Edit($0.range, value) }
}

private func visibilities(_ uses: [ConnectGeneratorUse]) -> [OptionProblem] {
  var compared = pairs(uses).map { ($0.mocks, $0.clients, "mocks", "clients") }
  if let messages = uses.first(where: { $0.role == .messages }) {
    compared += uses.filter { $0.role == .clients }.map { ($0, messages, "clients", "messages") }
  }
  return compared.compactMap { later, earlier, name, other in
    guard let level = later.visibility, let limit = earlier.visibility, level > limit,
      let option = later.option("Visibility")
    else { return nil }
    let wanted = ["Internal", "Package", "Public"][limit]
    return OptionProblem(
      range: option.item.range,
      bindings: [
        "value": later.effective("Visibility"), "wanted": wanted, "name": name, "other": other,
      ],
      // Whether messages are to be seen or clients to be hidden is not written anywhere.
      edit: name == "mocks" && !later.isShared ? replacing(option, by: wanted) : nil)
  }
}

private func withoutMethods(_ use: ConnectGeneratorUse) -> OptionProblem? {
  guard use.effective("GenerateAsyncMethods") == "false",
    use.effective("GenerateCallbackMethods") == "false"
  else { return nil }
  return OptionProblem(
    range: use.option("GenerateAsyncMethods")?.item.range ?? use.name.range, bindings: [:])
}

private func unknownOptions(_ use: ConnectGeneratorUse) -> [OptionProblem] {
  use.options.compactMap { option in
    let key = option.key.text
    guard !key.isEmpty, connectOptions[key] == nil else { return nil }
    let names = connectOptions.keys.sorted()
    let cased = names.first { $0.lowercased() == key.lowercased() }
    let near = cased ?? nearestSpelling(of: key, among: names)
    return OptionProblem(
      range: option.key.range, bindings: ["near": near.map { "; did you mean '\($0)'?" } ?? ""],
      edit: cased.map { Edit(option.key.range, $0) })
  }
}

private func wrongValues(_ use: ConnectGeneratorUse) -> [OptionProblem] {
  use.options.compactMap { option in
    guard let known = connectOptions[option.key.text] else { return nil }
    let text = option.value?.text ?? ""
    if known.value.accepts(text) {
      // `Package` came with 1.1.0.
      guard option.key.text == "Visibility", text == "Package", let range = option.value?.range,
        let version = use.remote?.version.flatMap({ VersionNumber(String($0.dropFirst())) }),
        let first = VersionNumber("1.1.0"), version < first
      else { return nil }
      return OptionProblem(
        range: range,
        bindings: [
          "value": text, "option": option.key.text, "list": "'Internal' and 'Public' before 1.1.0",
        ])
    }
    let recased = known.value.recased(text)
    return OptionProblem(
      range: option.value?.range ?? option.key.range,
      bindings: ["value": text, "option": option.key.text, "list": known.value.list],
      edit: recased.flatMap { replacing(option, by: $0) })
  }
}
