import Foundation
import Testing

/// What is left of `Fixtures/parcel-mobile` by a fix that writes no placeholders.
@Suite struct ParcelMobileTests {
  @Test func `a fix for review leaves few findings, and says what to do about each`() throws {
    let fixture = try Fixture(named: "parcel-mobile")
    let folder = try TemporaryFolder()
    for (path, bytes) in try fixture.files("before") { try folder.write(path, Array(bytes)) }
    let before = try findings(folder)
    _ = try folder.moult(["fix", "--review"])
    let left = try findings(folder)
    #expect(before.count >= 30)
    #expect(left.count * 100 <= before.count * 15, "\(left.count) of \(before.count)")
    for finding in left { #expect(finding.nextStep != nil, "\(finding)") }
  }
}
