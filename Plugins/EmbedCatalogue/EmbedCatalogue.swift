import Foundation
import PackagePlugin

/// Compiles the folder `Rules` into the target, so that the binary carries its catalogue with it.
@main
struct EmbedCatalogue: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    let rules = context.package.directoryURL.appending(path: "Rules")
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedCatalogue.swift")
    let files =
      FileManager.default.enumerator(at: rules, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }
      .filter { ["md", "swiftinterface", "swift", "yml", "h"].contains($0.pathExtension) } ?? []
    return [
      .buildCommand(
        displayName: "Embedding the catalogue",
        executable: try context.tool(named: "embed-catalogue").url,
        arguments: [rules.path, output.path],
        inputFiles: files.sorted { $0.path < $1.path },
        outputFiles: [output])
    ]
  }
}
