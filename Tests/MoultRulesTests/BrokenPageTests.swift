import Foundation
import MoultRules
import MoultSurfaces
import Testing

private let find = SoundRow.find
private let put = SoundRow.put
private let findAndPut = SoundRow.findAndPut
private let findAndAction = SoundRow.findAndAction
private let caret =
  "//                                              ^^^^^^^^ acme.ping-client review"
private let silent = """
  ## The project's own type is left alone

  ```swift before
  struct PingClient { var lastCode: Int? }
  func code(_ client: PingClient) -> Int { client.lastCode ?? 0 }
  ```

  """
private let allCases =
  soundPage.range(of: "## With a default").map { String(soundPage[$0.lowerBound...]) } ?? "?"
private let after = """
  ```swift after
  import AcmeNet
  func code(_ client: PingClient) -> Int { client.status.code }
  ```

  """

private let unknownKeys: [Breakage] = [
  Breakage(
    old: "severity: error", new: "‹sevrity›: error",
    message: "'sevrity' is not a key of a page; did you mean 'severity'?"),
  Breakage(
    old: "optional: false", new: "‹optinal›: false",
    message: "'optinal' is not a key of 'put'; did you mean 'optional'?"),
  Breakage(
    old: find, new: "find: { ‹membr›: AcmeNet.PingClient.lastCode }",
    message: "'membr' is not a finder; did you mean 'member'?"),
  Breakage(
    old: findAndAction,
    new: "find: { dependency: { package: a/b, in: pod, ‹belwo›: 1.0.0 } }\nsafety: manual",
    message: "'belwo' is not a key of 'dependency'; did you mean 'below'?"),
  Breakage(
    old: find, new: "find: { generated-type: { suffix: Client, ‹inherit›: AcmeNet.PingClient } }",
    message: "'inherit' is not a key of 'generated-type'; did you mean 'inherits'?"),
  Breakage(
    old: find, new: "find: { member: AcmeNet.PingClient.lastCode, ‹where›: { a: B } }",
    message: "a finder has one word; 'where' belongs to 'pattern' and 'statements'"),
  Breakage(
    old: findAndPut,
    new: "rows:\n  - find: { member: AcmeNet.PingClient.lastCode }\n    ‹putt›: x",
    message: "'putt' is not a key of a row; did you mean 'put'?"),
]

private let transform = "transform: { call-of-grpc-1: blocking }\n"
private let bothWays = "choose: { grpc-swift.blocking-calls: { wait: A, async: B } }"

