/// The part of XCTest that gives what is compared its type.
let testLibrary = """
  public func XCTAssertEqual<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertNotEqual<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertLessThan<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertGreaterThan<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertLessThanOrEqual<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertGreaterThanOrEqual<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertIdentical<T>(_ first: @autoclosure () throws -> T, _ second: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssert(_ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertTrue(_ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertFalse(_ value: @autoclosure () throws -> Bool, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertNil(_ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertNotNil(_ value: @autoclosure () throws -> Any?, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public func XCTUnwrap<T>(_ value: @autoclosure () throws -> T?, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0) throws -> T
  public func XCTFail(_ message: String = "", file: StaticString = "", line: UInt = 0)
  public func XCTAssertThrowsError<T>(_ value: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0, _ handler: (_ error: Error) -> Void = { _ in })
  public func XCTAssertNoThrow<T>(_ value: @autoclosure () throws -> T, _ message: @autoclosure () -> String = "", file: StaticString = "", line: UInt = 0)
  public class XCTest {}
  public class XCTestExpectation { public init(description: String); public func fulfill() }
  open class XCTestCase: XCTest {
    public init()
    open func setUp()
    open func tearDown()
    open func setUpWithError() throws
    open func tearDownWithError() throws
    open class func setUp()
    open class func tearDown()
    public func expectation(description: String) -> XCTestExpectation
    public func waitForExpectations(timeout: TimeInterval, handler: ((Error?) -> Void)? = nil)
    public func wait(for expectations: [XCTestExpectation], timeout: TimeInterval = 0, enforceOrder: Bool = false)
    public func fulfillment(of expectations: [XCTestExpectation], timeout: TimeInterval = 0, enforceOrder: Bool = false) async
    public func addTeardownBlock(_ block: @escaping () -> Void)
  }
  """
