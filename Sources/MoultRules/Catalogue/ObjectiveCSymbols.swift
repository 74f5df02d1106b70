import MoultObjC
import MoultSource
import MoultSurfaces

/// Holds the classes, protocols, selectors and properties that pages look for against the headers.
///
/// - Throws: the first name that no header declares, in the order of the pages.
func checkObjectiveCSymbols(
  _ pages: [RulePage], _ headers: [CatalogueText]
) throws(PageError) {
  let wanted = pages.flatMap { page in
    page.rows.flatMap { row -> [(RulePage, RuleRow, ObjCPageName)] in
      guard case .objectiveC(let search) = row.finder.search else { return [] }
      return search.declared(row.find).map { (page, row, $0) }
    }
  }
  guard !wanted.isEmpty else { return }
  let files = headers.map {
    parseObjectiveC(SourceText(path: $0.path, bytes: Array($0.text.utf8)))
  }
  let types = Set(files.flatMap(\.containers).map(\.name))
  let selectors = Set(files.flatMap(\.methods).map(\.selector))
  let properties = Set(files.flatMap(\.properties).map(\.name))
  for (page, row, declared) in wanted {
    let (name, known) =
      switch declared {
      case .type(let name): (name, types)
      case .selector(let name): (name, selectors)
      case .property(let name): (name, properties)
      }
    guard known.contains(name) else {
      throw PageError(
        path: page.name, row.subjectPlace,
        message: "no header declares '\(name)'\(near(name, known.sorted()))")
    }
  }
}
