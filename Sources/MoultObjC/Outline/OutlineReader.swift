import MoultSource

/// Collects what the stretches of a file's code say.
///
/// Each reading is a loop over tokens that steps over what stands between brackets and meets it later, so
/// that no nesting can exhaust the stack and no token is looked at more than a few times.
struct OutlineReader {
  var imports: [ObjCImport] = []
  var messages: [ObjCMessage] = []
  var containers: [ObjCContainer] = []
  var methods: [ObjCMethod] = []
  var properties: [ObjCProperty] = []
  var functions: [ObjCFunction] = []
  var records: [ObjCRecord] = []
  var variables: [ObjCVariable] = []
  var blocks: [ObjCBlock] = []
  var selectors: [ObjCSelectorExpression] = []
  var declaredNames: [ObjCDeclaredName] = []
  var members: [ObjCMember] = []
  var identifiers: [ObjCIdentifier] = []

  /// Of methods that macros declare, from the parentheses of the macro on.
  var macroBodies: [ByteRange] = []

  /// The code that is read, and its index.
  var code = Code(
    source: SourceText(path: "", bytes: []), tokens: [], partner: [], outer: [], isMacro: false)
  var codeIndex = 0

  /// What is known of the role of each token of `code`.
  var roles: [ObjCIdentifier.Role?] = []

  /// The positions of opening braces that hold no statements: of `enum`, `@{…}`, instance variables.
  var otherBraces: Set<Int> = []

  /// The positions of opening braces at the top level that hold declarations: `extern "C" {`.
  var openBraces: Set<Int> = []

  /// The positions of those of them that open a record, with its place in `records`.
  var recordBraces: [Int: Int] = [:]

  mutating func read(_ code: Code, _ index: Int) {
    self.code = code
    codeIndex = index
    roles = Array(repeating: nil, count: code.tokens.count)
    otherBraces = []
    openBraces = []
    recordBraces = [:]
    if !code.isMacro { readDeclarations() }
    readBlocks()
    readLambdas()
    readStatements()
    readMessages()
    readMembers()
    readSelectors()
    collectIdentifiers()
  }

  /// Sets the role of the token at `index`; the first one to know wins.
  mutating func mark(_ index: Int, _ role: ObjCIdentifier.Role) {
    if index >= 0, index < roles.count, roles[index] == nil { roles[index] = role }
  }

  private mutating func collectIdentifiers() {
    for index in code.tokens.indices where code.tokens[index].kind == .identifier {
      identifiers.append(
        ObjCIdentifier(role: roles[index] ?? plainRole(index), range: code.tokens[index].range))
    }
  }

  /// The role that a word's neighbours give it where no reading has met it.
  private func plainRole(_ index: Int) -> ObjCIdentifier.Role {
    switch code.kind(index - 1) {
    case .dot, .arrow: return .member
    case .doubleColon where isQualified(index): return .member
    default: break
    }
    if isAlternativeOfCast(index) { return .type }
    return code.kind(index + 1) == .leftParen ? .call : .expression
  }

  /// True for a word between parentheses with only stars behind it: `(Foo *)x`, `sizeof(Foo *)`.
  ///
  /// Looks at no more than eight stars and qualifiers, so that many in a row cost little.
  private func isAlternativeOfCast(_ index: Int) -> Bool {
    guard
      code.kind(index - 1) == .leftParen || code.isWord(index - 1, "const")
        || code.isWord(index - 1, "__kindof")
    else { return false }
    var next = index + 1
    while next < index + 9,
      code.kind(next) == .star || code.name(next).map(typeQualifiers.contains) ?? false
    {
      next += 1
    }
    return next > index + 1 && code.kind(next) == .rightParen
  }

  private mutating func readSelectors() {
    for index in code.tokens.indices
    where code.tokens[index].kind == .atWord && code.isWord(index, "@selector") {
      guard code.kind(index + 1) == .leftParen, let close = code.closing(index + 1) else {
        continue
      }
      var pieces: [ObjCSelectorPiece] = []
      var selector = ""
      var position = index + 2
      while position < close {
        var name = code.range(position, position)
        if code.kind(position) == .identifier {
          name = code.tokens[position].range
          mark(position, .selector)
          position += 1
        }
        let colons =
          switch code.kind(position) {
          case .colon: 1
          case .doubleColon: 2
          default: 0
          }
        let behind = code.range(position + 1, position + 1)
        selector += code.source.text(name) + String(repeating: ":", count: colons)
        pieces.append(ObjCSelectorPiece(nameRange: name, hasColon: colons > 0, argument: behind))
        if colons == 2 {
          pieces.append(ObjCSelectorPiece(nameRange: behind, hasColon: true, argument: behind))
        }
        if colons == 0 { break }
        position += 1
      }
      selectors.append(
        ObjCSelectorExpression(
          range: code.range(index, close + 1), selector: selector, pieces: pieces))
    }
  }
}
