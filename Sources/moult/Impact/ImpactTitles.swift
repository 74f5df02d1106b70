import MoultProto

extension SchemaChange {
  /// What was done, as the subject of a sentence: `renaming 'Order.total' to 'amount'`.
  var title: String {
    let subject = "'\(self.subject.shortName)'"
    let before = "'\((old ?? self.subject).shortName)'"
    let newName = "'\(lastName(self.subject.shortName))'"
    let from = detail.map { " from '\($0.old)' to '\($0.new)'" } ?? ""
    switch kind {
    case .fileRemoved, .messageRemoved, .fieldRemoved, .oneofRemoved, .enumRemoved,
      .enumValueRemoved, .serviceRemoved, .methodRemoved, .extensionRemoved,
      .apiRemoved:
      return "removing \(before)"
    case .messageRenamed, .fieldRenamed, .oneofRenamed, .enumRenamed, .enumValueRenamed,
      .serviceRenamed, .methodRenamed, .extensionRenamed,
      .apiRenamed:
      return "renaming \(before) to \(newName)"
    case .fileRenamed, .messageMoved, .enumMoved: return "moving \(before) to \(subject)"
    case .packageRenamed: return "renaming the package\(from) in \(subject)"
    case .swiftPrefixChanged: return "changing the Swift prefix\(from) in \(subject)"
    case .objectiveCPrefixChanged: return "changing the Objective-C prefix\(from) in \(subject)"
    case .fieldTypeChanged: return "changing the type of \(before)\(from)"
    case .apiChanged: return "changing the declaration of \(before)"
    case .extensionTypeChanged: return "changing the type of \(before)"
    case .fieldCardinalityChanged:
      return "making \(before) \(detail?.new ?? "another kind of field")"
    case .fieldPresenceChanged:
      return detail?.new == "without"
        ? "taking presence from \(before)" : "giving presence to \(before)"
    case .fieldNumberChanged, .enumValueNumberChanged:
      return "changing the number of \(before)\(from)"
    case .fieldDefaultChanged: return "changing the default of \(before)\(from)"
    case .fieldMovedIntoOneof: return "moving \(before) into the oneof '\(detail?.new ?? "")'"
    case .fieldMovedOutOfOneof: return "moving \(before) out of the oneof '\(detail?.old ?? "")'"
    case .fieldMovedToOtherOneof: return "moving \(before)\(from)"
    case .oneofMemberAdded: return "adding \(subject) to its oneof"
    case .enumOpennessChanged: return "making \(before) \(detail?.new ?? "")"
    case .enumValueAdded, .methodAdded: return "adding \(subject)"
    case .methodStreamingChanged: return "making \(before) \(detail?.new ?? "")"
    case .methodRequestChanged: return "changing the request of \(before)\(from)"
    case .methodResponseChanged: return "changing the response of \(before)\(from)"
    }
  }
}

private func lastName(_ name: String) -> String {
  name.split(separator: ".").last.map(String.init) ?? name
}
