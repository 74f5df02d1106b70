import MoultManifests
import MoultSource

/// Turns the options of managed mode into the lists `disable` and `override` of version 2.
///
/// What a comment stood beside or above keeps it. The general comes before the special, because in version 2 the last
/// entry that fits decides.
func upgradeManagedMode(_ template: BufTemplate, _ upgrade: inout BufUpgrade) {
  let lines = template.lines
  guard let entry = template.root.entries?.first(where: { $0.key.scalar?.text == "managed" })
  else {
    if template.root["options"] != nil {
      upgrade.refuse("remove 'options', which has no effect without managed mode")
    }
    return
  }
  if entry.value.scalar != nil {
    upgradeFlag(entry, template, &upgrade)
    return
  }
  guard let managed = entry.value.entries else { return }
  let options = managed.filter { option in
    let name = option.key.scalar?.text ?? ""
    return name != "enabled" && name != "disable" && option.value.elements == nil
  }
  guard !options.isEmpty else { return }
  guard !lines.isFlow(entry.value), !hasLists(managed) else {
    upgrade.refuse("write 'managed' in block style, with the options of only one version")
    return
  }
  var collection = ManagedItems(lines)
  for option in options { collection.read(option, &upgrade) }
  let indentation = String(repeating: " ", count: lines.column(of: managed[0].key.range.lowerBound))
  for (place, region) in collection.regions.enumerated() {
    var text = ""
    if place == 0 {
      text = collection.text(indentedBy: indentation)
      if region.upperBound == lines.end, !lines.endsWithLineBreak {
        text.removeLast(lines.lineBreak.count)
      }
    }
    upgrade.replace(region, text)
  }
}

private func hasLists(_ managed: [YAMLEntry]) -> Bool {
  managed.contains { $0.key.scalar?.text == "disable" || $0.value.elements != nil }
}

/// `managed: true` and `options:` of v1beta1.
private func upgradeFlag(
  _ entry: YAMLEntry, _ template: BufTemplate, _ upgrade: inout BufUpgrade
) {
  let lines = template.lines
  let value = entry.value.scalar?.text ?? ""
  upgrade.replace(
    entry.key.range.upperBound..<entry.value.range.upperBound,
    ":" + lines.lineBreak + "  enabled: " + value)
  guard
    let options = template.root.entries?.first(where: { $0.key.scalar?.text == "options" }),
    let table = options.value.entries
  else { return }
  guard !lines.isFlow(options.value) else {
    upgrade.refuse("write 'options' in block style")
    return
  }
  var collection = ManagedItems(lines)
  for option in table { collection.read(option, &upgrade) }
  let head = lines.lines(of: options.key.range)
  guard lines.comments(in: head).isEmpty else {
    upgrade.refuse("move the comment after 'options:', a line that version 2 does not have")
    return
  }
  upgrade.replace(head, "")
  for region in collection.regions { upgrade.replace(region, "") }
  let place = lines.nextLine(of: entry.value.range.upperBound)
  let isCut = place == lines.end && !lines.endsWithLineBreak
  var text = collection.text(indentedBy: "  ")
  if isCut {
    text = lines.lineBreak + text
    text.removeLast(lines.lineBreak.count)
  }
  upgrade.replace(place..<place, text)
}

/// The entries of `disable` and `override`, with the comments that go with them.
private struct ManagedItems {
  private let lines: YAMLLines
  private(set) var regions: [ByteRange] = []
  private var disabled: [Item] = []
  private var overrides: [Item] = []

  private struct Item {
    let place: ByteOffset

    /// 0 for all files, 1 for a module's, 2 for one file.
    let tier: Int
    let pairs: [(key: String, value: String)]
    var above: [String] = []
    var behind: String?
    var below: [String] = []
  }

  init(_ lines: YAMLLines) { self.lines = lines }

  mutating func read(_ option: YAMLEntry, _ upgrade: inout BufUpgrade) {
    let name = option.key.scalar?.text ?? ""
    let whole = lines.lines(of: option.range)
    let start =
      regions.last?.upperBound == whole.lowerBound
      ? whole.lowerBound : lines.startOfCommentsAbove(option.key.range.lowerBound)
    let region = max(start, regions.last?.upperBound ?? start)..<whole.upperBound
    regions.append(region)
    var own: [(isDisabled: Bool, item: Item)] = []
    if name == "override" {
      own = perFile(option.value, &upgrade)
    } else if knownOptions.contains(name) {
      own = perOption(name, option.value, &upgrade)
    } else {
      upgrade.refuse("remove 'managed.\(name)', which version 2 does not know")
    }
    own.sort { $0.item.place < $1.item.place }
    for comment in lines.comments(in: region) { attach(comment, to: &own) }
    for (isDisabled, item) in own {
      if isDisabled { disabled.append(item) } else { overrides.append(item) }
    }
  }

