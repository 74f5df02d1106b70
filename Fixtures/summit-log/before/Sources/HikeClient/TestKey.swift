import Dependencies
import Foundation
import HikeModels
import XCTestDynamicOverlay

extension DependencyValues {
  public var hikeClient: HikeClient {
    get { self[HikeClient.self] }
    set { self[HikeClient.self] = newValue }
  }
}

extension HikeClient: TestDependencyKey {
  public static let previewValue = Self.noop

  public static let testValue = Self(
    hikes: XCTUnimplemented("\(Self.self).hikes"),
    save: unimplemented("\(Self.self).save"),
    delete: unimplemented("\(Self.self).delete"),
    exportURL: unimplemented("\(Self.self).exportURL", placeholder: URL(fileURLWithPath: "/dev/null"))
  )
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
    self.save = { XCTFail("'\($0.title)' was saved", file: file, line: line) }
    self.delete = { _ in XCTFail("a hike was deleted", file: file, line: line) }
  }
}