private let wrongValues: [Breakage] = [
  Breakage(
    old: put,
    new: transform + "choose: { ‹grpc-swift.blocking-call›: { wait: A, async: B } }",
    message:
      "'grpc-swift.blocking-call' is not an option; did you mean 'grpc-swift.blocking-calls'?"),
  Breakage(
    old: put,
    new: transform + "choose: { grpc-swift.blocking-calls: { wait: A, ‹asinc›: B } }",
    message: "'asinc' is not a value of 'grpc-swift.blocking-calls'; did you mean 'async'?"),
  Breakage(
    old: put,
    new:
      "transform: { call-of-grpc-1: blocking }\nchoose: ‹{ grpc-swift.blocking-calls: { wait: A } }›",
    message: "there is nothing to choose: 'choose' names two values or more"),
  Breakage(
    old: put, new: put + "\nchoose: ‹{ grpc-swift.blocking-calls: { wait: A, async: B } }›",
    message:
      "'choose' is for a 'transform', which reads the option; 'put' writes the same whatever it says"
  ),
  Breakage(
    old: findAndPut,
    new: "find: { member: ‹AcmeNet.PingClient.lastCode› }\n" + transform + bothWays,
    message:
      "the page lets people choose 'async' of 'grpc-swift.blocking-calls', and no case shows the code after it: add one with a block '```yaml before path=.moult.yml'"
  ),
  Breakage(
    old: put, new: transform + "obeys: [‹grpc-swift.tsl›]",
    message: "'grpc-swift.tsl' is not an option; did you mean 'grpc-swift.tls'?"),
  Breakage(
    old: put, new: transform + "obeys: [‹grpc-swift.blocking-calls›]",
    message:
      "'grpc-swift.blocking-calls' is an option that 'choose' offers, with a fix for each value"),
  Breakage(
    old: put, new: transform + "obeys: ‹grpc-swift.tls›",
    message: "'obeys' is a list of options such as '[grpc-swift.server-style]'"),
  Breakage(
    old: put, new: put + "\nobeys: ‹[grpc-swift.tls]›",
    message:
      "'obeys' is for a 'transform', which reads the option; 'put' writes the same whatever it says"
  ),
  Breakage(
    old: findAndPut,
    new: "find: { member: ‹AcmeNet.PingClient.lastCode› }\n" + transform
      + "obeys: [grpc-swift.tls]",
    message:
      "the page obeys 'grpc-swift.tls', and no case shows the code with another value: add one with a block '```yaml before path=.moult.yml'"
  ),
  Breakage(
    old: "severity: error", new: "severity: ‹eror›",
    message: "'eror' is not a severity; did you mean 'error'?"),
  Breakage(
    old: "safety: review", new: "safety: ‹revew›",
    message: "'revew' is not a safety; did you mean 'review'?"),
  Breakage(
    old: "optional: false", new: "optional: ‹maybe›", message: "'optional' is 'true' or 'false'"),
  Breakage(
    old: "optional: false", new: "imports: ‹AcmeCore›", message: "'imports' is a list of modules"),
  Breakage(
    old: put, new: "put: ‹{ imports: [AcmeCore] }›",
    message: "'put' has no 'text', and nothing else that it changes"),
  Breakage(
    old: "id: acme.ping-client", new: "id: ‹PingClient›",
    message: "'PingClient' is not a rule id: a library and a name in lower case"),
  Breakage(
    old: find, new: "find: { type: ‹\"\"› }",
    message: "'type' wants a qualified name such as 'Module.Type'"),
  Breakage(
    old: findAndAction, new: "find: { connect: ‹option-mismtach› }\nsafety: review",
    message: "'connect' finds no 'option-mismtach'; did you mean 'option-mismatch'?"),
  Breakage(
    old: find,
    new: "find: { generated-call: { on: AcmeNet.PingClient, style: ‹unry› } }",
    message: "'style' cannot be 'unry'; did you mean 'unary'?"),
  Breakage(
    old: findAndAction,
    new: "find: { dependency: { package: a/b, in: pod, below: ‹soon› } }\nsafety: manual",
    message: "'below' is a version such as '1.2.0'"),
  Breakage(
    old: findAndAction,
    new: "find: { dependency: { package: a/b, in: \"pod ‹cartage›\" } }\nsafety: manual",
    message: "'in' cannot be 'cartage'; did you mean 'carthage'?"),
  Breakage(
    old: find,
    new: "find: { objc-message: { selector: \"a:\", on: X, at-least: ‹none› } }",
    message: "'at-least' is a number from 1 on"),
  Breakage(
    old: find, new: "find: { generated-member: { ‹suffix›: X } }",
    message: "'suffix' is not a key of 'generated-member'"),
  Breakage(
    old: find, new: "find: { objc-method: ‹{ selector: \"a:\" }› }",
    message: "'objc-method' wants 'adopts'"),
  Breakage(
    old: find, new: "find: { bridged-call: ‹AcmeNet.PingClient› }",
    message: "'bridged-call' wants a table: '{ bridged-call: { on: …, selector: … } }'"),
  Breakage(
    old: findAndPut, new: "rows: ‹[]›", message: "'rows' is a list of tables"),
]

private let missing: [Breakage] = [
  Breakage(old: "id: acme.ping-client\n", new: "", message: "the page has no 'id'", line: 2),
  Breakage(old: "\(find)\n", new: "", message: "'find' is missing", line: 2),
  Breakage(old: "safety: review\n", new: "", message: "'safety' is missing", line: 2),
  Breakage(
    old: "message: \"'lastCode' was removed in AcmeNet 3.0\"\n", new: "",
    message: "'message' is missing", line: 2),
  Breakage(
    old: "# `lastCode` became `status.code`\n", new: "",
    message: "the page has no heading ('# …') below its front matter", line: 11),
  Breakage(
    old: "---\nid", new: "id", message: "a page begins with front matter between two lines", line: 1
  ),
]

