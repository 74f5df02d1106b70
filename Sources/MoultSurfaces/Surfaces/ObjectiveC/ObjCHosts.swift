import MoultFindings
import MoultMatching
import MoultObjC
import MoultSource

/// Why what is set for a host stays with the host, and with it the old calls on its services.
enum HostTie: Hashable, Sendable {
  /// The selector of an old call that is left to a person.
  case call(String)

  /// The selector of a setting whose services are created in other bodies, and where it stands.
  case setting(String, place: String)
}

/// What a project sets for hosts, in Objective-C and in Swift, the services that both create for them, and what of the Objective-C
/// moves.
///
/// An old call reads what is set for its host, and a new one the call options of its service. So all that is set for the
/// host of a service moves with all calls on services of its class, or nothing does.
struct ObjCHosts: Sendable {
  /// By the class of the services.
  private(set) var ties: [String: HostTie] = [:]
  private var settings: [Setting] = []

  /// The settings of a host in a body, and each by its message.
  private var settingsInBodies: [HostInBody: [Int]] = [:]
  private var settingsByMessage: [Place: Int] = [:]

  /// Those of the project's Objective-C.
  private var services: [Service] = []

  /// Whether anything is set for a host, or a service created, in Objective-C.
  var hasUses: Bool { !settings.isEmpty || !services.isEmpty }

  private var tied: [Int: HostTie] = [:]

  /// Where a service is created that a setting is for, in another body or before it, or anywhere if no fix moves the setting; by the
  /// index of the setting.
  private var elsewhere: [Int: String] = [:]

  /// A host as one body writes it.
  private struct HostInBody: Hashable {
    let path: String
    let body: ByteRange
    let text: String
  }

  private struct Place: Hashable {
    let path: String
    let range: ByteRange
  }

  private struct Setting {
    let path: String
    let body: ByteRange
    let host: ObjCHost
    let message: ObjCMessage

    var hostInBody: HostInBody { HostInBody(path: path, body: body, text: host.text) }
  }

  private struct Service {
    let path: String
    let body: ByteRange
    let host: ObjCHost
    let className: String
    let range: ByteRange
    let place: String

    /// What Swift sets for the host before it in the same body.
    var set: Set<HostSettingKind> = []

    var hostInBody: HostInBody { HostInBody(path: path, body: body, text: host.text) }

    /// Whether it is created behind a setting of the same host in the same body.
    func isBehind(_ setting: Setting) -> Bool {
      setting.message.range.upperBound <= range.lowerBound
    }
  }

  /// - Complexity: O(*n*) in the messages of the project, for each form of an old call, and in the services and settings of a host.
  init(_ project: ObjCProject) {
    guard project.model.isLibraryType("GRPCCall") else { return }
    let files = project.types.sorted { $0.key < $1.key }
    let literals = textsOfConstants(in: files.map(\.value.file))
    for (path, types) in files {
      for message in types.file.messages {
        guard let body = types.file.body(around: message.range.lowerBound) else { continue }
        if let host = types.hostOfSetting(message) {
          let host = ObjCHost(host, types, literals)
          add(Setting(path: path, body: body, host: host, message: message))
        } else if let name = types.serviceWithoutOptions(by: message, project.model) {
          services.append(
            Service(
              path: path, body: body, host: ObjCHost(message.pieces[0].argument, types, literals),
              className: name, range: message.range,
              place: types.place(of: message.range)))
        }
      }
    }
    guard hasUses else { return }
    let inSwift = project.hostsInSwift()
    tieServices(toSettingsIn: inSwift)
    guard !settings.isEmpty else { return }
    let services =
      services
      + inSwift.compactMap { made -> Service? in
        guard case .service(let className) = made.use else { return nil }
        return Service(
          path: made.path, body: made.range, host: ObjCHost(literal: made.host),
          className: className, range: made.range, place: made.place,
          set: inSwift.kinds(setBefore: made))
      }
    guard !services.isEmpty else { return }
    let staying = callsThatStay(in: project)
    let moving = settingsThatMove(in: project)
    var classes: [Set<String>] = []
    let inBodies = Dictionary(grouping: services, by: \.hostInBody)
    let byHost = Dictionary(grouping: services) { $0.host.shared }
    for (index, setting) in settings.enumerated() {
      let near = inBodies[setting.hostInBody, default: []].filter { $0.isBehind(setting) }
      let selector = setting.message.selector
      let kind = HostSettingKind(ofSelector: selector)
      let sharing =
        setting.host.shared.flatMap { byHost[$0] } ?? inBodies[setting.hostInBody, default: []]
      let others = sharing.filter { service in
        !service.set.contains(kind)
          && !settings(behindWhich: service).contains { $0.message.selector == selector }
      }
      classes.append(Set((near + others).map(\.className)))
      let isMoving = moving[setting.path]?.contains(setting.message.range) ?? false
      elsewhere[index] = others.first?.place ?? (isMoving ? nil : near.first?.place)
    }
    let firstStaying = Dictionary(staying.enumerated().map { ($1.className, $0) }) { first, _ in
      first
    }
    var isStable = false
    while !isStable {
      isStable = true
      for (index, setting) in settings.enumerated() where tied[index] == nil {
        let names = classes[index].sorted()
        let own = elsewhere[index].map { _ in
          HostTie.setting(
            setting.message.selector,
            place: project.types[setting.path]?.place(of: setting.message.range) ?? setting.path)
        }
        let call = names.compactMap { firstStaying[$0] }.min()
          .map { HostTie.call(staying[$0].selector) }
        guard let tie = own ?? call ?? names.compactMap({ ties[$0] }).first else { continue }
        tied[index] = tie
        for name in names where ties[name] == nil { ties[name] = tie }
        isStable = false
      }
    }
  }

