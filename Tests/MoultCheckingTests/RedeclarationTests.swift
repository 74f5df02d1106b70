import Testing

/// What is declared twice.
struct RedeclarationTests {
  @Test func `members of one type in all files`() throws {
    try expectErrors(
      """
      extension Box { func open(_ n: Int) {}; var size: Int { 1 } }
      """, "redeclaration: 'open(_:)' is declared twice in 'Box'",
      "redeclaration: 'size' is declared twice in 'Box'",
      others: ["Box.swift": "struct Box { func open(_ m: Int) throws {} ; var size = 2 }"])
    try expectErrors(
      "protocol P { func f(a: Int); func f(a: Int) }",
      "redeclaration: 'f(a:)' is declared twice in 'P'",
      "redeclaration: 'f(a:)' is declared twice in 'P'")
    try expectErrors(
      "enum E { case a, b; case a }", "redeclaration: 'a' is declared twice in 'E'",
      "redeclaration: 'a' is declared twice in 'E'")
  }

  @Test func `variables of one block`() throws {
    try expectErrors(
      """
      func f(_ values: [Int]) {
        let a = 1, b = 2
        let (c, b) = (3, 4)
        values.forEach { value in
          let a = value
          let a = a + c
          print(a, b)
        }
        switch a {
        case 1:
          let d = 1
          let d = d + 1
          print(d)
        default: break
        }
      }
      """, "redeclaration: 'b' is declared twice in one block",
      "redeclaration: 'a' is declared twice in one block",
      "redeclaration: 'd' is declared twice in one block")
    try expectSilence(
      """
      func f(_ a: Int) {
        let a = a
        do { let a = a; print(a) }
        if a > 1 { let a = 2; print(a) } else { let a = 3; print(a) }
        #if DEBUG
        let b = 1
        print(b)
        #else
        let b = 2
        print(b)
        #endif
        let _ = 1, _ = 2
      }
      """)
  }

  @Test func `globals and types of one module`() throws {
    try expectErrors(
      "func f(_ a: Int) {}\nstruct S {}",
      "redeclaration: 'f(_:)' is declared twice in module 'App'",
      "redeclaration: 'S' is declared twice in module 'App'",
      others: ["Other.swift": "func f(_ b: Int) {}\nenum S {}"])
    try expectSilence(
      "func f(_ a: Int) {}\nstruct S {}",
      others: ["Kit/Other.swift": "func f(_ b: Int) {}\nenum S {}"])
  }

  @Test func `overloads are no second declarations`() throws {
    try expectSilence(
      """
      struct Box<T> {
        func a(_ n: Int) {}; func a(_ s: String) {}; func a(b: Int) {}; func a(_ n: Int) async {}
        func a(_ n: Int) -> String { "" }; static func a(_ n: Int) {}; func a(_ n: Int...) {}
        func a(_ n: inout Int) {}
        func b<U: Hashable>(_ u: U) {}; func b<U: Equatable>(_ u: U) {}
        func c(_ p: some Hashable) {}; func c(_ p: any Equatable) {}
      }
      extension Box where T == Int { var x: Int { 1 } }
      extension Box where T == String { var x: Int { 1 } }
      protocol P { func f(); var v: Int { get } }
      extension P { func f() {}; var v: Int { 1 } }
      extension P where Self: Hashable { func f() {} }
      #if os(Linux)
      func g() {}
      #else
      func g() {}
      #endif
      @available(*, unavailable) func h() {}
      func h() {}
      """, others: ["Other.swift": "private func i() {}"])
    try expectSilence("func i() {}", others: ["Other.swift": "private func i() {}"])
  }

  @Test func `what tells functions apart without being part of their types`() throws {
    try expectSilence(
      """
      prefix operator +++
      postfix operator +++
      enum A: Error { case a }
      enum B: Error { case b }
      struct S {
        static prefix func +++ (x: inout S) {}
        static postfix func +++ (x: inout S) {}
        func f(_ t: () throws(A) -> Void) {}
        func f(_ t: () throws(B) -> Void) {}
        func g(_ t: [() -> Void]) {}
        func g(_ t: [@Sendable () -> Void]) {}
      }
      prefix func +++ (x: inout Int) {}
      postfix func +++ (x: inout Int) {}
      func h(_ t: () -> Void) {}
      func h(_ t: @Sendable () -> Void) {}
      """)
    try expectErrors(
      """
      prefix operator +++
      prefix func +++ (x: inout Int) {}
      prefix func +++ (x: inout Int) {}
      func h(_ t: @Sendable () -> Void) {}
      func h(_ t: @Sendable () -> Void) {}
      """, "redeclaration: '+++(_:)' is declared twice in module 'App'",
      "redeclaration: '+++(_:)' is declared twice in module 'App'",
      "redeclaration: 'h(_:)' is declared twice in module 'App'",
      "redeclaration: 'h(_:)' is declared twice in module 'App'")
  }

  @Test(.timeLimit(.minutes(1))) func `thousands of methods of one name`() throws {
    let types = (0..<4000).map { "struct T\($0) {}" }.joined(separator: "\n")
    let methods = (0..<4000).map { "func f(_ x: T\($0)) {}" }.joined(separator: "\n")
    try expectErrors(
      "struct S {\n\(methods)\nfunc f(_ x: T7) {}\n}",
      "redeclaration: 'f(_:)' is declared twice in 'S'",
      "redeclaration: 'f(_:)' is declared twice in 'S'", others: ["Types.swift": types])
  }
}
