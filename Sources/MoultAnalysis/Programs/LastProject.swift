import Synchronization

/// Lets go of what a project was read into, beside whatever comes next.
///
/// To free the symbols of a large project one by one takes a tenth of its analysis, and a command that ends need not wait. While
/// one project is let go of, whoever has the next one frees it: with all threads at work, projects would only pile up.
func release(_ project: consuming Project) {
  let isBeside = isReleasing.withLock { isReleasing in
    defer { isReleasing = true }
    return !isReleasing
  }
  guard isBeside else { return }
  Task.detached(priority: .background) { [project = consume project] in
    _ = project
    isReleasing.withLock { $0 = false }
  }
}

/// Lets go of what found something in a project, its graph of calls above all, beside whatever comes next; at once where no
/// thread is left to do that.
func release(_ finding: consuming ProjectFinding, jobs: Int) {
  guard jobs > 1 else { return }
  Task.detached(priority: .background) { [finding = consume finding] in _ = finding }
}

private let isReleasing = Mutex(false)

/// The project that was judged last.
///
/// It is let go of when the next one is read: that of a command's last program never, as its report is all that follows.
private let lastProject = Mutex<Project?>(nil)

/// Keeps a project in the place of the one before, which it lets go of, at once where no thread is left to do that beside.
func keepAsLast(_ project: Project?, jobs: Int) {
  let before = lastProject.withLock { last in
    defer { last = project }
    return last
  }
  if let before, jobs > 1 { release(before) }
}
