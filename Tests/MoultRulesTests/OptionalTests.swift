import Testing

@Test(arguments: [
  ("guard let n = link.name else { return }\n  use(n)", "let n = link.title\n  use(n)"),
  ("if let n = link.name { use(n) }", "if case let n = link.title { use(n) }"),
  ("let n = link.name ?? \"a\"", "let n = link.title"),
  ("use(link.name!)", "use(link.title)"),
  ("use(link.name?.count ?? 0)", "use(link.title.count)"),
  ("let n = link.name\n  guard let n else { return }\n  use(n)", "let n = link.title\n  use(n)"),
  (
    "let n = link.name\n  if let n { use(n) }", "let n = link.title\n  if case let n = n { use(n) }"
  ),
  ("use(link.name.map { $0.count })", "use(link.title.count)"),
  ("use(link.name.map { n in n.count } ?? 0)", "use(link.title.count)"),
  ("use(link.name.map(String.init))", "use(String.init(link.title))"),
  ("use(link.name.flatMap { $0.first })", "use(link.title.first)"),
  ("use(link.name.unsafelyUnwrapped)", "use(link.title)"),
  ("if case let n? = link.name { use(n) }", "if case let n = link.title { use(n) }"),
  ("if case .some(let n) = link.name { use(n) }", "if case let n = link.title { use(n) }"),
  ("guard case let n? = link.name else { return }\n  use(n)", "let n = link.title\n  use(n)"),
  (
    "switch link.name {\n  case .some(let n): use(n)\n  case .none: break\n  }",
    "switch link.title {\n  case let n: use(n)\n  }"
  ),
  (
    "switch link.name {\n  case \"a\"?: use()\n  case let n?: use(n)\n  case nil:\n    return\n  }",
    "switch link.title {\n  case \"a\": use()\n  case let n: use(n)\n  }"
  ),
  ("use(link.name)", "use(link.title)"),
  ("if link.name == \"a\" { use() }", "if link.title == \"a\" { use() }"),
])
func `a value that is no longer optional is unwrapped nowhere`(
  before: String, after: String
) async throws {
  try await expectRewrite("func f() {\n  \(before)\n}\n", "func f() {\n  \(after)\n}\n")
}

@Test(arguments: [
  "while let n = link.name { use(n) }", "while case let n? = link.name { use(n) }",
  "var n = link.name\n  n = nil\n  use(n)", "use(link.name.map { a($0, $0) })",
  "switch link.name {\n  case .none:\n    // gone\n    return\n  default: use()\n  }",
  "use(link.name.publisher)",
])
func `what means something else without nil is left to a person`(text: String) async throws {
  let text = "func f() {\n  \(text)\n}\n"
  try await expectRewrite(text, text, "acme.name manual")
}

@Test func `a comparison with nil stays, and is for review`() async throws {
  try await expectRewrite(
    "func f() { if link.name != nil { use() } }\n", "func f() { if link.title != nil { use() } }\n",
    "acme.name review")
}

// MARK: - try

@Test(arguments: [
  ("use(try link.read(1))", "use(link.bytes(1))"),
  ("try print(link.read(1), link.read(2))", "print(link.bytes(1), link.bytes(2))"),
  ("try use(link.read(1))", "try use(link.bytes(1))"),
  ("use(try link.read(1) + link.other(2))", "use(try link.bytes(1) + link.other(2))"),
  ("guard let n = try? link.read(1) else { return }\n  use(n)", "let n = link.bytes(1)\n  use(n)"),
  ("use((try? link.read(1)) ?? 0)", "use((link.bytes(1)))"),
  (
    "do {\n    use(try link.read(1))\n  } catch {\n    use(error)\n  }",
    "do {\n    use(link.bytes(1))\n  }"
  ),
  (
    "do {\n    use(try link.read(1), try link.read(2))\n  } catch is E {\n    use()\n  } catch {\n    use(error)\n  }",
    "do {\n    use(link.bytes(1), link.bytes(2))\n  }"
  ),
  (
    "do {\n    use(try link.read(1), try link.other(2))\n  } catch {\n    use(error)\n  }",
    "do {\n    use(link.bytes(1), try link.other(2))\n  } catch {\n    use(error)\n  }"
  ),
  (
    "do {\n    use(try link.read(1))\n  } catch {\n    // why\n    use(error)\n  }",
    "do {\n    use(link.bytes(1))\n  } catch {\n    // why\n    use(error)\n  }"
  ),
])
func `a try that marks nothing goes, and a catch that nothing enters`(
  before: String, after: String
) async throws {
  try await expectRewrite(
    "func f() throws {\n  \(before)\n}\n", "func f() throws {\n  \(after)\n}\n")
}
