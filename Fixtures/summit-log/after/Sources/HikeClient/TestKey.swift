import Dependencies
import Foundation
import HikeModels
import IssueReporting

extension DependencyValues {
  public var hikeClient: HikeClient {
    get { self[HikeClient.self] }
    set { self[HikeClient.self] = newValue }
  }
}

extension HikeClient: TestDependencyKey {
  public static let previewValue = Self.noop

  public static let testValue = Self()
}

extension HikeClient {
  public static let noop = Self(
    hikes: { [] },
    save: { _ in },
    delete: { _ in },
    exportURL: { URL(fileURLWithPath: "/dev/null") }
  )

  /// Fails where a feature would write although it should only read.
  public mutating func makeReadOnly(file: StaticString = #file, line: UInt = #line) {
    self.save = { reportIssue("'\($0.title)' was saved", filePath: file, line: line) }
    self.delete = { _ in reportIssue("a hike was deleted", filePath: file, line: line) }
  }
}
