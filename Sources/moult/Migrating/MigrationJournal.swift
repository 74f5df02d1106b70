import Foundation

/// What a migration that was stopped has to know to go on; a file in the repository's own folder.
///
/// It is written before anything is changed, so whatever a run was killed at, the next one knows which files are its own.
struct MigrationJournal: Codable, Equatable {
  /// The version of the form.
  var version = 1

  /// What the command line asked for, as `moult migrate` reads it.
  var arguments: [String]

  /// The files that git did not know when the migration began, relative to the repository: none of them is its own.
  var untracked: Set<String>

  /// The step that is being made; nil between two.
  var pending: Pending?

  /// The steps that could not be made, in order.
  var skipped: [Skipped] = []

  /// The fixes that the verification refused, as `RefusedPlace` writes them.
  var refused: Set<String> = []

  /// The commits that were made, in order: what each is called.
  var done: [String] = []

  struct Pending: Codable, Equatable {
    let name: String
    let library: String

    /// The files that the step may change, relative to the repository, each with a hash of what the step writes.
    var files: [String: UInt64]

    /// The command that runs for the step; it outlives a run that is killed.
    var command: String?

    /// What is committed once a person has finished the step, which is written and does not build; nil while it is made.
    var message: Message?
  }

  struct Message: Codable, Equatable {
    let title: String
    let body: String

    /// The files in which a person has something to do, relative to the repository.
    let unfinished: [String]
  }

  struct Skipped: Codable, Equatable {
    let name: String

    /// A sentence without a final period.
    let reason: String

    /// Why a slice without any fix is no step.
    static let isForAPerson = "all that is found there is for a person"

    /// What a person would do for the step to build, in order: places as they are behind it, with what to do.
    var places: [String] = []

    /// How many steps were made when it was found to change nothing, as it may wait for a later one; nil for what is not tried
    /// again.
    var triedBehind: Int?
  }
}

extension MigrationJournal {
  /// Returns where the journal of a repository is, absolute.
  static func path(in repository: String) throws(Failure) -> String {
    do throws(GitError) {
      let answer = try git(["rev-parse", "--git-path", "moult-migrate.json"], in: repository)
      let path = String(decoding: answer, as: UTF8.self).trimmingCharacters(in: .newlines)
      return path.hasPrefix("/") ? path : joined(repository, path)
    } catch {
      throw Failure("cannot begin: \(error.message)")
    }
  }

  /// Returns where the file is that a command of the migration has locked while it runs.
  static func lockPath(besides journal: String) -> String {
    joined(parentFolder(journal), "moult-migrate.lock")
  }

  /// Returns the journal of a migration that was stopped, or nil if there is none.
  static func read(_ path: String) throws(Failure) -> MigrationJournal? {
    guard access(path, F_OK) == 0 else { return nil }
    do {
      let journal = try JSONDecoder().decode(Self.self, from: Data(try readFile(path)))
      if journal.version == 1 { return journal }
    } catch {}
    throw Failure(
      "'\(path)' is not what 'moult migrate' of this version wrote; 'moult migrate --abort' forgets it"
    )
  }

  func write(_ path: String) throws(Failure) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    do {
      try replaceFile(path, with: [UInt8](try encoder.encode(self)))
    } catch let failure as Failure {
      throw failure
    } catch {
      throw Failure("cannot write '\(path)': \(error.localizedDescription)")
    }
  }
}
