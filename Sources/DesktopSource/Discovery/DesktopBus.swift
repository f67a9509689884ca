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
  private var isReadAgain = false
  private var rereadTimer: Timer?
  /// Who is mirrored, is not in the registry's list any more, and is still to be closed.
  private var departed: [String] = []
  /// By the bus names of the applications.
  private var mirrors: [String: ApplicationMirror] = [:]
  /// Whose event came last.
  private weak var speaker: MirroredApplication?
  /// The unique name that owns the registry.
  private var registryOwner: String?

  /// The bus went away.
  var onEnd: ((BusError) -> Void)?
  /// The registry answers and applications are followed.
  var onReady: (() -> Void)?

  static let registryName = "org.a11y.atspi.Registry"
  static let registryPath = "/org/a11y/atspi/registry"
  static let rootPath = "/org/a11y/atspi/accessible/root"

  /// What applications are asked to tell.
  static let wantedEvents = [
    "object:state-changed", "object:children-changed", "object:property-change",
    "object:text-changed", "object:text-caret-moved", "object:text-selection-changed",
    "object:selection-changed", "object:bounds-changed", "object:visible-data-changed",
    "object:active-descendant-changed", "object:model-changed", "object:row-inserted",
    "object:row-deleted", "object:row-reordered", "object:attributes-changed",
    "object:announcement", "window:", "document:", "focus:",
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
      store: store, loop: loop, calls: calls, configuration: configuration,
      sourceName: sourceName)
    registry = CallQueue(calls, destination: Self.registryName, limit: 16)
    events.onSignal = { [weak self] message in self?.receive(message) ?? false }
    events.onCostlyMessage = { [weak self] cost in self?.speaker?.eventShare.charge(cost) }
    events.onLargeMessage = { [weak self] message, size in self?.passOver(message, size) }
    events.onDisconnect = { [weak self] error in self?.end(error) }
    calls.onDisconnect = { [weak self] error in self?.end(error) }
    listen()
  }

  deinit { close() }

  /// Lets go of the bus. Applications are removed in one revision.
  func close() { close(with: .cancelled) }

  /// - Parameter error: answers the calls under way.
  private func close(with error: BusError) {
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
    // What comes back has passed the rules before: from here on nothing is missed.
    events.owner(of: "org.freedesktop.DBus") { [weak self] _ in self?.register() }
  }

  /// Has the registry tell applications what we want to hear.
  private func register() {
    guard !isClosed else { return }
    var left = Self.wantedEvents.count
    for event in Self.wantedEvents {
      // Events are registered for by the connection that asks, so that one must hear them.
      let request = CallRequest(
        Self.registryName, Self.registryPath, Self.registryName, "RegisterEvent",
        [.string(event)], startsService: true)
      events.call(request, timeout: .seconds(10)) { [weak self] result in
        guard let self, !isClosed else { return }
        left -= 1
        if case .failure(let error) = result, !error.isAnswer { return end(error) }
        if left == 0 { registered() }
      }
    }
  }

  private func registered() {
    events.owner(of: Self.registryName) { [weak self] result in
      guard let self, !isClosed else { return }
      if case .success(let owner) = result { registryOwner = owner }
      isListening = true
      readApplications()
    }
  }

  /// Asks which applications there are, and follows those that are new.
  private func readApplications() {
    guard isListening, !isClosed else { return }
    if isReadingApplications {
      isReadAgain = true
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
      case .success(let list): follow(list)
      case .failure(let error): if !error.isAnswer { return end(error) }
      }
      if isReadAgain {
        isReadAgain = false
        readApplications()
      }
    }
  }

  private func follow(_ list: [(owner: String, path: String)]) {
    var present: Set<String> = []
    for (owner, path) in list where owner.hasPrefix(":") && path != "/org/a11y/atspi/null" {
      present.insert(owner)
      guard mirrors[owner] == nil, owner != calls.uniqueName else { continue }
      let mirror = ApplicationMirror(context: context, peer: owner, path: path)
      mirrors[owner] = mirror
      context.applications[owner] = mirror.application
      mirror.start()
    }
    // An application may say good-bye to the registry and stay on the bus.
    departed = mirrors.keys.filter { !present.contains($0) }
    closeDeparted()
    onReady?()
  }

  /// Closes the applications that the registry lists no more, as many as fit into this turn.
  private func closeDeparted() {
    while let owner = departed.popLast() {
      forget(owner)?.close()
      guard departed.isEmpty || context.loop.turnAge < MirrorContext.turnLimit else {
        context.loop.schedule(after: .zero) { [weak self] in self?.closeDeparted() }
        return
      }
    }
  }

  private func forget(_ owner: String) -> ApplicationMirror? {
    context.applications[owner] = nil
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
    guard change.newOwner == nil, change.name.hasPrefix(":") else { return }
    forget(change.name)?.close()
    for mirror in mirrors.values { mirror.publisher.lose(peer: change.name) }
  }

  // MARK: Signals

  private func receive(_ message: MessageReader) -> Bool {
    let isCache = message.hasInterface("org.a11y.atspi.Cache")
    guard isCache || message.interface(after: "org.a11y.atspi.Event.") != nil else { return false }
    let source = isCache ? nil : context.table.source(of: message)
    guard
      let application = source?.application ?? message.sender.flatMap({ context.applications[$0] })
    else {
      // Of all others only the registry matters, which tells who came and went.
      if !isCache, let sender = message.sender {
        if sender == registryOwner { readApplications() } else { readApplicationsSoon() }
      }
      return true
    }
    guard !application.isClosed, let mirror = application.owner as? ApplicationMirror else {
      return true
    }
    let began = MonotonicTime.now()
    speaker = application
    defer { mirror.activity.echoes.cause = .ownAccord }
    // Nothing of it is mirrored yet, so nothing can be out of date.
    if source == nil, !isCache, !mirror.structure.isWanted, !message.hasMember("Announcement") {
      return true
    }
    guard mirror.intake.admitsEvent(at: began, of: source) else { return true }
    if isCache {
      receiveCache(message, mirror)
    } else if let signal = AccessibilitySignal(
      message, context.table.interner, limits: context.limits)
    {
      mirror.intake.receive(signal, from: source, path: source == nil ? message.boundedPath : nil)
    }
    application.eventShare.charge(MonotonicTime.now().since(began))
    return true
  }

  /// An event is too large to be read: its object is asked instead.
  private func passOver(_ message: MessageReader, _ size: Int) {
    let source = context.table.source(of: message)
    guard
      let application = source?.application ?? message.sender.flatMap({ context.applications[$0] })
    else { return }
    speaker = application
    application.complainOfSize(size)
    if let source, let mirror = application.owner as? ApplicationMirror {
      mirror.reads.mark(source, source.rereadable, .rest)
    }
  }

  /// A stranger speaks: an application that has not told the registry yet, or does so now.
  private func readApplicationsSoon() {
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
