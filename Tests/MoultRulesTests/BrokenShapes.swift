private let put = SoundRow.put
private let findAndPut = SoundRow.findAndPut
private let call = "call: \"AcmeNet.PingClient.ping(_:times:)\""
private let shape = "find: { \(call), like: \"$client.ping($host) { $work… }\" }"

/// Rows whose shapes, pieces and conditions do not fit together.
let brokenShapes: [Breakage] = [
  Breakage(
    old: findAndPut, new: "find: { \(call), like: ‹\"$a.ping(\"› }\nput: $a",
    message: "the shape is not Swift: "),
  Breakage(
    old: findAndPut, new: "find: { \(call), like: ‹\"$a\"› }\nput: $a",
    message: "the shape is not one call"),
  Breakage(
    old: SoundRow.find, new: "find: { member: AcmeNet.PingClient.lastCode, ‹like›: \"$a.b()\" }",
    message:
      "a finder has one word; 'where' belongs to 'pattern' and 'statements', 'like' and 'unless' to 'call'"
  ),
  Breakage(
    old: findAndPut, new: "\(shape)\nput: \"$client.send($host) { ‹$wrk›… }\"",
    message: "'$wrk' stands for nothing in 'like'; did you mean '$work'?"),
  Breakage(
    old: findAndPut, new: "\(shape)\nput: ‹\"$client.send($host)\"›",
    message: "'$work' is in the pattern and not in 'put', so its code would be lost"),
  Breakage(
    old: findAndPut, new: "\(shape)\nput: ‹\"$client.send(\"›",
    message: "what the call becomes is not Swift"),
  Breakage(
    old: findAndPut,
    new:
      "\(shape)\nput: { text: \"$client.send($host) { $work… }\", inside: { ‹$wrk›: { a: b } } }",
    message: "'$wrk' stands for nothing in 'call'; did you mean '$work'?"),
  Breakage(
    old: findAndPut,
    new:
      "\(shape)\nput: { text: \"$client.send($host) { $work… }\", inside: { $work: { ‹\"a(\"›: b } } }",
    message: "the piece is not Swift: "),
  Breakage(
    old: findAndPut,
    new:
      "\(shape)\nput: { text: \"$client.send($host) { $work… }\", inside: { $work: { a: ‹\"b; c\"› } } }",
    message: "'b; c' is not one expression or statement"),
  Breakage(
    old: findAndPut,
    new:
      "\(shape)\nput: { text: \"$client.send($host) { $work… }\", inside: { $work: { f($x): ‹g()› } } }",
    message: "'$x' is in the piece and not in what it becomes, so its code would be lost"),
  Breakage(
    old: findAndPut,
    new:
      "\(shape)\nput: { text: \"$client.send($host) { $work… }\", inside: { $work: { f($x): \"g($x, ‹$y›)\" } } }",
    message: "'$y' stands for nothing in 'f($x)'"),
  Breakage(
    old: put, new: "put: { text: $base.status.code, inside: { ‹$base›: { a: b } } }",
    message: "'inside' is about what a shape or statements hold, and 'member' has none"),
  Breakage(
    old: put, new: "put: { text: $base.status.code, uses: { ‹client.stop()›: client.end() } }",
    message: "a use speaks of a variable that was found: '$variable'"),
  Breakage(
    old: put, new: "put: { text: $base.status.code, uses: ‹[a]› }",
    message: "'uses' is a table of new uses by old ones"),
  Breakage(
    old: put, new: "put: ‹{ declare: \"func stop() {}\" }›",
    message: "'declare' and 'conform' are for conformances, and 'member' finds something else"),
  Breakage(
    old: put, new: put + "\nwhen: { option: { ‹grpc-swift.tsl›: platform } }",
    message: "'grpc-swift.tsl' is not an option; did you mean 'grpc-swift.tls'?"),
  Breakage(
    old: put, new: put + "\nwhen: { option: { grpc-swift.tls: ‹platfrm› } }",
    message: "'platfrm' is not a value of 'grpc-swift.tls'; did you mean 'platform'?"),
  Breakage(
    old: put, new: put + "\nwhen: { option: { ‹proto.roots›: a } }",
    message: "'proto.roots' can be any text, so no row can wait for one"),
  Breakage(
    old: put, new: put + "\nwhen: { release: ‹{ below: 1.0.0 }› }",
    message: "'release' names a 'package'"),
  Breakage(
    old: put, new: put + "\nwhen: { release: ‹{ package: acme }› }",
    message: "'release' says 'from' or 'below' which release"),
  Breakage(
    old: put, new: put + "\nwhen: { release: { package: acme, below: ‹soon› } }",
    message: "'below' is a version such as '1.2.0'"),
  Breakage(
    old: put, new: put + "\nneeds: ‹acme›",
    message: "'needs' is a table such as '{ swift-protobuf: 1.2.0 }'"),
  Breakage(
    old: put, new: put + "\nneeds: { swift-protobuf: ‹soon› }",
    message: "behind a package in 'needs' stands a version such as '1.2.0'"),
  Breakage(
    old: put,
    new: "put: { text: PingStatus.last.code, optional: false, imports: ‹[AcmeNet]› }",
    message: "what is written needs 'AcmeNet', which its names say already; leave 'imports' out"),
  Breakage(
    old: put, new: put + "\nwhen: { $base: { captured: ‹maybe› } }",
    message: "'captured' is 'true' or 'false'"),
  Breakage(
    old: put, new: put + "\nwhen: { $base: { ‹throw›: true } }",
    message: "'throw' is not a key of a metavariable's condition; did you mean 'throws'?"),
  Breakage(
    old: put,
    new: put + "\nrefuse: [{ when: { assigned: true }, message: a ‹$bse›, next: b }]",
    message: "'$bse' stands for nothing in 'member'; did you mean '$base'?"),
  Breakage(
    old: findAndPut,
    new:
      "find: { statements: \"defer {\\n…\\n$a.ping()\\n}\", where: { a: AcmeNet.PingClient } }\nput: ‹{ statements: \"defer { $a.ping() }\" }›",
    message:
      "the blocks of 'find' have 1 '…' and those of 'put' 0; what stands between stays, so both have the same"
  ),
]
