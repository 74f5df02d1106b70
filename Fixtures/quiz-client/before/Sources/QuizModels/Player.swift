import Foundation

/// Who plays. The image is at https://quiz.example/Player.image/small.
public struct Player: Codable, Equatable, Sendable {
  public var name: String
  public var points: Double

  public init(name: String, points: Double) {
    self.name = name
    self.points = points
  }

  /// Points for each round: points/Rounds.played/Rounds.weight.
  public var average: Double { points/Rounds.played/Rounds.weight }
}

public enum Rounds {
  public static let played = 12.0
  public static let weight = 1.5
}
