import ComposableArchitecture
import IssueReporting

/// Counts what is used.
public struct Analytics: Sendable {
  public var log: @Sendable (String) async -> Void
  public var isEnabled: @Sendable () -> Bool
}

extension Analytics: DependencyKey {
  public static let liveValue = Self(
    log: { print("log: \($0)") },
    isEnabled: { !isTesting }
  )

  public static let testValue = Self(
    log: unimplemented("Analytics.log"),
    isEnabled: unimplemented("Analytics.isEnabled", placeholder: false)
  )
}

extension DependencyValues {
  public var analytics: Analytics {
    get { self[Analytics.self] }
    set { self[Analytics.self] = newValue }
  }
}
