package import MoultSource

/// Returns the command lines of a file, for what its name (or its `#!` line) says it is.
///
/// - Returns: sorted by where they start; empty for a file that holds none or is of no known kind.
/// - Complexity: O(*n* log *n*) for *n* bytes, whatever is in them.
package func commandLines(in source: SourceText) -> [CommandLine] {
  switch manifestKind(of: source) {
  case .makefile: makefileCommandLines(in: source)
  case .shell: shellCommands(in: MappedText(source), surface: .shell)
  case .podfile: rubyCommandLines(in: source, surface: .podfile)
  case .podspec: rubyCommandLines(in: source, surface: .podspec)
  case .ruby: rubyCommandLines(in: source, surface: .ruby)
  case .yaml: yamlCommandLines(in: source)
  case .dockerfile: dockerfileCommandLines(in: source)
  case .justfile: justfileCommandLines(in: source)
  case .xcodeProject: xcodeCommandLines(in: source)
  case .markdown: markdownCommandLines(in: source)
  case .swiftPackage, .swiftPackageLock, .podfileLock, .cartfile, .cartfileLock, .bufGeneration,
    .bufModule, .bufWorkspace, .bufLock, .pluginConfiguration,
    .xcodeSettings, .bazelPackage, nil:
    []
  }
}
