private let put = SoundRow.put
private let action = SoundRow.action
private let findAndPut = SoundRow.findAndPut

/// Rows in which what is found, put or asked does not fit together.
let brokenRows = metavariables + actions + words

private let metavariables: [Breakage] = [
  Breakage(
    old: "$base.status", new: "‹$bas›.status",
    message: "'$bas' stands for nothing in 'member'; did you mean '$base'?"),
  Breakage(
    old: "\"'lastCode' was removed", new: "\"'‹$nosuchvariable›' was removed",
    message: "'$nosuchvariable' stands for nothing in 'member'; there are $base, $found"),
  Breakage(
    old: "Read the status", new: "Read ‹$fond›",
    message: "'$fond' stands for nothing in 'member'; did you mean '$found'?"),
  Breakage(
    old: "read 'status'", new: "read '‹${bse}›'",
    message: "'$bse' stands for nothing in 'member'; did you mean '$base'?"),
  Breakage(
    old: findAndPut,
    new: "find: { call: \"AcmeNet.PingClient.ping(_:times:)\" }\nput: $base.send($1, ‹$3›)",
    message: "'$3' stands for nothing in 'call'; there are $base, $1, $2"),
  Breakage(
    old: findAndPut,
    new:
      "find: { pattern: \"$a.lastCode ?? $b\", where: { a: AcmeNet.PingClient } }\nput: ‹$a.status.code›",
    message:
      "'$b' is in the pattern and not in 'put', so its code would be lost; write '$_' if it should be"
  ),
  Breakage(
    old: findAndPut,
    new:
      "find: { pattern: \"$a.lastCode\", where: { ‹client›: AcmeNet.PingClient } }\nput: $a.status",
    message: "the pattern has no '$client'"),
  Breakage(
    old: findAndPut,
    new:
      "find: { pattern: ‹\"$a.lastCode ??\"›, where: { a: AcmeNet.PingClient } }\nput: $a.status",
    message: "the pattern is not Swift: "),
  Breakage(
    old: findAndPut,
    new:
      "find: { pattern: ‹\"$a == $b\"›, where: { a: AcmeNet.PingClient } }\nput: $a.code == $b.code",
    message: "the pattern has no name of its own, so it cannot be looked for"),
  Breakage(
    old: findAndPut,
    new: "find: { pattern: ‹\"$a; $b\"›, where: { a: AcmeNet.PingClient } }\nput: $a.status",
    message: "the pattern is not one expression"),
  Breakage(
    old: findAndPut,
    new: "find: { type: AcmeNet.PingClient }\nput: ‹{ text: AcmeNet.Ping, mutates: true }›",
    message: "'mutates' is about '$base', which 'type' does not bind"),
]

private let actions: [Breakage] = [
  Breakage(
    old: put, new: "transform: ‹kitura-rout›",
    message: "there is no transform 'kitura-rout'; did you mean 'kitura-route'?"),
  Breakage(
    old: put, new: "transform: { ‹case-pat›: root }",
    message: "there is no transform 'case-pat'; did you mean 'case-path'?"),
  Breakage(
    old: put, new: "transform: { case-path: ‹rot› }",
    message: "the transform 'case-path' has no form 'rot'; did you mean 'root'?"),
  Breakage(
    old: put, new: "transform: ‹case-path›",
    message: "the transform 'case-path' wants one of its forms: '{ case-path: extract }'"),
  Breakage(
    old: put, new: "transform: { kitura-route: ‹get› }",
    message: "the transform 'kitura-route' has no forms; write 'transform: kitura-route'"),
  Breakage(
    old: put, new: "transform: ‹[a, b]›",
    message: "'transform' is a name, or a table '{ name: form }'"),
  Breakage(
    old: put, new: "\(put)\ntransform: ‹kitura-route›",
    message: "'put' and 'transform' are two ways to rewrite; a row has one"),
  Breakage(
    old: findAndPut, new: "find: { pod: Acme }\ntransform: ‹kitura-route›",
    message: "'pod' takes no transform"),
  Breakage(
    old: put, new: "put: ‹{ labels: { times: count } }›",
    message: "'put' without 'text' changes calls, and 'member' finds something else"),
  Breakage(
    old: findAndPut,
    new:
      "find: { call: \"AcmeNet.PingClient.ping(_:times:)\" }\nput: { labels: { ‹tims›: count } }",
    message: "'AcmeNet.PingClient.ping(_:times:)' has no label 'tims'; did you mean 'times'?"),
  Breakage(
    old: findAndPut, new: "find: { swift-generator: stale }\nput: ‹new›",
    message: "'swift-generator' only reports; leave 'put' out"),
  Breakage(
    old: findAndPut, new: "find: { buf: outdated }\nput: ‹new›",
    message: "'buf' knows what to write; leave 'put' out"),
  Breakage(
    old: "\(put)\n", new: "",
    message: "a rule without 'put' or 'transform' has no edit, so its safety is 'manual'", line: 5),
  Breakage(
    old:
      "\(action)\nmessage: \"'lastCode' was removed in AcmeNet 3.0\"\nfix: Read the status\nnext: read 'status'",
    new: "safety: manual\nmessage: \"'lastCode' was removed in AcmeNet 3.0\"",
    message: "a manual rule says in 'next' what a person does", line: 2),
]

