package import MoultSource

/// What an Objective-C file says, as far as it can be read without its headers.
///
/// Everything is in source order; what macros put in place comes behind the rest.
package struct ObjCFile: Sendable {
  package let source: SourceText
  package let comments: [ByteRange]

  /// `#import`, `#include` and `@import`.
  package let imports: [ObjCImport]

  /// `#if` to `#endif`; inner ones before the ones around them.
  package let conditions: [ObjCCondition]
  package let macros: [ObjCMacro]

  /// Inner ones before the ones around them.
  package let messages: [ObjCMessage]

  /// `@interface`, `@implementation`, `@protocol`.
  package let containers: [ObjCContainer]
  package let methods: [ObjCMethod]
  package let properties: [ObjCProperty]

  /// C functions and functions of C++ classes, with a body or without.
  package let functions: [ObjCFunction]

  /// What has members in the way of C and C++.
  package let records: [ObjCRecord]

  /// Local and global variables, instance variables, members of C++ classes, and parameters.
  package let variables: [ObjCVariable]

  /// Block literals.
  package let blocks: [ObjCBlock]

  /// `@selector(…)`.
  package let selectors: [ObjCSelectorExpression]

  /// `base.name` and `base->name`.
  package let members: [ObjCMember]

  /// Names that `@class`, `@protocol X;`, `typedef`, `enum`, `struct`, `union`, C++ `class` and their like introduce.
  package let declaredNames: [ObjCDeclaredName]

  /// Every identifier outside of directives, and those in the replacements of macros; by offset.
  package let identifiers: [ObjCIdentifier]

  /// The places of string literals, `@"…"` and `"…"`, quotes included; by offset.
  package let strings: [ByteRange]

  /// What an editor shows as a field to fill in, `<#…#>`, outside of directives and dead branches; by offset.
  package let placeholders: [ByteRange]

  /// Brackets without a partner, and literals and comments without an end; by offset.
  package let defects: [ByteRange]

  /// Of methods and functions, with their braces, and of methods that macros declare, with what the macro is given; by offset.
  let bodies: [ByteRange]
  let codes: [Code]
  let identifierIndex: IdentifierIndex
  let messageIndex: MessageIndex
}

/// Reads an Objective-C or Objective-C++ file.
///
/// Never fails: what is not understood is left out.
///
/// - Complexity: linear in the size of the file, but for sorting.
package func parseObjectiveC(_ source: SourceText) -> ObjCFile {
  let lexed = tokenizeObjectiveC(source.bytes)
  let divided = divide(source, lexed.tokens)
  var reader = OutlineReader()
  for (index, code) in divided.codes.enumerated() { reader.read(code, index) }
  let identifiers = reader.identifiers.sorted { $0.range.lowerBound < $1.range.lowerBound }
  let declared = reader.methods.compactMap(\.body) + reader.functions.compactMap(\.body)
  // A function may have a name that is written like one of a macro's.
  let known = Set(declared.map(\.upperBound))
  let bodies = (declared + reader.macroBodies.filter { !known.contains($0.upperBound) })
    .sorted { $0.lowerBound < $1.lowerBound }
  let defects = lexed.unterminated + divided.codes.flatMap(unpairedBrackets)
  return ObjCFile(
    source: source, comments: lexed.comments,
    imports: (divided.imports + reader.imports).sorted {
      $0.range.lowerBound < $1.range.lowerBound
    },
    conditions: divided.conditions, macros: divided.macros, messages: reader.messages,
    containers: reader.containers,
    methods: reader.methods, properties: reader.properties, functions: reader.functions,
    records: reader.records,
    variables: reader.variables, blocks: reader.blocks, selectors: reader.selectors,
    members: reader.members, declaredNames: reader.declaredNames,
    identifiers: identifiers,
    strings: lexed.tokens.filter { $0.kind == .objectString || $0.kind == .string }.map(\.range),
    placeholders: divided.codes.filter { !$0.isMacro }
      .flatMap { code in code.tokens.filter { $0.kind == .placeholder }.map(\.range) }
      .sorted { $0.lowerBound < $1.lowerBound },
    defects: defects.sorted { $0.lowerBound < $1.lowerBound },
    bodies: bodies, codes: divided.codes,
    identifierIndex: IdentifierIndex(identifiers, in: source),
    messageIndex: MessageIndex(reader.messages, bodies))
}

/// The brackets of a file's own code that have no partner; a macro may hold one half of a pair.
private func unpairedBrackets(_ code: Code) -> [ByteRange] {
  guard !code.isMacro else { return [] }
  return code.tokens.indices.compactMap { index in
    switch code.tokens[index].kind {
    case .leftParen, .leftBracket, .leftBrace, .rightParen, .rightBracket, .rightBrace:
      code.partner[index] < 0 ? code.tokens[index].range : nil
    default: nil
    }
  }
}
