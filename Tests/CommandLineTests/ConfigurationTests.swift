import Testing

/// Runs lint with this configuration on a folder with one old file.
private func lint(_ configuration: String, _ arguments: String...) throws -> MoultRun {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", oldSwift)
  try folder.write(".moult.yml", configuration)
  return try folder.moult(["lint"] + arguments)
}

@Test(arguments: [
  ("", "empty"), ("# nothing\n", "a comment"), ("rules:\n", "an empty mapping"),
  ("fail_on: note\n", "a severity"), ("exclude: [b]\ninclude:\n  - c\n", "lists"),
  ("proto: { objc_class_prefix: ABC }\n", "one prefix"),
  ("version: 1\nrequired_version: 0.1\n", "versions"),
  ("rules: { grpc-swift.pod: { severity: note, safety: manual } }\n", "a table for a rule"),
  ("report_exclude: [Vendor/]\n", "other paths"),
  (
    "overrides:\n- files: [Tests/]\n  rules: { grpc-swift.pod: off }\n  targets: { grpc-swift: 1 }\n",
    "overrides"
  ),
  ("suppressions: { require_reason: true }\n", "a flag"),
  ("proto:\n  objc_class_prefix: { my.pkg: MPX }\n", "a prefix per package"),
])
func `a good configuration is accepted`(text: String, label: String) throws {
  let run = try lint(text)
  #expect(run.code == 1, "\(label): \(run.errors)")
  #expect(run.errors == "")
}

@Test(arguments: [
  ("rulse: {}\n", "1:1: unknown key 'rulse'; did you mean 'rules'?"),
  ("fail_on: warning\nexclud: []\n", "2:1: unknown key 'exclud'; did you mean 'exclude'?"),
  ("fail_on: warnin\n", "1:10: unknown severity 'warnin'; did you mean 'warning'?"),
  ("rules:\n  no.such.rule.anywhere: off\n", "2:3: unknown rule 'no.such.rule.anywhere'"),
  ("targets:\n  grpc-swfit: 1\n", "2:3: unknown library 'grpc-swfit'; did you mean 'grpc-swift'?"),
  ("targets:\n  grpc-swift: 77\n", "2:15: expected an era of grpc-swift: "),
  ("proto:\n  objc_clas_prefix: A\n", "2:3: unknown key 'objc_clas_prefix'"),
  ("proto:\n  objc_class_prefix: 9a\n", "2:22: expected a class prefix"),
  ("exclude: &a [b]\ninclude: *a\n", "1:1: '*a' is an alias"),
  ("exclude: one\n", "1:10: expected a list of patterns"),
  ("exclude:\n  - [a]\n", "2:5: expected a list of patterns"),
  ("- a\n", "1:1: expected a mapping"),
  ("rules: {\n", ""),
  ("rules: {}\nrules: {}\n", "'rules' is there twice"),
  ("rule_folders: [nowhere]\n", "cannot read rule folder 'nowhere'"),
  ("version: 2\n", "1:10: expected the number 1"),
  ("required_version: 99.0\n", "1:19: this project wants Moult 99.0 or later, and this is "),
  ("required_version: latest\n", "1:19: expected a version such as '0.1.0'"),
  ("rules:\n  grpc-swift.pod: { severty: note }\n", "2:21: unknown key 'severty'"),
  (
    "rules:\n  grpc-swift.pod: { safety: saef }\n",
    "2:29: unknown safety 'saef'; did you mean 'safe'?"
  ),
  ("rules:\n  grpc-swift.pod: { safety: placeholder }\n", "2:29: expected 'safe', 'review' or"),
  ("overrides: { files: [a] }\n", "1:12: expected a list of tables with 'files'"),
  ("overrides:\n- rules: {}\n", "2:3: expected 'files', a list of patterns"),
  ("overrides:\n- files: [a]\n  rule: {}\n", "3:3: unknown key 'rule'; did you mean 'rules'?"),
  (
    "overrides:\n- files: [a]\n  targets: { grpc-swift: 77 }\n",
    "3:26: expected an era of grpc-swift"
  ),
  ("suppressions: { require_reason: often }\n", "1:33: expected 'true' or 'false'"),
  ("extends: nowhere.yml\n", "cannot read 'nowhere.yml': no such file"),
])
func `a bad configuration is 2 with the place and the nearest spelling`(
  text: String, message: String
) throws {
  let run = try lint(text)
  #expect(run.code == 2)
  #expect(run.output == "")
  #expect(run.errors.hasPrefix("moult: error: "))
  #expect(run.errors.contains(message), "\(run.errors)")
  if !message.contains("cannot read") { #expect(run.errors.contains(".moult.yml:")) }
}

@Test func `a rule can be turned off and its severity changed`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  let rule = try importRule(folder)
  try folder.write(".moult.yml", "rules: { \(rule): off }\n")
  #expect(try folder.moult("lint", "--format", "xcode").output.contains("[\(rule)]") == false)
  try folder.write(".moult.yml", "rules: { \(rule): warning }\n")
  #expect(try folder.moult("lint").output.contains("A.swift:1:"))
  #expect(try folder.moult("lint", "--rule", rule).output.contains(": warning: "))
}

