internal import BridgeTransport

/// Gathers the facts, everything at once, until all is known or the time is over.
final class Examination {
  /// Objects of an application that are counted at most; so many are no empty tree.
  static let enough = 12

  let loop: EventLoop
  private var facts: DesktopFacts
  private let limit: Duration
  private var completion: ((DesktopFacts) -> Void)?
  private var timer: Timer?
  private var session: BusConnection?
  private var bus: BusConnection?
  private var search: ProgramSearch?
  private var owners: WindowOwners?
  /// Questions without an answer.
  private var open = 0

  init(
    loop: EventLoop, machine: MachineFacts, limit: Duration,
    completion: @escaping (DesktopFacts) -> Void
  ) {
    self.loop = loop
    self.limit = limit
    self.completion = completion
    facts = DesktopFacts(machine: machine)
  }

  func start() {
    timer = loop.schedule(after: limit) {
      self.facts.isCutShort = true
      self.end()
    }
    asking { done in
      let search = ProgramSearch(loop: self.loop, machine: self.facts.machine)
      self.search = search
      // In a later turn, so that nobody is called back from within.
      self.loop.schedule(after: .zero) {
        search.start { programs in
          self.facts.programs = programs
          done()
        }
      }
    }
    askDisplay()
    connectSession()
  }

  private func askDisplay() {
    let environment = facts.machine.environment
    guard facts.machine.displayAnswers, let display = XDisplay.from({ environment[$0] }) else {
      return
    }
    asking { done in
      let owners = WindowOwners(loop: self.loop)
      self.owners = owners
      loop.schedule(after: .zero) {
        owners.find(on: display) { found in
          self.facts.windowOwners = found
          done()
        }
      }
    }
  }

  private func end() {
    guard let completion else { return }
    self.completion = nil
    timer?.cancel()
    search?.cancel()
    owners?.cancel()
    session?.close()
    bus?.close()
    completion(facts)
  }

  /// Counts a question; the examination ends when the last has its answer.
  private func asking(_ body: (@escaping () -> Void) -> Void) {
    open += 1
    body {
      self.open -= 1
      if self.open == 0 { self.end() }
    }
  }

  // MARK: The session bus

  private func connectSession() {
    if let address = facts.machine.environment["AT_SPI_BUS_ADDRESS"] { connect(to: address) }
    do throws(BusError) {
      let session = try BusConnection.openSession(on: loop)
      self.session = session
      asking { done in
        session.onDisconnect = { error in
          if !self.facts.sessionBus.isWorking { self.facts.sessionBus = .failing("\(error)") }
        }
        session.names { result in
          switch result {
          case .success(let names):
            self.facts.sessionBus = .working("\(names.count) names")
            self.askLauncher(session)
          case .failure(let error): self.facts.sessionBus = .failing("\(error)")
          }
          done()
        }
      }
    } catch {
      let reason =
        error == .disconnected
        ? "neither DBUS_SESSION_BUS_ADDRESS nor XDG_RUNTIME_DIR/bus leads to one" : "\(error)"
      facts.sessionBus = .failing(reason)
    }
  }

  private func askLauncher(_ session: BusConnection) {
    let request = CallRequest(
      "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", startsService: true)
    asking { done in
      session.call(request, timeout: limit) { result in
        switch BusConnection.read(result, Answer.string) {
        case .success(let address) where !address.isEmpty:
          self.facts.launcher = .working(address)
          self.askStatus(session)
          self.askAge(session)
          if self.facts.machine.environment["AT_SPI_BUS_ADDRESS"] == nil {
            self.connect(to: address)
          }
        case .success: self.facts.launcher = .failing("it names no bus")
        case .failure(let error): self.facts.launcher = .failing("\(error)")
        }
        done()
      }
    }
  }

  /// Since when there is this accessibility bus: its launcher starts it and ends with it.
  private func askAge(_ session: BusConnection) {
    asking { done in
      session.processID(of: "org.a11y.Bus") { result in
        if case .success(let process) = result {
          self.facts.launcherStarted = ProcessFiles.started(Int32(clamping: process))
        }
        done()
      }
    }
  }

  private func askStatus(_ session: BusConnection) {
    for name in ["IsEnabled", "ScreenReaderEnabled"] {
      asking { done in
        session.property(
          name, of: "org.a11y.Status", "org.a11y.Bus", "/org/a11y/bus", timeout: limit
        ) { result in
          if case .success(.bool(let value)) = result {
            if name == "IsEnabled" {
              self.facts.isEnabled = value
            } else {
              self.facts.hasScreenReader = value
            }
          }
          done()
        }
      }
    }
  }

