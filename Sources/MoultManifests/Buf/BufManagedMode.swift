package import MoultSource

/// What the `managed:` section of a `buf.gen.yaml` says about file options.
///
/// In managed mode buf sets options such as `objc_class_prefix` in what it hands to generators; the `.proto`
/// files stay as they are.
///
/// Source: facts on gRPC for Objective-C, section 12.1, and buf's documentation of its versions 1 and 2.
package struct BufManagedMode: Sendable {
  /// How the option of one file is decided.
  package enum Decision: Hashable, Sendable {
    /// The file keeps what it says.
    case untouched
    /// The value that buf derives from the package.
    case derived
    case value(String)
  }

  private let isEnabled: Bool
  private var disabled: [Selector] = []
  private var overrides: [(selector: Selector, value: String)] = []
  private var fallback: String?

  /// Which files an entry is about; nil parts match all.
  private struct Selector {
    var option: String?
    var path: String?
    var module: String?

    func matches(_ option: String, _ file: String, _ module: String?) -> Bool {
      if let own = self.option, own != option { return false }
      if let path, file != path, !file.hasPrefix(path.hasSuffix("/") ? path : path + "/") {
        return false
      }
      return self.module == nil || self.module == module
    }
  }

  /// Reads a `buf.gen.yaml`; a file without the section manages nothing.
  ///
  /// - Parameter option: the option that will be asked for, such as `objc_class_prefix`.
  package init(_ source: SourceText, option: String) {
    let stream = parseYAML(source)
    guard let root = stream.documents.first, let managed = root["managed"].map(stream.resolved)
    else {
      isEnabled = false
      return
    }
    isEnabled = managed["enabled"].map(stream.resolved)?.scalar?.text == "true"
    readVersion1(managed, option, stream)
    readVersion2(managed, stream)
  }

  /// Returns how buf decides the option for a file.
  ///
  /// - Parameters:
  ///   - path: the file's import path, that is relative to its module's root.
  ///   - module: the name of the file's module, if it has one.
  package func decision(
    on option: String, forFile path: String, module: String?
  ) -> Decision {
    guard isEnabled, !disabled.contains(where: { $0.matches(option, path, module) }) else {
      return .untouched
    }
    // The last override that matches wins.
    if let found = overrides.last(where: { $0.selector.matches(option, path, module) }) {
      return .value(found.value)
    }
    return fallback.map { .value($0) } ?? .derived
  }

  /// `objc_class_prefix: {default:, except:, override:}` and `override: {OBJC_CLASS_PREFIX: {file: value}}`.
  private mutating func readVersion1(
    _ managed: YAMLNode, _ option: String, _ stream: YAMLStream
  ) {
    if let section = managed[option].map(stream.resolved) {
      fallback =
        section["default"].map(stream.resolved)?.scalar?.text ?? section.scalar?.text
      for element in section["except"].map(stream.resolved)?.elements ?? [] {
        if let module = stream.resolved(element).scalar?.text {
          disabled.append(Selector(option: option, module: module))
        }
      }
      for entry in section["override"].map(stream.resolved)?.entries ?? [] {
        if let module = entry.key.scalar?.text, let value = stream.resolved(entry.value).scalar {
          overrides.append((Selector(option: option, module: module), value.text))
        }
      }
    }
    for group in managed["override"].map(stream.resolved)?.entries ?? []
    where group.key.scalar?.text == option.uppercased() {
      for entry in stream.resolved(group.value).entries ?? [] {
        if let path = entry.key.scalar?.text, let value = stream.resolved(entry.value).scalar {
          overrides.append((Selector(option: option, path: path), value.text))
        }
      }
    }
  }

  /// `disable:` and `override:` as lists.
  private mutating func readVersion2(_ managed: YAMLNode, _ stream: YAMLStream) {
    func text(_ node: YAMLNode, _ key: String) -> String? {
      node[key].map(stream.resolved)?.scalar?.text
    }
    func selector(_ node: YAMLNode) -> Selector {
      Selector(
        option: text(node, "file_option"), path: text(node, "path"), module: text(node, "module"))
    }
    for element in managed["disable"].map(stream.resolved)?.elements ?? [] {
      let node = stream.resolved(element)
      // An entry about fields says nothing about files.
      if node["field_option"] == nil, node["field"] == nil { disabled.append(selector(node)) }
    }
    for element in managed["override"].map(stream.resolved)?.elements ?? [] {
      let node = stream.resolved(element)
      if let value = text(node, "value"), node["file_option"] != nil {
        overrides.append((selector(node), value))
      }
    }
  }
}

/// A module that a `buf.yaml` describes: a folder that import paths begin at.
package struct BufModule: Sendable {
  /// The folder relative to that of the `buf.yaml`; empty for that folder itself.
  package let folder: String
  package let name: String?
}

/// Returns the modules of a `buf.yaml` or the folders of a `buf.work.yaml`, in order.
///
/// A `buf.yaml` of version 1 describes the folder that it stands in.
package func bufModules(in source: SourceText) -> [BufModule] {
  let stream = parseYAML(source)
  guard let root = stream.documents.first else { return [] }
  func folder(_ text: String) -> String {
    let parts = text.split(separator: "/").filter { $0 != "." }
    return parts.joined(separator: "/")
  }
  if let modules = root["modules"].map(stream.resolved)?.elements {
    return modules.compactMap { element in
      let node = stream.resolved(element)
      guard let path = node["path"].map(stream.resolved)?.scalar?.text else { return nil }
      return BufModule(
        folder: folder(path), name: node["name"].map(stream.resolved)?.scalar?.text)
    }
  }
  if let folders = root["directories"].map(stream.resolved)?.elements {
    return folders.compactMap { stream.resolved($0).scalar?.text }
      .map { BufModule(folder: folder($0), name: nil) }
  }
  return [BufModule(folder: "", name: root["name"].map(stream.resolved)?.scalar?.text)]
}
