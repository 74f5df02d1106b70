import MoultSource

/// Which precedence each infix operator has.
///
/// Knows the operators of the standard library, and what the files that were added declare.
package struct OperatorTable: Sendable {
  /// On which side operators of the same precedence are taken together first.
  package enum Associativity: Sendable {
    case left, right, none
  }

  struct Group: Sendable {
    let name: String
    var associativity: Associativity
    /// The groups that bind less tightly than this one, as far as it says so itself.
    var lower: [Int] = []
  }

  private(set) var groups: [Group] = []
  private var groupsByName: [String: Int] = [:]
  private var operators: [[UInt8]: Int] = [:]

  /// `above[a * n + b]`: group `a` binds more tightly than group `b`.
  private var above: [Bool] = []

  /// How many groups the table knows; those beyond are taken for the default one.
  static let maximalGroupCount = 256

  static let assignment = 0
  static let arrow = 1
  static let ternary = 2
  static let defaultGroup = 3
  static let casting = 8

  /// The operators of the standard library.
  package static let standard = OperatorTable(standard: ())

  private init(standard: Void) {
    add("AssignmentPrecedence", .right, above: [])
    add("FunctionArrowPrecedence", .right, above: [0])
    add("TernaryPrecedence", .right, above: [1])
    add("DefaultPrecedence", .none, above: [2])
    add("LogicalDisjunctionPrecedence", .left, above: [2])
    add("LogicalConjunctionPrecedence", .left, above: [4])
    add("ComparisonPrecedence", .none, above: [5])
    add("NilCoalescingPrecedence", .right, above: [6])
    add("CastingPrecedence", .none, above: [7])
    add("RangeFormationPrecedence", .none, above: [8])
    add("AdditionPrecedence", .left, above: [9])
    add("MultiplicationPrecedence", .left, above: [10])
    add("BitwiseShiftPrecedence", .none, above: [11])
    relate()
    let standard: [(Int, String)] = [
      (0, "*= /= %= += -= <<= >>= &= |= ^= &*= &+= &-= &<<= &>>= .&= .|= .^="),
      (4, "|| .||"), (5, "&&"),
      (6, "< <= > >= == != === !== ~= .== .!= .< .<= .> .>="), (7, "??"), (9, "..< ..."),
      (10, "+ - &+ &- | ^ .| .^"), (11, "* / % &* & .&"), (12, "<< >> &<< &>>"),
    ]
    for (group, names) in standard {
      for name in names.utf8.split(separator: UInt8(ascii: " ")) { operators[Array(name)] = group }
    }
  }

  private mutating func add(_ name: String, _ associativity: Associativity, above lower: [Int]) {
    groupsByName[name] = groups.count
    groups.append(Group(name: name, associativity: associativity, lower: lower))
  }

  /// Returns the group of an infix operator, the default one if it is unknown.
  func group(of name: ArraySlice<UInt8>) -> Int {
    if let known = Self.commonGroup(of: name) { return known }
    return operators[Array(name)] ?? Self.defaultGroup
  }

  /// The group of a standard operator of one or two characters, found without hashing.
  private static func commonGroup(of name: ArraySlice<UInt8>) -> Int? {
    let start = name.startIndex
    switch name.count {
    case 1:
      switch name[start] {
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "|"), UInt8(ascii: "^"): return 10
      case UInt8(ascii: "*"), UInt8(ascii: "/"), UInt8(ascii: "%"), UInt8(ascii: "&"): return 11
      case UInt8(ascii: "<"), UInt8(ascii: ">"): return 6
      default: return nil
      }
    case 2:
      switch (name[start], name[start + 1]) {
      case (UInt8(ascii: "&"), UInt8(ascii: "&")): return 5
      case (UInt8(ascii: "|"), UInt8(ascii: "|")): return 4
      case (UInt8(ascii: "?"), UInt8(ascii: "?")): return 7
      case (UInt8(ascii: "="), UInt8(ascii: "=")), (UInt8(ascii: "!"), UInt8(ascii: "=")),
        (UInt8(ascii: "<"), UInt8(ascii: "=")), (UInt8(ascii: ">"), UInt8(ascii: "=")):
        return 6
      case (UInt8(ascii: "+"), UInt8(ascii: "=")), (UInt8(ascii: "-"), UInt8(ascii: "=")),
        (UInt8(ascii: "*"), UInt8(ascii: "=")), (UInt8(ascii: "/"), UInt8(ascii: "=")):
        return 0
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether an operator of `left` takes the operand between itself and a following one of `right`.
  func takes(_ left: Int, before right: Int) -> Bool {
    if left == right { return groups[left].associativity != .right }
    let count = groups.count
    if above[left * count + right] { return true }
    if above[right * count + left] { return false }
    // Groups without a relation are an error in the source; the first comes first.
    return true
  }

  /// Finds out which groups lie above which, also by way of others.
  ///
  /// - Complexity: O(*groups* × *relations*), both bounded by `maximalGroupCount`.
  private mutating func relate() {
    let count = groups.count
    above = [Bool](repeating: false, count: count * count)
    for index in groups.indices {
      var open = groups[index].lower
      while let next = open.popLast() {
        guard next < count, !above[index * count + next] else { continue }
        above[index * count + next] = true
        open += groups[next].lower
      }
    }
  }
}

// MARK: - Declarations

extension OperatorTable {
  /// Adds the operators and precedence groups that `tree` declares.
  package mutating func add(declarationsOf tree: SyntaxTree) {
    addDeclarations(in: tree.parts.tokens, bytes: tree.source.bytes)
  }

  /// Adds the operators and precedence groups that `tokens` declare.
  mutating func addDeclarations(in tokens: [Token], bytes: [UInt8]) {
    for index in tokens.indices where tokens[index].keyword == .precedencegroup {
      declareGroup(at: index, in: tokens, bytes: bytes)
    }
    for index in tokens.indices where tokens[index].keyword == .operator {
      declareOperator(at: index, in: tokens, bytes: bytes)
    }
    relate()
  }

  /// Adds the group whose `precedencegroup` stands at `index`.
  ///
  /// `relate()` has to follow before the table is used.
  private mutating func declareGroup(at index: Int, in tokens: [Token], bytes: [UInt8]) {
    func text(_ index: Int) -> String {
      guard index < tokens.count else { return "" }
      return String(decoding: bytes[tokens[index].range.indices], as: UTF8.self)
    }
    guard index + 2 < tokens.count, tokens[index + 2].kind == .leftBrace else { return }
    let name = text(index + 1)
    let group = groupIndex(name)
    guard groups[group].name == name else { return }
    var position = index + 3
    // A group holds no braces; a second one tells that the first group was left open, so that a file of
    // such groups is not read from each of them to its end.
    while position + 2 < tokens.count, tokens[position].kind != .rightBrace,
      tokens[position].kind != .leftBrace
    {
      guard tokens[position + 1].kind == .colon else {
        position += 1
        continue
      }
      let word = tokens[position].keyword
      position += 2
      switch word {
      case .associativity:
        switch tokens[position].keyword {
        case .left: groups[group].associativity = .left
        case .right: groups[group].associativity = .right
        default: groups[group].associativity = .none
        }
      case .higherThan, .lowerThan:
        while position < tokens.count, tokens[position].kind == .identifier {
          let other = groupIndex(text(position))
          if word == .higherThan { place(group, above: other) } else { place(other, above: group) }
          position += 1
          guard position < tokens.count, tokens[position].kind == .comma else { break }
          position += 1
        }
        continue
      default: break
      }
      position += 1
    }
  }

  private mutating func place(_ group: Int, above lower: Int) {
    if group != lower, !groups[group].lower.contains(lower) { groups[group].lower.append(lower) }
  }

  private mutating func groupIndex(_ name: String) -> Int {
    if let known = groupsByName[name] { return known }
    guard groups.count < Self.maximalGroupCount else { return Self.defaultGroup }
    add(name, .none, above: [])
    return groups.count - 1
  }

  /// Adds the operator whose `operator` stands at `index`, if it is declared as infix.
  private mutating func declareOperator(at index: Int, in tokens: [Token], bytes: [UInt8]) {
    guard index > 0, tokens[index - 1].keyword == .infix, index + 1 < tokens.count else { return }
    let name = bytes[tokens[index + 1].range.indices]
    var group = Self.defaultGroup
    if index + 3 < tokens.count, tokens[index + 2].kind == .colon,
      tokens[index + 3].kind == .identifier
    {
      let groupName = String(decoding: bytes[tokens[index + 3].range.indices], as: UTF8.self)
      group = groupIndex(groupName)
    }
    operators[Array(name)] = group
  }
}
