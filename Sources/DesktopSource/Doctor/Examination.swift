internal import BridgeTransport

/// Collects the facts, in parallel, until everything is known or the time limit is reached.
final class Examination {
  /// The maximum number of an application's objects that are counted; with so many the tree is not empty.
  static let maxObjectCount = 12

  private let loop: EventLoop
  private let limit: Duration
  private var facts: DesktopFacts
  /// The facts known when the time limit was reached.
  private var factsInTime: DesktopFacts?
  private var areProgramsFound = false
  private var session: BusConnection?
  private var bus: BusConnection?
  /// The tasks that collect facts, each by one call after another; they may start further tasks.
  private var questions: [Task<Void, Never>] = []

  init(loop: EventLoop, machine: MachineFacts, limit: Duration) {
    self.loop = loop
    self.limit = limit
    facts = DesktopFacts(machine: machine)
  }

  /// Collects the facts, for at most `limit`. To be called once.
  func run() async -> DesktopFacts {
    let timer = loop.schedule(after: limit) { self.timedOut() }
    defer {
      timer.cancel()
      session?.close()
      bus?.close()
    }
    startQuery { await self.findPrograms() }
    startQuery {
      await self.askDisplay()
      self.addOwners()
    }
    if let address = facts.machine.environment["AT_SPI_BUS_ADDRESS"] {
      startQuery { await self.examineBus(at: address) }
    }
    startQuery { await self.examineSession() }
    var asked = 0
    while asked < questions.count {
      await questions[asked].value
      asked += 1
    }
    return factsInTime ?? facts
  }

  private func timedOut() {
    facts.isIncomplete = true
    factsInTime = facts
    for question in questions { question.cancel() }
  }

  private func startQuery(_ question: @escaping () async -> Void) {
    guard factsInTime == nil else { return }
    questions.append(loop.startTask(question))
  }

  private func findPrograms() async {
    facts.programs = await ProgramSearch.find(on: facts.machine, loop: loop)
    areProgramsFound = true
    addOwners()
  }

  /// Adds the owners of windows to the programs, when both are known.
  private func addOwners() {
    guard areProgramsFound, let owners = facts.windowOwners else { return }
    let machine = facts.machine
    ProgramSearch.add(owners: owners, to: &facts.programs, machine)
  }

  private func askDisplay() async {
    let environment = facts.machine.environment
    guard facts.machine.displayAnswers, let display = XDisplay.from({ environment[$0] }) else {
      return
    }
    facts.windowOwners = await WindowOwners.find(on: display, loop: loop)
  }

  // MARK: The session bus

  private func examineSession() async {
    let session: BusConnection
    do throws(BusError) {
      session = try BusConnection.openSession(on: loop)
    } catch {
      let reason =
        error == .disconnected
        ? "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR/bus names one" : "\(error)"
      facts.sessionBus = .failing(reason)
      return
    }
    self.session = session
    session.onDisconnect = { error in
      if !self.facts.sessionBus.isWorking { self.facts.sessionBus = .failing("\(error)") }
    }
    do throws(BusError) {
      let names = try await session.answer(to: .toBus("ListNames"), read: Answer.strings)
      facts.sessionBus = .working("\(names.count) names")
    } catch {
      facts.sessionBus = .failing("\(error)")
      return
    }
    await askLauncher(session)
  }

  private func askLauncher(_ session: BusConnection) async {
    let request = CallRequest(
      "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", startsService: true)
    let address: String
    do throws(BusError) {
      address = try await session.answer(to: request, timeout: limit, read: Answer.string)
    } catch {
      facts.launcher = .failing("\(error)")
      return
    }
    guard !address.isEmpty else {
      facts.launcher = .failing("it returned an empty address")
      return
    }
    facts.launcher = .working(address)
    startQuery { self.facts.isEnabled = await self.status("IsEnabled", session) }
    startQuery { self.facts.hasScreenReader = await self.status("ScreenReaderEnabled", session) }
    startQuery {
      // The launcher starts the accessibility bus and ends with it: its start time is that of the bus.
      if let process = await self.process(of: "org.a11y.Bus", session) {
        self.facts.launcherStarted = ProcessFiles.started(process)
      }
    }
    if facts.machine.environment["AT_SPI_BUS_ADDRESS"] == nil { await examineBus(at: address) }
  }

