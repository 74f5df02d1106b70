package import MoultMatching
import MoultObjC
import MoultRewriting
import MoultSemantics
import MoultSource
import MoultSyntax

/// Turns `GRPCCall.useInsecureConnections(forHost: host)` into an option of the services that are made for that host
/// behind it in the same block, or in one around it.
///
/// The first setting of a host in a block makes the options and hands them to the services; the others only set
/// theirs. Where no service of the host is made in the block, a person finds the right place.
package func bridgedHostSetting(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let setting = HostSetting(match.node, file) else { return .manual() }
  guard let block = setting.statement.parent, let (place, services) = setting.placeOfOptions(file)
  else {
    let body = setting.statement.ancestors.filter(\.isBlockOfStatements).last
    let service = body.flatMap { setting.services(in: $0, file).first }
    return .manual(service.map { HostSteps.setting(behindServiceIn: file.place(of: $0)) })
  }
  let obstacle =
    setting.obstacle(services, file)
    ?? services.lazy.compactMap { whatStays(forServiceMadeBy: $0, file, besides: setting) }.first
  if let obstacle { return .manual(obstacle.stepOfSetting) }
  let order = setting.order(in: block, file)
  guard let name = file.freeName(optionNames(from: order.number), around: setting.statement)
  else { return .manual() }
  var editor = file.editor
  if order.isFirst, place == setting.statement {
    editor.replace(item: setting.statement, with: newOptions(name, setting: setting.options))
    for service in services { hand(.word(name), to: service, &editor) }
  } else if order.isFirst {
    editor.insert(newOptions(name, setting: []), before: place)
    editor.replace(item: setting.statement, with: set(setting.options, of: name))
    for service in services { hand(.word(name), to: service, &editor) }
  } else {
    editor.replace(item: setting.statement, with: set(setting.options, of: name))
  }
  return TransformOutcome(editor, imports: neededModules(["GRPCClient"], file))
}

/// Gives the making of a service, which has no call options or nil, these.
///
/// The closing parenthesis is claimed, so that no other fix gives the call a second argument.
func hand(_ options: Code, to making: Node, _ editor: inout SyntaxEditor) {
  guard let call = CallExpr(making), let called = call.called else { return }
  let arguments = call.arguments.prefix(1).compactMap { argument in
    argument.expression.map { CodeArgument(argument.label, .kept($0)) }
  }
  editor.replace(
    making, with: .call(.kept(called), arguments + [CodeArgument("callOptions", options)]))
}

/// The name of a call on a service that no fix rewrites; nil if there is none.
///
/// - Complexity: O(*n*) in the uses of what holds the service.
private func callThatStays(onServiceMadeBy making: Node, _ file: FileContext) -> String? {
  guard let service = file.holder(of: making) else { return nil }
  for use in file.uses(of: service) {
    guard let member = use.memberOfValue, let call = member.parent, call.kind == .functionCall,
      call.callee == member, let place = file.context(of: use)
    else { continue }
    // What is not known may be an old call.
    if let known = place.semantics.symbol(of: call),
      known.objectiveCSelector.flatMap({ OldMethodForm($0) }) == nil
    {
      continue
    }
    do throws(Refusal) {
      _ = try rewriting(ofOldCall: call, place)
    } catch {
      return member.name
    }
  }
  return nil
}

/// What a person does before an old call can move whose service leaves something set for its host behind.
///
/// - Parameter call: an old one, on a service of the same host.
/// - Returns: nil if what is set moves, or nothing is set for the host.
func adviceBeforeCall(_ call: Node, _ file: FileContext) -> String? {
  guard
    let service = (call.callee?.base?.withoutUnwrapping).flatMap({ file.semantics.symbol(of: $0) }),
    let declaration = service.declaration, let home = file.context(of: declaration)
  else { return nil }
  var makings = [service.binding?.initialValue].compactMap { $0 }
  makings += home.uses(of: service).compactMap { AssignmentExpr(to: $0)?.value?.node }
  for making in makings {
    guard let place = home.context(of: making) else { continue }
    if let step = whatStays(forServiceMadeBy: making, place)?.stepOfCall { return step }
  }
  return nil
}

/// Why what is set for a host stays with it, or the calls on its services stay as they are.
private enum HostObstacle {
  /// The name of an old call that is left to a person.
  case call(String)

  /// Where a service of the host is created in another body.
  case service(String)

  /// A setting of the host that does not move, and where it stands.
  case setting(String, place: String)

