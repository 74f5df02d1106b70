import MoultRules
import MoultSurfaces
import Testing

/// How much of the catalogue the language of pages says.
@Suite struct TransformCountTests {
  private let pages: [RulePage]

  init() throws { pages = try Catalogue(embeddedTexts).pages.filter { !$0.rows.isEmpty } }

  /// The transforms that rows call, by name and form.
  private var calls: Set<TransformCall> {
    Set(pages.flatMap(\.rows).compactMap { calledTransform($0) })
  }

  @Test func `most pages are whole without a transform`() {
    let whole = pages.filter { page in page.rows.allSatisfy { calledTransform($0) == nil } }
    let names = Set(calls.map(\.name))
    print(
      "\(whole.count) of \(pages.count) pages have no transform; the others call \(names.count) transforms, \(calls.count) with their forms"
    )
    #expect(whole.count >= 150)
    #expect(names.count <= 60)
  }

  @Test func `every transform is called by a page, and every form`() {
    let known = Set(
      transformForms.flatMap { name, forms in
        (forms.isEmpty ? [""] : forms).map { TransformCall(name: name, form: $0) }
      })
    #expect(known.subtracting(calls) == [])
    #expect(calls.subtracting(known) == [])
  }
}

private func calledTransform(_ row: RuleRow) -> TransformCall? {
  if case .transform(let call) = row.action { call } else { nil }
}
