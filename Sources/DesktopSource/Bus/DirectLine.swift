internal import BridgeTransport
internal import CSDBus

/// A connection to an application itself, beside the bus (`Application.GetApplicationBusAddress`).
///
/// A call over it takes half as long as one that the bus's daemon carries both ways. It is held while an
/// application is read for the first time and not longer: the application sends all its events to every
/// such line as well.
final class DirectLine {
  private let queue: CallQueue
  private var connection: BusConnection?
  /// Told why the line is given up before it has done its work.
  private let onFailure: (String) -> Void

  /// Connects, and has the queue use the line once it is up, if `process` is at its other end.
  ///
  /// - Parameter onFailure: is told why it cannot be used, or no longer.
  /// - Returns: `nil` when the address is none that is connected to: only unix sockets are.
  init?(
    address: String, process: Int32, queue: CallQueue, on loop: EventLoop,
    onFailure: @escaping (String) -> Void
  ) {
    guard address.hasPrefix("unix:"), !address.contains(";") else { return nil }
    let connection: BusConnection
    do throws(BusError) {
      connection = try BusConnection.open(address: address, isBus: false, on: loop)
    } catch {
      onFailure("\(error)")
      return nil
    }
    self.queue = queue
    self.connection = connection
    self.onFailure = onFailure
    connection.onReady = { [weak self, weak connection] in
      guard let self, let connection, self.connection != nil else { return }
      if connection.peerProcess == process {
        queue.directLine = connection
        watch(on: loop)
      } else {
        giveUp("another process is at its end")
      }
    }
    connection.onDisconnect = { [weak self] in self?.ended($0) }
    loop.schedule(after: Self.patience) { [weak self, weak connection] in
      guard let self, let connection, connection.state == .connecting else { return }
      giveUp("it does not let us in within \(Self.patience)")
    }
  }

  /// The other end hung up, or does not speak as it should.
  private func ended(_ error: BusError) {
    if isRetired { hangUp() } else { giveUp("\(error)") }
  }

  private func giveUp(_ reason: String) {
    hangUp()
    onFailure(reason)
  }

  /// An answer did not hold what it should: gives the line up if it may have come over it, and returns whether
  /// it may.
  func isBlamed(for reason: String) -> Bool {
    guard isUp, queue.directLine != nil else { return false }
    giveUp(reason)
    return true
  }

  /// For so long the other end may take to let us in, and to give some answers. The bus then carries what
  /// was asked.
  static let patience = Duration.seconds(1)

  /// So many answers must come in that time while calls are under way: a line is there to be fast.
  static let answersExpected = 100

  private func watch(on loop: EventLoop) {
    let answered = queue.answered
    loop.schedule(after: Self.patience) { [weak self] in
      guard let self, isUp, !isRetired else { return }
      let answers = queue.answered - answered
      if queue.inFlight > 0, answers < Self.answersExpected {
        hangUp()
        return compare(answers, on: loop)
      }
      watch(on: loop)
    }
  }

  /// Looks whether the bus brings many more answers than the line did: else the application was busy.
  private func compare(_ answers: Int, on loop: EventLoop) {
    let answered = queue.answered
    loop.schedule(after: Self.patience) { [queue, onFailure] in
      guard queue.answered - answered > Self.muchFaster * max(1, answers) else { return }
      onFailure("it brought \(answers) answers in \(Self.patience)")
    }
  }

  /// So many times as many answers as the line are many more.
  private static let muchFaster = 10

  /// All on it is answered soon, and then it ends.
  private var isRetired = false

  /// Has further calls go over the bus, and ends the line when those on it are answered.
  func retire(on loop: EventLoop, looks: Int = 100) {
    isRetired = true
    queue.directLine = nil
    guard let connection, connection.pending.count > 0, looks > 0 else { return hangUp() }
    loop.schedule(after: .milliseconds(20)) { [weak self] in
      self?.retire(on: loop, looks: looks - 1)
    }
  }

  deinit { hangUp() }

  /// Whether it is being set up or used.
  var isUp: Bool { connection != nil }

  /// Ends the line; calls on it that are not answered fail as `disconnected`.
  func hangUp() {
    queue.directLine = nil
    connection?.close()
    connection = nil
  }
}

extension BusConnection {
  /// The process at the other end, where it is no bus; `nil` when the system does not say.
  fileprivate var peerProcess: Int32? {
    var made: OpaquePointer?
    guard let bus = unsafe bus,
      unsafe sd_bus_get_owner_creds(bus, UInt64(SD_BUS_CREDS_PID), &made) >= 0,
      let credentials = unsafe made
    else { return nil }
    defer { unsafe _ = sd_bus_creds_unref(credentials) }
    var process: Int32 = 0
    return unsafe sd_bus_creds_get_pid(credentials, &process) >= 0 ? process : nil
  }
}
