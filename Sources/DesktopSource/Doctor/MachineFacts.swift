internal import Glibc

/// Facts from the environment and the file system of a machine.
struct MachineFacts {
  var environment: [String: String] = [:]
  var userID: UInt32 = 0
  /// Whether the bus launcher and the registry of at-spi2-core are installed.
  var hasLauncher = false
  var hasRegistry = false
  var hasDBusDaemon = false
  /// Whether the display's socket exists.
  var displayAnswers = false
  /// Other users with a session bus on this machine: names of directories in `/run/user`.
  var otherSessions: [String] = []

  static let variables = [
    "DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR",
    "AT_SPI_BUS_ADDRESS", "NO_AT_BRIDGE", "GTK_A11Y", "XAUTHORITY", "HOME",
  ]

  static let launcherPaths = [
    "/usr/libexec/at-spi-bus-launcher", "/usr/lib/at-spi2-core/at-spi-bus-launcher",
    "/usr/lib/at-spi-bus-launcher",
  ]

  static let registryPaths = [
    "/usr/libexec/at-spi2-registryd", "/usr/lib/at-spi2-core/at-spi2-registryd",
    "/usr/lib/at-spi2-registryd",
  ]

  /// Returns the facts of the machine and the environment that this process runs in.
  static func current() -> MachineFacts {
    var facts = MachineFacts()
    for name in variables {
      guard let value = unsafe getenv(name) else { continue }
      let text = unsafe String(cString: value)
      if !text.isEmpty { facts.environment[name] = text }
    }
    facts.userID = getuid()
    facts.hasLauncher = launcherPaths.contains(where: exists)
    facts.hasRegistry = registryPaths.contains(where: exists)
    facts.hasDBusDaemon =
      ["/usr/bin/dbus-daemon", "/usr/bin/dbus-broker"].contains(where: exists)
    facts.displayAnswers =
      XDisplay.from { facts.environment[$0] }.map { exists($0.socketPath) } ?? false
    facts.otherSessions = ProcessFiles.entries("/run/user").filter { user in
      UInt32(user) != facts.userID && exists("/run/user/\(user)/bus")
    }
    return facts
  }

  private static func exists(_ path: String) -> Bool {
    unsafe access(path, F_OK) == 0
  }
}
