#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Why a file is no report of a shard.
package enum ShardReportError: Error, Equatable {
  /// It is no JSON, or ends too early.
  case noJSON
  /// It is JSON, and neither a report of Moult nor a SARIF log.
  case noReport
  /// A SARIF log by another tool.
  case otherTool(String)
  /// Another version of Moult wrote it.
  case otherVersion(String)
  /// Moult wrote it about all that was asked for.
  case noShard
  /// Moult writes no such thing; says where it stands or what it is.
  case malformed(String)
}

/// A report that a shard wrote.
package struct ShardReportFile: Sendable {
  /// The forms in which a report can carry what `moult merge` needs; the raw values are those of the command line.
  package enum Format: String, CaseIterable, Sendable {
    case json
    case sarif
  }

  package let format: Format
  package let result: ShardResult

  /// Reads a report.
  ///
  /// - Parameters:
  ///   - bytes: the whole file.
  ///   - version: of Moult; what another one wrote may mean something else.
  ///   - positions: takes the places that the report names.
  package init(
    _ bytes: [UInt8], version: String, _ positions: inout KnownPositions
  ) throws(ShardReportError) {
    let data = Data(bytes)
    let head: ReportHead
    do {
      head = try JSONDecoder().decode(ReportHead.self, from: data)
    } catch DecodingError.dataCorrupted {
      throw .noJSON
    } catch {
      throw .noReport
    }
    let written: String
    if let driver = head.runs?.first?.tool.driver {
      guard driver.name == "moult", let its = driver.semanticVersion else {
        throw .otherTool(driver.name)
      }
      (format, written) = (.sarif, its)
    } else if let tool = head.tool, tool.name == "moult" {
      (format, written) = (.json, tool.version)
    } else {
      throw .noReport
    }
    guard written == version else { throw .otherVersion(written) }
    let record: ShardRecord?
    do {
      let body = try JSONDecoder().decode(ReportBody.self, from: data)
      record = body.shard ?? body.runs?.first?.properties?.shard
    } catch {
      throw .malformed("'\(place(of: error))'")
    }
    guard let record else { throw .noShard }
    do throws(UnknownWord) {
      result = try record.result(version: version, &positions)
    } catch {
      throw .malformed("'\(error.word)'")
    }
  }
}

/// What tells reports apart.
private struct ReportHead: Decodable {
  let tool: JSONReport.Tool?
  let runs: [Run]?

  struct Run: Decodable { let tool: Tool }
  struct Tool: Decodable { let driver: Driver }

  struct Driver: Decodable {
    let name: String
    let semanticVersion: String?
  }
}

/// What a report of a shard has beside what every report has.
private struct ReportBody: Decodable {
  let shard: ShardRecord?
  let runs: [Run]?

  struct Run: Decodable { let properties: Properties? }
  struct Properties: Decodable { let shard: ShardRecord? }
}

/// Returns where in a JSON text something is not as it should be: `shard.programs.0.name`.
private func place(of error: any Error) -> String {
  let path: [any CodingKey] =
    switch error {
    case DecodingError.keyNotFound(let key, let context): context.codingPath + [key]
    case DecodingError.typeMismatch(_, let context): context.codingPath
    case DecodingError.valueNotFound(_, let context): context.codingPath
    default: []
    }
  return path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".")
}
