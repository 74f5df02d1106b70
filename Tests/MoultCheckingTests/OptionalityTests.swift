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

  @Test func `what unwraps itself is no optional condition`() throws {
    try expectSilence(
      """
      struct K { var n = 1 }
      final class V {
        weak var next: V!
        var on: Bool!
        func g() -> Bool! { true }
        func use(_ v: V) {
          if on {}
          if !on || v.g() {}
          if on && true, (on) {}
          guard v.next.on else { return }
          while !(on) { break }
        }
      }
      struct S { var k: K!; func m() -> K { return (k) }; func o() -> K { return ((k)) } }
      """)
  }

  @Test func `'??' with an optional on its right gives an optional`() throws {
    try expectSilence(
      """
      struct K { var n = 1 }
      func want(_ k: K) {}
      func use(_ k: K?, _ l: K?, _ kk: K??) {
        want((k ?? nil)!)
        want((k ?? l)!)
        let x = kk ?? k
        want(x!)
        if let y = k ?? (nil) { want(y) }
        want((kk ?? kk)!!)
        want((k ?? nil) ?? K())
      }
      """)
    try expectErrors(
      """
      struct K { var n = 1 }
      func use(_ k: K?, _ kk: K??) { print((k ?? K())!, (kk ?? K())!.n, (kk ?? k)!!) }
      """, "optionality: '!' unwraps 'K', which is not optional",
      "optionality: '!' unwraps 'K', which is not optional")
  }

  @Test func `a project's own operators may take optionals`() throws {
    try expectSilence(
      """
      func && (a: Bool?, b: Bool?) -> Bool { a == true }
      prefix func ! (a: Bool?) -> Bool { a != true }
      func use(_ a: Bool?, _ b: Bool?) { if a && b {}; if !a {} }
      """)
  }

  @Test func `what a protocol of Objective-C leaves open is optional`() throws {
    try expectSilence(
      """
      import Foundation
      @objc protocol D { @objc optional var v: Int { get } }
      func use(_ d: D) { if let v = d.v { print(v) }; print(d.v!) }
      """)
  }
}
