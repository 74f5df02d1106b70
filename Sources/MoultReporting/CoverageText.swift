import MoultSource

/// What a report for people says of the places where a type is not known.
package enum UnknownTypeList: Sendable {
  /// How many there are.
  case none
  /// That, and what lists them.
  case hint
  /// Each of them.
  case whole
}

extension Coverage {
  /// Returns what was seen, skipped and not understood, one line each and one per gap.
  ///
  /// - Parameter list: what to say of the places where a type is not known, beside their number.
  package func text(_ list: UnknownTypeList = .none) -> String {
    var output = "seen: \(seenText)\n"
    if context > 0 { output += "read for context: \(counted(context, "file"))\n" }
    if excluded > 0 { output += "left out by .gitignore or configuration: \(excluded)\n" }
    for kind in Gap.Kind.allCases {
      let ofKind = gaps.filter { $0.kind == kind }
      for (reason, paths) in grouped(ofKind) {
        output += "\(label(kind)): \(paths.joined(separator: ", ")) (\(reason))\n"
      }
    }
    if let unknown, !unknown.isEmpty {
      output += unknown.summary
      switch list {
      case .none: output += "\n"
      case .hint: output += "; 'moult lint --expand' lists them\n"
      case .whole: output += "\n" + unknown.list
      }
    }
    return output
  }

  private var seenText: String {
    var parts: [String] = Surface.allCases.compactMap { surface in
      guard let number = seen[surface], number > 0 else { return nil }
      return "\(number) \(noun(surface, number))"
    }
    if parts.isEmpty { parts = ["nothing"] }
    if !generated.isEmpty { parts.append("\(generated.count) of them generated") }
    if unrelated > 0 { parts.append("\(counted(unrelated, "file")) of other kinds not opened") }
    let templates = gaps.count { $0.reason.hasPrefix(Gap.templateReason) }
    if templates > 0 { parts.append("\(counted(templates, "template")) not read") }
    return parts.joined(separator: ", ")
  }

  private func noun(_ surface: Surface, _ number: Int) -> String {
    switch surface {
    case .swift: "Swift"
    case .objectiveC: "Objective-C"
    case .proto: ".proto"
    case .manifest: number == 1 ? "manifest" : "manifests"
    case .script: number == 1 ? "script" : "scripts"
    }
  }

  private func label(_ kind: Gap.Kind) -> String {
    switch kind {
    case .skipped: "skipped"
    case .partlyUnderstood: "understood in part"
    case .notUnderstood: "not understood"
    case .unreadable: "unreadable"
    }
  }

  /// Returns the paths of `gaps` by reason, in the order of each reason's first path.
  private func grouped(_ gaps: [Gap]) -> [(reason: String, paths: [String])] {
    var order: [String] = []
    var paths: [String: [String]] = [:]
    for gap in gaps {
      if paths[gap.reason] == nil { order.append(gap.reason) }
      paths[gap.reason, default: []].append(printable(gap.path))
    }
    return order.map { ($0, paths[$0] ?? []) }
  }
}
