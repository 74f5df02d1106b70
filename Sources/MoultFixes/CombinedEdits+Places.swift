package import MoultSource

extension CombinedEdits {
  /// Returns where what stood in `range` of the text before stands afterwards.
  ///
  /// Where only a part was replaced, what came for that part belongs to the result.
  package func image(of range: ByteRange) -> ByteRange {
    Self.image(of: Self.image(of: range, under: edits), under: imports)
  }

  /// True if an edit of a fix replaces a byte of `range` of the text before, or inserts among its bytes.
  ///
  /// Of an edit only what differs counts: what it writes back as it was is not replaced.
  func rewrites(_ range: ByteRange, in before: [UInt8]) -> Bool {
    edits.contains { edit in
      let changed = edit.changedRange(in: before)
      if changed.isEmpty {
        return edit.changesSomething(in: before) && range.lowerBound < changed.lowerBound
          && changed.lowerBound < range.upperBound
      }
      return range.isEmpty
        ? changed.lowerBound <= range.lowerBound && range.lowerBound < changed.upperBound
        : changed.overlaps(range)
    }
  }

  /// Returns what of the text before stands in `range` of the text afterwards, or was replaced by it.
  func source(of range: ByteRange) -> ByteRange {
    Self.source(of: Self.source(of: range, under: imports), under: edits)
  }

  private static func source(of range: ByteRange, under edits: [Edit]) -> ByteRange {
    let start = source(of: range.lowerBound, under: edits, .lower)
    return start..<max(start, source(of: range.upperBound, under: edits, .upper))
  }

  private static func source(
    of offset: ByteOffset, under edits: [Edit], _ bound: Bound
  ) -> ByteOffset {
    var shift = 0
    for edit in edits {
      let start = edit.range.lowerBound.index + shift
      guard start <= offset.index else { break }
      guard start + edit.replacement.count <= offset.index else {
        switch bound {
        case .lower: return edit.range.lowerBound
        case .upper: return edit.range.upperBound
        }
      }
      shift += edit.replacement.count - edit.range.utf8Count
    }
    return ByteOffset(offset.index - shift)
  }

  private static func image(of range: ByteRange, under edits: [Edit]) -> ByteRange {
    let start = moved(range.lowerBound, under: edits, .lower)
    let end = range.isEmpty ? start : moved(range.upperBound, under: edits, .upper)
    return start..<max(start, end)
  }

  private enum Bound {
    case lower
    case upper
  }

  private static func moved(_ offset: ByteOffset, under edits: [Edit], _ bound: Bound) -> ByteOffset
  {
    var shift = 0
    for edit in edits where edit.range.lowerBound <= offset {
      let growth = edit.replacement.count - edit.range.utf8Count
      switch bound {
      case .lower:
        // What is inserted before a range does not belong to it.
        guard edit.range.upperBound <= offset else {
          return ByteOffset(edit.range.lowerBound.index + shift)
        }
      case .upper:
        if edit.range.lowerBound == offset { continue }
        guard edit.range.upperBound <= offset else {
          return ByteOffset(edit.range.lowerBound.index + shift + edit.replacement.count)
        }
      }
      shift += growth
    }
    return ByteOffset(offset.index + shift)
  }
}

extension Edit {
  /// The part of the range that the replacement does not begin or end with.
  fileprivate func changedRange(in text: [UInt8]) -> ByteRange {
    let old = text[range.indices]
    let most = min(old.count, replacement.count)
    var head = 0
    while head < most, old[old.startIndex + head] == replacement[head] { head += 1 }
    var tail = 0
    while tail < most - head,
      old[old.endIndex - 1 - tail] == replacement[replacement.count - 1 - tail]
    {
      tail += 1
    }
    return ByteRange(indices: (old.startIndex + head)..<(old.endIndex - tail))
  }

  fileprivate func changesSomething(in text: [UInt8]) -> Bool {
    text[range.indices] != replacement[...]
  }
}
