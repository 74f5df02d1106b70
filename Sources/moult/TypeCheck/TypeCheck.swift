import Foundation
import MoultReporting
import MoultSource
import Synchronization

/// Has a Swift compiler judge the code of cases, and says what came out.
///
/// - Throws: `Failure` if there is no compiler or nothing to judge, `Verdict.found` if it refuses some code.
func checkTypes(_ plan: TypeCheckPlan, _ progress: Progress) async throws {
  progress.begin("reading interfaces with the compiler")
  let compiler = try SwiftCompiler()
  defer { compiler.removeFiles() }
  var refused: [String] = []
  for (index, era) in plan.eras.enumerated() {
    let imports = Set(
      plan.tasks.filter { task in
        task.era == index || task.alternatives.contains { $0.era == index }
      }.flatMap(\.imports))
    refused += try compiler.prepare(era, index: index, reading: imports).map { error in
      "\(error.path ?? "an interface"):\(error.line): \(error.message)"
    }
  }
  var unchecked = plan.unchecked
  var accepted = 0
  if refused.isEmpty {
    let numbered = Array(plan.tasks.enumerated())
    let jobs = Surroundings.cores
    let done = Mutex(0)
    let results = await parallelMap(numbered, jobs: jobs) { id, task in
      let count = done.withLock { done in
        done += 1
        return done
      }
      progress.begin("type-checking \(count) of \(numbered.count)")
      return Result { try errors(in: task, id, compiler) }
    }
    for (task, result) in zip(plan.tasks, results) {
      let errors = try result.get().filter { !isExpected($0, in: task) }
      if let module = unknownModule(errors, of: task, in: plan) {
        unchecked.append(
          CaseRemark(task.place, "imports '\(module)', of which there is no interface here"))
      } else if errors.isEmpty {
        accepted += 1
      } else {
        refused += errors.map { remark($0, on: task).description }
      }
    }
  }
  progress.pause()
  for remark in unchecked { Terminal.write("not checked: \(remark)\n") }
  for remark in plan.left { Terminal.write("left for a person: \(remark)\n") }
  for line in refused { Terminal.write("error: \(line)\n") }
  Terminal.write(
    "\(accepted) of \(plan.tasks.count) texts type-check; \(unchecked.count) cases not checked, "
      + "\(plan.left.count) left for a person, \(refused.count) errors\n")
  if !refused.isEmpty { throw Verdict.found }
  if plan.tasks.isEmpty { throw Failure("there is no case to type-check") }
}

/// Returns what the compiler says of the code in the era that it is most likely written for: nothing if it accepts the
/// code in another that the code may be written for.
private func errors(
  in task: TypeCheckTask, _ id: Int, _ compiler: SwiftCompiler
) throws -> [CompilerError] {
  let first = try compiler.errors(in: task.files, era: task.era, id: id)
  guard !first.isEmpty else { return [] }
  for other in task.alternatives {
    let errors = try compiler.errors(in: other.files, era: other.era, id: id)
    if errors.isEmpty { return [] }
  }
  return first
}

extension SwiftCompiler {
  /// Type-checks what stands on a page beside what does not: the era's sample, which is checked by itself.
  fileprivate func errors(
    in files: [CaseFile], era: Int, id: Int
  ) throws(Failure) -> [CompilerError] {
    try errors(
      in: files.filter { !$0.pageLines.isEmpty }.map(\.source),
      beside: files.filter(\.pageLines.isEmpty).map(\.source), era: era, id: id)
  }
}

/// Returns the module that the code imports and neither the toolchain nor any era's interfaces have.
///
/// Only the page's author can have put such an import there; one that an era has, or a rewrite adds, is an
/// error.
private func unknownModule(
  _ errors: [CompilerError], of task: TypeCheckTask, in plan: TypeCheckPlan
) -> String? {
  guard task.side == .before else { return nil }
  return errors.compactMap(\.missingModule).first { module in
    !plan.eras.contains { $0.interfaces[module] != nil }
  }
}

/// Whether the compiler stumbles over what is left for a person.
private func isExpected(_ error: CompilerError, in task: TypeCheckTask) -> Bool {
  error.message == "editor placeholder in source file" && task.side == .after
    || pageLine(of: error, in: task).map(task.unfinished.contains) ?? false
}

private func pageLine(of error: CompilerError, in task: TypeCheckTask) -> Int? {
  let lines = task.files.first { $0.source.path == error.path }?.pageLines ?? []
  return lines.indices.contains(error.line - 1) ? lines[error.line - 1] : nil
}

private func remark(_ error: CompilerError, on task: TypeCheckTask) -> CaseRemark {
  let line = pageLine(of: error, in: task)
  let place = line == nil ? error.path.map { " (in \($0):\(error.line))" } ?? "" : ""
  return CaseRemark(
    task.place, line: line, "'\(task.side.rawValue)' does not type-check: \(error.message)\(place)")
}
