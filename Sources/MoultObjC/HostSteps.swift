/// What a person does before something moves that is set for a host, or an old call on a service of it.
///
/// An old call reads what is set for its host, and a new one the call options of its service. So what is set for a host moves
/// with all calls on its services, or nothing does.
package enum HostSteps {
  /// A setting waits for an old call that is left to a person.
  package static func setting(behindCall call: String) -> String {
    "first rewrite '\(call)', which is left to a person: an old call asks its host for what is set, and not its service"
  }

  /// A setting waits for a service of the host that is created elsewhere.
  package static func setting(behindServiceIn place: String) -> String {
    "set it in the 'GRPCMutableCallOptions' of every service of this host, such as the one created in \(place); their calls are left as they are until then"
  }

  /// A setting waits for another one that is for the same services.
  package static func setting(behindSetting other: String, in place: String) -> String {
    "first set what '\(other)' in \(place) sets in the call options of the same services: their calls move with all settings or with none"
  }

  /// An old call waits for another one that is left to a person.
  package static func call(behindCall other: String) -> String {
    "first rewrite '\(other)', which is left to a person: what is set for the host of this service moves into its call options with all calls or with none"
  }

  /// An old call waits for what is set for the host of its service.
  package static func call(behindSetting setting: String, in place: String) -> String {
    "first create the service with call options that set what '\(setting)' in \(place) sets for its host: a new call does not read that"
  }
}
