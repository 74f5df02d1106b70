import Testing

/// Optionals where none is taken, and the reverse.
struct OptionalityTests {
  @Test func `members of an optional`() throws {
    try expectErrors(
      """
      struct Box { var value: Int; var next: [Box]? }
      func f(_ box: Box?) { print(box.value, box?.next.count ?? 0, box?.value ?? 1) }
      """, "optionality: 'value' is asked of 'Box?' without unwrapping",
      "optionality: 'count' is asked of '[Box]?' without unwrapping")
  }

  @Test func `what is unwrapped and is not optional`() throws {
    try expectErrors(
      """
      import GRPC
      func f(_ status: GRPCStatus) {
        print(status?.code, status.code!)
        if let code = status.code { print(code) }
        guard let status else { return }
        print(status)
      }
      """, "optionality: '?' unwraps 'GRPCStatus', which is not optional",
      "optionality: '!' unwraps 'GRPCStatus.Code', which is not optional",
      "optionality: 'code' is bound to 'GRPCStatus.Code', which is not optional",
      "optionality: 'status' is bound to 'GRPCStatus', which is not optional")
  }

  @Test func `optionals that are given, returned and assigned`() throws {
    try expectErrors(
      """
      struct Box { var value: Int }
      func take(_ box: Box, _ other: Box?) {}
      func f(_ box: Box?, _ n: Int?) -> Box {
        take(box, box)
        take(nil, nil)
        var known = Box(value: n)
        known = box
        let all: [Box] = []
        let first: Box = all.first
        if box?.value == 1 || (n.map { $0 > 1 }) { print(known, first) }
        return box
      }
      """, "optionality: 'Box?' stands where 'Box' is taken",
      "optionality: 'nil' stands where 'Box' is taken",
      "optionality: 'Int?' stands where 'Int' is taken",
      "optionality: 'Box?' stands where 'Box' is taken",
      "optionality: 'Box?' stands where 'Box' is taken",
      "optionality: a condition is 'Bool?', which is optional",
      "optionality: 'Box?' stands where 'Box' is taken")
  }

  @Test func `what is right or may be`() throws {
    try expectSilence(
      """
      import Foundation
      @objc protocol Listener { @objc optional func heard() }
      final class Box {
        var value: Int! ; weak var owner: Box?
        func f(_ listener: any Listener, _ n: Int?) -> Int? {
          listener.heard?()
          let m: Int = value
          print(value + 1, owner?.value ?? 1, [1].first.map { $0 }, m, n ?? 0)
          { [weak self] in print(self?.value ?? 1) }()
          if let n, n > 1, let x = try? g(), case let y? = n { print(x, y) }
          for case let z? in [n] { print(z) }
          switch n { case 1?: break; case nil: break; default: break }
          return value
        }
        func g() throws -> Int { 1 }
      }
      func wrap<T>(_ value: T) -> T? { value }
      func any(_ value: Any?, _ error: (any Error)?) { print(wrap(value) as Any, error as Any) }
      struct Url: ExpressibleByNilLiteral { init(nilLiteral: ()) {} }
      let empty: Url = nil
      """)
  }
}