  // MARK: The accessibility bus

  private func connect(to address: String) {
    do throws(BusError) {
      let bus = try BusConnection.open(address: address, on: loop)
      self.bus = bus
      asking { done in
        bus.onDisconnect = { error in
          if !self.facts.accessibilityBus.isWorking {
            self.facts.accessibilityBus = .failing("\(error)")
          }
        }
        bus.names { result in
          switch result {
          case .success(let names):
            self.facts.accessibilityBus = .working("\(names.count) names")
            self.askRegistry(bus)
          case .failure(let error): self.facts.accessibilityBus = .failing("\(error)")
          }
          done()
        }
      }
    } catch {
      facts.accessibilityBus = .failing("\(error)")
    }
  }

  private func askRegistry(_ bus: BusConnection) {
    let request = CallRequest(
      "org.a11y.atspi.Registry", "/org/a11y/atspi/accessible/root", "org.a11y.atspi.Accessible",
      "GetChildren", startsService: true)
    asking { done in
      bus.call(request, timeout: limit) { result in
        switch BusConnection.read(result, Answer.objects) {
        case .success(let children):
          let applications = children.prefix(64).filter { $0.path != "/org/a11y/atspi/null" }
          self.facts.registry = .working("\(applications.count) applications")
          for application in applications { self.ask(application, on: bus) }
        case .failure(let error): self.facts.registry = .failing("\(error)")
        }
        done()
      }
    }
  }

  private func ask(_ reference: (owner: String, path: String), on bus: BusConnection) {
    let place = facts.applications.count
    facts.applications.append(ApplicationFacts(address: reference.owner, path: reference.path))
    let timeout = Duration.seconds(2)
    asking { done in
      bus.processID(of: reference.owner) { result in
        if case .success(let id) = result {
          self.facts.applications[place].processID = Int32(clamping: id)
        }
        done()
      }
    }
    for (interface, name) in [
      ("Accessible", "Name"), ("Application", "ToolkitName"), ("Application", "Version"),
    ] {
      asking { done in
        bus.property(
          name, of: "org.a11y.atspi." + interface, reference.owner, reference.path,
          timeout: timeout
        ) { result in
          if case .success(.string(let whole)) = result {
            let text = whole.bounded(256)
            switch name {
            case "Name": self.facts.applications[place].name = text
            case "ToolkitName": self.facts.applications[place].toolkit = text
            default: self.facts.applications[place].version = text
            }
          }
          done()
        }
      }
    }
    count(place, [reference.path], reference.owner, on: bus, timeout: timeout)
  }

  /// Counts objects from the root down, until there are enough.
  private func count(
    _ place: Int, _ paths: [String], _ owner: String, on bus: BusConnection, timeout: Duration
  ) {
    guard let path = paths.first, facts.applications[place].objects < Self.enough else { return }
    asking { done in
      // The number first: toolkits make an object for each child that they list.
      bus.property(
        "ChildCount", of: "org.a11y.atspi.Accessible", owner, path, timeout: timeout
      ) { result in
        var children = 0
        if case .success(let value) = result { children = Int(clamping: value.integer ?? 0) }
        if children > Self.enough {
          self.facts.applications[place].objects += Self.enough
        } else if children > 0 {
          self.list(place, paths, owner, on: bus, timeout: timeout)
        } else {
          if case .failure(let error) = result, !error.isAnswer {
            self.facts.applications[place].answers = false
          }
          self.count(place, Array(paths.dropFirst()), owner, on: bus, timeout: timeout)
        }
        done()
      }
    }
  }

  /// Goes on to the children of the first of `paths`, which are few.
  private func list(
    _ place: Int, _ paths: [String], _ owner: String, on bus: BusConnection, timeout: Duration
  ) {
    guard let path = paths.first else { return }
    let request = CallRequest(owner, path, "org.a11y.atspi.Accessible", "GetChildren")
    asking { done in
      bus.call(request, timeout: timeout) { result in
        switch BusConnection.read(result, Answer.objects) {
        case .success(let children):
          self.facts.applications[place].objects += children.count
          let next = paths.dropFirst() + children.prefix(Self.enough).map(\.path)
          self.count(place, Array(next), owner, on: bus, timeout: timeout)
        case .failure(let error):
          if !error.isAnswer { self.facts.applications[place].answers = false }
          self.count(place, Array(paths.dropFirst()), owner, on: bus, timeout: timeout)
        }
        done()
      }
    }
  }
}