@Test func `a rule named on the command line runs although it is off`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  let rule = try importRule(folder)
  try folder.write(".moult.yml", "rules: { \(rule): off }\n")
  #expect(try folder.moult("lint", "--rule", rule).code == 1)
}

@Test func `the configuration is found upward and not beyond the repository`() throws {
  let folder = try TemporaryFolder()
  try folder.write("repo/deep/A.swift", oldSwift)
  try folder.write(".moult.yml", "nonsense: 1\n")
  try folder.write("repo/.git/HEAD", "ref: refs/heads/main\n")
  #expect(try folder.moult("lint", "repo/deep").code == 1)
  try folder.write("repo/.moult.yml", "exclude: [deep/A.swift]\n")
  let run = try folder.moult("lint", "repo/deep")
  #expect(run.output.contains("left out by .gitignore or configuration: 1"))
  let named = try folder.moult("lint", "repo/deep", "--config", ".moult.yml")
  #expect(named.code == 2)
  #expect(named.errors.contains(".moult.yml:1:1: unknown key 'nonsense'"))
}

@Test func `outside a repository the configuration is found up to the current folder`() throws {
  let folder = try TemporaryFolder()
  try folder.write("deep/er/A.swift", oldSwift)
  try folder.write(".moult.yml", "nonsense: 1\n")
  let run = try folder.moult("lint", "deep/er/A.swift")
  #expect(run.code == 2)
  #expect(run.errors.contains(".moult.yml:1:1: unknown key 'nonsense'"))
  let inside = try folder.shell("cd deep && \"$MOULT\" lint er 2>&1")
  #expect(inside.output.contains("er/A.swift:1:"))
}

@Test func `a configuration that is no text is 2`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", currentSwift)
  try folder.write(".moult.yml", [0xFF, 0xFE, 0x00])
  let run = try folder.moult("lint")
  #expect(run.code == 2)
  #expect(run.errors.contains("not UTF-8"))
}

@Test func `a rule of a hop that leads beyond the target is not run`() throws {
  let folder = try TemporaryFolder()
  try folder.write("A.swift", "import SwiftGRPC\n")
  try folder.write(".moult.yml", "targets: { grpc-swift: 0 }\n")
  #expect(try folder.moult("lint").code == 0)
  try folder.write(".moult.yml", "targets: { grpc-swift: 1 }\n")
  #expect(try folder.moult("lint").code == 1)
}

@Test
func `a configured class prefix is asked for where nothing else does, and is what the fix adds`()
  throws
{
  let folder = try TemporaryFolder()
  try folder.write("a.proto", "syntax = \"proto3\";\npackage my.pkg;\nmessage M {}\n")
  #expect(try folder.moult("lint").code == 0)
  try folder.write(".moult.yml", "proto: { objc_class_prefix: { my.pkg: MPX } }\n")
  #expect(try folder.moult("lint").code == 1)
  let run = try folder.moult("fix", "--review", "--diff")
  #expect(run.output.contains("+option objc_class_prefix = \"MPX\";\n"))
}
