internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// One lifetime of the accessibility bus: its two connections, the registry, and the applications.
final class DesktopBus {
  let context: MirrorContext
  let registry: CallQueue
  private let events: BusConnection
  private let calls: BusConnection
  private var isClosed = false
  private var isListening = false
  private var isReadingApplications = false
  private var needsReread = false
  private var rereadTimer: Timer?
  /// The bus names of mirrored applications that have left the registry's list and are still to be closed.
  private var departed: [String] = []
  /// The mirrors by the bus names of their applications.
  private var mirrors: [String: ApplicationMirror] = [:]
  /// The application that sent the last event.
  private weak var currentSender: MirroredApplication?
  /// The unique bus name of the registry.
  private var registryOwner: String?

  /// Called when the bus was lost.
  var onEnd: ((BusError) -> Void)?
  /// Called when the registry answers and applications are mirrored.
  var onReady: (() -> Void)?

  static let registryName = "org.a11y.atspi.Registry"
  static let registryPath = "/org/a11y/atspi/registry"
  static let rootPath = "/org/a11y/atspi/accessible/root"

  /// The events that applications are asked to send. Qt sends those of values only where they are asked for by name
  /// (`AtSpiAdaptor::setBitFlag`).
  static let wantedEvents = [
    "object:state-changed", "object:children-changed", "object:property-change",
    "object:property-change:accessible-value", "object:text-changed", "object:text-caret-moved",
    "object:text-selection-changed", "object:selection-changed", "object:bounds-changed",
    "object:visible-data-changed", "object:active-descendant-changed", "object:model-changed",
    "object:row-inserted", "object:row-deleted", "object:row-reordered",
    "object:attributes-changed", "object:announcement", "window:", "document:", "focus:",
  ]

  static let rules =
    ["Object", "Window", "Document", "Focus"].map {
      "type='signal',interface='org.a11y.atspi.Event.\($0)'"
    } + ["type='signal',interface='org.a11y.atspi.Cache'"]

  init(
    address: String, store: TreeStore, loop: EventLoop, configuration: DesktopConfiguration,
    sourceName: String
  ) throws(BusError) {
    events = try BusConnection.open(address: address, on: loop)
    do throws(BusError) {
      calls = try BusConnection.open(address: address, on: loop)
    } catch {
      events.close()
      throw error
    }
    context = MirrorContext(
      store: store, loop: loop, calls: calls, events: events, configuration: configuration,
      sourceName: sourceName)
    registry = CallQueue(calls, destination: Self.registryName, limit: 16)
    events.onSignal = { [weak self] message in self?.receive(message) ?? false }
    events.onCostlyMessage = { [weak self] cost in self?.currentSender?.eventBudget.charge(cost) }
    events.onLargeMessage = { [weak self] message, size in self?.skipLargeEvent(message, size) }
    events.onDisconnect = { [weak self] error in self?.end(error) }
    calls.onDisconnect = { [weak self] error in self?.end(error) }
    listen()
  }

  deinit { close() }

  /// Disconnects from the bus. All applications are removed in one revision.
  ///
  /// - Parameter error: The error with which calls in progress end.
  func close(with error: BusError = .cancelled) {
    guard !isClosed else { return }
    isClosed = true
    rereadTimer?.cancel()
    context.store.edit { _ in
      for mirror in mirrors.values { mirror.close(with: error) }
    }
    mirrors = [:]
    context.applications = [:]
    registry.close(with: .disconnected)
    events.close()
    calls.close()
  }

  private func end(_ error: BusError) {
    guard !isClosed else { return }
    let onEnd = onEnd
    close(with: .disconnected)
    onEnd?(error)
  }

  // MARK: Registry

  private func listen() {
    for rule in Self.rules {
      events.subscribe(rule) { [weak self] result in
        if case .failure(let error) = result { self?.end(error) }
      }
    }
    _ = try? events.watchName { [weak self] change in self?.nameChanged(change) }
    // When this call is answered the rules are in effect: from then on no event is missed.
    events.owner(of: "org.freedesktop.DBus") { [weak self] _ in self?.register() }
  }

  /// Registers the wanted events, which the registry passes on to the applications.
  private func register() {
    guard !isClosed else { return }
    var left = Self.wantedEvents.count
    for event in Self.wantedEvents {
      // The registry registers events for the connection that calls it, so the call is made on `events`.
      let request = CallRequest(
        Self.registryName, Self.registryPath, Self.registryName, "RegisterEvent",
        [.string(event)], startsService: true)
      events.call(request, timeout: .seconds(10)) { [weak self] result in
        guard let self, !isClosed else { return }
        left -= 1
        if case .failure(let error) = result, !error.isAnswer { return end(error) }
        if left == 0 { didRegister() }
      }
    }
  }

  private func didRegister() {
    events.owner(of: Self.registryName) { [weak self] result in
      guard let self, !isClosed else { return }
      if case .success(let owner) = result { registryOwner = owner }
      isListening = true
      readApplications()
    }
  }

  /// Reads the list of applications, mirrors new ones, and closes those that are no longer listed.
  private func readApplications() {
    guard isListening, !isClosed else { return }
    if isReadingApplications {
      needsReread = true
      return
    }
    isReadingApplications = true
    registry.call(
      Self.rootPath, "org.a11y.atspi.Accessible", "GetChildren", lane: .urgent,
      timeout: .seconds(10)
    ) { [weak self] result in
      guard let self, !isClosed else { return }
      isReadingApplications = false
      let list = BusConnection.read(result) { (message) throws(BusError) in
        var list: [(String, String)] = []
        try message.array("(so)") { () throws(BusError) in list.append(try message.reference()) }
        return list
      }
      switch list {
      case .success(let list): updateApplications(list)
      case .failure(let error): if !error.isAnswer { return end(error) }
      }
      if needsReread {
        needsReread = false
        readApplications()
      }
    }
  }