private let call = "find: { call: \"AcmeNet.PingClient.ping(_:times:)\" }"

private let words: [Breakage] = [
  Breakage(
    old: put, new: put + "\nwhen: { ‹asigned›: true }",
    message: "'asigned' is not a condition; did you mean 'assigned'?"),
  Breakage(
    old: put, new: put + "\nwhen: { assigned: ‹maybe› }",
    message: "'assigned' is 'true' or 'false'"),
  Breakage(
    old: put, new: put + "\nwhen: { ‹$bse›: { optional: true } }",
    message: "'$bse' stands for nothing in 'member'; there are $base"),
  Breakage(
    old: put, new: put + "\nwhen: { $base: { ‹optinal›: true } }",
    message: "'optinal' is not a key of a metavariable's condition; did you mean 'optional'?"),
  Breakage(
    old: put, new: put + "\nwhen: { $base: ‹AcmeNet.PingClient› }",
    message: "a metavariable's condition is a table such as '{ is: Module.Type }'"),
  Breakage(
    old: put, new: put + "\nwhen: { lacks: ‹cancel› }",
    message: "'lacks' wants a member such as 'cancel()'"),
  Breakage(
    old: put, new: put + "\nwhen: { read: ‹[a]› }",
    message: "'read' is 'true', 'false' or the name of a member"),
  Breakage(
    old: put, new: put + "\nwhen: { imports-none: ‹XCTest› }",
    message: "'imports-none' is a list of modules"),
  Breakage(
    old: put, new: put + "\nrefuse: [{ when: { assigned: true }, ‹nxt›: a }]",
    message: "'nxt' is not a key of a refusal; did you mean 'next'?"),
  Breakage(
    old: put, new: put + "\nrefuse: [{ when: { assigned: true }, next: a ‹$bse› }]",
    message: "'$bse' stands for nothing in 'member'; did you mean '$base'?"),
  Breakage(
    old: put,
    new: put
      + "\nrefuse: ‹[{ when: { assigned: true } }]›".replacing("‹[", with: "[‹")
      .replacing("]›", with: "›]"),
    message: "a refusal says in 'next' what a person does"),
  Breakage(
    old: "\(put)\nsafety: review", new: "\(put)\nsafety: safe\nbecause: ‹a› reason",
    message: "'because' says why a fix is not safe, and this row is 'safe'"),
  Breakage(
    old: findAndPut,
    new: "\(call)\nput: ‹{ wrap: { tims: a } }›".replacing("‹", with: "")
      .replacing("›", with: "").replacing("tims", with: "‹tims›"),
    message: "'AcmeNet.PingClient.ping(_:times:)' has no label 'tims'; did you mean 'times'?"),
  Breakage(
    old: findAndPut, new: "\(call)\nput: { labels: { ‹$3›: a } }",
    message: "'$3' stands for nothing in 'call'; there are $base, $1, $2"),
  Breakage(
    old: findAndPut, new: "\(call)\nput: { name: a, callee: ‹b› }",
    message: "'name' keeps the receiver and 'callee' does not; a row has one"),
  Breakage(
    old: put, new: "put: { on: ‹instance› }", message: "'on' asks the 'type'"),
  Breakage(
    old: put, new: "put: ‹{ generic: [A] }›",
    message: "'generic' is for types, and 'member' finds something else"),
  Breakage(
    old: put, new: "put: { member: ‹name›, static: false }",
    message: "'member' is a function such as 'name()'"),
  Breakage(
    old: put, new: "put: { optional: ‹true› }",
    message: "'optional: true' says in 'else' what stands for nil"),
  Breakage(
    old: put, new: "put: { text: a, else: ‹b› }",
    message: "'else' belongs to 'optional: true' without 'text'"),
  Breakage(
    old: put, new: "put: { statement: \"‹${1.type}› = a\" }",
    message: "'$1.type' stands for nothing in 'member'; there are $base"),
  Breakage(
    old: put, new: "put: ‹{ statements: a }›",
    message: "'put' with 'statements' is for 'statements', and 'member' finds something else"),
  Breakage(
    old: findAndPut,
    new:
      "find: { statements: $a.ping(), where: { a: AcmeNet.PingClient } }\nput: ‹{ statements: \"$a.b()\\n…\\n$a.c()\" }›",
    message: "'find' has 0 '…' and 'put' 1; what stands between stays, so both have the same"),
  Breakage(
    old: findAndPut, new: "find: { statements: ‹\"$a.ping()\\n…\"› }\nput: { statements: $a }",
    message: "a statement stands before and behind each '…'"),
  Breakage(
    old: findAndPut, new: "find: { statements: ‹\"$a = $b\"› }\nput: { statements: $a }",
    message: "the first statement calls nothing by its name, so it cannot be looked for"),
  Breakage(
    old: findAndPut, new: "find: { statements: ‹\"let = (\"› }\nput: { statements: $a }",
    message: "the statements are not Swift: "),
]
