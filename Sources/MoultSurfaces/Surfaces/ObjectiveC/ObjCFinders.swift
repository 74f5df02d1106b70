import MoultFindings
package import MoultMatching
import MoultObjC
import MoultSource

/// How a finder looks for something in Objective-C, and what it does with the page's `put`.
package struct ObjectiveCSearch: Sendable {
  let matches: @Sendable (ObjCFinder) -> [ObjCMatch]

  /// What becomes of a match where the page puts something.
  var put: @Sendable (ObjCMatch, PutSpec) -> ObjCAction = filledTemplate

  /// What headers must declare for the page to make sense.
  package let declared: @Sendable (FinderSpec) -> [ObjCPageName]
}

/// A name that a page takes from the headers of a library.
package enum ObjCPageName: Hashable, Sendable {
  case type(String)
  case selector(String)
  case property(String)
}

/// `objc-import: GRPCClient/GRPCCall.h`.
package let objcImportFinder = Finder(
  FinderTerms(
    "objc-import", .text("a header"),
    anchors: { find in
      [find.subject.split(separator: "/").last.map(String.init) ?? find.subject]
    }), ObjectiveCSearch(matches: { $0.imports() }, declared: { _ in [] }))

/// `objc-class: GRPCProtoCall`.
package let objcClassFinder = Finder(
  FinderTerms("objc-class", .text("a class or protocol"), anchors: { [$0.subject] }),
  ObjectiveCSearch(matches: { $0.classes() }, declared: { [.type($0.subject)] }))

/// `objc-name: kGRPCHostName`.
package let objcNameFinder = Finder(
  FinderTerms("objc-name", .text("a name of C"), anchors: { [$0.subject] }),
  ObjectiveCSearch(matches: { $0.names() }, declared: { _ in [] }))

/// `objc-message: { selector: "*WithRequest:handler:", on: GRPCProtoService }`.
package let objcMessageFinder = Finder(
  FinderTerms(
    "objc-message",
    .table([
      .required("selector"), .required("on"), .optional("class", .word(["true", "false", "any"])),
      .optional("result", .word(["used", "discarded"])), .optional("literal"),
      .optional("at-least", .number), .optional("call-options", .word(["own"])),
    ]), binds: messageBindings, anchors: { ownerAnchors($0.options["on"]) }),
  ObjectiveCSearch(matches: { $0.messages() }, declared: messageNames))

/// `objc-host-setting: { selector: "useInsecureConnectionsForHost:", on: GRPCCall, class: true, host: 1 }`.
package let objcHostSettingFinder = Finder(
  FinderTerms(
    "objc-host-setting",
    .table([
      .required("selector"), .required("on"), .required("host", .number),
      .optional("class", .word(["true", "false", "any"])),
    ]),
    binds: { find in
      let bound = messageBindings(find)
      return Metavariables(bound.names.union(["options"]), arguments: bound.arguments)
    }, anchors: { ownerAnchors($0.options["on"]) }),
  ObjectiveCSearch(
    matches: { $0.messages() }, put: hostSettingAction, declared: messageNames))

/// `objc-property: { name: timeout, on: GRPCProtoCall, use: assigned }`.
package let objcPropertyFinder = Finder(
  FinderTerms(
    "objc-property",
    .table([
      .required("name"), .required("on"), .optional("use", .word(["assigned"])),
      .optional("value"),
    ]), binds: { _ in ["base", "value"] }, anchors: { ownerAnchors($0.options["on"]) }),
  ObjectiveCSearch(
    matches: { $0.members() },
    declared: {
      [$0.options["on"].map { .type($0) }, $0.options["name"].map { .property($0) }].compactMap {
        $0
      }
    }))

/// `objc-method: { selector: "a:b:", adopts: GRPCProtoResponseCallbacks }`.
package let objcMethodFinder = Finder(
  FinderTerms(
    "objc-method", .table([.required("selector"), .required("adopts")]),
    anchors: { ownerAnchors($0.options["adopts"]) }),
  ObjectiveCSearch(
    matches: { $0.methods() }, put: selectorRename,
    declared: { $0.options["adopts"].map { [.type($0)] } ?? [] }))

/// `objc-text: { prefix: "https://", with: "GRPCCall ProtoService" }`.
package let objcTextFinder = Finder(
  FinderTerms(
    "objc-text", .table([.required("prefix"), .required("with")]),
    anchors: { ($0.options["with"] ?? "").split(separator: " ").map(String.init) }),
  ObjectiveCSearch(matches: { $0.texts() }, declared: { _ in [] }))

