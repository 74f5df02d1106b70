import MoultSource
import MoultSyntax
import Testing

private let text = """
  import Foundation

  public struct Item<Key: Hashable>: Codable {
    let identifier: Int
    var tags = [1, 2].map { tag in "\\(tag)" }
    var isEmpty: Bool { identifier == 0 && tags.isEmpty && check(.default, label: 3) }
    var count: Int {
      get { let all = tags.count; return all &+ offset }
      set { store(newValue, for: \\.count, $projected, _wrapped) }
    }
    init(_ identifier: Int) { self.init(identifier: identifier, other: .init(1, 2, 3)) }
    func shown(_ text: String) -> String {
      switch tags.count {
      case 0: return text
      default: return text + tags.joined(separator: ", ")
      }
    }
    func local() {
      struct Inner { let a = 1 }
      print(Inner(), Inner(), Inner())
    }
    func pattern() -> Bool {
      #if DEBUG
        return first() ?? second() ?? third()
      #else
        return name.contains(/[a-z]+/)
      #endif
    }
  }

  """

private func outline(_ text: String) -> SyntaxTree { parsed(text).outlined() }

private func record(_ record: NodeRecord) -> [UInt32] {
  [
    UInt32(record.kind.rawValue), UInt32(record.flags.rawValue), record.mainToken,
    record.firstToken, record.endToken, record.firstChild, record.childCount, record.parent,
  ]
}

private func hides(_ word: String, _ tree: SyntaxTree) -> Bool {
  tree.hidesWord { $0 == stableHash(word.utf8) }
}

/// The same text with so many comments behind it that its places need more than two bytes.
private let texts = [text, text + String(repeating: "// A line of text.\n", count: 4000)]

struct OutlineTests {
  @Test(arguments: texts) func `an outline has all heads, and no body`(_ text: String) {
    let (whole, outline) = (parsed(text), outline(text))
    #expect(!outline.isWhole)
    let shown = Array(outline.shownNodes)
    #expect(shown.count < whole.nodes.count * 2 / 3)
    for index in shown { #expect(record(outline.nodes[index]) == record(whole.nodes[index])) }
    let names = shown.map { outline.nodes[$0].kind }
    #expect(names.count { $0 == .functionDecl } == 3)
    #expect(names.count { $0 == .accessorDecl } == 2)
    #expect(outline.root.children.map(\.kind) == whole.root.children.map(\.kind))
    #expect(outline.importedModules == ["Foundation"])
    #expect(outline.depth == whole.depth)
    #expect(!outline.isWhole)
  }

  @Test func `whatever is seen of a body from elsewhere is in the outline`() {
    let (whole, outline) = (parsed(text), outline(text))
    let shown = Set(outline.shownNodes)
    for index in whole.nodes.indices where whole.nodes[index].kind.isLandmark {
      #expect(shown.contains(index))
    }
    #expect(shown.count { outline.nodes[$0].kind == .structDecl } == 2)
    #expect(shown.count { outline.nodes[$0].kind == .ifConfigClause } == 2)
    #expect(!outline.isWhole)
  }

  @Test(arguments: texts) func `who asks for a body gets it, under the ids of the whole tree`(
    _ text: String
  ) {
    let whole = parsed(text)
    for index in whole.nodes.indices {
      let outline = outline(text)
      let (node, same) = (
        Node(tree: outline, id: NodeID(rawValue: UInt32(index))),
        Node(tree: whole, id: NodeID(rawValue: UInt32(index)))
      )
      #expect(node.text == same.text)
      #expect(node.children.map(\.id) == same.children.map(\.id))
      #expect(node.name == same.name)
    }
    let outline = outline(text)
    #expect(Array(outline.tokens) == Array(whole.tokens))
    #expect(outline.isWhole)
    #expect(Array(outline.shownNodes) == Array(whole.nodes.indices))
    #expect(outline.shownTokens == Array(whole.tokens))
    #expect(!hides("joined", outline))
  }

  @Test func `an outline knows the words of its bodies`() {
    let outline = outline(text)
    for word in [
      "joined", "separator:", "default", "label:", "projected", "$projected", "wrapped", "&+", "+",
      "self", "for:", "second",
    ] { #expect(hides(word, outline) == (word != "second"), "\(word)") }
    // These stand in heads, in no body, or in a form.
    for word in ["shown", "map", "return", "switch", "case", "tags:", "nowhere"] {
      #expect(!hides(word, outline), "\(word)")
    }
    #expect(Set(mentionedNames(in: outline)) == Set(mentionedNames(in: parsed(text))))
    #expect(mentionedNames(in: outline).contains(keyOfImplicitInit))
    #expect(outline.mayBeInBodies("joined") && !outline.mayBeInBodies("shown"))
    #expect(!outline.hidesGeneratedType)
    #expect(!outline.isWhole)
    let generated = MoultSyntaxTests.outline("func f() { a(b, c, d, Hello_V1_Greeter.self) }")
    #expect(generated.hidesGeneratedType)
    #expect(!generated.isWhole)
  }

  @Test func `the tokens that may be a name are all, or those of heads where no body has the name`()
  {
    let outline = outline(text)
    let all = outline.tokens.count
    #expect(outline.indices(ofTokensLike: "joined").count == all)
    let shown = outline.indices(ofTokensLike: "shown")
    #expect(shown.count < all)
    #expect(shown.contains { outline.text(of: TokenID(rawValue: UInt32($0))) == "shown" })
    #expect(!outline.isWhole)
  }

  @Test func `what has an error, is all heads or is nested without end stays whole`() {
    #expect(outline("func f() { a. }").isWhole)
    #expect(outline("struct A { let a: Int; let b: Int }").isWhole)
    let deep = String(repeating: "(", count: 120) + "1" + String(repeating: ")", count: 120)
    #expect(outline("func f() { a(\(deep)) }").isWhole)
  }
}