  /// What a person does before a setting can move.
  var stepOfSetting: String {
    switch self {
    case .call(let stays): HostSteps.setting(behindCall: stays)
    case .service(let place): HostSteps.setting(behindServiceIn: place)
    case .setting(let other, let place): HostSteps.setting(behindSetting: other, in: place)
    }
  }

  /// What a person does before a call can move, for which it is all the same where services are created.
  var stepOfCall: String? {
    switch self {
    case .call(let stays): HostSteps.call(behindCall: stays)
    case .service: nil
    case .setting(let other, let place): HostSteps.call(behindSetting: other, in: place)
    }
  }
}

/// - Parameter known: a setting of the host that is not asked about.
private func whatStays(
  forServiceMadeBy making: Node, _ file: FileContext, besides known: HostSetting? = nil
) -> HostObstacle? {
  let near = settings(before: making, file)
  for (setting, block) in near where setting.statement != known?.statement {
    // A service that no options of this setting reach loses it.
    guard setting.placeOfOptions(file)?.services.contains(making) == true else {
      return .setting(setting.method, place: file.place(of: setting.statement))
    }
    switch setting.obstacle(setting.services(in: block, file), file) {
    case .call(let stays)?: return .call(stays)
    case .service?, .setting?:
      return .setting(setting.method, place: file.place(of: setting.statement))
    case nil: continue
    }
  }
  if let (setting, other) = settingElsewhere(of: making, file) {
    return .setting(setting.method, place: other.place(of: setting.statement))
  }
  guard isServiceWithoutOptions(making, file),
    let host = making.arguments.first.flatMap({ textOfHost($0.argumentValue, file) }),
    let setting = file.settingInObjectiveC(ofHost: host, besides: Set(near.compactMap(\.0.kind)))
  else { return nil }
  return .setting(setting.selector, place: setting.place)
}

/// The settings for the host of a service that stand before its making in the same body, each with that body.
private func settings(before making: Node, _ file: FileContext) -> [(HostSetting, Node)] {
  guard let block = making.ancestors.filter({ $0.isBlockOfStatements && $0.parent != nil }).last
  else { return [] }
  return block.descendants.compactMap { node in
    guard node.kind == .functionCall, let setting = HostSetting(node, file),
      setting.services(in: block, file).contains(making)
    else { return nil }
    return (setting, block)
  }
}

/// A setting for the host of a service in another body, or behind the making of the service, of which nothing like it stands before the making of the service.
private func settingElsewhere(
  of making: Node, _ file: FileContext
) -> (HostSetting, FileContext)? {
  guard isServiceWithoutOptions(making, file), let host = making.arguments.first?.argumentValue
  else { return nil }
  let near = Set(settings(before: making, file).map(\.0.method))
  return hostSettings(file).first { setting, place in
    !near.contains(setting.method) && setting.isFor(host, file, place)
  }
}

/// Returns what is set for the host of the service that an old call is made on, wherever such a service is made, in the order of
/// the methods' names: new calls with options of their own do not ask those of the service.
///
/// - Throws: where what is set is known at its place alone.
func optionsOfHost(
  ofServiceCalledBy call: Node, _ file: FileContext
) throws(Refusal) -> [OptionSetting] {
  guard let service = file.semantics.symbol(of: call)?.parent else { return [] }
  var options: [OptionSetting] = []
  let makings = ([service] + file.calls.descendants(of: service)).flatMap {
    file.calls.calls(named: $0.name)
  }
  let settings = hostSettings(file)
  for making in makings {
    guard let place = file.context(of: making), let host = making.arguments.first?.argumentValue
    else { continue }
    for (setting, home) in settings where setting.isFor(host, place, home) {
      let isConstant = setting.options.allSatisfy {
        if case .word = $0.value { true } else { false }
      }
      guard isConstant, setting.statement.statementAround == nil else {
        throw refusal(of: setting.method, in: home.place(of: setting.statement))
      }
      options += setting.options.filter { option in !options.contains { $0.name == option.name } }
    }
    if let text = textOfHost(host, place),
      let setting = file.settingInObjectiveC(ofHost: text, besides: [])
    {
      throw refusal(of: setting.selector, in: setting.place)
    }
  }
  return options
}

private func refusal(of setting: String, in place: String) -> Refusal {
  Refusal(
    "make each call with options that set what '\(setting)' in \(place) sets for its host: a call with options of its own asks neither its host nor its service"
  )
}