@Sendable private func messageBindings(_ find: FinderSpec) -> Metavariables {
  let pieces = argumentCount(ofName: find.options["selector"] ?? "")
  return Metavariables(["receiver", "stem", "method", "class"], arguments: pieces)
}

@Sendable private func messageNames(_ find: FinderSpec) -> [ObjCPageName] {
  var names: [ObjCPageName] = find.options["on"].map { [.type($0)] } ?? []
  if let selector = find.options["selector"], !selector.contains("*") {
    names.append(.selector(selector))
  }
  return names
}

/// The words of which a project must mention one to send something to a class, or to adopt a protocol.
private func ownerAnchors(_ owner: String?) -> [String] {
  guard let owner else { return [] }
  // What is sent to a service names no class of the library, but its header is imported.
  return ["GRPCProtoService", "ProtoService"].contains(owner) ? [owner, "pbrpc"] : [owner]
}

/// Returns the places in a file where an Objective-C finder matches, in the order of the file.
func objectiveCMatches(
  _ rule: SurfaceRule, _ search: ObjectiveCSearch, _ types: ObjCTypes, _ project: ObjCProject
) -> [ObjCMatch] {
  search.matches(ObjCFinder(rule: rule, types: types, project: project))
}

/// One rule at one Objective-C file.
struct ObjCFinder {
  let rule: SurfaceRule
  let types: ObjCTypes
  let project: ObjCProject

  private var file: ObjCFile { types.file }
  private var options: [String: String] { rule.row.find.options }
  private var subject: String { rule.row.find.subject }

  private func match(
    _ range: ByteRange, replacing replaced: ByteRange? = nil, _ bindings: [String: Binding] = [:],
    _ evidence: [Evidence] = [], message: ObjCMessage? = nil
  ) -> ObjCMatch {
    ObjCMatch(
      rule: rule, types: types, project: project, range: range, replaced: replaced ?? range,
      bindings: bindings, evidence: evidence, message: message)
  }

  func imports() -> [ObjCMatch] {
    file.imports.filter { $0.path == subject || $0.path.hasSuffix("/" + subject) }
      .map { match($0.pathRange) }
  }

  /// Where the word stands for the library's class or protocol.
  func classes() -> [ObjCMatch] {
    guard project.model.isLibraryType(subject) else { return [] }
    return identifiers { role, range in
      switch role {
      case .type: return true
      // A variable may have the name of a class.
      case .receiver: return types.variable(subject, at: range.lowerBound) == nil
      // `GRPCProtoCall.class`, and what a list of protocols in a type says.
      case .expression: return types.variable(subject, at: range.lowerBound) == nil
      case .selector, .member, .declaration, .call, .other: return false
      }
    }
  }

  /// Where the word stands for a constant, a function or a type of C.
  func names() -> [ObjCMatch] {
    identifiers { role, range in
      switch role {
      case .type, .expression, .call, .receiver:
        return types.variable(subject, at: range.lowerBound)?.kind ?? .global == .global
      case .selector, .member, .declaration, .other: return false
      }
    }
  }

  private func identifiers(
    _ isMeant: (ObjCIdentifier.Role, ByteRange) -> Bool
  ) -> [ObjCMatch] {
    file.identifiers(named: subject).filter { isMeant($0.role, $0.range) }
      .map { match($0.range) }
  }

  func messages() -> [ObjCMatch] {
    guard let pattern = options["selector"].map({ SelectorPattern($0) }), let owner = options["on"],
      project.model.isLibraryType(owner)
    else { return [] }
    let wantsClass = options["class"] == "true"
    return file.messages.compactMap { message -> ObjCMatch? in
      guard let stem = pattern.match(message.selector), fits(message) else { return nil }
      switch types.receiver(of: message) {
      case .classObject: guard wantsClass || options["class"] == "any" else { return nil }
      case .instance: guard !wantsClass else { return nil }
      case .unknown: return nil
      }
      guard var found = match(message, stem: stem, on: owner) else { return nil }
      if options["call-options"] == "own" {
        guard let replaced = ReplacedOptions(ofCall: message, types, project) else { return nil }
        found.evidence.append(replaced.evidence)
      }
      return found
    }
  }

