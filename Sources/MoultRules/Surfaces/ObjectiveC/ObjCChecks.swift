import MoultObjC
import MoultSource

/// The words of which a project must mention one for an Objective-C finder to have anything to say.
func objectiveCAnchors(_ find: FinderSpec) -> [String] {
  // What is sent to a service names no class of the library, but its header is imported.
  let services: Set = ["GRPCProtoService", "ProtoService"]
  var words = [find.options["on"], find.options["adopts"]].compactMap { $0 }
  if words.contains(where: services.contains) { words.append("pbrpc") }
  switch find.kind {
  case .objcClass, .objcName: words.append(find.subject)
  case .objcImport:
    let name = find.subject.split(separator: "/").last.map(String.init) ?? find.subject
    words.append(name)
  case .objcText: words += (find.options["with"] ?? "").split(separator: " ").map(String.init)
  default: break
  }
  return words
}

/// What each Objective-C finder with a table must say, and may say.
private let objectiveCOptions: [FinderKind: (required: [String], allowed: [String])] = [
  .objcMessage: (["selector", "on"], ["class", "result", "literal", "at-least", "call-options"]),
  .objcHostSetting: (["selector", "on", "host"], ["class"]),
  .objcProperty: (["name", "on"], ["use", "value"]),
  .objcMethod: (["selector", "adopts"], []),
  .objcText: (["prefix", "with"], []),
]

/// Holds a row about Objective-C against what its finder and its transform need.
func checkObjectiveCRow(_ row: RuleRow, path: String) throws(PageError) {
  let kind = row.find.kind
  guard kind.rawValue.hasPrefix("objc-") else { return }
  if let options = objectiveCOptions[kind] {
    for key in options.required where row.find.options[key] == nil {
      throw PageError(path: path, line: 2, message: "'\(kind.rawValue)' wants '\(key)'")
    }
    let known = options.required + options.allowed
    for key in row.find.options.keys.sorted() where !known.contains(key) {
      throw PageError(
        path: path, line: 2,
        message:
          "'\(key)' is not an option of '\(kind.rawValue)'; \(known.joined(separator: ", ")) are"
      )
    }
  } else if row.find.subject.isEmpty {
    throw PageError(path: path, line: 2, message: "'\(kind.rawValue)' wants a name")
  }
  if case .transform(let name) = row.action, objectiveCTransforms[name] == nil {
    let near = nearestSpelling(of: name, among: objectiveCTransforms.keys.sorted())
    throw PageError(
      path: path, line: 2,
      message: "there is no transform '\(name)'" + (near.map { "; did you mean '\($0)'?" } ?? ""))
  }
}

/// Holds the classes, protocols and selectors that pages look for against the headers.
func checkObjectiveCSymbols(
  _ pages: [RulePage], _ headers: [CatalogueText]
) throws(PageError) {
  let files = headers.map {
    parseObjectiveC(SourceText(path: $0.path, bytes: Array($0.text.utf8)))
  }
  let types = Set(files.flatMap(\.containers).map(\.name))
  let selectors = Set(files.flatMap(\.methods).map(\.selector))
  let properties = Set(files.flatMap(\.properties).map(\.name))
  func check(_ name: String?, _ known: Set<String>, _ page: RulePage) throws(PageError) {
    guard let name, !known.contains(name) else { return }
    throw PageError(
      path: page.path, line: 2,
      message: "no header declares '\(name)', which the page looks for")
  }
  for page in pages {
    for find in page.rows.map(\.find) where find.kind.rawValue.hasPrefix("objc-") {
      if find.kind == .objcClass { try check(find.subject, types, page) }
      try check(find.options["on"], types, page)
      try check(find.options["adopts"], types, page)
      if find.kind == .objcProperty { try check(find.options["name"], properties, page) }
      if find.kind == .objcMessage || find.kind == .objcHostSetting,
        let selector = find.options["selector"], !selector.contains("*")
      {
        try check(selector, selectors, page)
      }
    }
  }
}
