import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory moult-fix`.
@main
struct MoultFix: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    try runMoult(["fix"] + arguments, context, packageManager)
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
