import MoultManifests
import MoultSource

/// Returns what makes a `buf.yaml` one of version 2.
///
/// Version 2 checks more than the versions before it. Lines that leave out what was not checked before say so in a
/// comment of their own.
func moduleUpgrade(_ source: SourceText) -> BufUpgrade? {
  let lines = YAMLLines(source)
  guard let root = lines.stream.documents.first, let entries = root.entries,
    let version = root["version"]?.scalar, ["v1", "v1beta1"].contains(version.text)
  else { return nil }
  var upgrade = BufUpgrade()
  upgrade.replace(version.content.range, "v2")
  if lines.isFlow(root) { upgrade.refuse("write the file in block style") }
  let known = ["version", "name", "deps", "build", "lint", "breaking"]
  for entry in entries {
    let key = entry.key.scalar?.text ?? ""
    if !known.contains(key) { upgrade.refuse("remove '\(key)', which version 2 does not know") }
  }
  if let deps = root["deps"], !(deps.elements ?? []).isEmpty {
    upgrade.remark("'buf dep update' rewrites 'buf.lock'")
  }
  let isFirst = version.text == "v1beta1"
  var module = ModuleUpgrade(lines: lines, root: root, upgrade: upgrade)
  module.upgradeModules()
  let lint = module.upgradeChecks(
    "lint", except: lintRules + (isFirst ? lintRulesOfVersion1 : []), categories: lintCategories)
  let breaking = module.upgradeChecks(
    "breaking", except: breakingRules, categories: ["FILE", "PACKAGE", "WIRE", "WIRE_JSON"])
  let added = lint + breaking
  if !added.isEmpty {
    let text =
      (lines.endsWithLineBreak ? "" : lines.lineBreak)
      + added.joined(separator: lines.lineBreak)
      + (lines.endsWithLineBreak ? lines.lineBreak : "")
    module.upgrade.replace(lines.end..<lines.end, text)
  }
  return module.upgrade
}

/// What `lint` checks since version 2.
private let lintRules = ["FIELD_NOT_REQUIRED", "PACKAGE_NO_IMPORT_CYCLE"]

/// What `lint` checks since version 1.
private let lintRulesOfVersion1 = [
  "ENUM_FIRST_VALUE_ZERO", "IMPORT_USED", "PROTOVALIDATE", "SYNTAX_SPECIFIED",
]

/// What `breaking` checks since version 2.
private let breakingRules = ["EXTENSION_NO_DELETE", "FIELD_SAME_DEFAULT"]

private let lintCategories = ["MINIMAL", "BASIC", "DEFAULT", "STANDARD"]

private struct ModuleUpgrade {
  let lines: YAMLLines
  let root: YAMLNode
  var upgrade: BufUpgrade

  private func entry(_ key: String, of node: YAMLNode? = nil) -> YAMLEntry? {
    (node ?? root).entries?.first { $0.key.scalar?.text == key }
  }

  /// The folders of modules; `.` where none is named.
  private var roots: [String] {
    let named = (root["build"]?["roots"]?.elements ?? []).compactMap { $0.scalar?.text }
    return named.isEmpty ? ["."] : named
  }

  // MARK: Modules

  /// `name` and `build` become entries of `modules`.
  mutating func upgradeModules() {
    let build = entry("build")
    for part in build?.value.entries ?? [] {
      let key = part.key.scalar?.text ?? ""
      if key != "roots", key != "excludes" {
        upgrade.refuse("remove 'build.\(key)', which version 2 does not know")
      }
    }
    let excludes = build.flatMap { entry("excludes", of: $0.value) }
    let roots = roots
    if roots.count > 1, root["name"] != nil || excludes != nil {
      upgrade.refuse(
        "write an entry of 'modules' for each of \(roots.map { "'\($0)'" }.joined(separator: ", ")), with its own 'name' and 'excludes'"
      )
      return
    }
    if roots != ["."] {
      for section in ["lint", "breaking"] where hasPaths(section) {
        upgrade.refuse(
          "write the paths that '\(section)' ignores relative to the file: they were relative to the root"
        )
      }
    }
    let head = ["modules:"] + roots.map { "  - path: \($0)" }
    let excluded = excludes.map(excludedLines) ?? []
    var region: ByteRange?
    var kept: [String] = []
    if let build {
      let whole = lines.lines(of: build.range)
      region = whole
      let own = excludes.map { lines.lines(of: $0.range) }
      kept = lines.comments(in: whole)
        .filter { comment in !(own?.contains(comment.lowerBound) ?? false) }
        .map { "    " + lines.text($0) }
    }
    let rest = kept + excluded
    if let name = entry("name") {
      let start = name.key.range.lowerBound
      upgrade.replace(
        start..<start, head.map { $0 + lines.lineBreak }.joined() + "    ")
      guard !rest.isEmpty || region != nil else { return }
      let place = lines.textEnd(of: name.value.range.upperBound)
      if !rest.isEmpty {
        upgrade.replace(place..<place, rest.map { lines.lineBreak + $0 }.joined())
      }
      if let region { upgrade.replace(region, "") }
    } else if let region {
      let all = roots == ["."] && rest.isEmpty ? [] : head + rest
      var text = all.map { $0 + lines.lineBreak }.joined()
      if region.upperBound == lines.end, !lines.endsWithLineBreak, !text.isEmpty {
        text.removeLast(lines.lineBreak.count)
      }
      upgrade.replace(region, text)
    }
  }

