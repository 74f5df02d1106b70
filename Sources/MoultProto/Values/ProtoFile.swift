package import MoultSource

/// What one `.proto` file declares.
///
/// Ranges are nil where there is no text: in a file that came out of a descriptor set.
package struct ProtoFile: Sendable {
  /// The path that findings name, or the import path in a descriptor set.
  package let path: String

  package let syntax: ProtoSyntax

  /// Whether an `edition` file was read as if it were proto3, because libprotobuf does not know editions.
  ///
  /// Names, numbers, types, options, comments and ranges are right; features are plain options.
  package let isEditionFallback: Bool

  /// The `package` statement, or nil if there is none.
  package let packageStatement: ProtoPackageStatement?

  /// In the order of the file.
  package let imports: [ProtoImport]

  /// In the order of the file.
  package let options: [ProtoOption]

  package let messages: [ProtoMessage]
  package let enums: [ProtoEnum]
  package let services: [ProtoService]

  /// The fields of `extend` blocks outside messages.
  package let extensions: [ProtoField]

  /// In the order of the file.
  package let diagnostics: [ProtoDiagnostic]

  /// Whether nothing of the file was read, because it is too large, too deep, or too much for the parser.
  package let isRefused: Bool

  /// How the text ends its lines; LF for a text without line breaks.
  package let lineEnding: ProtoLineEnding

  /// The offset before which a further `option` statement can stand, a line of its own.
  ///
  /// It follows the line on which the last `option` statement ends that precedes every declaration, and its comment; where there
  /// is none, the last `syntax`, `edition`, `package` or `import`; in a file without any, the byte order mark.
  package let insertionPointForOption: ByteOffset?

  package init(
    path: String, syntax: ProtoSyntax, isEditionFallback: Bool,
    packageStatement: ProtoPackageStatement?, imports: [ProtoImport], options: [ProtoOption],
    messages: [ProtoMessage], enums: [ProtoEnum], services: [ProtoService],
    extensions: [ProtoField], diagnostics: [ProtoDiagnostic], isRefused: Bool,
    lineEnding: ProtoLineEnding, insertionPointForOption: ByteOffset?
  ) {
    self.path = path
    self.syntax = syntax
    self.isEditionFallback = isEditionFallback
    self.packageStatement = packageStatement
    self.imports = imports
    self.options = options
    self.messages = messages
    self.enums = enums
    self.services = services
    self.extensions = extensions
    self.diagnostics = diagnostics
    self.isRefused = isRefused
    self.lineEnding = lineEnding
    self.insertionPointForOption = insertionPointForOption
  }

  /// The package's name, empty if there is none.
  package var package: String { packageStatement?.name ?? "" }

  /// Returns the option called `name`, written without parentheses, or nil if the file does not set it.
  package func option(named name: String) -> ProtoOption? {
    options.first { $0.name == name }
  }

  /// Whether the file could not be read as a whole.
  package var hasErrors: Bool { !diagnostics.isEmpty }
}

/// The language that a `.proto` file is written in.
package enum ProtoSyntax: Hashable, Sendable {
  case proto2
  case proto3
  /// The text of the edition, such as `2023`.
  case edition(String)
}

/// The bytes that end a line.
package enum ProtoLineEnding: String, Sendable {
  case lf = "\n"
  case crlf = "\r\n"
}

/// A `package` statement.
package struct ProtoPackageStatement: Sendable {
  package let name: String

  /// The statement, its `;` included.
  package let range: ByteRange?

  package init(
    name: String, range: ByteRange?
  ) {
    self.name = name
    self.range = range
  }
}

/// An `import` statement.
package struct ProtoImport: Sendable {
  /// The word behind `import`.
  package enum Kind: Sendable {
    case plain
    case `public`
    case weak
  }

  /// The path between the quotes.
  package let path: String

  package let kind: Kind

  /// The statement, its `;` included.
  package let range: ByteRange?

  package init(
    path: String, kind: Kind, range: ByteRange?
  ) {
    self.path = path
    self.kind = kind
    self.range = range
  }
}

/// What is wrong with a `.proto` file, in the words of the parser that read it.
package struct ProtoDiagnostic: Hashable, Sendable {
  /// The word or character at which it was noticed; empty at the end of the text.
  package let range: ByteRange

  package let message: String

  package init(
    range: ByteRange, message: String
  ) {
    self.range = range
    self.message = message
  }
}
