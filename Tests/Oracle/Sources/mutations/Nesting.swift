import Corpus
import MoultSource
import MoultSyntax

/// Lexes, and parses if wanted, deep and long texts, twice as deep the second time, and prints the time.
///
/// - Returns: The exit code: not zero if double the depth takes more than three times as long.
func checkNesting(depth: Int, parses: Bool) -> Int32 {
  let openers = [
    "(", "[", "{", "<", "\"\\(", "#\"\\#(", "\"\"\"\n\\(", "##\"\"\"\\##(", "/*", "#", "`", "<#",
    "+<#", "/a(", "#/\n", "#/ x\n", "/ ", "\\", "\u{201C}", "\n<<<<<<< a", "\n>>>> a", "$", "é",
    "?",
    "try? /", "0x", ".", "\"", "'", "\"\"\"", "#if a\n", "\u{0}", "#\"\"\"\\#(\"##\"\"\"\\##(",
    "if a {", "{ a in ", "a.b(", "A<", "let a: (", "let a: [", "func a() { ", "class A { ",
    "switch a { case b: ",
    "a ? ", "a ? b : ", "-", "!", "&", "try ", "await ", "a + ", "a = ", "case ", "@a(", "@a ",
    "(a: ", "[a: ",
    "a as ", "if ", "guard ", "if let a = ", "for a in ", "while ", "repeat {", "do {", "catch {",
    "let (",
    "case .a(", "\\a.", "#a(", "#a { ", "some ", "any ", "() -> ", "inout ", "a & ", "~", "each ",
    "repeat ",
    "a:", "a;", "a,", "a\n", "a()", "a[0]", "a{}", "a?", "a!", "a.b", "=", "->", "import ",
    "var a = 1\n",
    "extension A { ", "init() { ", "var a: B { get { ", "where a == ", "A where ", "throws(", "::a",
    "return ",
    "unsafe ", "a is ", ">", ")", "]", "}", "\\(", "#else\n", "#endif\n", "precedencegroup a { ",
    "operator ",
  ]
  var isSlow = false
  for opener in openers {
    let once = Array(String(repeating: opener, count: depth).utf8)
    let twice = once + once
    var problems: [String] = []
    func read(_ bytes: [UInt8]) {
      if parses {
        let tree = parse(SourceText(path: "", bytes: bytes))
        problems += [problem(of: tree)].compactMap(\.self)
      } else {
        problems += [problem(of: tokenize(bytes), in: bytes)].compactMap(\.self)
      }
    }
    let time = processorTime { read(once) }
    let doubled = processorTime { read(twice) }
    let slow = doubled > 0.5 && doubled > time * 3
    isSlow = isSlow || slow || !problems.isEmpty
    print(
      "\(opener.debugDescription): \(time) s, doubled \(doubled) s\(slow ? " SLOW" : "") \(problems)"
    )
  }
  return isSlow ? 1 : 0
}
