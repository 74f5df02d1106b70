/// What the Objective-C of a project sets for a host, and with it for services that Swift creates.
package struct HostSettingElsewhere: Sendable {
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