  private func status(_ name: String, _ session: BusConnection) async -> Bool? {
    try? await session.answer(
      to: .property(name, of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus"), timeout: limit,
      read: { (message) throws(BusError) in
        try message.variant("b") { () throws(BusError) in try message.bool() }
      })
  }

  private func process(of name: String, _ bus: BusConnection) async -> Int32? {
    let id = try? await bus.answer(
      to: .toBus("GetConnectionUnixProcessID", [.string(name)]),
      read: { (message) throws(BusError) in try message.uint32() })
    return id.map { Int32(clamping: $0) }
  }

  // MARK: The accessibility bus

  private func examineBus(at address: String) async {
    do throws(BusError) {
      let bus = try BusConnection.open(address: address, on: loop)
      self.bus = bus
      bus.onDisconnect = { error in
        if !self.facts.accessibilityBus.isWorking {
          self.facts.accessibilityBus = .failing("\(error)")
        }
      }
      let names = try await bus.answer(to: .toBus("ListNames"), read: Answer.strings)
      facts.accessibilityBus = .working("\(names.count) names")
      await askRegistry(bus)
    } catch {
      facts.accessibilityBus = .failing("\(error)")
    }
  }

  private func askRegistry(_ bus: BusConnection) async {
    let request = CallRequest(
      "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible",
      "GetChildren", startsService: true)
    do throws(BusError) {
      let children = try await bus.answer(to: request, timeout: limit, read: Answer.references)
      let applications = children.prefix(64).filter { $0.path != ObjectInterner.nullPath }
      facts.registry = .working("\(applications.count) applications")
      for application in applications {
        let index = facts.applications.count
        facts.applications.append(
          ApplicationFacts(address: application.owner, path: application.path))
        examine(index, on: bus)
      }
    } catch {
      facts.registry = .failing("\(error)")
    }
  }

  // MARK: Applications

  private func examine(_ index: Int, on bus: BusConnection) {
    startQuery {
      if let process = await self.process(of: self.facts.applications[index].address, bus) {
        self.facts.applications[index].processID = process
      }
    }
    startQuery {
      if let name = await self.text("Accessible", "Name", of: index, bus) {
        self.facts.applications[index].name = name
      }
    }
    startQuery {
      if let toolkit = await self.text("Application", "ToolkitName", of: index, bus) {
        self.facts.applications[index].toolkit = toolkit
      }
    }
    startQuery {
      if let version = await self.text("Application", "Version", of: index, bus) {
        self.facts.applications[index].version = version
      }
    }
    startQuery { await self.count(index, on: bus) }
  }

  /// The time limit for an application's answer.
  private static let callTimeout = Duration.seconds(2)

  private func text(
    _ interface: String, _ name: String, of index: Int, _ bus: BusConnection
  ) async -> String? {
    let application = facts.applications[index]
    let value = try? await bus.value(
      of: name, of: "org.a11y.atspi." + interface, application.address, application.path,
      timeout: Self.callTimeout)
    guard case .string(let text)? = value else { return nil }
    return text.bounded(256)
  }

  /// Counts objects from the root down, until there are enough.
  private func count(_ index: Int, on bus: BusConnection) async {
    let owner = facts.applications[index].address
    var paths = [facts.applications[index].path][...]
    while facts.applications[index].objects < Self.maxObjectCount, let path = paths.popFirst() {
      do throws(BusError) {
        // Read the number first: toolkits create an object for each child that they list.
        let number = try await bus.value(
          of: "ChildCount", of: "org.a11y.atspi.Accessible", owner, path, timeout: Self.callTimeout)
        let count = Int(clamping: number.integer ?? 0)
        if count > Self.maxObjectCount {
          facts.applications[index].objects += Self.maxObjectCount
          return
        }
        guard count > 0 else { continue }
        let children = try await bus.answer(
          to: CallRequest(owner, path, "org.a11y.atspi.Accessible", "GetChildren"),
          timeout: Self.callTimeout, read: Answer.references)
        facts.applications[index].objects += children.count
        paths += children.prefix(Self.maxObjectCount).map(\.path)
      } catch {
        if !error.isAnswer { facts.applications[index].answers = false }
      }
    }
  }
}