  private func perOption(
    _ name: String, _ value: YAMLNode, _ upgrade: inout BufUpgrade
  ) -> [(isDisabled: Bool, item: Item)] {
    if value.scalar != nil {
      return [
        (false, item(value, 0, [("file_option", name), ("value", lines.text(value.range))]))
      ]
    }
    guard let entries = value.entries else {
      upgrade.refuse("give 'managed.\(name)' a value")
      return []
    }
    let disabling = ["java_package_prefix": "java_package", "go_package_prefix": "go_package"]
    var result: [(Bool, Item)] = []
    for entry in entries {
      switch entry.key.scalar?.text {
      case "default":
        let text = lines.text(entry.value.range)
        result.append((false, item(entry.value, 0, [("file_option", name), ("value", text)])))
      case "except":
        for module in entry.value.elements ?? [] {
          let pairs = [
            ("file_option", disabling[name] ?? name), ("module", lines.text(module.range)),
          ]
          result.append((true, item(module, 1, pairs)))
        }
      case "override":
        for pair in entry.value.entries ?? [] {
          let pairs = [
            ("file_option", name), ("module", lines.text(pair.key.range)),
            ("value", lines.text(pair.value.range)),
          ]
          result.append((false, item(pair.value, 1, pairs)))
        }
      default:
        upgrade.refuse("remove '\(lines.text(entry.key.range))' from 'managed.\(name)'")
      }
    }
    return result
  }

  private func perFile(
    _ value: YAMLNode, _ upgrade: inout BufUpgrade
  ) -> [(isDisabled: Bool, item: Item)] {
    var result: [(Bool, Item)] = []
    for option in value.entries ?? [] {
      let name = (option.key.scalar?.text ?? "").lowercased()
      guard fileOptions.contains(name) else {
        upgrade.refuse(
          "rewrite the settings of 'managed.override' for '\(name)' in the form of version 2")
        continue
      }
      for pair in option.value.entries ?? [] {
        let pairs = [
          ("file_option", name), ("path", lines.text(pair.key.range)),
          ("value", lines.text(pair.value.range)),
        ]
        result.append((false, item(pair.value, 2, pairs)))
      }
    }
    return result
  }

  private func item(_ node: YAMLNode, _ tier: Int, _ pairs: [(String, String)]) -> Item {
    Item(
      place: node.range.lowerBound, tier: tier,
      pairs: pairs.map { (key: $0.0, value: $0.1) })
  }

  /// A comment behind a value stays behind it; one above goes above what comes next.
  private func attach(
    _ comment: ByteRange, to items: inout [(isDisabled: Bool, item: Item)]
  ) {
    let text = lines.text(comment)
    let line = lines.lineStart(of: comment.lowerBound)
    if let beside = items.lastIndex(where: { lines.lineStart(of: $0.item.place) == line }),
      items[beside].item.behind == nil
    {
      items[beside].item.behind = text
    } else if let next = items.firstIndex(where: { $0.item.place > comment.lowerBound }) {
      items[next].item.above.append(text)
    } else if let last = items.indices.last {
      items[last].item.below.append(text)
    }
  }

  func text(indentedBy indentation: String) -> String {
    let ordered = overrides.enumerated()
      .sorted { ($0.element.tier, $0.offset) < ($1.element.tier, $1.offset) }.map(\.element)
    var result: [String] = []
    for (key, items) in [("disable", disabled), ("override", ordered)] where !items.isEmpty {
      result.append("\(indentation)\(key):")
      for item in items {
        result += item.above.map { "\(indentation)  \($0)" }
        for (place, pair) in item.pairs.enumerated() {
          let isLast = place == item.pairs.count - 1
          let comment = isLast ? item.behind.map { " " + $0 } ?? "" : ""
          let mark = place == 0 ? "- " : "  "
          result.append("\(indentation)  \(mark)\(pair.key): \(pair.value)\(comment)")
        }
        result += item.below.map { "\(indentation)  \($0)" }
      }
    }
    return result.map { $0 + lines.lineBreak }.joined()
  }
}

/// The keys under `managed` in version 1, each of which version 2 takes as a `file_option`.
private let knownOptions: Set<String> = [
  "cc_enable_arenas", "java_multiple_files", "java_package_prefix", "java_string_check_utf8",
  "csharp_namespace", "optimize_for", "go_package_prefix", "objc_class_prefix", "ruby_package",
]

/// What `managed.override` names in capitals.
private let fileOptions: Set<String> = [
  "cc_enable_arenas", "java_multiple_files", "java_package", "java_outer_classname",
  "java_string_check_utf8", "csharp_namespace", "optimize_for", "go_package", "objc_class_prefix",
  "php_namespace", "php_metadata_namespace", "php_class_prefix", "ruby_package", "swift_prefix",
]
