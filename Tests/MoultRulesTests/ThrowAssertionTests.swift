import Testing

@Test func `an assertion about an error catches it, and one that there is none lets it out`()
  async throws
{
  try await expectRewrite(
    """
    import XCTest
    func check() throws -> Int { link.fetch(1) }
    final class Tests: XCTestCase {
      func testFails() {
        XCTAssertThrowsError(try check())
        XCTAssertThrowsError(try check(), "no error") { failure in
          XCTAssertNotNil(failure)
        }
        XCTAssertThrowsError(try check()) { XCTAssertNotNil($0) }
      }
      func testWorks() {
        XCTAssertNoThrow(try check())
      }
      func testWorks(_ file: StaticString) {
        XCTAssertNoThrow(try check(), file: file)
      }
    }

    """,
    """
    import XCTest
    func check() async throws -> Int { try await link.get(1) }
    final class Tests: XCTestCase {
      func testFails() async {
        do {
          _ = try await check()
          XCTFail("no error was thrown")
        } catch {}
        do {
          _ = try await check()
          XCTFail("no error")
        } catch let failure {
          XCTAssertNotNil(failure)
        }
        do {
          _ = try await check()
          XCTFail("no error was thrown")
        } catch { XCTAssertNotNil(error) }
      }
      func testWorks() async throws {
        _ = try await check()
      }
      func testWorks(_ file: StaticString) async {
        do {
          _ = try await check()
        } catch {
          XCTFail("\\(error)", file: file)
        }
      }
    }

    """)
}

@Test(arguments: [
  "XCTAssertThrowsError(try check(), \"\") { error in return }",
  "XCTAssertThrowsError(try check(), \"\", handler)", "let x = XCTAssertThrowsError(try check())",
  "XCTAssertThrowsError(/* why */ try check())", "try XCTAssertThrowsError(check())",
]) func `an assertion about an error that no catch can stand for is left to a person`(
  assertion: String
) async throws {
  let text = """
    import XCTest
    func check() throws -> Int { link.fetch(1) }
    func testIt(_ handler: (any Error) -> Void) { \(assertion) }

    """
  try await expectRewrite(
    text, text, "acme.fetch manual: 'XCTAssertThrowsError' cannot wait: write 'do {")
}

@Test func `an assertion about an error in what cannot wait is no task that outlives the test`()
  async throws
{
  let text = """
    import XCTest
    func check() throws -> Int { link.fetch(1) }
    final class Tests: XCTestCase {
      override func setUp() {
        addTeardownBlock { XCTAssertThrowsError(try check()) }
      }
    }

    """
  try await expectRewrite(text, text, "acme.fetch manual: a closure that is passed to")
}