  private func updateApplications(_ list: [(owner: String, path: String)]) {
    var present: Set<String> = []
    for (owner, path) in list where owner.hasPrefix(":") && path != ObjectInterner.nullPath {
      present.insert(owner)
      guard mirrors[owner] == nil, owner != calls.uniqueName else { continue }
      let mirror = ApplicationMirror(context: context, peer: owner, path: path)
      mirrors[owner] = mirror
      context.applications[owner] = mirror.application
      mirror.start()
    }
    // An application may leave the registry and stay on the bus.
    departed = mirrors.keys.filter { !present.contains($0) }
    closeDeparted()
    onReady?()
  }

  /// Closes the applications that the registry no longer lists, as many as fit into this turn.
  private func closeDeparted() {
    while let owner = departed.popLast() {
      forget(owner)?.close()
      guard departed.isEmpty || !context.loop.isTurnAwaited else {
        context.loop.schedule(after: .zero) { [weak self] in self?.closeDeparted() }
        return
      }
    }
  }

  private func forget(_ owner: String) -> ApplicationMirror? {
    if let application = context.applications.removeValue(forKey: owner) {
      context.serviceNames.forget(application)
    }
    return mirrors.removeValue(forKey: owner)
  }

  private func nameChanged(_ change: NameChange) {
    if change.name == Self.registryName {
      registryOwner = change.newOwner
      if change.newOwner != nil, isListening {
        isListening = false
        register()
      }
      return
    }
    guard change.name.hasPrefix(":") else { return context.serviceNames.ownerChanged(change) }
    guard change.newOwner == nil else { return }
    forget(change.name)?.close()
    for mirror in mirrors.values { mirror.publisher.peerDisconnected(peer: change.name) }
  }

  // MARK: Signals

  private func receive(_ message: MessageReader) -> Bool {
    let isCache = message.hasInterface("org.a11y.atspi.Cache")
    guard isCache || message.interface(after: "org.a11y.atspi.Event.") != nil else { return false }
    let source = isCache ? nil : context.table.source(of: message)
    guard
      let application = source?.application ?? message.sender.flatMap({ context.applications[$0] })
    else {
      // The registry reports which applications came and went. Any other sender may be an application that
      // registers soon.
      if !isCache, let sender = message.sender {
        if sender == registryOwner { readApplications() } else { scheduleReadApplications() }
      }
      return true
    }
    guard !application.isClosed, let mirror = application.owner as? ApplicationMirror else {
      return true
    }
    let began = MonotonicTime.now()
    currentSender = application
    defer { mirror.activity.echoes.cause = .unprompted }
    // Nothing of the application is mirrored yet, so only what its cache lists can be out of date.
    if source == nil, !isCache, !mirror.structure.isStarted, !message.hasMember("Announcement") {
      if message.hasMember("StateChanged") || message.hasMember("ChildrenChanged"),
        let path = message.boundedPath
      {
        mirror.structure.entryChanged(at: path)
      }
      return true
    }
    let isAdmitted = mirror.eventGate.admitEvent(at: began, of: source)
    guard isAdmitted || source?.reportedNames != nil else { return true }
    if isCache {
      receiveCache(message, mirror)
    } else if let signal = AccessibilitySignal(
      message, context.table.interner, limits: context.limits)
    {
      if signal.event == .name { source?.reportedNames?.note(signal.text) }
      guard isAdmitted else { return true }
      mirror.eventGate.receive(
        signal, from: source, path: source == nil ? message.boundedPath : nil)
    }
    application.eventBudget.charge(MonotonicTime.now().since(began))
    return true
  }

  /// Calls `body` when the events have been received that the bus had before the answers received so far.
  func whenEventsReceived(_ body: @escaping () -> Void) {
    // The bus keeps the order of what it sends over one connection, and answers behind the events.
    events.owner(of: "org.freedesktop.DBus") { _ in body() }
  }

  /// Handles an event that is too large to be read: marks its object to be read again.
  private func skipLargeEvent(_ message: MessageReader, _ size: Int) {
    let source = context.table.source(of: message)
    guard
      let application = source?.application ?? message.sender.flatMap({ context.applications[$0] })
    else { return }
    currentSender = application
    application.reportLargeAnswer(size)
    if let source, let mirror = application.owner as? ApplicationMirror {
      source.reportedNames?.note(nil)
      mirror.reads.mark(source, source.rereadable, .normal)
    }
  }

  /// Schedules reading the list of applications, after an event from a sender that is not mirrored: an
  /// application that registers later or just now.
  private func scheduleReadApplications() {
    guard rereadTimer == nil else { return }
    rereadTimer = context.loop.schedule(after: .milliseconds(500)) { [weak self] in
      self?.rereadTimer = nil
      self?.readApplications()
    }
  }

  private func receiveCache(_ message: MessageReader, _ mirror: ApplicationMirror) {
    if message.hasMember("AddAccessible") {
      guard
        let reader = CacheItemReader(
          signature: message.fullSignature, prefix: "", interner: context.table.interner,
          limits: context.limits), let item = try? reader.read(message)
      else { return }
      mirror.structure.announce(item)
    } else if message.hasMember("RemoveAccessible") {
      guard let reference = try? message.knownReference(context.table.interner) else { return }
      mirror.receiver.withdrawn(reference)
    }
  }
}