private let malformed: [Breakage] = [
  Breakage(
    old: "severity: error", new: "severity: error\nseverity: note",
    message: "the front matter is not valid YAML: 'severity' stands twice in one table", line: 3),
  Breakage(
    old: find, new: "find: { member: AcmeNet.PingClient.lastCode",
    message: "the front matter is not valid YAML: ", line: 5),
  Breakage(
    old: put, new: "put: &a x\nfix: ‹*a›",
    message: "'*a' is an alias, which front matter cannot have"),
]

private let symbols: [Breakage] = [
  Breakage(
    old: put, new: put + "\nwhen: { $base: { is: ‹AcmeNet.PingClint› } }",
    message: "no interface declares 'AcmeNet.PingClint'; did you mean 'AcmeNet.PingClient'?"),
  Breakage(
    old: put, new: put + "\nwhen: { declares: ‹AcmeNet.PingClient.lastCod› }",
    message:
      "no interface declares 'AcmeNet.PingClient.lastCod'; did you mean 'AcmeNet.PingClient.lastCode'?"
  ),
  Breakage(
    old: findAndPut,
    new:
      "find: { pattern: $a.lastCode, where: { a: ‹AcmeNet.PingClint› } }\nput: $a.status",
    message: "no interface declares 'AcmeNet.PingClint'; did you mean 'AcmeNet.PingClient'?"),
  Breakage(
    old: find, new: "find: { member: ‹AcmeNet.PingClient.lastCod› }",
    message:
      "no interface declares 'AcmeNet.PingClient.lastCod'; did you mean 'AcmeNet.PingClient.lastCode'?"
  ),
  Breakage(
    old: findAndPut, new: "find: { call: \"‹AcmeNet.PingClient.ping()›\" }\nput: x",
    message:
      "no interface declares 'AcmeNet.PingClient.ping()'; did you mean 'AcmeNet.PingClient.ping(_:times:)'?"
  ),
  Breakage(
    old: find, new: "find: { member: ‹AcmeNt.PingClient.lastCode› }",
    message:
      "no interface declares 'AcmeNt.PingClient.lastCode'; there is no 'AcmeNt.swiftinterface' beside the pages; did you mean 'AcmeNet'?"
  ),
  Breakage(
    old: findAndPut, new: "find: { objc-class: ‹ACMClient› }\nput: ACMNewClient",
    message: "no header declares 'ACMClient'"),
  Breakage(
    old: "fix: Read the status", new: "fix: Read the status\nunless: ‹acme.ping-clint›",
    message: "'unless' names no rule: 'acme.ping-clint'; did you mean 'acme.ping-client'?"),
]

private let cases: [Breakage] = [
  Breakage(
    old: allCases, new: "", message: "the page has no case: ", line: 2),
  Breakage(
    old: "\(caret)\n", new: "", message: "the page has no case in which it finds something", line: 2
  ),
  Breakage(
    old: silent, new: "", message: "the page has no case in which it finds nothing", line: 2),
  Breakage(
    old: after, new: "", message: "the page has a fix, and no case shows the code after it", line: 6
  ),
  Breakage(
    old: "\nsafety: review", new: "\nsafety: ‹safe›",
    message: "the page says 'safe', and no case shows a fix that is more than 'review'"),
  Breakage(
    old: "\nsafety: review", new: "\nsafety: ‹placeholder›",
    message: "the page says 'placeholder', and a case shows a fix that is 'review'"),
  Breakage(
    old: "^^^^^^^^ acme.ping-client", new: "^^^^^^^^ ‹acme.ping-clint›",
    message: "no rule is called 'acme.ping-clint'; did you mean 'acme.ping-client'?"),
  Breakage(
    old: "^^^^^^^^ acme.ping-client review", new: "‹^^^^^^^^› acme.ping-client",
    message: "a caret line has carets, the id of a rule and a safety, and this has 2 words"),
  Breakage(
    old: "^^^^^^^^ acme.ping-client review", new: "^^^^^^^^ acme.ping-client ‹revieww›",
    message: "'revieww' is not a safety; did you mean 'review'?"),
  Breakage(
    old: "```swift before\nimport AcmeNet\n",
    new: "```swift before\n‹// ^^^^ acme.ping-client review›\nimport AcmeNet\n",
    message: "a caret line belongs under the line it marks"),
  Breakage(
    old: "```swift after", new: "```swift ‹afer›",
    message: "'afer' is not a side of a case; did you mean 'after'?"),
  Breakage(
    old: "```swift after", new: "```swift after ‹pth=A.swift›",
    message: "'pth=A.swift' is not an option of a code block; 'path=…' is"),
  Breakage(
    old: "```swift after", new: "```swift before\n```\n```swift after",
    message:
      "this case has two 'before' blocks for 'Sources/App/Case.swift'; give one another 'path=…'",
    line: 20),
  Breakage(
    old: "lastCode ?? 0 }\n```", new: "lastCode ?? 0 }", message: "the code block is not closed",
    line: 27),
  Breakage(
    old: "client.status.code }\n",
    new: "client.status.code }\n// ^^^^ ‹acme.ping-client› review\n",
    message: "carets belong into 'before'; 'after' is the code as the fix leaves it"),
  Breakage(
    old: "## With a default\n\n", new: "",
    message: "a case's code belongs under a heading of the second level ('## …')", line: 13),
]

