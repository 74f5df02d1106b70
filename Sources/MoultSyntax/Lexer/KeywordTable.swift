/// Finds the keyword that a word spells, without allocation.
///
/// A hash table without collisions, made once and never freed, so that a look-up takes no bounds check, no loop, and no
/// branch that depends on the word.
struct KeywordTable: @unchecked Sendable {  // The memory is never written to after `init`.
  /// A word that is more than a name.
  private struct Word {
    /// The first eight bytes, and zeros behind a shorter word.
    var head: UInt64 = 0
    /// What `Found` holds, with that in place of its kind in which the kind differs from that of a name.
    var found: UInt32 = 0
    var length: UInt32 = 0
  }

  /// What a word is: a kind of token, and the keyword that it spells.
  struct Found {
    /// The kind, the keyword in the second byte, and `isLong`.
    fileprivate let rawValue: UInt32

    fileprivate init(rawValue: UInt32) { self.rawValue = rawValue }

    @inline(__always)
    fileprivate init(_ kind: TokenKind, _ keyword: Keyword = .notKeyword) {
      rawValue = UInt32(kind.rawValue) | UInt32(keyword.rawValue) &<< 8
    }

    // Both hold raw values that the types' own cases gave, and so do the types in memory.

    @inline(__always)
    var kind: TokenKind {
      unsafeBitCast(UInt8(truncatingIfNeeded: rawValue), to: TokenKind.self)
    }

    @inline(__always)
    var keyword: Keyword {
      unsafeBitCast(UInt8(truncatingIfNeeded: rawValue &>> 8), to: Keyword.self)
    }
  }

  private static let slotCount = 2048
  /// The word is longer than what its head tells.
  private static let isLong: UInt32 = 1 << 16

  /// With this factor no two words share a slot, as was found by trying.
  ///
  /// The initializer says when a new keyword does.
  private static let factor: UInt64 = 0xFA14_0CF8_5C03_F13F

  /// What the keywords spell, in their order, and `_`, with room for eight bytes to be read where that begins.
  ///
  /// They are spelled out once more as the names of cases are found by reflection, which cost the first file 0.4 ms.
  private static let spellings: StaticString = """
    Any as associatedtype break case catch class continue default defer deinit do else enum \
    extension fallthrough false fileprivate for func guard if import in init inout internal is \
    let nil operator precedencegroup private protocol public repeat rethrows return self Self \
    static struct subscript super switch throw throws true try typealias var where while abi \
    accesses actor addressWithNativeOwner addressWithOwner any assignment associativity async \
    attached autoclosure availability available await _backDeploy backDeployed before block \
    _borrow borrow _borrowing borrowing _BridgeObject canImport _Class compiler \
    _compilerInitialized _const consume __consuming _consuming consuming convenience convention \
    copy dependsOn deprecated derivative didSet differentiable discard distributed \
    _documentation dynamic _dynamicReplacement each _effects escaping exported file final \
    _forward forward freestanding get higherThan _implements indirect infix initializes \
    introduced isolated kind lazy left line _linear linear _local lowerThan macro message \
    metadata _modify modify module _move mutableAddressWithNativeOwner mutableAddressWithOwner \
    mutate _mutating mutating _NativeClass _NativeRefCountedObject noasync noDerivative noescape \
    _noMetadata none nonisolated nonmutating nonsending objc obsoleted of _opaqueReturnTypeOf \
    open optional _originallyDefinedIn override __owned package _PackageDescription postfix \
    preconcurrency prefix Protocol _read read reasync _RefCountedObject renamed required \
    retroactive reverse right safe scoped Sendable sending set __setter_access __shared some \
    _specialize specialized spi _spi_available spiModule swift target then transpose _Trivial \
    _TrivialAtMost _TrivialStride Type unavailable unchecked _underlyingVersion _UnknownLayout \
    unowned unsafe unsafeAddress unsafeMutableAddress using _version visibility weak willSet wrt \
    yield _ \
            .
    """

