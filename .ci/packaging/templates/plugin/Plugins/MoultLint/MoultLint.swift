import Foundation
import PackagePlugin

/// `swift package moult`: everything that writes nothing.
@main
struct MoultLint: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    if arguments.first == "fix", !arguments.contains("--diff") {
      // SwiftPM asks for the right to write by plugin, not by word.
      Diagnostics.error("say 'swift package --allow-writing-to-package-directory moult-fix'")
      return
    }
    let process = Process()
    process.executableURL = try context.tool(named: "moult").url
    process.arguments = arguments.isEmpty ? ["lint"] : arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("moult ended with exit code \(process.terminationStatus)")
    }
  }
}
