import MoultManifests
import MoultSource

/// The call of a generator that makes a generated file anew, as a sentence's end.
struct NewCommand {
  /// The finder's options: `plugin` (the old and the new, with a blank between), `drop` and `rename` of options, `repository`
  /// and `successor` where the plugin comes from another repository.
  let rename: PluginRename
  private let plugins: [String]
  private let home: PluginSource?

  init?(_ options: [String: String]) {
    let plugins = (options["plugin"] ?? "").split(separator: " ").map(String.init)
    guard let old = plugins.first, let new = plugins.last else { return nil }
    self.plugins = plugins
    var table: [String: String?] = [:]
    for word in (options["drop"] ?? "").split(separator: " ") {
      table.updateValue(nil, forKey: String(word))
    }
    for pair in (options["rename"] ?? "").split(separator: " ") {
      let sides = pair.split(separator: "=").map(String.init)
      if sides.count == 2 { table[sides[0]] = sides[1] }
    }
    rename = PluginRename(old: old, new: new, options: table)
    home = PluginSource(options)
  }

  /// Returns what to run for a generated file, with the project's own paths and options.
  ///
  /// - Parameter source: the `.proto` file that the generated one names.
  func phrase(
    for file: ProjectText, from source: String?, _ facts: SurfaceFacts
  ) -> String {
    let calls = facts.generatorCommands.filter(uses)
    let own = source.map { name in calls.filter { $0.names(name) } } ?? []
    let likely = own.isEmpty ? calls : own
    let folder = file.source.path.split(separator: "/").dropLast().joined(separator: "/")
    let near = likely.filter { $0.writes(into: folder) }
    let chosen = near.isEmpty ? likely : near
    guard let first = chosen.first else {
      return
        "no command in the project runs the generator; this one would: '\(invented(file, from: source))'"
    }
    var others = ""
    if chosen.count > 1 {
      let places = chosen.dropFirst().map(\.place)
      others = "; further commands are in \(places.joined(separator: ", "))"
    }
    let clone = home.flatMap { home in
      first.command.takesPlugin(rename, fromFolderOf: home)
        ? ", where the plugin comes from a clone of '\(home.successor)'" : nil
    }
    return
      "the command is in \(first.place): '\(first.translated(by: rename, from: home))'\(clone ?? "")\(others)"
  }

  private func uses(_ call: GeneratorCommand) -> Bool {
    call.plugins.contains { plugins.contains($0) }
  }

  /// A call that makes what the file has, in the folder where it lies.
  private func invented(_ file: ProjectText, from source: String?) -> String {
    func has(_ text: String) -> Bool {
      file.source.bytes.firstIndex(ofBytes: Array(text.utf8), from: 0) != nil
    }
    let folder = file.source.path.split(separator: "/").dropLast().joined(separator: "/")
    var options: [String] = []
    if has("public protocol ") { options.append("Visibility=Public") }
    if !has("Provider") { options.append("Server=false") }
    // What clients inherit in grpc-swift 0 and 1.
    if !has("ServiceClientBase"), !has(": GRPCClient") { options.append("Client=false") }
    if has("TestStub"), let option = rename.options["TestStubs"] ?? nil {
      options.append("\(option)=true")
    }
    let list = options.isEmpty ? "" : " --\(rename.new)_opt=" + options.joined(separator: ",")
    return
      "protoc \(source ?? "<the .proto file>") --\(rename.new)_out=\(folder.isEmpty ? "." : folder)\(list)"
  }
}
