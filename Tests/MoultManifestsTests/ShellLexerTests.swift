import MoultManifests
import MoultSource
import Testing

@Test func `words are split at blanks and commands at operators`() {
  expectCommands(
    "cd Gen && protoc a.proto | tee log; ls\nmake",
    [["cd", "Gen"], ["protoc", "a.proto"], ["tee", "log"], ["ls"], ["make"]])
}

@Test func `quotes and escapes go from a word's content`() {
  expectCommands(
    #"a 'b c' "d \"e\" \$f \n" g\ h i'j'"k" """#,
    [["a", "b c", #"d "e" $f \n"#, "g h", "ijk", ""]])
}

@Test func `an escaped line break joins lines, also with CR LF`() {
  expectCommands("a b \\\n  c\\\nd", [["a", "b", "cd"]])
  expectCommands("a b \\\r\n\tc\r\nd\r\n", [["a", "b", "c"], ["d"]])
}

@Test func `what is expanded is opaque`() {
  expectCommands(
    #"$P a${B:-c d}"e $F" '$G' $1x $(pwd)/h"#,
    [
      ["|$P|", "a|${B:-c d}|e |$F|", "$G", "|$1|x", "|$(pwd)|/h"],
      ["pwd"],
    ])
}

@Test func `commands in substitutions are commands, in quotes and back-ticks too`() {
  expectCommands(
    #"echo "$(a "b c" | d)" `e \`f\``; diff <(g h) i"#,
    [
      ["echo", #"|$(a "b c" | d)|"#, #"|`e \`f\``|"#],
      ["a", "b c"], ["d"], ["e", "|`f`|"], ["f"],
      ["diff", "|<(g h)|", "i"], ["g", "h"],
    ])
}

@Test func `comments are no commands, but a number sign in a word begins none`() {
  expectCommands("# protoc x\na b#c # protoc y\n  # z", [["a", "b#c"]])
}

@Test func `the body of a here-document is no command`() {
  expectCommands(
    "cat <<EOF > f && a\nprotoc --swiftgrpc_out=x\n EOF\nEOF\nb", [["cat"], ["a"], ["b"]])
  expectCommands("cat <<-'E O' <<X\n\ta\n\tE O\nb\nX\r\nc", [["cat"], ["c"]])
  expectCommands("cat <<EOF\nnever closed", [["cat"]])
}

@Test func `the body of a here-document for a shell is a script`() {
  expectCommands("bash -e <<-EOF\n\ta b\n\tEOF\nc", [["bash", "-e"], ["a", "b"], ["c"]])
}

@Test func `a script in an argument is a script`() {
  expectCommands(
    #"docker run x sh -ec 'a "b c"'; eval "d $E""#,
    [
      ["docker", "run", "x", "sh", "-ec", #"a "b c""#], ["a", "b c"],
      ["eval", "d |$E|"], ["d", "|$E|"],
    ])
}

@Test func `redirections and reserved words are no words of the command`() {
  expectCommands(
    "if ! a b 2>&1 >c <d &>e; then { f <<< g; }; fi\nfor x in y z; do h $x; done",
    [["a", "b"], ["f"], ["h", "|$x|"]])
}

@Test func `the patterns of a case do not close a substitution`() {
  expectCommands("$(case $a in b) c;; esac) d", [["|$(case $a in b) c;; esac)|", "d"], ["c"]])
}

@Test func `arithmetic begins no here-document`() {
  expectCommands(
    "(( x = 1 << 2 ))\nA=$((1 << 3))\nb", [["A=", "|$((1 << 3))|"], ["b"]])
  expectCommands("((a) (b)); c", [["a"], ["b"], ["c"]])
}

@Test func `variables keep words`() {
  expectCommands(
    "export F=\"-a b\" G='c'\nH+=$I\nJ=(k \"l m\" # n\n o)\nP=q protoc r",
    [
      ["F=", "-a", "b"], ["G=", "c"], ["H=", "|$I|"], ["J=", "k", "l m", "o"],
      ["P=", "q"], ["protoc", "r"],
    ])
}

@Test func `what looks like an assignment in an argument is none`() {
  expectCommands("env A=b c; \"A=b\"; --a=b", [["env", "A=b", "c"], ["A=b"], ["--a=b"]])
}

@Test func `bytes beyond ASCII keep their places`() throws {
  let text = "echo '🐦é' \"ü\"x\\y"
  let source = source(text)
  let words = commandLines(in: source)[0].words
  #expect(words[1].value == "🐦é")
  #expect(source.text(words[1].range) == "'🐦é'")
  #expect(words[2].value == "üxy")
  let part = words[2].content.range(of: 2..<4)
  #expect(source.text(part) == "x\\y")
}

@Test func `an open quote goes to the end`() {
  expectCommands("a 'b\nc", [["a", "b\nc"]])
  expectCommands("a \"$(b", [["a", "|$(b|"], ["b"]])
  expectCommands("a ${b", [["a", "|${b|"]])
  expectCommands("a \\", [["a", "\\"]])
  expectCommands("a $", [["a", "$"]])
  expectCommands("a `b", [["a", "|`b|"], ["b"]])
  expectCommands("a=(b", [["a=", "(b"]])
}

@Test(arguments: [
  "(", "((", "$(", "$((", "\"$(", "`\\`", "${", "${'", "a=(", "<<A\n", "<(", "'", "$'",
  "case x in ",
  "sh -c \"", "{ ", ")", "\\\n", "a;", "A=\"",
])
func `any script is read in time`(piece: String) {
  let text = String(repeating: piece, count: 100_000 / piece.utf8.count)
  let clock = ContinuousClock()
  let time = clock.measure { _ = commandLines(in: source(text)) }
  #expect(time < .seconds(300))
}
