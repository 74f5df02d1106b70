import HelloClient
import GRPC
import XCTest

final class ErrorReporterTests: XCTestCase {
    private struct Broken: Error, CustomStringConvertible {
        let description = "broken"
    }

    func testAnErrorOfAnotherKindHasNoStatusCode() {
        let reporter = ErrorReporter()

        XCTAssertEqual(reporter.report(Broken()), .failed(code: .unknown, reason: "broken"))
        XCTAssertNil(reporter.lastCode)
        XCTAssertFalse(reporter.shouldRetry(Broken()))
    }

    func testCodesAreKnownByNumber() {
        let codes: [GRPCStatus.Code] = [.ok, .notFound, .dataLoss]

        XCTAssertTrue(codes.allSatisfy { ErrorReporter().isKnown($0.rawValue) })
        XCTAssertFalse(ErrorReporter().isKnown(99))
    }

    func testOnlySomeCodesAreWorthAnotherAttempt() {
        XCTAssertTrue(ErrorReporter.retryable.contains(.unavailable))
        XCTAssertFalse(ErrorReporter.retryable.contains(GRPCStatus.Code.invalidArgument))
    }
}
