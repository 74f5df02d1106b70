import Testing

/// A project whose own rules speak of a library with two modules, one for each era.
private func project(_ cases: String) throws -> TemporaryFolder {
  let folder = try TemporaryFolder()
  try folder.write(".moult.yml", "rule_folders: [rules]\n")
  try folder.write("rules/kites/0/Old.swiftinterface", interface("Old"))
  try folder.write("rules/kites/1/New.swiftinterface", interface("New"))
  try folder.write("rules/kites/0-1/import-old.md", page + cases)
  return folder
}

private func interface(_ module: String) -> String {
  """
  // swift-interface-format-version: 1.0
  // swift-module-flags: -module-name \(module) -swift-version 5

  import Swift

  public struct Kite {
    public init()
  }

  """
}

private let page = """
  ---
  id: kites.import-old
  severity: error
  find: { import: Old }
  put: New
  safety: safe
  message: "module 'Old' is 'New' since kites 1"
  fix: Import 'New'
  ---
  # Kites


  """

private func typeCheck(_ cases: String) throws -> MoultRun {
  try project(cases).moult("test", "--type-check", "rules")
}

@Test func `each side of a case is type-checked in its era`() throws {
  let run = try typeCheck(
    """
    ## A kite

    ```swift before
    import Old
    //     ^^^ kites.import-old safe
    let kite = Kite()
    ```
    ```swift after
    import New
    let kite = Kite()
    ```

    ## A new kite is left alone

    ```swift before
    import New
    let kite = Kite()
    ```

    """)
  #expect(run.output.hasPrefix("3 of 3 texts type-check; 0 cases not checked, "), "\(run.output)")
  #expect(run.code == 0)
  #expect(run.errors == "")
}

@Test func `an error is named by its line of the page, in the compiler's words`() throws {
  let run = try typeCheck(
    """
    ## A kite with a tail

    ```swift before
    import Old
    //     ^^^ kites.import-old safe
    let kite = Kite(tail: 1)
    ```
    ```swift after
    import Old
    let kite = Kite()
    ```

    ## A new kite is left alone

    ```swift before
    import New
    ```

    """)
  #expect(run.code == 1)
  let place = "error: rules/kites/0-1/import-old.md"
  #expect(
    run.output.contains(
      "\(place):17: A kite with a tail: 'before' does not type-check: argument passed to call"),
    "\(run.output)")
  #expect(
    run.output.contains(
      "\(place):20: A kite with a tail: 'after' does not type-check: no such module 'Old'"),
    "\(run.output)")
}

@Test func `what is left for a person, and what no compiler can judge, is listed`() throws {
  let run = try typeCheck(
    """
    ## A place for a person

    ```swift before
    import Old
    //     ^^^ kites.import-old safe
    ```
    ```swift after
    import New
    let kite = <#kite#>
    ```

    ## A balloon is left alone

    ```swift before
    import Balloons
    let balloon = Balloon()
    ```

    """)
  #expect(run.code == 0, "\(run.output)")
  let page = "rules/kites/0-1/import-old.md"
  #expect(
    run.output.contains(
      "left for a person: \(page):12: A place for a person: 'after' has a placeholder\n"),
    "\(run.output)")
  #expect(
    run.output.contains(
      "not checked: \(page):23: A balloon is left alone: imports 'Balloons', of which there is no "),
    "\(run.output)")
}

@Test func `an interface that does not compile is an error with its line`() throws {
  let folder = try project(
    """
    ## A kite

    ```swift before
    import Old
    //     ^^^ kites.import-old safe
    ```
    ```swift after
    import New
    ```

    ## A new kite is left alone

    ```swift before
    import New
    let kite = Kite()
    ```

    """)
  try folder.write(
    "rules/kites/1/New.swiftinterface", interface("New").replacing("init()", with: "init(a: Tail)"))
  let run = try folder.moult("test", "--type-check", "rules")
  #expect(run.code == 1)
  #expect(
    run.output.contains(
      "error: rules/kites/1/New.swiftinterface:7: cannot find type 'Tail' in scope"),
    "\(run.output)")
}

@Test func `without a Swift compiler it says so and exits with 2`() throws {
  let folder = try TemporaryFolder()
  let run = try folder.moult(
    ["test", "--type-check"], environment: ["PATH": "/usr/bin/no-such-folder"])
  #expect(run.code == 2)
  #expect(run.output == "")
  #expect(run.errors.contains("there is no 'swiftc' in PATH"))
}
