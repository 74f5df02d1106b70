import Testing

/// Values that are never read, and changes that are thrown away.
struct UnusedValueTests {
  @Test func `what is never read`() throws {
    try expectErrors(
      """
      struct Headers { var size = 1; mutating func add(_ n: Int) {} }
      func f() {
        let options = Headers()
        var headers = Headers()
        headers.add(1)
        headers.size = 2
        var count = 1
        count = 2
      }
      """, "unusedValue: 'options' is never read",
      "unusedValue: 'headers' is written and never read",
      "unusedValue: 'count' is written and never read")
  }

  @Test func `changes of a copy`() throws {
    try expectErrors(
      """
      struct Service { var port = 1 }
      func f(_ service: Service?, _ other: Service) {
        if var service { service.port = 2; print(service) }
        if var copy = service { copy.port = 2 }
        guard var second = service else { return }
        second.port = 3
        var third = other
        third.port = 4
      }
      """, "lostMutation: 'copy' is a copy, and what is changed in it is lost",
      "lostMutation: 'second' is a copy, and what is changed in it is lost",
      "lostMutation: 'third' is a copy, and what is changed in it is lost")
  }

  @Test func `what is read somewhere`() throws {
    try expectSilence(
      """
      final class Shelf { var size = 1 }
      struct Ref { let shelf = Shelf(); var size: Int { get { 1 } nonmutating set { shelf.size = newValue } } }
      struct Box { var size = 1; mutating func take() -> Int { 1 } }
      func f(_ shelf: Shelf, _ ref: Ref, _ box: Box) async -> Int {
        let one = 1
        var two = box
        two.size = 2
        var three = box
        print(three.take(), "\\(one)", { two }())
        let four = shelf
        four.size = 2
        var five = ref
        five.size = 1
        five = ref
        let _ = Box()
        async let six: Void = g()
        let kept = 7
        return [1].map { [kept] in kept + $0 }.count
      }
      func g() async {}
      let global = 1
      """)
  }

  @Test func `what writes somewhere else is no lost change`() throws {
    try expectSilence(
      """
      final class Store { var v = 0; func save() {} }
      struct Ref {
        let s: Store
        var v: Int { get { s.v } set { s.v = newValue } }
        var watched = 0 { didSet { s.save() } }
        @Wrapper var wrapped = 0
        mutating func write(_ n: Int) { s.v = n }
        mutating func save() { v = 1 }
        mutating func tell() { watched = 2; print(watched) }
      }
      @propertyWrapper struct Wrapper { var wrappedValue: Int }
      func f(_ r: Ref) {
        var a = r
        a.v = 3
        var b = r
        b.watched = 1
        var c = r
        c.wrapped = 1
        var d = r
        d.write(1)
        var e = r
        e.save()
        var g = r
        g.tell()
      }
      """)
  }

  @Test func `methods that set stored properties alone`() throws {
    try expectErrors(
      """
      struct Box {
        var n = 1
        var items: [Int] = []
        mutating func up(_ by: Int) { n += by; self.n = 2 }
        mutating func both() { up(1); items.append(n) }
      }
      func f(_ box: Box) {
        var a = box
        a.up(1)
        var b = box
        b.both()
      }
      """, "lostMutation: 'a' is a copy, and what is changed in it is lost",
      "lostMutation: 'b' is a copy, and what is changed in it is lost")
  }
}
