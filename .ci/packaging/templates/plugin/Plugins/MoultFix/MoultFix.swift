import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory moult-fix`.
@main
struct MoultFix: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let process = Process()
    process.executableURL = try context.tool(named: "moult").url
    process.arguments = ["fix"] + arguments
    process.currentDirectoryURL = context.package.directoryURL
    try process.run()
    process.waitUntilExit()
    if process.terminationStatus != 0 {
      Diagnostics.error("moult ended with exit code \(process.terminationStatus)")
    }
  }
}
