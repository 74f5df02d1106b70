package import MoultSource

/// A type as it is written: `NSArray<Foo *> *` has the name `NSArray`, the argument `Foo` and one pointer.
package struct ObjCType: Hashable, Sendable {
  package let name: String

  /// What stands between angle brackets, generic arguments and protocols alike.
  package let arguments: [String]
  package let pointers: Int

  package init(name: String, arguments: [String] = [], pointers: Int = 0) {
    self.name = name
    self.arguments = arguments
    self.pointers = pointers
  }

  /// The type of a block, whose parameters are not kept.
  package static let block = ObjCType(name: "^")

  package var isObjectOfAnyClass: Bool { name == "id" || name == "instancetype" }
}

/// A piece of a selector: a word, and a colon with an argument behind it.
package struct ObjCSelectorPiece: Hashable, Sendable {
  /// Empty, and before the colon, where a piece has no name.
  package let nameRange: ByteRange

  package let hasColon: Bool

  /// What stands behind the colon, the further arguments of a variadic method included; empty where
  /// there is none.
  package let argument: ByteRange
}

/// `[receiver piece:argument piece:argument]`.
package struct ObjCMessage: Hashable, Sendable {
  /// With the brackets.
  package let range: ByteRange
  package let receiver: ByteRange
  package let pieces: [ObjCSelectorPiece]
  package let selector: String

  /// True if the message is a statement of its own, so that its result is lost.
  package let isDiscarded: Bool

  /// The index of the code, and the position of the opening bracket in it.
  let code: Int
  let open: Int
  /// The position behind the receiver.
  let receiverEnd: Int
}

/// `@interface`, `@implementation` or `@protocol` up to its `@end`.
package struct ObjCContainer: Hashable, Sendable {
  /// Which of the containers it is.
  package enum Kind: Sendable {
    case interface
    /// `@interface X ()`.
    case classExtension
    /// `@interface X (Name)`.
    case category
    case implementation
    /// `@implementation X (Name)`.
    case categoryImplementation
    case `protocol`
  }

  package let kind: Kind
  package let name: String
  package let nameRange: ByteRange

  /// The name between parentheses.
  package let category: String?
  package let superclass: String?

  /// The protocols that it adopts.
  package let protocols: [String]

  /// Where the list of adopted protocols stands, with its angle brackets; nil where there is none.
  package let protocolList: ByteRange?

  /// Up to the end of `@end`, or of the text.
  package let range: ByteRange

  /// `@end`, or nil where it is missing.
  package let end: ByteRange?
}

/// A name with its type: a parameter of a method, a function or a block.
package struct ObjCParameter: Hashable, Sendable {
  package let name: String
  package let nameRange: ByteRange
  package let type: ObjCType

  /// The type as it is written, without parentheses.
  package let typeRange: ByteRange
}

/// A method that is declared or defined.
package struct ObjCMethod: Hashable, Sendable {
  package let isClassMethod: Bool
  package let selector: String

  /// Their arguments are the declared parameters, types included.
  package let pieces: [ObjCSelectorPiece]
  package let parameters: [ObjCParameter]
  package let result: ObjCType

  /// From `-` or `+` to the end of the semicolon or of the body.
  package let range: ByteRange

  /// With its braces; nil for a declaration.
  package let body: ByteRange?

  /// The index into `containers`, or nil outside of one.
  package let container: Int?
}

/// A `@property`.
package struct ObjCProperty: Hashable, Sendable {
  package let name: String
  package let nameRange: ByteRange
  package let type: ObjCType
  package let isClassProperty: Bool
  package let range: ByteRange
  package let container: Int?
}

/// A C function, or a function of a C++ class.
package struct ObjCFunction: Hashable, Sendable {
  package let name: String
  package let nameRange: ByteRange
  package let result: ObjCType
  package let range: ByteRange
  package let body: ByteRange?

  /// The C++ class whose function it is; nil for all others.
  package let owner: String?
}

/// A `struct`, a `union` or a C++ class with its members.
package struct ObjCRecord: Hashable, Sendable {
  package let name: String

  /// The classes that it inherits from, without their namespaces.
  package let bases: [String]

  /// Those that a record inside of it declares are that one's.
  package internal(set) var fields: [ObjCParameter] = []
}

/// A variable or parameter with a written type.
package struct ObjCVariable: Hashable, Sendable {
  /// Where the variable is declared, which says how far it is seen.
  package enum Kind: Sendable {
    case local, parameter, global, instance
    /// Of a `struct`, a `union` or a C++ class.
    case field
  }

  package let kind: Kind
  package let name: String
  package let nameRange: ByteRange
  package let type: ObjCType

  /// From the first word of the declaration's type to the end of that type.
  package let typeRange: ByteRange

  /// What stands behind `=`; nil where there is nothing.
  package let initializer: ByteRange?

  /// Where the name means this variable, unless an inner one has the same name.
  package let scope: ByteRange
}

/// A block literal.
package struct ObjCBlock: Hashable, Sendable {
  /// From `^` to the closing brace.
  package let range: ByteRange
  package let parameters: [ObjCParameter]
  package let body: ByteRange
}

/// `@selector(name:)`.
package struct ObjCSelectorExpression: Hashable, Sendable {
  package let range: ByteRange
  package let selector: String
  package let pieces: [ObjCSelectorPiece]
}

/// A name that a declaration other than a class, method or variable introduces.
package struct ObjCDeclaredName: Hashable, Sendable {
  /// What the name stands for.
  package enum Kind: Sendable {
    /// `@class X;` and `@protocol X;`: the thing itself is declared elsewhere.
    case forward
    /// `typedef … X;`, `enum X {`, `struct X {`, `NS_ENUM(T, X)`, C++ `class X {`.
    case type
  }

  package let kind: Kind
  package let name: String
  package let nameRange: ByteRange
}

/// A word of a file and what it stands for, as far as its neighbours show.
package struct ObjCIdentifier: Hashable, Sendable {
  /// What the word is, as far as the words beside it show.
  package enum Role: UInt8, Sendable {
    /// Where only a type can stand: before `*` and a name, in a cast, as a generic argument, behind `@class`.
    case type
    /// The first word of a message's receiver, with nothing behind it: a class or a variable.
    case receiver
    /// A piece of a selector, in a message, a declaration or `@selector`.
    case selector
    /// Behind `.` or `->`.
    case member
    /// What a declaration names: a variable, parameter, property, function, macro.
    case declaration
    /// Before `(`: a function, a macro, a keyword such as `if`.
    case call
    /// The name of a category, a label, an attribute's word.
    case other
    /// Anywhere else in an expression.
    case expression
  }

  package let role: Role
  package let range: ByteRange
}
