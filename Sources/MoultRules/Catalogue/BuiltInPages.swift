import MoultSurfaces

/// Returns the page of a text, reading no more of a built-in one than a run without anything old needs.
func rulePage(_ text: CatalogueText) throws(PageError) -> RulePage {
  guard let matter = text.matter else {
    return try parsePage(text.text, path: text.path, called: text.name)
  }
  return RulePage(
    path: text.path, name: text.name,
    head: try pageHead(matter.root, path: text.name, firstLine: 2),
    matter: matter, content: .embedded(text.text))
}
