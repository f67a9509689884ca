internal import BridgeTransport

/// Reads all of an application once more, after it was active: much changes in every toolkit that
/// no event tells and no cache says, such as actions, descriptions and what is on screen.
///
/// What is on screen comes first. It goes on while the application is at rest, or has not been for long,
/// costs it about a twentieth of its time, and ends when everything was found as the mirror has it: an
/// application that is left alone is not asked anything.
final class Rereading {
  /// What is still to be read in this pass, the last first.
  private var pending: [MirroredObject] = []
  private var timer: Timer?
  /// The application was active since the pass began, or the pass found something.
  private var isOwed = true
  /// The pass goes on although the application is active.
  private var isForced = false
  private var foundInPass = 0
  private var passBegan = MonotonicTime.now()
  private var passesWithoutActivity = 0

  /// Objects read at once.
  static let slice = 32
  /// What reading an object costs the application, about.
  static let cost = Duration.microseconds(400)
  /// A pass may use one part in so many of the time.
  static let share = 20
  /// Passes that follow each other because each found something, while the application said nothing.
  static let mostPasses = 3

  func cancel() {
    timer?.cancel()
    timer = nil
    pending = []
  }

  /// The application is active: it has better to do, unless it is so all the time.
  func interrupt() {
    isOwed = true
    passesWithoutActivity = 0
    guard !isForced else { return }
    timer?.cancel()
    timer = nil
  }

  /// The application said something that may be due to what it was asked.
  func echoed() { isOwed = true }

  /// The application is at rest, or never is (`isForced`).
  func resume(_ application: ApplicationMirror, isForced: Bool) {
    guard timer == nil else { return }
    self.isForced = isForced
    if pending.isEmpty {
      guard isOwed, passesWithoutActivity < Self.mostPasses else { return }
      begin(application)
    }
    schedule(application, objects: 0)
  }

  /// Something was not as the mirror had it. It is right now.
  func found(_ application: ApplicationMirror) {
    foundInPass += 1
    application.context.repairs += 1
  }

  /// Something is wrong with the application: another pass finds out whether it still is.
  func owe(_ application: ApplicationMirror) {
    isOwed = true
    application.activity.owe(application)
  }

  private func begin(_ application: ApplicationMirror) {
    passBegan = .now()
    isOwed = false
    foundInPass = 0
    passesWithoutActivity += 1
    let all = application.root.subtree.filter { $0.stage == .shown }
    pending = all.filter { !$0.isShowing }.reversed() + all.filter(\.isShowing).reversed()
  }

  private func schedule(_ application: ApplicationMirror, objects: Int) {
    timer = application.context.loop.schedule(after: Self.cost * objects * (Self.share - 1)) {
      [weak application] in application?.rereading.readOn(application)
    }
  }

  private func readOn(_ application: ApplicationMirror?) {
    timer = nil
    guard let application, !application.isClosed, !application.health.isSuspended else { return }
    var count = 0
    while count < Self.slice, let object = pending.popLast() {
      guard object.stage == .shown else { continue }
      count += 1
      if object.grid != nil { application.readWindow(of: object) }
      application.mark(object, object.rereadable, .extras)
    }
    if count > 0 { return schedule(application, objects: count) }
    // The answers to the last slice are in by now.
    application.complaints.drop(before: passBegan)
    application.schedule()
    if foundInPass > 0 { isOwed = true }
    if isOwed { application.activity.owe(application) }
  }
}