/// What somebody looks at before calls have options of their own: what is set for a host that may be theirs.
///
/// - Parameter known: what these options say.
func settingOfAnotherHost(than known: [OptionSetting], _ file: FileContext) -> String? {
  let other = hostSettings(file).first { setting, _ in
    !setting.options.allSatisfy { option in known.contains { $0.name == option.name } }
  }
  return other.map { setting, home in
    "what '\(setting.method)' in \(home.place(of: setting.statement)) sets for a host is not among the options of these calls, which ask neither their host nor their service"
  }
}

/// The names of the options that are made in the body around a node for the hosts that something is set for there.
func namesOfHostOptions(around node: Node, _ file: FileContext) -> Set<String> {
  guard let body = node.ancestors.filter({ $0.isBlockOfStatements && $0.parent != nil }).last
  else { return [] }
  return Set(
    body.descendants.compactMap { part in
      guard let setting = HostSetting(part, file), let block = setting.statement.parent
      else { return nil }
      return file.freeName(optionNames(from: setting.order(in: block, file).number), around: part)
    })
}

/// All that the project sets for hosts.
private func hostSettings(_ file: FileContext) -> [(HostSetting, FileContext)] {
  methodsOfHosts.flatMap { method in
    file.calls.calls(named: method).compactMap { call in
      file.context(of: call).flatMap { home in HostSetting(call, home).map { ($0, home) } }
    }
  }
}

/// What tells that two expressions in different bodies mean one host: a text, or what the project keeps or computes it as; nil
/// for what is known in its own body alone.
///
/// A property of two values of a type may differ, but then nobody can tell, and what may be one host is taken for one.
private func sharedHost(_ host: Node, _ file: FileContext) -> String? {
  let host = host.bareHost
  if let text = textOfHost(host, file) { return "\"\(text)\"" }
  guard let symbol = file.semantics.symbol(of: host) else { return nil }
  guard file.model.projectModules.contains(symbol.module) else { return nil }
  let isComputed = symbol.kind == .function && host.kind == .functionCall && host.arguments.isEmpty
  return symbol.kind == .property || isComputed ? symbol.qualifiedName : nil
}

/// The text that a host is, there or in a constant.
private func textOfHost(_ host: Node, _ file: FileContext) -> String? {
  if let text = host.literalText { return text }
  guard let binding = PatternBinding(of: file.semantics.symbol(of: host)?.binding),
    binding.declaration?.introducer == .let
  else { return nil }
  return binding.value?.node.literalText
}

extension Node {
  /// `host` of `host!` and `host as String`.
  fileprivate var bareHost: Node {
    let inner = kind == .asExpr ? operand : kind == .forceUnwrap ? children.first : nil
    return inner?.bareHost ?? self
  }

  /// The statement of the next block around a statement that a condition or a `do` controls; nil for what is not run in its place.
  fileprivate var statementAround: Node? {
    guard let block = parent, block.kind == .codeBlock || block.kind == .switchCase else {
      return nil
    }
    for ancestor in block.ancestors {
      switch ancestor.kind {
      case .ifExpr, .doStmt, .catchClause, .switchExpr:
        if ancestor.parent?.isBlockOfStatements == true { return ancestor }
      default: return nil
      }
    }
    return nil
  }
}

/// A statement that sets something for a host.
private struct HostSetting {
  /// With its `try`.
  let statement: Node

  /// The name of what sets it, without labels.
  let method: String

  /// What makes it the same setting in Objective-C.
  let kind: HostSettingKind?
  let hostNode: Node

  /// As it is written, without what only changes its type.
  var host: String { hostNode.bareHost.text }

  /// In the order of the arguments.
  let options: [OptionSetting]

  /// - Parameter node: the call, or the statement that is the call.
  init?(_ node: Node, _ file: FileContext) {
    let call = node.kind == .tryExpr ? node.children.last : node
    guard let call, call.kind == .functionCall, let symbol = file.semantics.symbol(of: call),
      symbol.parent?.name == "GRPCCall"
    else { return nil }
    let labels = call.arguments.map { ($0.argumentLabel ?? "_") + ":" }.joined()
    guard let options = optionsBySetting["\(symbol.name)(\(labels))"],
      let last = call.arguments.last, last.argumentLabel?.lowercased() == "forhost"
    else { return nil }
    let isTried = node.kind == .tryExpr || call.parent?.kind == .tryExpr
    statement = isTried && node == call ? call.parent ?? call : node
    method = symbol.name
    kind = HostSettingKind(
      ofMethod: symbol.name, labels: call.arguments.compactMap(\.argumentLabel))
    hostNode = last.argumentValue
    self.options = options.enumerated().map { index, option in
      let value = option.constant.map(Code.word) ?? .kept(call.arguments[index].argumentValue)
      return OptionSetting(
        name: option.name,
        value: option.isInMilliseconds
          ? .infix(.call("Double", [.plain(value)]), "/", .word("1000")) : value)
    }
  }
}

