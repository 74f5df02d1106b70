package import MoultFindings
import MoultLearning
package import MoultMatching

/// One page of the catalogue: a rule, its documentation and its test.
package struct RulePage: Sendable {
  /// Where the page comes from: `grpc-swift/0-1/status-code-type.md`, or a project's own path.
  package let path: String
  package let id: RuleID
  package let severity: Severity
  package let rows: [RuleRow]

  /// The first heading, without `#`.
  package let title: String

  private let content: Content

  enum Content: Sendable {
    case read(body: String, cases: [PageCase])
    /// A text that is read when someone asks; the tests have read it.
    case embedded(String)
  }

  init(path: String, matter: FrontMatter, title: String, content: Content) {
    self.path = path
    id = matter.id
    severity = matter.severity
    rows = matter.rows
    self.title = title
    self.content = content
  }

  /// Creates the page of what a dependency says of itself.
  init(_ library: LearnedLibrary) {
    path = library.rule.rawValue
    id = library.rule
    severity = .warning
    rows = []
    title = pageTitle(library.page)
    content = .read(body: library.page, cases: [])
  }

  /// The page below its front matter, as written.
  ///
  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var body: String {
    switch content {
    case .read(let body, _): body
    case .embedded(let text): pageBody(text)
    }
  }

  /// - Complexity: O(*n*) in the bytes of the page, at each call.
  package var cases: [PageCase] {
    switch content {
    case .read(_, let cases): return cases
    case .embedded(let text):
      do throws(PageError) {
        return try parsePage(text, path: path).cases
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// The eras that the page leads between, as its folder says (`0-1`), or nil if it is no hop.
  package var hop: String? {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"))
    guard parts.count == 3 else { return nil }
    let ends = parts[1].split(separator: UInt8(ascii: "-"))
    return ends.count == 2 && ends.allSatisfy { Int(Substring($0)) != nil }
      ? String(Substring(parts[1])) : nil
  }
}

private func pageTitle(_ body: String) -> String {
  String(body.prefix { $0 != "\n" }.drop { $0 == "#" || $0 == " " })
}

/// One thing that a page finds, and what it puts there.
package struct RuleRow: Sendable {
  package let find: FinderSpec
  package let action: ActionSpec
  package let safety: Safety
  package let message: String
  package let fixTitle: String
  package let nextStep: String?

  /// The rule in whose files this one is silent.
  package let unless: RuleID?
}

/// A finder as the page writes it: the word that names it, and its options.
package struct FinderSpec: Hashable, Sendable {
  package let kind: FinderKind

  /// The value behind the word, where it is one text: a qualified name, a pattern, a pod's name.
  package let subject: String

  /// The value behind the word, where it is a table.
  package let options: [String: String]
}

/// The words that name a finder.
package enum FinderKind: String, CaseIterable, Sendable {
  case module = "import"
  case type
  case member
  case memberOf = "member-of"
  case call
  case enumCase = "case"
  case conformance
  case prefixOperator = "prefix-operator"
  case pattern
  case generatedType = "generated-type"
  case generatedCall = "generated-call"
  case bridgedCall = "bridged-call"
  case generatedMember = "generated-member"
  case generatedValue = "generated-value"
  case generatedCase = "generated-case"
  case generatedInit = "generated-init"
  case generatedFile = "generated-file"
  case protocPlugin = "protoc-plugin"
  case pod
  case package
  case protoClassPrefix = "proto-class-prefix"
  case protoName = "proto-name"
  case halfRenamed = "half-renamed"
  case objcOption = "objc-option"
  case grpcPod = "grpc-pod"
  case suppression
  case swiftGenerator = "swift-generator"
  case swiftOption = "swift-option"
  case dependency
  case command
  case buf
  case bufCommand = "buf-command"
  case connect
  case clientModule = "client-module"
  case objcClass = "objc-class"
  case objcHostSetting = "objc-host-setting"
  case objcImport = "objc-import"
  case objcMessage = "objc-message"
  case objcMethod = "objc-method"
  case objcName = "objc-name"
  case objcProperty = "objc-property"
  case objcText = "objc-text"
}

/// What a page does where it found something.
package enum ActionSpec: Hashable, Sendable {
  case advise
  case put(PutSpec)
  case relabel(Relabelling)
  case transform(String)
}

/// A replacement as the page writes it.
package struct PutSpec: Hashable, Sendable {
  package let text: String
  package let staysOptional: Bool
  package let staysThrowing: Bool

  /// What the page says the new expression does: `throws: true`, `async: true`.
  package let effects: Effects
  package let mutatesBase: Bool
  package let imports: [String]

  /// Options of finders outside Swift, such as the renames of a plugin's options; nil drops the key.
  package let table: [String: String?]
}

/// A named example of a page: a small project before and, if it changes, after.
package struct PageCase: Sendable {
  package let name: String

  /// The one-based line of the page on which the case's heading stands.
  package let line: Int
  package let before: [CodeBlock]

  /// Empty if the case must stay as it is.
  package let after: [CodeBlock]

  /// What the case's `.moult.yml` says about options; the file is in neither list of blocks.
  package let options: OptionValues
}

/// A fenced block of a case, without its marker lines.
package struct CodeBlock: Sendable {
  package let language: String

  /// Where the block lies in the case's project.
  package let path: String
  package let text: String
  package let expected: [ExpectedFinding]

  /// The one-based line of the page on which the fence opens.
  package let line: Int
}

/// What a caret line asks for.
package struct ExpectedFinding: Hashable, Sendable {
  package let path: String

  /// One-based, in the block without its marker lines.
  package let line: Int

  /// One-based columns in UTF-8 bytes, the last exclusive.
  package let columns: Range<Int>
  package let rule: RuleID
  package let safety: Safety

  package init(path: String, line: Int, columns: Range<Int>, rule: RuleID, safety: Safety) {
    self.path = path
    self.line = line
    self.columns = columns
    self.rule = rule
    self.safety = safety
  }
}

/// Why a text is no rule page.
package struct PageError: Error, Hashable, Sendable, CustomStringConvertible {
  package let path: String

  /// One-based.
  package let line: Int

  /// One line, without a final period.
  package let message: String

  package init(path: String, line: Int, message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  package var description: String { "\(path):\(line): \(message)" }
}
