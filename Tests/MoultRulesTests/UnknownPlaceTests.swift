import MoultAnalysis
import MoultFindings
import MoultRules
import MoultSource
import MoultSurfaces
import Testing

private let catalogue = Result { try Catalogue(embeddedTexts) }

/// Where nobody can say whether something is old, as `line name: reason modules`.
private func unknown(_ texts: [String: String]) async throws -> [String] {
  let files = texts.sorted { $0.key < $1.key }.map { path, text in
    ProjectText(
      source: SourceText(path: path, bytes: Array(text.utf8)), surface: .swift,
      isGenerated: path.hasSuffix(".pb.swift") || path.hasSuffix(".grpc.swift"))
  }
  let result = await analyse(
    files, try catalogue.get(), AnalysisOptions(jobs: 2), cache: TreeCache())
  return result.unknown.map { place in
    let bytes = Array((texts[place.path] ?? "").utf8)
    let line = LineIndex(bytes).line(of: place.range.lowerBound)
    let name = String(decoding: bytes[place.range.indices], as: UTF8.self)
    return (["\(line) \(name): \(place.reason.rawValue)"] + place.modules)
      .joined(separator: " ")
  }
}

private func unknown(_ text: String) async throws -> [String] {
  try await unknown(["Sources/App/A.swift": text])
}