  private mutating func add(_ setting: Setting) {
    settingsInBodies[setting.hostInBody, default: []].append(settings.count)
    settingsByMessage[Place(path: setting.path, range: setting.message.range)] = settings.count
    settings.append(setting)
  }

  /// Ties the classes of services to what Swift sets for their hosts, where nothing like it is set in Objective-C before them.
  private mutating func tieServices(toSettingsIn hosts: [SwiftHost]) {
    let byHost = Dictionary(grouping: services) { $0.host.shared }
    for swift in hosts {
      guard case .setting(let method, let kind) = swift.use else { continue }
      let host = ObjCHost(literal: swift.host)
      for service in byHost[host.shared] ?? []
      where !kinds(setBefore: service).contains(kind) && ties[service.className] == nil {
        ties[service.className] = .setting(method, place: swift.place)
      }
    }
  }

  /// What is set for the host of a service before it in the same body.
  private func kinds(setBefore service: Service) -> Set<HostSettingKind> {
    Set(
      settings(behindWhich: service).map { HostSettingKind(ofSelector: $0.message.selector) })
  }

  /// What is set in the same body for the host of a service before it.
  private func settings(behindWhich service: Service) -> [Setting] {
    settingsInBodies[service.hostInBody, default: []].map { settings[$0] }
      .filter(service.isBehind)
  }

  /// What is done about a setting that stays with its host; nil if it moves.
  func advice(onSetting message: ObjCMessage, path: String) -> String? {
    let index = settingsByMessage[Place(path: path, range: message.range)]
    guard let index, let tie = tied[index] else { return nil }
    if let place = elsewhere[index] { return HostSteps.setting(behindServiceIn: place) }
    switch tie {
    case .call(let selector): return HostSteps.setting(behindCall: selector)
    case .setting(let selector, let place):
      return HostSteps.setting(behindSetting: selector, in: place)
    }
  }

  /// What is done about an old call on a service for whose host something stays set.
  func advice(onCallTo className: String) -> String? {
    switch ties[className] {
    case nil: nil
    case .call(let selector): HostSteps.call(behindCall: selector)
    case .setting(let selector, let place): HostSteps.call(behindSetting: selector, in: place)
    }
  }

  /// What is done with hosts that are one text, for who reads other languages.
  func ofTexts(in project: ObjCProject) -> HostsElsewhere {
    HostsElsewhere(
      settings: settings.compactMap { setting in
        guard let host = setting.host.literal else { return nil }
        return HostsElsewhere.Setting(
          host: host, selector: setting.message.selector,
          place: project.types[setting.path]?.place(of: setting.message.range) ?? setting.path)
      },
      services: services.compactMap { service in
        guard let host = service.host.literal else { return nil }
        return HostsElsewhere.Service(
          host: host, set: kinds(setBefore: service), place: service.place)
      })
  }
}

/// An old call on a service that no fix rewrites.
private struct StayingCall {
  let className: String
  let selector: String
}

/// Returns where something is set for a host that a fix would move; by path.
private func settingsThatMove(in project: ObjCProject) -> [String: Set<ByteRange>] {
  project.types.mapValues { types in
    guard types.file.messages.contains(where: { types.hostOfSetting($0) != nil }) else { return [] }
    let matches = project.hostRules.flatMap { rule -> [ObjCMatch] in
      guard case .objectiveC(let search) = rule.row.finder.search,
        case .put(let put) = rule.row.action
      else { return [] }
      return objectiveCMatches(rule, search, types, project).filter { match in
        guard case .edits = possibleAction(match, { movedHostSetting($0, put) }) else {
          return false
        }
        return true
      }
    }
    return Set(matches.compactMap(\.message?.range))
  }
}

/// Returns the old calls that are left to a person, in order of files.
private func callsThatStay(in project: ObjCProject) -> [StayingCall] {
  project.types.sorted { $0.key < $1.key }.flatMap { _, types in
    project.callRules.flatMap { rule -> [ObjCMatch] in
      guard case .objectiveC(let search) = rule.row.finder.search else { return [] }
      return objectiveCMatches(rule, search, types, project).filter { match in
        guard case .advise = possibleAction(match, { actionOfRow($0, search) }) else {
          return false
        }
        return true
      }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }.compactMap { match in
      guard let message = match.message, case .text(let name)? = match.bindings["class"] else {
        return nil
      }
      return StayingCall(className: name, selector: message.selector)
    }
  }
}

