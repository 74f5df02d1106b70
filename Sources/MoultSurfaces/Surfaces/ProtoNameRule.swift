import MoultFindings
import MoultManifests
import MoultMatching
import MoultProto
import MoultSource

/// What a page about generated names looks for.
enum ProtoNameFault: String, CaseIterable {
  /// Two declarations, one Objective-C name.
  case collision
  /// A service whose v2 protocol is called as another service.
  case service
  /// An unprefixed Objective-C name that Swift or Apple's frameworks have as well.
  case platform
  /// An unprefixed Swift type that hides one of Swift's own.
  case swiftShadow = "swift-shadow"
}

/// The words of which a file that makes Swift from `.proto` files mentions one.
let swiftGeneratorWords = ["swift_out", "SwiftProtobuf", "protoc-gen-swift"]

package let protoNameFinder = Finder(
  FinderTerms(
    "proto-name", .word(ProtoNameFault.allCases.map(\.rawValue)), reach: .advice,
    binds: { _ in ["name", "subject", "other", "command"] },
    anchors: { _ in objectiveCWords + swiftGeneratorWords }), on: [.proto], protoNameFindings)

/// Finds declarations of `.proto` files whose generated names meet others; in copies of other people's files, none.
func protoNameFindings(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts
) -> [Finding] {
  guard let fault = ProtoNameFault(rawValue: rule.row.find.subject),
    let proto = facts.protos[file.source.path], !proto.hasErrors, !isCopy(proto),
    !proto.package.hasPrefix("google.protobuf")
  else { return [] }
  switch fault {
  case .collision: return collisions(rule, file, facts) { !isServiceProtocolClash($0, $1) }
  case .service: return collisions(rule, file, facts, where: isServiceProtocolClash)
  case .platform: return platformNames(rule, file, proto, facts)
  case .swiftShadow: return swiftShadows(rule, file, proto, facts)
  }
}

/// Whether a name is the v2 protocol of one service and the class of another: `X` and `X2`.
private func isServiceProtocolClash(
  _ name: String, _ holders: [GeneratedNames.Holder]
) -> Bool {
  name.hasSuffix("2") && holders.allSatisfy(\.isService)
    && Set(holders.map { lastWord($0.subject) }).count > 1
}

private func lastWord(_ fullName: String) -> Substring {
  fullName.split(separator: ".").last ?? fullName[...]
}

/// Names that another declaration gives as well, at each declaration but the first.
private func collisions(
  _ rule: SurfaceRule, _ file: ProjectText, _ facts: SurfaceFacts,
  where isMeant: (String, [GeneratedNames.Holder]) -> Bool
) -> [Finding] {
  let names = facts.generatedNames
  return (names.contestedByPath[file.source.path] ?? []).flatMap { name -> [Finding] in
    guard let holders = names.contested[name], let first = holders.first,
      isMeant(name, holders), !isDerived(name, of: holders, names)
    else { return [] }
    return holders.dropFirst().filter { $0.path == file.source.path }.map { holder in
      rule.finding(
        in: file, at: place(holder.range),
        [
          "name": .text(name), "subject": .text(holder.subject), "other": .text(first.subject),
          "command": .text(
            facts.protos[file.source.path].map { facts.renamePrefixCommand(for: $0) } ?? ""),
        ],
        evidence: [facts.consumerEvidence(of: file.source.path)],
        related: holders.first { $0.range != nil && $0 != holder }.flatMap { first in
          first.range.map { range in
            [
              RelatedPlace(
                path: first.path, range: range, message: "'\(first.subject)' is '\(name)' as well")
            ]
          }
        } ?? [])
    }
  }
}

/// Whether the name is that of something inside of a message whose own name is contested already, such as its
/// `_FieldNumber`.
private func isDerived(
  _ name: String, of holders: [GeneratedNames.Holder], _ names: GeneratedNames
) -> Bool {
  var end = name.endIndex
  while let underscore = name[..<end].lastIndex(of: "_") {
    if names.contested[String(name[..<underscore])] != nil { return true }
    end = underscore
  }
  return false
}

private func platformNames(
  _ rule: SurfaceRule, _ file: ProjectText, _ proto: ProtoFile, _ facts: SurfaceFacts
) -> [Finding] {
  guard let evidence = facts.consumerEvidence(of: proto.path),
    facts.prefixSources.prefix(of: proto).value.isEmpty
  else { return [] }
  let declared =
    proto.messages.map { ($0.name, $0.nameRange) } + proto.enums.map { ($0.name, $0.nameRange) }
    + proto.services.map { ($0.name, $0.nameRange) }
  let head = declared.compactMap { $0.1?.lowerBound }.min().map { proto.headRange.lowerBound..<$0 }
  // What gives the package a prefix does something about the name.
  let related = head.map {
    RelatedPlace(path: proto.path, range: $0, message: "no class prefix is stated here")
  }
  return declared.filter { isPlatformName($0.0) }.map { name, range in
    rule.finding(
      in: file, at: place(range),
      ["name": .text(name), "command": .text(facts.renamePrefixCommand(for: proto))],
      evidence: [evidence],
      related: proto.objectiveCPrefix == nil ? [related].compactMap { $0 } : [])
  }
}

/// Source: facts on gRPC for Objective-C, section 10.2.
private let shadowingNames: Set<String> = ["Error", "Notification", "Optional", "Result", "Set"]

private func swiftShadows(
  _ rule: SurfaceRule, _ file: ProjectText, _ proto: ProtoFile, _ facts: SurfaceFacts
) -> [Finding] {
  guard proto.swiftTypePrefix.isEmpty, let evidence = facts.swiftConsumerEvidence else { return [] }
  let declared =
    proto.messages.map { ($0.name, $0.nameRange) } + proto.enums.map { ($0.name, $0.nameRange) }
  let reason =
    proto.option(named: "swift_prefix") == nil
    ? "the file has no package" : "'swift_prefix' is empty"
  return declared.filter { shadowingNames.contains($0.0) }.map { name, range in
    rule.finding(
      in: file, at: place(range),
      ["name": .text(name), "command": .text(renameSwiftPrefixCommand(for: proto))],
      evidence: [evidence, reason])
  }
}

/// A declaration whose place is not known is shown at the start of its file.
private func place(_ range: ByteRange?) -> ByteRange { range ?? ByteOffset(0)..<ByteOffset(0) }

extension SurfaceFacts {
  /// Why Objective-C names of the `.proto` file at `path` matter, or nil if nothing shows that they do.
  fileprivate func consumerEvidence(of path: String) -> String? {
    objectiveCConsumers.first { $0.consumes(path) }?.evidence
  }
}
