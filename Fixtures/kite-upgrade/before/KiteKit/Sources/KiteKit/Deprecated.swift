// What KiteKit 1 called otherwise, in terms of KiteKit 2.

@available(*, deprecated, renamed: "Kite")
public typealias Dragon = Kite

extension Kite {
  @available(*, deprecated, renamed: "init(name:altitude:)")
  public init(called name: String, height: Int) {
    self.init(name: name, altitude: height)
  }

  @available(*, deprecated, renamed: "altitude")
  public var height: Int { altitude }

  @available(*, deprecated, renamed: "climb(by:in:)")
  public mutating func rise(_ metres: Int, wind: Wind) { climb(by: metres, in: wind) }

  @available(*, deprecated, message: "The line belongs to 'line'.")
  public var lineLength: Int {
    get { line.length }
    set { line.length = newValue }
  }

  @available(*, deprecated, message: "Climb in a fresh wind.")
  public mutating func soar() { climb(by: 100, in: .fresh) }

  @available(*, deprecated, message: "Use 'describe(_:verbosely:)'.")
  public func summary() -> String { describe(self, verbosely: true) }
}

@available(*, deprecated, renamed: "Kite.launched(name:)")
public func launch(name: String) -> Kite { Kite.launched(name: name) }

@available(*, deprecated, renamed: "Wind")
public enum Weather: Sendable {
  case calm
  case windy
}

extension Forecaster {
  @available(*, deprecated, message: "Await 'forecast(for:)' instead.")
  public func forecast(
    for place: String, completion: @escaping @Sendable (Result<Wind, any Error>) -> Void
  ) {
    Task {
      do {
        completion(.success(try await forecast(for: place)))
      } catch {
        completion(.failure(error))
      }
    }
  }
}
