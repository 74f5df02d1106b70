import MoultFindings
package import MoultMatching
import MoultObjC
import MoultRewriting
import MoultSemantics
import MoultSyntax

/// Turns `GRPCCall.useInsecureConnections(forHost: host)` into an option of the services that are made for that host
/// behind it in the same block, or in one around it.
///
/// The first setting of a host in a block makes the options and hands them to the services; the others only set
/// theirs. Where no service of the host is made in the block, a person finds the right place.
package func bridgedHostSetting(_ match: Match, _ file: FileContext) -> TransformOutcome? {
  guard let setting = HostSetting(match.node, file),
    let block = setting.statement.parent, block.isBlockOfStatements
  else { return .manual() }
  var place = setting.statement
  var services = setting.services(in: block, file)
  while services.isEmpty, let outer = place.statementAround {
    place = outer
    services = outer.parent.map { setting.services(in: $0, file) } ?? []
  }
  if let stays = services.lazy.compactMap({ callThatStays(onServiceMadeBy: $0, file) }).first {
    return .manual(
      "first rewrite '\(stays)', which is left to a person: an old call asks its host for what is set, and not its service"
    )
  }
  var hosts: [String] = []
  for item in block.items where item.range.lowerBound < setting.statement.range.lowerBound {
    guard let earlier = HostSetting(item, file), !hosts.contains(earlier.host) else { continue }
    hosts.append(earlier.host)
  }
  let order = hosts.firstIndex(of: setting.host)
  guard !services.isEmpty,
    let name = file.freeName(optionNames(from: order ?? hosts.count), around: setting.statement)
  else { return .manual() }
  var editor = file.editor
  if order == nil, place == setting.statement {
    editor.replace(item: setting.statement, with: newOptions(name, setting: setting.options))
    for service in services { hand(.word(name), to: service, &editor) }
  } else if order == nil {
    editor.insert(newOptions(name, setting: []), before: place)
    editor.replace(item: setting.statement, with: set(setting.options, of: name))
    for service in services { hand(.word(name), to: service, &editor) }
  } else {
    editor.replace(item: setting.statement, with: set(setting.options, of: name))
  }
  return TransformOutcome(Consequence(editor), imports: neededModules(["GRPCClient"], file))
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
  guard let service = holder(of: making, file) else { return nil }
  for use in uses(of: service, file) {
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

/// The name of a call that is left to a person, so that what is set for the host of its service stays with the host.
///
/// - Parameter call: an old one, on a service of the same host.
/// - Returns: nil if what is set moves, or nothing is set where the service is made.
func callThatKeepsTheHost(ofCall call: Node, _ file: FileContext) -> String? {
  var base = call.callee?.base
  while base?.kind == .optionalChaining || base?.kind == .forceUnwrap {
    base = base?.children.first
  }
  guard let service = base.flatMap({ file.semantics.symbol(of: $0) }),
    let declaration = service.declaration, let home = file.context(of: declaration)
  else { return nil }
  var makings = [PatternBinding(of: declaration)?.value?.node].compactMap { $0 }
  for use in uses(of: service, home) {
    guard let assignment = AssignmentExpr(of: use.parent), assignment.target?.node == use,
      let value = assignment.value?.node
    else { continue }
    makings.append(value)
  }
  for making in makings {
    guard let place = home.context(of: making),
      let block = making.ancestors.filter({ $0.isBlockOfStatements && $0.parent != nil }).last
    else { continue }
    for node in block.descendants where node.kind == .functionCall {
      guard let setting = HostSetting(node, place) else { continue }
      let services = setting.services(in: block, place)
      guard services.contains(making) else { continue }
      let stays = services.lazy.compactMap { callThatStays(onServiceMadeBy: $0, place) }.first
      if let stays { return stays }
    }
  }
  return nil
}

private func uses(of variable: Symbol, _ file: FileContext) -> [Node] {
  variable.kind == .property
    ? file.calls.uses(of: variable) : file.semantics.references(to: variable)
}

/// What a value is given to: the constant, variable or property.
private func holder(of value: Node, _ file: FileContext) -> Symbol? {
  if let binding = PatternBinding(of: value.parent?.parent), binding.value?.node == value {
    return (binding.pattern?.node).flatMap { file.semantics.symbol(of: $0) }
  }
  guard let assignment = AssignmentExpr(of: value.parent), assignment.value?.node == value else {
    return nil
  }
  return (assignment.target?.node).flatMap { file.semantics.symbol(of: $0) }
}

extension Node {
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

  /// As it is written.
  let host: String

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
    host = last.argumentValue.text
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
  /// Returns the services that are made for the host behind the setting.
  fileprivate func services(in block: Node, _ file: FileContext) -> [Node] {
    block.descendants.filter { node in
      guard node.kind == .functionCall, node.range.lowerBound >= statement.range.upperBound,
        let first = node.arguments.first, first.argumentValue.text == host,
        first.argumentLabel == "host" || first.argumentLabel == "withHost",
        node.arguments.dropFirst().allSatisfy({ $0.argumentValue.kind == .nilLiteral }),
        let service = file.semantics.symbol(of: node)?.parent
      else { return false }
      return file.model.isSubtype(service, of: "ProtoRPC.GRPCProtoService")
    }
  }
}

private struct HostOption {
  let name: String
  var constant: String?
  var isInMilliseconds = false
}

/// The options that say what a setting said, in the order of its arguments.
private let optionsBySetting: [String: [HostOption]] = [
  "useInsecureConnections(forHost:)": [
    HostOption(name: "transport", constant: "GRPCDefaultTransportImplList.core_insecure")
  ],
  "setUserAgentPrefix(_:forHost:)": [HostOption(name: "userAgentPrefix")],
  "setUserAgentSuffix(_:forHost:)": [HostOption(name: "userAgentSuffix")],
  "setResponseSizeLimit(_:forHost:)": [HostOption(name: "responseSizeLimit")],
  "setDefaultCompressMethod(_:forhost:)": [HostOption(name: "compressionAlgorithm")],
  "setKeepaliveWithInterval(_:timeout:forHost:)": [
    HostOption(name: "keepaliveInterval", isInMilliseconds: true),
    HostOption(name: "keepaliveTimeout", isInMilliseconds: true),
  ],
  "enableRetry(_:forHost:)": [HostOption(name: "retryEnabled")],
  "setMinConnectTimeout(_:initialBackoff:maxBackoff:forHost:)": [
    HostOption(name: "connectMinTimeout", isInMilliseconds: true),
    HostOption(name: "connectInitialBackoff", isInMilliseconds: true),
    HostOption(name: "connectMaxBackoff", isInMilliseconds: true),
  ],
  "setTLSPEMRootCerts(_:forHost:)": [HostOption(name: "pemRootCertificates")],
  "setTLSPEMRootCerts(_:withPrivateKey:withCertChain:forHost:)": [
    HostOption(name: "pemRootCertificates"), HostOption(name: "pemPrivateKey"),
    HostOption(name: "pemCertificateChain"),
  ],
]
