import MoultSource

/// Returns the files that `options` choose, one line each: the surface, a tab, the path.
func fileList(_ options: ProjectOptions) throws -> String {
  var output = ""
  for file in try ChosenProject(options).walk.files {
    output += "\(file.surface?.rawValue ?? "script?")\t\(file.path)\n"
  }
  return output
}
