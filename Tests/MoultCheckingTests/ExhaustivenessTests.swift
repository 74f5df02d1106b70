import Testing

/// `switch`es that leave values out.
struct ExhaustivenessTests {
  @Test func `a structure with static members needs a default`() throws {
    try expectErrors(
      """
      import GRPC
      func f(_ code: GRPCStatus.Code) -> Int {
        switch code {
        case .ok: return 1
        case .cancelled, .unknown: return 2
        }
      }
      """, "exhaustiveness: a 'switch' over 'Code' needs a 'default'")
  }

  @Test func `a case that is left out`() throws {
    try expectErrors(
      """
      enum Mode { case a, b(Int), c }
      func f(_ mode: Mode) -> Int {
        switch mode {
        case .a: return 1
        case .b(1): return 2
        }
      }
      """, "exhaustiveness: a 'switch' over 'Mode' has no case 'c' and no 'default'")
  }

  @Test func `what takes everything`() throws {
    try expectSilence(
      """
      import GRPC
      enum Mode { case a, b(Int) }
      func f(_ mode: Mode, _ code: GRPCStatus.Code, _ flag: Bool, _ both: (Mode, Bool)) {
        switch mode { case .a: break; case let .b(n) where n > 1: break; case .b: break }
        switch mode { case .a: break; case let other: print(other) }
        switch code { case .ok: break; case _: break }
        switch code { case .ok: break; default: break }
        switch flag { case true: break; case false: break }
        switch both { case (.a, true): break; case (_, _): break }
        switch mode { case .a: break; @unknown default: break }
      }
      """)
  }

  @Test func `a case that some builds lack`() throws {
    try expectSilence(
      """
      enum E {
        case a
        #if os(Windows)
        case b
        #endif
      }
      func f(_ e: E) -> Int { switch e { case .a: return 1 } }
      #if !os(Windows)
      func g(_ e: E) -> Int { switch e { case .a: return 1 } }
      #endif
      """)
  }

  @Test func `a pattern with the type of the value`() throws {
    try expectSilence(
      """
      struct S { var x = 1 }
      enum E { case a, b }
      func f(_ s: S, _ e: E) {
        switch s { case _ as S: break }
        switch s { case let t as S: print(t) }
        switch s { case (let t): print(t) }
        switch s { case is S: break }
        switch e { case .a: break; case let other as E: print(other) }
      }
      """)
  }
}