@Suite struct UnknownPlaceTests {
  @Test func `a type may be of a module that is not here`() async throws {
    #expect(
      try await unknown(
        """
        import Billing
        import Foundation
        import SwiftGRPC
        func codes(_ bills: [Bill], _ last: Bill?) {
          print(bills[0].entry.statusCode)
          if let result = last?.entry { print(result.statusCode) }
          for bill in bills { print(bill.entry.statusCode) }
          switch bills.first { case .some(let bill): print(bill.entry.statusCode); default: break }
          print(Ledger.shared.entry.statusCode)
        }
        """) == [5, 6, 7, 8, 9].map { "\($0) statusCode: module Billing" })
  }

  @Test func `several modules may have it`() async throws {
    #expect(
      try await unknown(
        """
        import Ledger
        import Billing
        import SwiftGRPC
        func code(_ bill: Bill) { print(bill.entry.statusCode) }
        """) == ["4 statusCode: module Billing Ledger"])
  }

  @Test func `the file that declares a variable says of which modules it may be`() async throws {
    #expect(
      try await unknown([
        "Sources/App/A.swift": "import Billing\nstruct Desk { var last: Bill }\n",
        "Sources/App/B.swift":
          "import SwiftGRPC\nfunc code(_ desk: Desk) { print(desk.last.entry.statusCode) }\n",
      ]) == ["2 statusCode: module Billing"])
  }

  @Test func `nothing declares the name`() async throws {
    #expect(
      try await unknown("import SwiftGRPC\nfunc code() { print(last.statusCode) }\n")
        == ["2 statusCode: name"])
  }

  @Test func `the platform declares the name`() async throws {
    #expect(
      try await unknown(
        """
        import AppKit
        import Billing
        import SwiftGRPC
        func code(_ view: NSView) { print(view.entry.statusCode, NSApp.entry.statusCode) }
        """) == ["4 statusCode: platform", "4 statusCode: platform"])
    #expect(
      try await unknown(
        "import UIKit\nimport SwiftGRPC\nfunc code() { print(last.entry.statusCode) }\n")
        == ["3 statusCode: platform"])
  }

  @Test func `nothing says of which type a closure's parameter is`() async throws {
    #expect(
      try await unknown(
        """
        import Billing
        import SwiftGRPC
        func code() {
          fetch { result in print(result.statusCode) }
          fetch { print($0.statusCode) }
        }
        """) == ["4 statusCode: closure", "5 statusCode: closure"])
  }

  @Test func `nothing says which type is wanted`() async throws {
    #expect(
      try await unknown(
        """
        import SwiftGRPC
        func errors(_ result: CallResult) -> Int { let all = [.callError(result)]; return all.count }
        """) == ["2 callError: context"])
  }

  @Test func `what takes the value says why the wanted type is not known`() async throws {
    #expect(
      try await unknown(
        """
        import Billing
        import SwiftGRPC
        func fail(_ desk: Desk, _ result: CallResult) {
          desk.fail(with: .callError(result))
          desk.error = .callError(result)
        }
        """) == ["4 callError: module Billing", "5 callError: module Billing"])
  }

  @Test func `several declarations fit`() async throws {
    #expect(
      try await unknown(
        """
        import SwiftGRPC
        func last() -> Int { 1 }
        func last() -> String { "" }
        func code() { print(last().statusCode) }
        """) == ["4 statusCode: overloads"])
  }

  @Test func `a macro or a property wrapper makes the value`() async throws {
    #expect(
      try await unknown(
        """
        import Billing
        import SwiftGRPC
        final class Desk {
          @Injected var last: CallResult
          func code() { print(#last(1).statusCode) }
          func wrapped() { @Injected var result; print(result.statusCode) }
        }
        """) == ["5 statusCode: macro", "6 statusCode: macro"])
  }

  @Test func `an expression is not followed`() async throws {
    #expect(
      try await unknown(
        "import SwiftGRPC\nfunc code() { print((last ?? first).statusCode) }\n")
        == ["2 statusCode: expression"])
  }

  @Test func `a type that is not here may have what a protocol brings along`() async throws {
    #expect(
      try await unknown(
        """
        import Messages
        import SwiftProtobuf
        func order(_ data: Data) -> Order? { try? Order(serializedData: data) }
        """
      ).isEmpty == false)
  }

  // MARK: Silence

  @Test(arguments: [
    // The library is out of sight.
    "import Billing\nfunc code(_ bill: Bill) { print(bill.entry.statusCode) }",
    // The type is known, and another.
    "import SwiftGRPC\nstruct Bill { var statusCode = 1 }\nfunc f(_ b: Bill) -> Int { b.statusCode }",
    // The type is known, and has no such member.
    "import SwiftGRPC\nstruct Bill {}\nfunc f(_ b: Bill) -> Int { b.statusCode }",
    // It is found.
    "import SwiftGRPC\nfunc f(_ r: CallResult) -> StatusCode { r.statusCode }",
    // No rule is about the name.
    "import Billing\nimport SwiftGRPC\nfunc f(_ b: Bill) { print(b.entry.amount) }",
    // No value of that type is called.
    "import Billing\nimport SwiftGRPC\nfunc f(_ b: Bill) { print(b.entry.statusCode(1)) }",
    // No such function takes the labels.
    "import Billing\nimport SwiftGRPC\nfunc f(_ b: Bill) { b.notes.add(name: 1) }",
    // A structure of the library would have been known by its name.
    "import Billing\nimport GRPC\nfunc f(_ b: Bill) { print(b.timeLimit) }",
    "import Billing\nimport GRPC\nfunc f() { let b = Bill(1); print(b.timeLimit) }",
  ])
  func `nothing is counted`(_ text: String) async throws {
    #expect(try await unknown(text + "\n") == [])
  }

  @Test func `what reads a file for others counts nothing in it`() async throws {
    let text = "import SwiftGRPC\nfunc code() { print(last.statusCode) }\n"
    let files = ["A", "B"].map { name in
      ProjectText(
        source: SourceText(path: "Sources/App/\(name).swift", bytes: Array(text.utf8)),
        surface: .swift, isGenerated: false)
    }
    let result = await analyse(
      files, try catalogue.get(), AnalysisOptions(scope: ["Sources/App/B.swift"], jobs: 1),
      cache: TreeCache())
    #expect(result.unknown.map(\.path) == ["Sources/App/B.swift"])
  }
}
