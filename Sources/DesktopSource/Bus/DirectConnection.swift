internal import BridgeTransport
internal import CSDBus

/// A direct connection to an application, without the bus (`Application.GetApplicationBusAddress`).
///
/// A call over it takes half as long as over the bus, whose daemon has to forward it both ways. It is used
/// only while an application is read for the first time, because the application sends all its events over
/// every such connection as well.
final class DirectConnection {
  private let queue: CallQueue
  /// The path of the application's root.
  private let root: String
  private var connection: BusConnection?
  /// Called with the reason when the line is abandoned before it has served its purpose.
  private let onFailure: (String) -> Void

  /// Connects, and has the queue use the line once it is up, if `process` is at its other end.
  ///
  /// - Parameters:
  ///   - onReady: Called when the line is up and used.
  ///   - onFailure: Called with the reason why the line cannot be used, or can no longer be.
  /// - Returns: `nil` when the address is not that of a unix socket, or cannot be connected to.
  init?(
    address: String, process: Int32, root: String, queue: CallQueue, on loop: EventLoop,
    onReady: @escaping () -> Void = {}, onFailure: @escaping (String) -> Void
  ) {
    guard Self.isUsable(address) else { return nil }
    let connection: BusConnection
    do throws(BusError) {
      connection = try BusConnection.open(address: address, isBus: false, on: loop)
    } catch {
      onFailure("\(error)")
      return nil
    }
    self.queue = queue
    self.root = root
    self.connection = connection
    self.onFailure = onFailure
    connection.onReady = { [weak self, weak connection] in
      guard let self, let connection, self.connection != nil else { return }
      if connection.peerProcess == process {
        queue.directConnection = connection
        watch(on: loop)
        onReady()
      } else {
        abandon("another process owns its socket")
      }
    }
    connection.onDisconnect = { [weak self] in self?.connectionEnded($0) }
    awaitAcceptance(of: connection, on: loop)
  }

  /// Gives the connection up when the application answers over the bus and has not accepted it within another `timeout`. Until it
  /// answers it is busy, and accepts nothing either.
  private func awaitAcceptance(
    of connection: BusConnection, isAnswering: Bool = false, on loop: EventLoop
  ) {
    loop.schedule(after: Self.timeout) { [weak self, weak connection] in
      guard let self, let connection, connection === self.connection,
        connection.state == .connecting
      else { return }
      if isAnswering {
        return abandon("authentication did not complete within \(Self.timeout)")
      }
      queue.askOverBus(root: root) { [weak self, weak connection] isAnswered in
        guard let self, let connection else { return }
        awaitAcceptance(of: connection, isAnswering: isAnswered, on: loop)
      }
    }
  }

  /// Whether an application's address is one unix socket.
  static func isUsable(_ address: String) -> Bool {
    address.hasPrefix("unix:") && !address.contains(";")
  }

  /// Handles that the other end closed the connection or violated the protocol.
  private func connectionEnded(_ error: BusError) {
    if isRetired { disconnect() } else { abandon("\(error)") }
  }

  private func abandon(_ reason: String) {
    disconnect()
    onFailure(reason)
  }

  /// Handles an answer with unexpected content: abandons the line if the answer may have come over it, and
  /// returns whether it may.
  func abandonIfActive(for reason: String) -> Bool {
    guard isUp, queue.directConnection != nil else { return false }
    abandon(reason)
    return true
  }

  /// How long the other end may take to accept the connection, and then for `minAnswers` answers.
  /// Otherwise calls are sent over the bus.
  static let timeout = Duration.seconds(1)

  /// The minimum number of answers in that time while calls are in flight: a slower line has no advantage.
  static let minAnswers = 100

  private func watch(on loop: EventLoop) {
    let answered = queue.answerCount
    loop.schedule(after: Self.timeout) { [weak self] in
      guard let self, isUp, !isRetired else { return }
      let answers = queue.answerCount - answered
      guard queue.inFlight > 0, answers < Self.minAnswers else { return watch(on: loop) }
      if answers > 0 { return replace(after: answers, on: loop) }
      // One answer may take the application long: then it answers over neither way.
      let answeredAll = queue.answerCount
      queue.askOverBus(root: root) { [weak self] isAnswered in
        guard let self, isUp, !isRetired else { return }
        let isSilent = isAnswered && queue.answerCount == answeredAll + 1
        if isSilent { replace(after: 0, on: loop) } else { watch(on: loop) }
      }
    }
  }

  /// Sends all calls over the bus.
  private func replace(after answers: Int, on loop: EventLoop) {
    disconnect()
    compare(answers, on: loop)
  }

  /// Reports a failure if the bus delivers many more answers than the line did: otherwise the application was
  /// just busy.
  private func compare(_ answers: Int, on loop: EventLoop) {
    let answerCount = queue.answerCount
    loop.schedule(after: Self.timeout) { [queue, onFailure] in
      guard queue.answerCount - answerCount > Self.speedupThreshold * max(1, answers) else {
        return
      }
      onFailure("only \(answers) answers in \(Self.timeout)")
    }
  }

  /// How many times as many answers count as many more.
  private static let speedupThreshold = 10

  /// Whether the line is to end once its calls are answered.
  private var isRetired = false

  /// Sends further calls over the bus, and ends the line when its calls are answered, or after `checksLeft`
  /// checks, one every 20 ms.
  func retire(on loop: EventLoop, checksLeft: Int = 100) {
    isRetired = true
    queue.directConnection = nil
    guard let connection, connection.pending.count > 0, checksLeft > 0 else { return disconnect() }
    loop.schedule(after: .milliseconds(20)) { [weak self] in
      self?.retire(on: loop, checksLeft: checksLeft - 1)
    }
  }

  deinit { disconnect() }

  /// Whether the line is being set up or is in use.
  var isUp: Bool { connection != nil }

  /// Whether calls are sent over the line.
  var isInUse: Bool { connection != nil && queue.directConnection === connection }

  /// Ends the line; its unanswered calls fail as `disconnected`.
  func disconnect() {
    queue.directConnection = nil
    connection?.close()
    connection = nil
  }
}

extension BusConnection {
  /// Opens a connection to an application that no other calls use; `nil` when the application does not let the bridge in
  /// within `patience`, or another process owns its socket.
  static func openLine(
    to address: String, process: Int32, on loop: EventLoop, within patience: Duration
  ) async -> BusConnection? {
    guard let line = try? open(address: address, isBus: false, on: loop) else { return nil }
    let isUp = await loop.value { (promise: Promise<Bool>) in
      line.onReady = { [weak line] in promise.fulfill(line?.peerProcess == process) }
      line.onDisconnect = { _ in promise.fulfill(false) }
      return loop.schedule(after: patience) { promise.fulfill(false) }
    }
    (line.onReady, line.onDisconnect) = (nil, nil)
    if isUp == true, line.state == .ready { return line }
    line.close()
    return nil
  }

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
