/// What a session has read from the disk, for who wants to know when it is no longer what lies there.
struct SessionInputs: Sendable {
  /// Those that were asked for and those around them.
  let files: [FoundFile]

  /// The folders that were entered, absolute.
  let folders: [String]

  /// The symbolic links beside them, absolute.
  let links: [String]

  /// The files that the configuration was read from, absolute.
  let configuration: [String]

  /// The folders of rules that somebody named, absolute.
  let ruleFolders: [String]

  /// What else was read, absolute: the indices of git, and descriptor sets.
  ///
  /// Git writes its index whenever it likes, so that another one says little about the tree.
  let others: [String]

  /// Whether dependencies were looked for, which may lie anywhere.
  let readsDependencies: Bool

  init(_ chosen: ChosenProject, _ options: ProjectOptions) {
    files = chosen.walk.files + chosen.context
    folders = chosen.folders
    links = chosen.walk.links
    configuration = chosen.project.files + chosen.project.extended
    let named = options.ruleFolders + (options.catalogue.folder.map { [$0] } ?? [])
    ruleFolders = chosen.project.ruleFolders + named.compactMap { resolvedPath($0) }
    others = chosen.walk.indices.sorted() + options.descriptorSets.map(absolutePath)
    readsDependencies = chosen.project.readsDependencies
  }
}
