import AccessibilityTree
import BridgeTransport
import Testing

@testable import DesktopSource

/// The findings of the doctor for given facts.
struct DiagnosisTests {
  /// A working desktop with one application.
  private func healthy() -> DesktopFacts {
    var machine = MachineFacts()
    machine.environment = ["DISPLAY": ":7", "DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"]
    machine.displayAnswers = true
    machine.hasLauncher = true
    machine.hasRegistry = true
    machine.hasDBusDaemon = true
    var facts = DesktopFacts(machine: machine)
    facts.sessionBus = .working("4 names")
    facts.launcher = .working("unix:path=/run/at-spi")
    facts.isEnabled = true
    facts.accessibilityBus = .working("3 names")
    facts.registry = .working("1 applications")
    facts.applications = [application("mousepad", "gtk", 12)]
    return facts
  }

  private func application(_ name: String, _ toolkit: String, _ objects: Int) -> ApplicationFacts {
    var facts = ApplicationFacts(address: ":1.5", path: "/root")
    facts.name = name
    facts.toolkit = toolkit
    facts.objects = objects
    facts.processID = 100
    return facts
  }

  private func problems(_ change: (inout DesktopFacts) -> Void) -> [Finding] {
    var facts = healthy()
    change(&facts)
    return Diagnosis(facts).findings.filter { $0.severity == .problem }
  }

  @Test
  func `a working desktop needs no remedy`() {
    let findings = Diagnosis(healthy()).findings
    #expect(findings.allSatisfy { $0.severity == .ok && $0.remedy.isEmpty })
    #expect(findings.count == 7)
  }

