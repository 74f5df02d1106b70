/// Returns the page of a text, reading no more of a built-in one than a run needs.
func rulePage(_ text: CatalogueText) throws(PageError) -> RulePage {
  guard let matter = text.matter else { return try parsePage(text.text, path: text.path) }
  return RulePage(
    path: text.path, matter: try frontMatter(matter.root, path: text.path, firstLine: 2),
    title: matter.title, content: .embedded(text.text))
}
