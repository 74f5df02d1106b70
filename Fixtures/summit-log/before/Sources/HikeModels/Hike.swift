import Foundation

public struct Hike: Codable, Equatable, Identifiable, Sendable {
  public enum Grade: String, Codable, CaseIterable, Sendable {
    case easy
    case moderate
    case hard
  }

  public let id: UUID
  public var title: String
  public var date: Date
  public var grade: Grade
  public var ascent: Int
  public var distance: Double
  public var notes: String

  public init(
    id: UUID, title: String = "", date: Date, grade: Grade = .easy, ascent: Int = 0,
    distance: Double = 0, notes: String = ""
  ) {
    self.id = id
    self.title = title
    self.date = date
    self.grade = grade
    self.ascent = ascent
    self.distance = distance
    self.notes = notes
  }

  /// Naismith's rule: an hour for five kilometres, and another for six hundred metres up.
  public var expectedHours: Double { self.distance/5 + Double(self.ascent)/600 }
}

/// What the editor can be opened for.
public enum EditorMode: Equatable, Sendable {
  case create
  case edit(Hike)
}
