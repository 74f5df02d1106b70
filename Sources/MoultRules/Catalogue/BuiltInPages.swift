import MoultSurfaces

/// Returns the page of a text, reading no more of a built-in one than a run needs.
func rulePage(_ text: CatalogueText) throws(PageError) -> RulePage {
  guard let matter = text.matter else {
    return try parsePage(text.text, path: text.path, called: text.name)
  }
  return RulePage(
    path: text.path, name: text.name,
    matter: try frontMatter(matter.root, path: text.name, firstLine: 2, judgedBy: nil),
    title: matter.title, content: .embedded(text.text))
}
