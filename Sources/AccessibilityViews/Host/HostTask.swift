internal import AccessibilityMirror
internal import AccessibilityTree

/// Work that an application does in a task. Confined to the thread of the store, on which the task runs.
final class HostTask: @unchecked Sendable {
  /// The task had not ended by the action's deadline, and was cancelled. What it did until then stays.
  struct TimedOut: Error {}

  let name: String
  private let work: () async throws -> Void
  private var task: Task<Void, Never>?
  /// Whether the work has ended, as opposed to being given up.
  private(set) var isOver = false
  private(set) var result: Result<Void, any Error>?
  private var onEnd: ((Result<Void, any Error>) -> Void)?

  init(_ name: String, _ work: @escaping () async throws -> Void) {
    self.name = name
    self.work = work
  }

  func start(on executor: HostExecutor) {
    task = Task(executorPreference: executor) {
      await self.run()
      // The task does not keep its executor alive.
      withExtendedLifetime(executor) {}
    }
  }

  private func run() async {
    do {
      try await work()
      end(.success(()))
    } catch {
      end(.failure(error))
    }
    isOver = true
  }

  /// Calls `body` with the result once, when the task has ended or was given up.
  func whenEnded(_ body: @escaping (Result<Void, any Error>) -> Void) { onEnd = body }

  /// Cancels the task, which may go on, and ends it with an error for those who wait for it.
  func giveUp(_ error: any Error) {
    task?.cancel()
    end(.failure(error))
  }

  func cancel() { task?.cancel() }

  /// Reports the result, if there is one, to those who wait for it.
  func report() {
    guard let result, let onEnd else { return }
    self.onEnd = nil
    onEnd(result)
  }

  private func end(_ new: Result<Void, any Error>) {
    if result == nil { result = new }
  }
}

extension ViewHost {
  /// The number of tasks that may be under way. Tasks that were given up count until they end.
  static let maxTasks = 256

  func start(_ name: String, _ work: @escaping () async throws -> Void) throws {
    let task = try startTask(name, work)
    if let result = task.result { return try result.get() }
    guard executor.submit != nil else {
      let refusal = ActionRefusal(
        .unsupported,
        "\(name) waits for something, and \(title) runs on no loop that could continue it; "
          + "set ViewHost.submit")
      task.giveUp(refusal)
      throw refusal
    }
    startedTask = task
  }

  func begin(_ name: String, _ work: @escaping () async -> Void) -> () -> Void {
    let task = try? startTask(name, work)
    return { task?.cancel() }
  }

  /// Starts a task, and runs it until it waits for the first time.
  @discardableResult
  func startTask(
    _ name: String, _ work: @escaping () async throws -> Void
  ) throws -> HostTask {
    guard tasks.count < Self.maxTasks else {
      throw ActionRefusal(
        .rejected, "\(tasks.count) tasks of \(title) have not ended; wait until one has")
    }
    let task = HostTask(name, work)
    tasks.append(task)
    inContext { task.start(on: executor) }
    runJobs()
    return task
  }

  /// Runs the tasks that can continue, each step as one revision.
  func continueTasks() {
    runJobs()
    let ended = waiting.filter { $0.result != nil }
    waiting.removeAll { $0.result != nil }
    for task in ended { task.report() }
  }

  private func runJobs() {
    while let job = executor.next() { transaction { executor.run(job) } }
    tasks.removeAll { $0.isOver }
  }

  /// Calls `completion` when a task of an action ends, or with `HostTask.TimedOut` at the deadline.
  func finish(
    _ task: HostTask, by deadline: UInt64, _ completion: @escaping ((any Error)?) -> Void
  ) {
    waiting.append(task)
    let time = store.time
    let left = deadline > time ? deadline - time : 0
    // Later deadlines than this are none.
    let limit: UInt64 = 86_400_000_000_000
    var timer: HostTask?
    if left <= limit {
      timer = HostTask("deadline") {
        try await Task.sleep(for: .nanoseconds(Int64(left)))
        task.giveUp(HostTask.TimedOut())
      }
    }
    timer?.start(on: executor)
    task.whenEnded { result in
      timer?.cancel()
      switch result {
      case .success: completion(nil)
      case .failure(let error): completion(error)
      }
    }
    continueTasks()
  }

  func cancelTasks() {
    for task in tasks {
      task.giveUp(ActionRefusal(.notResponding, "\(title) was stopped"))
    }
    continueTasks()
  }
}
