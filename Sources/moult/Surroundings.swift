import Foundation

/// What the process was started in.
///
/// `ProcessInfo` makes a dictionary of all variables each time that one is asked for, and reads the limits of control groups from
/// files for the number of cores: both took a tenth of the check of one file.
enum Surroundings {
  /// Returns a variable of the environment, or nil where it is not set.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  /// How many cores there are to use.
  static let cores = ProcessInfo.processInfo.activeProcessorCount
}
