import BridgeTestSupport
import Glibc
import Testing

@Suite
struct `The private desktop` {
  /// Prints the names of the applications on the accessibility bus.
  static let listApplications = """
    bus=$(dbus-send --session --print-reply=literal --dest=org.a11y.Bus \
      /org/a11y/bus org.a11y.Bus.GetAddress)
    for name in $(dbus-send --bus="${bus// /}" --print-reply=literal \
      --dest=org.a11y.atspi.Registry /org/a11y/atspi/accessible/root \
      org.a11y.atspi.Accessible.GetChildren | grep -o ':[0-9.]*'); do
      dbus-send --bus="${bus// /}" --print-reply=literal --dest="$name" \
        /org/a11y/atspi/accessible/root org.freedesktop.DBus.Properties.Get \
        string:org.a11y.atspi.Accessible string:Name
    done
    """

  @Test(arguments: [
    ("gnome-calculator", "gnome-calculator"), ("mousepad", "mousepad"),
    ("gtk3-demo", "gtk3-demo"), ("gtk4-widget-factory", "gtk4-widget-factory"),
    ("lab-chromium", "Chromium"),
  ])
  func `an application appears on the accessibility bus, and disappears when it ends`(
    program: String, name: String
  ) async throws {
    let lab = try await DesktopLab.start()
    let application = try lab.launch(program)
    try await eventually("\(name) on the bus") {
      try await lab.run("bash", ["-c", Self.listApplications]).standardOutput.contains(name)
    }
    #expect(application.isRunning)
    try await application.terminate()
    try await eventually("\(name) off the bus") {
      try await !lab.run("bash", ["-c", Self.listApplications]).standardOutput.contains(name)
    }
    try await lab.stop()
  }

  @Test
  func `all programs in a desktop end with it, even when its script is killed`() async throws {
    let lab = try await DesktopLab.start()
    let application = try lab.launch("sleep", ["1000"])
    try await lab.stop()
    #expect(try await application.ended() == .signal(SIGKILL))

    let script = try RunningProcess(
      "\(Places.root)/scripts/desktop-lab",
      ["bash", "-c", "sleep 1001 & echo $! $DESKTOP_LAB; wait"])
    let line = try #require(try await script.standardOutput.line())
    let parts = line.split(separator: " ").map(String.init)
    #expect(parts.count == 2)
    script.kill()
    try await eventually("the end of the process inside") {
      try await Subprocess.run(
        "sh", ["-c", "! grep -q 1001 /proc/\(parts[0])/cmdline && ! test -e \(parts[1])"]
      ).code == 0
    }
  }

  @Test
  func `two desktops at once are separate`() async throws {
    let first = try await DesktopLab.start()
    let second = try await DesktopLab.start()
    for variable in ["DISPLAY", "DBUS_SESSION_BUS_ADDRESS", "HOME"] {
      #expect(first.environment[variable] != nil)
      #expect(first.environment[variable] != second.environment[variable])
    }
    try await first.stop()
    try await second.stop()
  }
}