private let folders: [Breakage] = [
  Breakage(
    old: "", new: "",
    message:
      "the hop '2-4' names an era '4' of 'acme' that nothing declares: add 'acme/4/<Module>.swiftinterface'; there are 2, 3",
    path: "acme/2-4/ping-client.md", line: 1),
  Breakage(
    old: "", new: "", message: "the hop '3-2' leads back; did you mean '2-3'?",
    path: "acme/3-2/ping-client.md", line: 1),
  Breakage(
    old: "", new: "", message: "the folder '2to3' is not a hop such as '2-3'",
    path: "acme/2to3/ping-client.md", line: 1),
  Breakage(
    old: "", new: "",
    message: "the hop '1-2' names an era '1' of 'acne' that nothing declares",
    path: "acne/1-2/ping-client.md", line: 1),
]

private let breakages: [Breakage] = [
  unknownKeys, wrongValues, brokenRows, brokenShapes, missing, malformed, symbols, cases, folders,
].flatMap { $0 }

@Test func `the page that the others are made of has nothing wrong`() throws {
  let page = CatalogueText(path: "acme/2-3/ping-client.md", text: soundPage)
  try Catalogue(acmeInterfaces + [page]).check()
}

@Test(arguments: breakages)
func `a broken page is one error with its place`(breakage: Breakage) throws {
  var text = soundPage
  if !breakage.old.isEmpty {
    let range = try #require(text.range(of: breakage.old), "the page has no \(breakage.old)")
    text.replaceSubrange(range, with: breakage.new)
  }
  var place: PagePlace?
  if let start = text.range(of: "‹"), let end = text.range(of: "›") {
    let before = text[..<start.lowerBound]
    let line: Int = before.count { $0 == "\n" }
    let lineStart: Substring.Index =
      before.lastIndex(of: "\n").map { before.index(after: $0) } ?? before.startIndex
    let column: Int = before[lineStart...].utf8.count
    let length: Int = text[start.upperBound..<end.lowerBound].utf8.count
    place = PagePlace(line: line + 1, column: column + 1, length: length)
    text = text.replacing("‹", with: "").replacing("›", with: "")
  }
  let page = CatalogueText(path: breakage.path, text: text)
  let error = try #require(throws: PageError.self) {
    try Catalogue(acmeInterfaces + [page]).check()
  }
  #expect(error.path == breakage.path)
  #expect(error.message.contains(breakage.message), "\(error)")
  #expect(!error.message.contains("\n"), "\(error)")
  if let place {
    #expect(error.place == place, "\(error)")
  } else if let line = breakage.line {
    #expect(error.place.line == line, "\(error)")
  }
}

@Test func `two pages of one id are an error at the id of the second`() throws {
  let pages = ["a", "b"].map { CatalogueText(path: "acme/2-3/\($0).md", text: soundPage) }
  let error = try #require(throws: PageError.self) { try Catalogue(acmeInterfaces + pages) }
  #expect(
    error.description
      == "acme/2-3/b.md:2:5: 'acme.ping-client' is the id of acme/2-3/a.md as well")
}
