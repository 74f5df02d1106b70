/// What the Objective-C of a project does with hosts, which matters to services and settings in Swift.
package struct HostsElsewhere: Sendable {
  /// Something that is set for a host.
  package struct Setting: Sendable {
    /// The text between the quotes.
    package let host: String

    /// Of the message.
    package let selector: String

    /// `Sources/App/Start.m:12`.
    package let place: String

    package init(host: String, selector: String, place: String) {
      self.host = host
      self.selector = selector
      self.place = place
    }
  }

  /// A service that is created for a host without call options.
  package struct Service: Sendable {
    /// The text between the quotes.
    package let host: String

    /// What is set for the host before it in the same body, so that it needs no such setting from elsewhere.
    package let set: Set<HostSettingKind>

    /// `Sources/App/Start.m:12`.
    package let place: String

    package init(host: String, set: Set<HostSettingKind>, place: String) {
      self.host = host
      self.set = set
      self.place = place
    }
  }

  package let settings: [Setting]
  package let services: [Service]

  package init(settings: [Setting] = [], services: [Service] = []) {
    self.settings = settings
    self.services = services
  }
}

/// What a setting of a host sets, by which it is the same one in both languages.
package struct HostSettingKind: Hashable, Sendable {
  /// The words of the method in small letters, without the error that Swift throws.
  private let words: String

  /// - Parameter selector: `setUserAgentPrefix:forHost:`.
  package init(ofSelector selector: String) {
    let pieces = selector.split(separator: ":")
    words = (pieces.last == "error" ? pieces.dropLast() : pieces[...]).joined().lowercased()
  }

  /// - Parameters:
  ///   - method: `setUserAgentPrefix`, or `setUserAgentPrefixForHost` where Swift 2 calls it so.
  ///   - labels: those that are written.
  /// - Returns: nil where the last of these words speaks of no host.
  package init?(ofMethod method: String, labels: [String]) {
    words = ([method] + labels).joined().lowercased()
    guard words.hasSuffix("forhost") else { return nil }
  }
}
