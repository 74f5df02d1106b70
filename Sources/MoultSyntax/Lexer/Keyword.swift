/// The words that mean something to the parser, reserved or contextual.
///
/// A case is named as the word it stands for. The reserved words stand before all others.
// swift-format-ignore: AlwaysUseLowerCamelCase
package enum Keyword: UInt8, Sendable, BitwiseCopyable, CaseIterable {
  case notKeyword

  // MARK: Reserved: lexed as `TokenKind.keyword`

  case `Any`, `as`, `associatedtype`, `break`, `case`, `catch`, `class`, `continue`, `default`,
    `defer`, `deinit`, `do`, `else`, `enum`, `extension`, `fallthrough`, `false`, `fileprivate`,
    `for`, `func`, `guard`, `if`, `import`, `in`, `init`, `inout`, `internal`, `is`, `let`,
    `nil`, `operator`, `precedencegroup`, `private`, `protocol`, `public`, `repeat`, `rethrows`,
    `return`, `self`, `Self`, `static`, `struct`, `subscript`, `super`, `switch`, `throw`,
    `throws`, `true`, `try`, `typealias`, `var`, `where`, `while`

  // MARK: Contextual: lexed as `TokenKind.identifier`

  case abi, accesses, actor, addressWithNativeOwner, addressWithOwner, any, assignment,
    associativity, async, attached, autoclosure, availability, available, await, _backDeploy,
    backDeployed, before, block, _borrow, borrow, _borrowing, borrowing, _BridgeObject,
    canImport, _Class, compiler, _compilerInitialized, _const, consume, __consuming, _consuming,
    consuming, convenience, convention, copy, dependsOn, deprecated, derivative, didSet,
    differentiable, discard, distributed, _documentation, dynamic, _dynamicReplacement, each,
    _effects, escaping, exported, file, final, _forward, forward, freestanding, get, higherThan,
    _implements, indirect, infix, initializes, introduced, isolated, kind, lazy, left, line,
    _linear, linear, _local, lowerThan, macro, message, metadata, _modify, modify, module, _move,
    mutableAddressWithNativeOwner, mutableAddressWithOwner, mutate, _mutating, mutating,
    _NativeClass, _NativeRefCountedObject, noasync, noDerivative, noescape, _noMetadata, none,
    nonisolated, nonmutating, nonsending, objc, obsoleted, of, _opaqueReturnTypeOf, open,
    optional, _originallyDefinedIn, override, __owned, package, _PackageDescription, postfix,
    preconcurrency, prefix, `Protocol`, _read, read, reasync, _RefCountedObject, renamed,
    required, retroactive, reverse, right, safe, scoped, Sendable, sending, set, __setter_access,
    __shared, some, _specialize, specialized, spi, _spi_available, spiModule, swift, target,
    then, transpose, _Trivial, _TrivialAtMost, _TrivialStride, `Type`, unavailable, unchecked,
    _underlyingVersion, _UnknownLayout, unowned, unsafe, unsafeAddress, unsafeMutableAddress,
    using, _version, visibility, weak, willSet, wrt, yield
}

extension Keyword {
  /// Whether the word can be a name only in back-ticks.
  package var isReserved: Bool {
    rawValue >= Keyword.`Any`.rawValue && rawValue <= Keyword.`while`.rawValue
  }

  /// The word as it is written; empty for `notKeyword`.
  package var text: String { self == .notKeyword ? "" : "\(self)" }
}
