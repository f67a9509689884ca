internal import BridgeTransport
internal import CSDBus

/// A direct connection to an application, without the bus (`Application.GetApplicationBusAddress`).
///
/// A call over it takes half as long as over the bus, whose daemon has to forward it both ways. It is used
/// only while an application is read for the first time, because the application sends all its events over
/// every such connection as well.
final class DirectLine {
  private let queue: CallQueue
  private var connection: BusConnection?
  /// Called with the reason when the line is abandoned before it has served its purpose.
  private let onFailure: (String) -> Void

  /// Connects, and has the queue use the line once it is up, if `process` is at its other end.
  ///
  /// - Parameter onFailure: Called with the reason why the line cannot be used, or can no longer be.
  /// - Returns: `nil` when the address is not that of a unix socket, or cannot be connected to.
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

  /// Handles that the other end closed the connection or violated the protocol.
  private func ended(_ error: BusError) {
    if isRetired { hangUp() } else { giveUp("\(error)") }
  }

  private func giveUp(_ reason: String) {
    hangUp()
    onFailure(reason)
  }

  /// Handles an answer with unexpected content: abandons the line if the answer may have come over it, and
  /// returns whether it may.
  func isBlamed(for reason: String) -> Bool {
    guard isUp, queue.directLine != nil else { return false }
    giveUp(reason)
    return true
  }

  /// How long the other end may take to accept the connection, and then for `answersExpected` answers.
  /// Otherwise calls are sent over the bus.
  static let patience = Duration.seconds(1)

  /// The minimum number of answers in that time while calls are in flight: a slower line has no advantage.
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

  /// Reports a failure if the bus delivers many more answers than the line did: otherwise the application was
  /// just busy.
  private func compare(_ answers: Int, on loop: EventLoop) {
    let answered = queue.answered
    loop.schedule(after: Self.patience) { [queue, onFailure] in
      guard queue.answered - answered > Self.muchFaster * max(1, answers) else { return }
      onFailure("it brought \(answers) answers in \(Self.patience)")
    }
  }

  /// How many times as many answers count as many more.
  private static let muchFaster = 10

  /// Whether the line is to end once its calls are answered.
  private var isRetired = false

  /// Sends further calls over the bus, and ends the line when its calls are answered, or after `looks`
  /// checks, one every 20 ms.
  func retire(on loop: EventLoop, looks: Int = 100) {
    isRetired = true
    queue.directLine = nil
    guard let connection, connection.pending.count > 0, looks > 0 else { return hangUp() }
    loop.schedule(after: .milliseconds(20)) { [weak self] in
      self?.retire(on: loop, looks: looks - 1)
    }
  }

  deinit { hangUp() }

  /// Whether the line is being set up or is in use.
  var isUp: Bool { connection != nil }

  /// Ends the line; its unanswered calls fail as `disconnected`.
  func hangUp() {
    queue.directLine = nil
    connection?.close()
    connection = nil
  }
}

extension BusConnection {
  /// The process at the other end of a connection that is not to a bus; `nil` when the system does not tell.
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