extension SurfaceRule {
  /// Whether it is about something that is set for a host.
  var isAboutHostSetting: Bool {
    guard case .objectiveC = row.finder.search else { return false }
    return row.find.options["host"] != nil
  }

  /// Whether it is about a call of the old API: a method of a service that takes no call options.
  var isAboutOldCall: Bool {
    let find = row.find
    guard case .objectiveC = row.finder.search, find.options["on"] == "GRPCProtoService",
      let selector = find.options["selector"]
    else { return false }
    return selector.contains("*") && !selector.hasSuffix("callOptions:")
  }
}

/// A host as an expression.
struct ObjCHost: Hashable, Sendable {
  /// As it is written.
  let text: String

  /// What tells that it means one host in two bodies: a text, the name of a constant, what a class says, or a property of
  /// the same class; nil for what is known in its own body alone.
  fileprivate let shared: String?

  /// The text between the quotes; nil for what is no text.
  var literal: String? {
    shared.flatMap { isText($0) ? String($0.dropFirst(2).dropLast()) : nil }
  }

  /// - Parameter literal: what stands between the quotes of a text.
  init(literal: String) {
    text = "@\"\(literal)\""
    shared = text
  }

  /// - Parameter literals: what constants of the project stand for.
  init(_ range: ByteRange, _ types: ObjCTypes, _ literals: [String: String]) {
    let file = types.file
    let text = file.source.text(range)
    self.text = text
    if isText(text) {
      shared = text
      return
    }
    let words = file.identifiers(in: range).map { file.source.text($0.range) }
    let parts: Set<UInt8> = [UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: ".")]
    guard let first = words.first,
      text.utf8.allSatisfy({ $0.isOfName || $0.isBlank || parts.contains($0) })
    else {
      shared = nil
      return
    }
    let kind = types.variable(first, at: range.lowerBound)?.kind
    // A property has such a variable without its being declared.
    let isOfObject = first == "self" || kind == .instance || kind == nil && first.hasPrefix("_")
    if isOfObject {
      let owner = file.containers.first { $0.range.contains(range.lowerBound) }?.name
      let names = words.filter { $0 != "self" }.map { $0.drop { $0 == "_" } }
      shared = owner.map { "\($0) \(names.joined(separator: " "))" }
    } else if words.count == 1 {
      shared = kind ?? .global == .global && text != "nil" ? literals[text] ?? text : nil
    } else {
      // `Settings.host` and `[Settings host]`: what a class says, and not one of its objects.
      shared =
        kind == nil && first.first?.isUppercase == true ? words.joined(separator: " ") : nil
    }
  }
}

/// Returns the texts that constants and macros stand for, of names that stand for one.
private func textsOfConstants(in files: [ObjCFile]) -> [String: String] {
  var found: [String: Set<String>] = [:]
  for file in files {
    for variable in file.variables where variable.kind == .global {
      guard let value = variable.initializer.map({ file.source.text($0) }), isText(value) else {
        continue
      }
      found[variable.name, default: []].insert(value)
    }
    for macro in file.macros {
      let bytes = file.source.bytes
      let start = macro.nameRange.upperBound.index
      let end = bytes[start...].firstIndex(where: \.isLineBreak) ?? bytes.count
      let value = String(decoding: bytes[start..<end].drop(while: \.isBlank), as: UTF8.self)
      if isText(value) { found[macro.name, default: []].insert(value) }
    }
  }
  return found.compactMapValues { $0.count == 1 ? $0.first : nil }
}

/// Whether an expression is one string without escapes.
private func isText(_ expression: String) -> Bool {
  expression.hasPrefix("@\"") && expression.hasSuffix("\"")
    && expression.utf8.count { $0 == UInt8(ascii: "\"") } == 2
}

extension ObjCTypes {
  /// The host that a message sets something for.
  func hostOfSetting(_ message: ObjCMessage) -> ByteRange? {
    guard
      let host = message.pieces.first(where: { piece in
        let name = file.source.text(piece.nameRange)
        return name.hasSuffix("orHost") || name.hasSuffix("orhost")
      })?.argument,
      receiver(of: message) == .classObject("GRPCCall")
    else { return nil }
    return host
  }

  /// The class of the service that a message creates for a host, without options or with nil.
  func serviceWithoutOptions(by message: ObjCMessage, _ model: ObjCModel) -> String? {
    guard isServiceInitializer(message.selector),
      message.pieces.dropFirst().allSatisfy({ file.source.text($0.argument) == "nil" }),
      let name = receiver(of: message).className, model.inherits(name, from: "GRPCProtoService")
    else { return nil }
    return name
  }

  /// `Sources/App/Start.m:12`.
  fileprivate func place(of range: ByteRange) -> String {
    "\(file.source.path):\(file.source.lines.line(of: range.lowerBound))"
  }
}
