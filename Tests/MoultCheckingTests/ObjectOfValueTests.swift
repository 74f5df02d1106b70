import Testing

/// What only an object can be: held weakly, and compared by `===`.
struct ObjectOfValueTests {
  @Test func `a structure is no object`() throws {
    try expectErrors(
      """
      struct Client { var name = "" }
      enum Kind { case a }
      final class Holder {
        weak var client: Client?
        unowned let kind: Kind
        init(_ kind: Kind) { self.kind = kind }
        func later(_ other: Client) -> () -> Void {
          { [weak other, unowned own = other] in print(other as Any, own, other === own) }
        }
      }
      """, "modifier: 'weak' stands at 'client', and 'Client' is no class",
      "modifier: 'unowned' stands at 'kind', and 'Kind' is no class",
      "modifier: 'weak' stands at 'other', and 'Client' is no class",
      "modifier: 'unowned' stands at 'own', and 'Client' is no class",
      "noOverload: '===' compares objects, and 'Client' is no class")
  }

  @Test func `a class is one, and so may be what nobody described`() throws {
    try expectSilence(
      """
      import Elsewhere
      protocol Watching: AnyObject {}
      final class Holder {
        weak var owner: Holder?
        weak var watching: (any Watching)?
        unowned let view: ElsewhereView
        init(_ view: ElsewhereView) { self.view = view }
        func later(_ other: Holder) -> () -> Void {
          { [weak self, weak other, unowned own = other] in print(self === other, own, self?.owner as Any) }
        }
      }
      """)
  }

  @Test func `an operator of the project's own takes what it likes`() throws {
    try expectSilence(
      """
      struct Client { var name = "" }
      func === (left: Client, right: Client) -> Bool { left.name == right.name }
      func same(_ client: Client) -> Bool { client === client }
      """)
  }
}
