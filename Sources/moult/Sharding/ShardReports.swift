import Foundation
import MoultFindings
import MoultReporting

/// Reports that the shards of one run wrote.
struct ShardReports {
  /// Sorted by the index of the shard, each once.
  let results: [ShardResult]

  /// Of all places that they name.
  let positions: KnownPositions

  /// The form that all of them have.
  let format: ReportFormat

  /// Reads them from files.
  ///
  /// - Parameter paths: at least one, in any order.
  /// - Throws: `Failure` if one is no report of a shard, or they do not belong together.
  init(_ paths: [String]) throws(Failure) {
    var positions = KnownPositions()
    var read: [(path: String, file: ShardReportFile)] = []
    for path in paths {
      let file = try Self.file(path, &positions)
      if let first = read.first { try Self.check(file, path, with: first.file, first.path) }
      if let other = read.first(where: { $0.file.result.shard == file.result.shard }) {
        throw Failure(
          "'\(path)' and '\(other.path)' are both of shard \(file.result.shard): each goes in once"
        )
      }
      read.append((path, file))
    }
    results = read.map(\.file.result).sorted { $0.shard.index < $1.shard.index }
    self.positions = positions
    switch read.first?.file.format {
    case .sarif: format = .sarif
    case .json, nil: format = .json
    }
  }

  /// The shards of the run whose reports are not there.
  var missing: [Shard] {
    guard let count = results.first?.shard.count else { return [] }
    let known = Set(results.map(\.shard.index))
    return (1...count).filter { !known.contains($0) }.compactMap { Shard(index: $0, count: count) }
  }

  private static func file(
    _ path: String, _ positions: inout KnownPositions
  ) throws(Failure) -> ShardReportFile {
    let bytes: [UInt8]
    do throws(ReadError) {
      guard let resolved = resolvedPath(path) else { throw .system(SystemError(number: errno)) }
      bytes = try readFile(resolved)
    } catch {
      throw Failure("cannot read '\(path)': \(error.message)")
    }
    do throws(ShardReportError) {
      return try ShardReportFile(bytes, version: toolVersion, &positions)
    } catch {
      throw Failure(Self.message(error, path))
    }
  }

  private static func message(_ error: ShardReportError, _ path: String) -> String {
    let wanted =
      "what 'moult lint --shard' writes with --format json or --format sarif is expected"
    return switch error {
    case .noJSON: "'\(path)' is no JSON, or only the beginning of it; \(wanted)"
    case .noReport: "'\(path)' is neither a JSON report of Moult nor a SARIF log; \(wanted)"
    case .otherTool(let name): "'\(path)' is a SARIF log by '\(printable(name))'; \(wanted)"
    case .otherVersion(let version):
      "'\(path)' is by moult \(printable(version)), and this is moult \(toolVersion): all shards and 'moult merge' take one version"
    case .noShard:
      "'\(path)' is of a run without --shard, so there is nothing to merge it with; \(wanted)"
    case .malformed(let place): "'\(path)' is not as Moult writes it, at \(printable(place))"
    }
  }

  private static func check(
    _ file: ShardReportFile, _ path: String, with first: ShardReportFile, _ firstPath: String
  ) throws(Failure) {
    guard file.format == first.format else {
      throw Failure(
        "'\(firstPath)' is \(first.format.name) and '\(path)' is \(file.format.name): all reports take one format"
      )
    }
    let (shard, other) = (file.result.shard, first.result.shard)
    guard shard.count == other.count else {
      throw Failure(
        "'\(firstPath)' is of shard \(other) and '\(path)' of shard \(shard): they are not of one run"
      )
    }
    guard file.result.run == first.result.run else {
      throw Failure(
        "'\(path)' was made from another tree, configuration or baseline than '\(firstPath)', or with other options: they are not of one run"
      )
    }
  }
}

extension ShardReportFile.Format {
  fileprivate var name: String {
    switch self {
    case .json: "JSON"
    case .sarif: "SARIF"
    }
  }
}