  /// A message to something of a class, or one that inherits from it, or that is known for a service by a protocol.
  func match(_ message: ObjCMessage, stem: String, on owner: String) -> ObjCMatch? {
    let receiver = types.receiver(of: message)
    let direct = receiver.className.flatMap { project.model.inherits($0, from: owner) ? $0 : nil }
    let adopted =
      direct == nil
      ? AdoptedService(receiver, message.selector, of: owner, project.model) : nil
    guard let name = direct ?? adopted?.service else { return nil }
    var bindings: [String: Binding] = [
      "receiver": .source(message.receiver), "stem": .text(stem),
      "method": .text(lowercasingFirst(stem)), "class": .text(name),
    ]
    for (number, piece) in message.pieces.enumerated() {
      bindings["\(number + 1)"] = .source(piece.argument)
    }
    let text = file.source.text(message.receiver)
    var evidence = [Evidence(adopted.map { $0.evidence(text) } ?? "'\(text)' is a '\(name)'")]
    if let presumed = project.presumed[name] { evidence.append(presumed) }
    var found = match(
      message.pieces[0].nameRange, replacing: message.range, bindings, evidence,
      message: message)
    found.missingProtocol = adopted?.missing
    return found
  }

  private func fits(_ message: ObjCMessage) -> Bool {
    switch options["result"] {
    case "discarded": guard message.isDiscarded else { return false }
    case "used": guard !message.isDiscarded else { return false }
    default: break
    }
    if let literal = options["literal"] {
      guard literalArgument(of: message, holding: literal, in: file.source) != nil else {
        return false
      }
    }
    if let least = options["at-least"].flatMap({ Int($0) }) {
      let count = project.types.values.reduce(0) { sum, types in
        sum + types.file.messages(named: message.selector).count
      }
      guard count >= least else { return false }
    }
    return true
  }

  func members() -> [ObjCMatch] {
    guard let name = options["name"], let owner = options["on"],
      project.model.isLibraryType(owner)
    else { return [] }
    return file.members.compactMap { member -> ObjCMatch? in
      guard member.name == name, let type = types.base(of: member).className,
        project.model.inherits(type, from: owner)
      else { return nil }
      var bindings: [String: Binding] = ["base": .source(member.base)]
      var replaced = member.range
      if let value = member.assigned {
        bindings["value"] = .source(value)
        if options["use"] == "assigned" {
          replaced = member.range.lowerBound..<value.upperBound
        }
      } else if options["use"] == "assigned" {
        return nil
      }
      if let wanted = options["value"] {
        guard let value = member.assigned, file.source.text(value) == wanted else { return nil }
      }
      let evidence = Evidence("'\(file.source.text(member.base))' is a '\(type)'")
      return match(member.nameRange, replacing: replaced, bindings, [evidence])
    }
  }

  /// Methods of classes that adopt a protocol of the library.
  func methods() -> [ObjCMatch] {
    guard let selector = options["selector"], let wanted = options["adopts"],
      project.model.isLibraryType(wanted)
    else { return [] }
    return file.methods.compactMap { method -> ObjCMatch? in
      guard method.selector == selector, !method.isClassMethod, let index = method.container,
        let name = method.pieces.first
      else { return nil }
      let owner = file.containers[index]
      guard owner.kind != .protocol, project.model.adopts(owner.name, wanted) else { return nil }
      return match(
        name.nameRange, replacing: method.range, [:],
        [Evidence("'\(owner.name)' adopts '\(wanted)'")])
    }
  }

  /// String literals that begin with a text, in a body that names one of some words.
  func texts() -> [ObjCMatch] {
    guard let prefix = options["prefix"], let words = options["with"] else { return [] }
    let wanted = Set(words.split(separator: " ").map(String.init))
    return file.strings.compactMap { string -> ObjCMatch? in
      let text = file.source.text(string)
      guard text.hasPrefix("@\"" + prefix) || text.hasPrefix("\"" + prefix),
        let body = file.body(around: string.lowerBound),
        let word = firstWord(of: wanted, in: body)
      else { return nil }
      return match(string, [:], evidence: word)
    }
  }

  private func match(
    _ range: ByteRange, _ bindings: [String: Binding], evidence word: String
  ) -> ObjCMatch {
    match(range, replacing: nil, bindings, [Evidence("'\(word)' in the same body")])
  }

  private func firstWord(of words: Set<String>, in body: ByteRange) -> String? {
    file.identifiers(in: body).lazy.map { file.source.text($0.range) }.first(where: words.contains)
  }
}