extension HostSetting {
  /// How many hosts something is set for before this one in a block, and whether this is the first setting of its host.
  fileprivate func order(in block: Node, _ file: FileContext) -> (number: Int, isFirst: Bool) {
    var hosts: [String] = []
    for item in block.items where item.range.lowerBound < statement.range.lowerBound {
      if let host = HostSetting(item, file)?.host, !hosts.contains(host) { hosts.append(host) }
    }
    let known = hosts.firstIndex(of: host)
    return (known ?? hosts.count, known == nil)
  }

  /// Whether a service of that host is made in the same body, or what both say is one host in all of the project.
  fileprivate func isFor(_ other: Node, _ place: FileContext, _ home: FileContext) -> Bool {
    if other.bareHost.text == host, other.tree === hostNode.tree,
      place.function(around: other) == home.function(around: hostNode)
    {
      return true
    }
    return sharedHost(hostNode, home).map { $0 == sharedHost(other, place) } ?? false
  }

  /// Before which statement options of the host are made, and the services that get them; nil where what is set is not run in its
  /// place, stands in an `#if`, or no service of the host is made behind it.
  fileprivate func placeOfOptions(_ file: FileContext) -> (place: Node, services: [Node])? {
    guard let block = statement.parent, block.isBlockOfStatements else { return nil }
    var place = statement
    var services = services(in: block, file)
    while services.isEmpty, let outer = place.statementAround {
      place = outer
      services = outer.parent.map { self.services(in: $0, file) } ?? []
    }
    return services.isEmpty ? nil : (place, services)
  }

  /// Returns the services that are made for the host behind the setting.
  fileprivate func services(in block: Node, _ file: FileContext) -> [Node] {
    block.descendants.filter { node in
      node.range.lowerBound >= statement.range.upperBound
        && node.arguments.first?.argumentValue.bareHost.text == host
        && isServiceWithoutOptions(node, file)
    }
  }

  /// - Parameter services: those that are made for the host behind the setting.
  /// - Returns: nil if the setting can move into the options of these services.
  fileprivate func obstacle(_ services: [Node], _ file: FileContext) -> HostObstacle? {
    if let place = serviceElsewhere(than: services, file) { return .service(place) }
    return services.lazy.compactMap { callThatStays(onServiceMadeBy: $0, file) }.first
      .map(HostObstacle.call)
  }

  /// Where a service of the host is made in another body, without such a setting before it.
  private func serviceElsewhere(than services: [Node], _ file: FileContext) -> String? {
    if let text = textOfHost(hostNode, file), let kind,
      let service = file.serviceInObjectiveC(ofHost: text, without: kind)
    {
      return service.place
    }
    guard let host = sharedHost(hostNode, file),
      let base = file.model.symbol(named: "ProtoRPC.GRPCProtoService")
    else { return nil }
    let makers =
      ["init", "service", "serviceWithHost"] + file.calls.descendants(of: base).map(\.name)
    for call in makers.flatMap(file.calls.calls) where !services.contains(call) {
      guard let place = file.context(of: call), isServiceWithoutOptions(call, place),
        let argument = call.arguments.first?.argumentValue, sharedHost(argument, place) == host,
        !settings(before: call, place).contains(where: { $0.0.method == method })
      else { continue }
      return place.place(of: call)
    }
    return nil
  }
}

/// Whether a call makes a service for a host, without call options or with nil.
private func isServiceWithoutOptions(_ node: Node, _ file: FileContext) -> Bool {
  guard node.kind == .functionCall, let first = node.arguments.first,
    ["host", "withHost"].contains(first.argumentLabel) || node.callee?.name == "serviceWithHost",
    node.arguments.dropFirst().allSatisfy({ $0.argumentValue.kind == .nilLiteral }),
    let service = file.semantics.symbol(of: node)?.parent
  else { return false }
  return file.model.isSubtype(service, of: "ProtoRPC.GRPCProtoService")
}

extension FileContext {
  /// `Sources/App/Start.swift:12`.
  fileprivate func place(of node: Node) -> String {
    "\(source.path):\(source.lines.line(of: node.range.lowerBound))"
  }
}
