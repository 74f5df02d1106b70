package import MoultSource

extension ObjCFile {
  /// Returns the edits that make the file import the headers that it does not import yet.
  ///
  /// New lines stand behind the file's last `#import`, or before its first word; where each import stands in some `#if`,
  /// behind it, or before the first that has code as well. The module of a header or the umbrella header of its folder counts
  /// as the header. An import that an `#if` can leave out is none, unless all code of the file goes with it, or each of
  /// the branches has it.
  ///
  /// - Parameter headers: paths such as `GRPCClient/GRPCCall.h`.
  package func importEdits(adding headers: Set<String>) -> [Edit] {
    let sure = imports.filter { !isConditional($0.range) }
    let known = Set(sure.map(\.path)).union(conditions.flatMap(pathsOfEachBranch))
    let missing = headers.filter { header in
      let folder = header.prefix { $0 != "/" }
      return !known.contains(header) && !known.contains(String(folder))
        && !known.contains("\(folder)/\(folder).h")
    }
    guard !missing.isEmpty else { return [] }
    let lineBreak = source.bytes.contains(0x0D) ? "\r\n" : "\n"
    let lines = missing.sorted().map { "#import <\($0)>" }
    if let end = placeBehindImports(sure) {
      return [Edit(end..<end, lines.map { lineBreak + $0 }.joined())]
    }
    if let first = conditionsOfImports.first {
      let place = first.range.lowerBound
      return [Edit(place..<place, lines.map { $0 + lineBreak }.joined())]
    }
    let start = source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let place = ByteOffset(start)
    return [Edit(place..<place, lines.map { $0 + lineBreak }.joined())]
  }

  /// Whether an `#if` can leave out what stands in a range, and not all code of the file with it.
  package func isConditional(_ range: ByteRange) -> Bool {
    conditions.contains { $0.range.contains(range.lowerBound) && !isAroundAll($0) }
  }

  /// Whether a condition is around all that the file declares, as the guard of a header is.
  private func isAroundAll(_ condition: ObjCCondition) -> Bool {
    guard !condition.hasElse else { return false }
    let all = placesOfCode.isEmpty ? imports.map(\.range.lowerBound) : placesOfCode
    return all.allSatisfy { condition.range.contains($0) }
  }

  /// Where declarations and definitions begin, in no order.
  private var placesOfCode: [ByteOffset] {
    containers.map(\.range.lowerBound) + methods.map(\.range.lowerBound)
      + functions.map(\.range.lowerBound)
  }

  /// The outermost conditions that imports stand in, but for those around all, in source order.
  private var conditionsOfImports: [ObjCCondition] {
    conditions.filter { condition in
      !isAroundAll(condition) && !isConditional(around: condition)
        && imports.contains { condition.range.contains($0.range.lowerBound) }
    }.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// What is imported whichever branch is taken.
  private func pathsOfEachBranch(_ condition: ObjCCondition) -> Set<String> {
    guard condition.hasElse, !isConditional(around: condition) else { return [] }
    let paths = condition.branches.map { branch in
      Set(
        imports.filter { one in
          branch.contains(one.range.lowerBound)
            && !conditions.contains {
              branch.contains($0.range.lowerBound) && $0.range.contains(one.range.lowerBound)
            }
        }.map(\.path))
    }
    return paths.dropFirst().reduce(paths.first ?? []) { $0.intersection($1) }
  }

  private func isConditional(around condition: ObjCCondition) -> Bool {
    conditions.contains {
      $0 != condition && $0.range.contains(condition.range.lowerBound) && !isAroundAll($0)
    }
  }

  /// The end of the last import, or of the condition around the last where all stand in some; nil where there is none, or code
  /// stands before it.
  private func placeBehindImports(_ sure: [ObjCImport]) -> ByteOffset? {
    if let last = sure.last(where: { $0.form != .module }) ?? sure.last {
      return last.range.upperBound
    }
    guard let end = conditionsOfImports.last?.range.upperBound else { return nil }
    return placesOfCode.contains { $0 < end } ? nil : end
  }
}