  @Test
  func `without a session bus, the remedy is the package, the user's session, or a new session`() {
    func remedy(_ change: (inout MachineFacts) -> Void) -> String? {
      problems {
        $0.sessionBus = .failing("none")
        $0.launcher = .notExamined
        $0.accessibilityBus = .notExamined
        $0.registry = .notExamined
        change(&$0.machine)
      }.first { $0.subject == "session bus" }?.remedy
    }
    #expect(remedy { $0.hasDBusDaemon = false }?.contains("apt-get install dbus") == true)
    #expect(remedy { $0.otherSessions = ["1000"] }?.contains("/run/user/1000/bus") == true)
    #expect(remedy { _ in }?.contains("dbus-run-session") == true)
    #expect(
      remedy { _ in }?.hasPrefix(
        "DBUS_SESSION_BUS_ADDRESS is \"unix:path=/run/bus\", which does not answer: unset it")
        == true)
    #expect(remedy { $0.environment = [:] }?.contains("DBUS_SESSION_BUS_ADDRESS") == false)
  }

  @Test
  func `without at-spi2-core, the remedy is to install it`() {
    let found = problems {
      $0.launcher = .failing("no such service")
      $0.accessibilityBus = .notExamined
      $0.registry = .notExamined
      $0.machine.hasLauncher = false
    }
    #expect(found.map(\.remedy).contains("apt-get install at-spi2-core"))
  }

  @Test
  func `of a bus that cannot be opened, the registry is not a further problem`() {
    let found = problems {
      $0.machine.environment["AT_SPI_BUS_ADDRESS"] = "unix:path=/nonexistent"
      $0.accessibilityBus = .failing("No such file")
      $0.registry = .notExamined
    }
    #expect(found.map(\.subject) == ["accessibility bus connection"])
    #expect(found.first?.remedy.contains("unset it") == true)
  }

  @Test
  func `a Chromium without its pages is reported, with the flag that exposes them`() throws {
    let found = problems { $0.applications = [application("Chromium", "Chromium", 4)] }
    let finding = try #require(found.first)
    #expect(finding.remedy.contains("--force-renderer-accessibility"))
    #expect(finding.remedy.contains("ACCESSIBILITY_ENABLED=1"))
    #expect(finding.message.contains("4 objects"))
  }

  @Test(arguments: [
    (ProgramToolkit.qt, "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1"),
    (.java, "libatk-wrapper-java-jni"), (.java, "-Xbootclasspath/a:/usr/share/java/"),
    (.gtk2, "libatk-adaptor"),
    (.firefox, "GNOME_ACCESSIBILITY"),
    (.chromium, "--force-renderer-accessibility"), (.gtk3, "libatk-bridge2.0-0"),
    (.gtk4, "GTK_A11Y=atspi"), (.libreOffice, "libreoffice-gtk3"),
  ])
  func `a program that is not on the bus is reported, with the remedy for its toolkit`(
    toolkit: ProgramToolkit, cure: String
  ) throws {
    let found = problems {
      $0.programs = [ProgramFacts(processID: 55, name: "thing", toolkit: toolkit)]
    }
    #expect(try #require(found.first).remedy.contains(cure))
    #expect(found.first?.message.contains("process 55") == true)
  }

  @Test
  func `a reason in the program's environment, user, bus or sandbox comes first`() throws {
    func remedy(_ change: (inout ProgramFacts) -> Void) throws -> String {
      var program = ProgramFacts(processID: 55, name: "thing", toolkit: .gtk3)
      change(&program)
      return try #require(problems { $0.programs = [program] }.first).remedy
    }
    #expect(
      try remedy { $0.blockingVariables = ["NO_AT_BRIDGE=1"] }.contains("Unset NO_AT_BRIDGE=1"))
    #expect(try remedy { $0.userID = 1000 }.contains("user 1000"))
    #expect(try remedy { $0.otherSessionBus = "unix:path=/x" }.contains("unix:path=/x"))
    #expect(try remedy { $0.sandbox = "Flatpak" }.contains("flatpak override"))
  }

  @Test
  func `processes without windows are not programs to report`() {
    // Of a browser and its content processes, only the browser owns windows, and it is on the bus.
    let browser = ProgramFacts(processID: 100, name: "firefox-esr", toolkit: .firefox)
    let content = ProgramFacts(
      processID: 101, parentID: 100, name: "firefox-esr", toolkit: .firefox)
    let helper = ProgramFacts(processID: 102, parentID: 1, name: "kioslave5", toolkit: .qt)
    let owned = problems {
      $0.programs = [browser, content, helper]
      $0.windowOwners = [100]
    }
    #expect(owned.isEmpty)
    // When window owners are unknown, at least processes with the same program as their parent are left
    // out.
    let unknown = problems { $0.programs = [browser, content] }
    #expect(unknown.isEmpty)
    let missing = problems {
      $0.programs = [ProgramFacts(processID: 103, name: "kate", toolkit: .qt)]
      $0.windowOwners = [100, 103]
    }
    #expect(missing.map(\.subject) == ["program kate"])
    // A sandbox has its own process ids.
    let sandboxed = problems {
      var program = ProgramFacts(processID: 104, name: "maps", toolkit: .gtk4)
      program.sandbox = "Flatpak"
      $0.programs = [program]
      $0.windowOwners = [2]
    }
    #expect(sandboxed.count == 1)
  }

  @Test
  func
    `after the bus was ended, its programs are to be started again, and nothing to be installed`()
    throws
  {
    var program = ProgramFacts(processID: 55, name: "gedit", toolkit: .gtk3)
    program.started = 1000
    let older = problems {
      $0.programs = [program]
      $0.launcherStarted = 2000
    }
    #expect(try #require(older.first).remedy.hasPrefix("It started before the accessibility bus"))
    let younger = problems {
      $0.programs = [program]
      $0.launcherStarted = 500
    }
    #expect(try #require(younger.first).remedy.hasPrefix("apt-get install libatk-bridge2.0-0"))
    // Without a bus, that is the problem, and not each program.
    let none = problems {
      $0.programs = [program]
      $0.accessibilityBus = .failing("connection refused")
      $0.registry = .notExamined
    }
    #expect(none.map(\.subject) == ["accessibility bus connection"])
  }

  @Test
  func `no display, a dead display and Wayland are distinguished`() {
    #expect(problems { $0.machine.environment["DISPLAY"] = nil }.first?.subject == "display")
    #expect(
      problems { $0.machine.displayAnswers = false }.first?.remedy.contains("Xvfb :7") == true)
    let wayland = problems {
      $0.machine.environment["DISPLAY"] = nil
      $0.machine.environment["WAYLAND_DISPLAY"] = "wayland-0"
    }
    #expect(wayland.isEmpty)
  }

  @Test(arguments: [
    ("… /usr/lib/libgtk-3.so.0\n", ProgramToolkit?.some(.gtk3)),
    ("/usr/lib/libgtk-4.so.1 /usr/lib/libgtk-3.so", .gtk4),
    ("/usr/lib/libQt5Gui.so.5 /usr/lib/libgtk-3.so", .qt),
    ("/usr/lib/firefox/libxul.so /usr/lib/libgtk-3.so", .firefox), ("/usr/lib/libc.so", nil),
  ])
  func `a toolkit is identified by the libraries that a program has loaded`(
    maps: String, toolkit: ProgramToolkit?
  ) {
    #expect(ProgramToolkit.of(maps: Array(maps.utf8), isChromium: false) == toolkit)
    #expect(ProgramToolkit.of(maps: Array(maps.utf8), isChromium: true) == .chromium)
  }
}
