import Foundation
import MoultMatching
import MoultRules
import Testing

private let table = [
  RuleOption("lib.roots", .texts(.any), "folders"),
  RuleOption("lib.strict", .flag, "a flag"),
  RuleOption("lib.style", .choice(["old", "new"]), "one of two"),
  RuleOption("pod.prefix", .textOrTable(.classPrefix), "a prefix or several"),
]

@Test func `options of every kind are read by their full names`() throws {
  let options = try readOptions(
    """
    lib: { style: new, strict: true, roots: [a, b/c] }
    pod:
      prefix: { my.pkg: ABC }
    """, table)
  #expect(options.names == ["lib.roots", "lib.strict", "lib.style", "pod.prefix"])
  #expect(options.text("lib.style") == "new")
  #expect(options.flag("lib.strict"))
  #expect(options.texts("lib.roots") == ["a", "b/c"])
  #expect(options.table("pod.prefix") == ["my.pkg": "ABC"])
  #expect(options.text("pod.prefix") == nil)
}

@Test func `an option that is not set has no value`() throws {
  let options = try readOptions("lib:\npod: { prefix: ABC }\n", table)
  #expect(options.names == ["pod.prefix"])
  #expect(options["lib.style"] == nil)
  #expect(!options.flag("lib.strict"))
  #expect(options.texts("lib.roots") == [])
  #expect(options.text("pod.prefix") == "ABC")
}

@Test(arguments: [
  ("lib: { styel: new }", 1, 8, "unknown key 'styel'; did you mean 'style'?"),
  ("lib:\n  style: nwe\n", 2, 10, "unknown value of 'lib.style' 'nwe'; did you mean 'new'?"),
  ("lib: { strict: maybe }", 1, 16, "expected 'true' or 'false'"),
  ("lib: { roots: a }", 1, 15, "expected a list"),
  ("lib: { roots: [a, []] }", 1, 19, "expected a text"),
  ("pod: { prefix: 9a }", 1, 16, "expected a class prefix"),
  ("pod: { prefix: { a: _b } }", 1, 21, "expected a class prefix"),
  ("lbi: {}", 1, 1, "unknown section of options 'lbi'; did you mean 'lib'?"),
  ("lib: 3", 1, 6, "expected a mapping"),
])
func `a wrong option is named with its place`(
  text: String, line: Int, column: Int, message: String
) {
  let error = #expect(throws: OptionError.self) { try readOptions(text, table) }
  #expect(error?.line == line)
  #expect(error?.column == column)
  #expect(error?.message.hasPrefix(message) == true, "\(error?.message ?? "")")
}

@Test func `the table of options is sorted and every option has a section and a key`() {
  #expect(optionTable.map(\.name) == optionTable.map(\.name).sorted())
  #expect(optionTable.allSatisfy { !$0.section.isEmpty && !$0.key.isEmpty })
}

@Test func `a case of a page sets options`() throws {
  let page = try parsePage(
    """
    ---
    id: lib.thing
    find: { type: A.B }
    put: C
    safety: safe
    message: m
    ---
    # A thing

    ## With an option

    ```yaml before path=.moult.yml
    proto: { objc_class_prefix: ABC }
    ```
    ```swift before
    let a = 1
    ```
    """, path: "lib/0-1/thing.md")
  #expect(page.cases.first?.options.text("proto.objc_class_prefix") == "ABC")
  #expect(page.cases.first?.before.map(\.path) == ["Sources/App/Case.swift"])
}

@Test func `the published schema knows every option`() throws {
  let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  let data = try Data(contentsOf: root.appending(path: "Schemas/configuration.schema.json"))
  let schema = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  let keys = try #require(schema["properties"] as? [String: [String: Any]])
  for option in optionTable {
    let section = keys[option.section]?["properties"] as? [String: [String: Any]]
    let entry = section?[option.key]
    #expect(entry != nil, "add '\(option.name)' to Schemas/configuration.schema.json")
    #expect(entry?["description"] as? String == sentence(option.summary), "\(option.name)")
    switch option.kind {
    case .choice(let known): #expect(entry?["enum"] as? [String] == known, "\(option.name)")
    case .flag: #expect(entry?["type"] as? String == "boolean", "\(option.name)")
    case .text, .texts, .textOrTable: continue
    }
  }
}

private func sentence(_ phrase: String) -> String {
  phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
}
