/// A kite and how high it flies.
public struct Kite: Sendable {
  public var name: String
  public private(set) var altitude: Int
  public var line: Line

  public init(name: String, altitude: Int = 0) {
    self.name = name
    self.altitude = altitude
    line = Line()
  }

  public mutating func climb(by metres: Int, in wind: Wind) {
    altitude += wind == .calm ? 0 : metres
  }

  public static func launched(name: String) -> Kite { Kite(name: name, altitude: 10) }
}

/// What holds a kite.
public struct Line: Sendable {
  public var length = 100

  public init() {}
}

/// How hard it blows; it may learn new strengths without breaking a switch.
public struct Wind: Hashable, Sendable {
  private let force: Int

  public static let calm = Wind(force: 0)
  public static let fresh = Wind(force: 5)
}

/// Who looks at the sky.
public struct Forecaster: Sendable {
  public init() {}

  public func forecast(for place: String) async throws -> Wind {
    place.isEmpty ? .calm : .fresh
  }
}

public func describe(_ kite: Kite, verbosely: Bool = false) -> String {
  verbosely ? "\(kite.name) at \(kite.altitude) m" : kite.name
}