  private func hasPaths(_ section: String) -> Bool {
    root[section]?["ignore"] != nil || root[section]?["ignore_only"] != nil
  }

  /// The lines of `excludes`, with its comments, four blanks deep.
  private func excludedLines(_ excludes: YAMLEntry) -> [String] {
    guard let build = root["build"], !lines.isFlow(build) else {
      return ["    " + lines.text(excludes.range)]
    }
    let column = lines.column(of: excludes.key.range.lowerBound)
    let text = lines.text(lines.lines(of: excludes.range))
    var rows = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    while rows.last?.isEmpty == true { rows.removeLast() }
    return rows.map { line in
      let blanks = line.prefix { $0 == " " }.count
      let depth = max(0, blanks - column) + 4
      return line.isEmpty ? "" : String(repeating: " ", count: depth) + line.dropFirst(blanks)
    }
  }

  // MARK: What is checked

  /// Leaves out of a section what was not checked before.
  ///
  /// - Returns: the lines of a section that is not there yet.
  mutating func upgradeChecks(
    _ section: String, except rules: [String], categories: [String]
  ) -> [String] {
    let isLint = section == "lint"
    guard let entry = entry(section) else {
      return ["\(section):", "  except:"] + rules.map { "    " + exception($0) }
        + (isLint ? ["  " + withoutComments] : [])
    }
    guard let table = entry.value.entries, let first = table.first, !lines.isFlow(entry.value)
    else {
      upgrade.refuse("write '\(section)' in block style")
      return []
    }
    let indentation = String(repeating: " ", count: lines.column(of: first.key.range.lowerBound))
    var added: [String] = []
    let used = (entry.value["use"]?.elements ?? []).compactMap { $0.scalar?.text }
    let old = used.filter { ["SENSIBLE", "STYLE_BASIC", "STYLE_DEFAULT", "OTHER"].contains($0) }
    if let old = old.first {
      upgrade.refuse(
        "replace the category '\(old)' of '\(section)', which was removed after v1beta1")
    }
    if used.isEmpty || used.contains(where: categories.contains) {
      added += except(rules, in: entry.value, indentation)
    }
    if isLint { added += comments(in: entry.value, indentation) }
    guard !added.isEmpty else { return [] }
    let place = lines.textEnd(of: entry.range.upperBound)
    upgrade.replace(place..<place, added.map { lines.lineBreak + $0 }.joined())
    return []
  }

  private func exception(_ rule: String) -> String { "- \(rule) # not checked before v2" }

  private var withoutComments: String {
    "disallow_comment_ignores: true # comments ignored nothing before v2"
  }

  /// Adds rules to `except`.
  ///
  /// - Returns: the lines of an `except` that is not there yet.
  private mutating func except(
    _ rules: [String], in section: YAMLNode, _ indentation: String
  ) -> [String] {
    guard let except = section["except"], let elements = except.elements, let last = elements.last
    else {
      return ["\(indentation)except:"] + rules.map { "\(indentation)  " + exception($0) }
    }
    let present = elements.compactMap { $0.scalar?.text }
    let missing = rules.filter { !present.contains($0) }
    guard !missing.isEmpty else { return [] }
    if lines.isFlow(except) {
      let end = last.range.upperBound
      upgrade.replace(end..<end, missing.map { ", \($0)" }.joined())
      let place = lines.lineStart(of: except.range.lowerBound)
      let names = missing.joined(separator: ", ")
      upgrade.replace(
        place..<place, "\(indentation)# not checked before v2: \(names)\(lines.lineBreak)")
    } else {
      let end = lines.textEnd(of: last.range.upperBound)
      let dash = lines.column(of: except.range.lowerBound)
      let blanks = String(repeating: " ", count: dash)
      upgrade.replace(
        end..<end, missing.map { lines.lineBreak + blanks + exception($0) }.joined())
    }
    return []
  }

  /// Comments count in version 2 unless the file says that they do not; it was the other way round.
  private mutating func comments(in section: YAMLNode, _ indentation: String) -> [String] {
    guard let allowed = entry("allow_comment_ignores", of: section) else {
      return [indentation + withoutComments]
    }
    upgrade.replace(allowed.key.range, "disallow_comment_ignores")
    let value = allowed.value.scalar?.text == "true" ? "false" : "true"
    upgrade.replace(allowed.value.range, value)
    return []
  }
}