  /// The number of the only word that may be in each slot.
  private let slots: UnsafePointer<UInt8>
  /// By number: the raw value of a keyword, and the next number for `_`; no word is number 0.
  private let words: UnsafePointer<Word>
  /// Where the text of each word begins.
  private let texts: UnsafePointer<UnsafePointer<UInt8>>

  static let shared = KeywordTable()

  private init() {
    let count = Keyword.allCases.count
    let slots = UnsafeMutablePointer<UInt8>.allocate(capacity: Self.slotCount)
    let words = UnsafeMutablePointer<Word>.allocate(capacity: count + 1)
    let texts = UnsafeMutablePointer<UnsafePointer<UInt8>>.allocate(capacity: count + 1)
    var text = Self.spellings.utf8Start
    slots.initialize(repeating: 0, count: Self.slotCount)
    words.initialize(repeating: Word(), count: count + 1)
    texts.initialize(repeating: text, count: count + 1)
    for number in 1...count {
      var length = 0
      while text[length] != " " { length += 1 }
      let head = Self.head(of: text, length: length)
      let slot = Self.slot(of: text, length: length, head: head)
      precondition(slots[slot] == 0, "word \(number) shares a slot: find another factor")
      slots[slot] = UInt8(number)
      words[number] = Word(
        head: head, found: Self.found(number) | (length > 8 ? Self.isLong : 0),
        length: UInt32(length))
      texts[number] = text
      text += length + 1
    }
    precondition(text[0] == " ", "there are as many spellings as keywords")
    self.slots = UnsafePointer(slots)
    self.words = UnsafePointer(words)
    self.texts = UnsafePointer(texts)
  }

  /// Returns `Word.found` of the word of this number.
  private static func found(_ number: Int) -> UInt32 {
    let name = Found(.identifier).rawValue
    guard let keyword = Keyword(rawValue: UInt8(number)) else {
      return Found(.wildcard).rawValue ^ name
    }
    return Found(keyword.isReserved ? .keyword : .identifier, keyword).rawValue ^ name
  }

  /// Returns what the token of `length` bytes at `word` is: of `kind`, unless they are a word that is known here.
  ///
  /// Nobody can foresee which words are, so that this takes no branch, but for long ones.
  ///
  /// - Precondition: `length` is at least 1, and eight bytes can be read at `word`, whatever it is.
  @inline(__always)
  func token(at word: UnsafePointer<UInt8>, length: Int, otherwise kind: TokenKind) -> Found {
    let head = Self.head(of: word, length: length)
    let number = Int(slots[Self.slot(of: word, length: length, head: head)])
    let lengths = UInt64(truncatingIfNeeded: length) ^ UInt64(words[number].length)
    let known = (head ^ words[number].head) | lengths == 0 ? number : 0
    let found = words[known].found
    if found & Self.isLong != 0, !isWord(known, word) { return Found(kind) }
    return Found(rawValue: found ^ UInt32(kind.rawValue))
  }

  /// Whether the bytes behind the first eight are those of a word that is as long.
  @inline(never)
  private func isWord(_ number: Int, _ word: UnsafePointer<UInt8>) -> Bool {
    let text = texts[number]
    for index in 8..<Int(words[number].length) where text[index] != word[index] { return false }
    return true
  }

  /// Returns the first eight bytes, with zeros in place of what follows a shorter word.
  @inline(__always)
  private static func head(of word: UnsafePointer<UInt8>, length: Int) -> UInt64 {
    let bytes = UnsafeRawPointer(word).loadUnaligned(as: UInt64.self).littleEndian
    return bytes & UInt64.max &>> (64 &- min(UInt64(truncatingIfNeeded: length), 8) &* 8)
  }

  /// Returns the slot of a word, from its first eight bytes, its length and its last byte.
  @inline(__always)
  private static func slot(
    of word: UnsafePointer<UInt8>, length: Int, head: UInt64
  ) -> Int {
    let end = UInt64(truncatingIfNeeded: length) &<< 8 | UInt64(word[length &- 1])
    return Int(truncatingIfNeeded: ((head ^ end &<< 32) &* factor) &>> 53)
  }
}
