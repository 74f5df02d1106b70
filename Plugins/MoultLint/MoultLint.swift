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
    try runMoult(arguments.isEmpty ? ["lint"] : arguments, context, packageManager)
  }
}

/// Builds `moult`, which takes minutes the first time, and runs it in the package's folder.
private func runMoult(_ arguments: [String], _ context: PluginContext, _ plugin: PackageManager)
  throws
{
  let build = try plugin.build(
    .product("moult"), parameters: .init(configuration: .inherit, logging: .concise))
  guard build.succeeded,
    let moult = build.builtArtifacts.first(where: { $0.url.lastPathComponent == "moult" })
  else {
    Diagnostics.error("moult could not be built:\n\(build.logText)")
    return
  }
  let process = Process()
  process.executableURL = moult.url
  process.arguments = arguments
  process.currentDirectoryURL = context.package.directoryURL
  try process.run()
  process.waitUntilExit()
  if process.terminationStatus != 0 {
    Diagnostics.error("moult ended with exit code \(process.terminationStatus)")
  }
}
