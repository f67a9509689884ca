internal import AccessibilityTree

/// Interprets the facts: findings for people, with causes before their consequences.
struct Diagnosis {
  let facts: DesktopFacts

  init(_ facts: DesktopFacts) {
    self.facts = facts
  }

  var findings: [Finding] {
    var findings = [display, sessionBus]
    if facts.sessionBus.isWorking { findings.append(launcher) }
    if facts.launcher.isWorking { findings.append(enabled) }
    if facts.accessibilityBus != .notExamined { findings.append(accessibilityBus) }
    // On a bus that cannot be opened there is no registry.
    if facts.accessibilityBus.isWorking { findings.append(registry) }
    findings += ApplicationDiagnosis(facts).findings
    if facts.isIncomplete {
      findings.append(
        Finding(
          .note, "time", "Not everything answered in time; these findings are incomplete",
          remedy: "Check for applications that hang, and try again"))
    }
    return findings
  }

  private var display: Finding {
    let environment = facts.machine.environment
    if let name = environment["DISPLAY"] {
      if facts.machine.displayAnswers {
        return Finding(.ok, "display", "X display \(name)")
      }
      if XDisplay.number(of: name) == nil {
        return Finding(
          .note, "display", "X display \(name) is on another machine: no synthesised input")
      }
      return Finding(
        .problem, "display", "DISPLAY is \(name), but no X server listens there",
        remedy: "Set DISPLAY to a running server (ls /tmp/.X11-unix), or start one: "
          + "apt-get install xvfb && Xvfb \(name) &")
    }
    if let name = environment["WAYLAND_DISPLAY"] {
      return Finding(
        .note, "display",
        "Wayland display \(name): applications do not know the positions of their windows, "
          + "and input cannot be synthesised")
    }
    return Finding(
      .problem, "display",
      "Neither DISPLAY nor WAYLAND_DISPLAY is set: no program can show windows",
      remedy: "Run this inside the desktop session, or start one: "
        + "apt-get install xvfb dbus && dbus-run-session -- xvfb-run COMMAND")
  }

  private var sessionBus: Finding {
    switch facts.sessionBus {
    case .working(let detail): return Finding(.ok, "session bus", "Answers (\(detail))")
    case .notExamined, .failing:
      var message = "Not available"
      if case .failing(let reason) = facts.sessionBus { message += ": \(reason)" }
      return Finding(.problem, "session bus", message, remedy: sessionBusRemedy)
    }
  }

  private var sessionBusRemedy: String {
    let machine = facts.machine
    if !machine.hasDBusDaemon { return "apt-get install dbus && dbus-run-session -- COMMAND" }
    if let user = machine.otherSessions.first {
      return "User \(user) has a desktop session on this machine: run this as that user, with "
        + "DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/\(user)/bus (a bus refuses other users)"
    }
    let start = "Run this inside the desktop session, or start one: dbus-run-session -- COMMAND"
    guard let address = machine.environment["DBUS_SESSION_BUS_ADDRESS"] else { return start }
    return
      "DBUS_SESSION_BUS_ADDRESS is \(address.quoted(limit: 100)), which does not answer: unset it, or set it to that of the desktop "
      + "session. \(start)"
  }

  private var launcher: Finding {
    switch facts.launcher {
    case .working(let address):
      return Finding(.ok, "accessibility bus", "The session provides it: \(address)")
    case .notExamined:
      return Finding(.problem, "accessibility bus", "The session bus was not queried in time")
    case .failing(let reason):
      return Finding(
        .problem, "accessibility bus", "The session cannot start it: \(reason)",
        remedy: facts.machine.hasLauncher
          ? "Run it manually and check its output: /usr/libexec/at-spi-bus-launcher"
          : "apt-get install at-spi2-core")
    }
  }

  private var enabled: Finding {
    switch facts.isEnabled {
    case true?:
      let reader = facts.hasScreenReader == true ? ", for a screen reader" : ""
      return Finding(.ok, "accessibility", "Enabled\(reader)")
    case false?:
      return Finding(
        .note, "accessibility",
        "Disabled (org.a11y.Status IsEnabled): some applications publish nothing. "
          + "a11y-bridge enables it when it mirrors the desktop",
        remedy: "gsettings set org.gnome.desktop.interface toolkit-accessibility true")
    case nil:
      return Finding(.note, "accessibility", "Unknown whether it is enabled")
    }
  }

  private var accessibilityBus: Finding {
    switch facts.accessibilityBus {
    case .working(let detail):
      return Finding(.ok, "accessibility bus connection", "Open (\(detail))")
    case .notExamined, .failing:
      var message = "Cannot be opened"
      if case .failing(let reason) = facts.accessibilityBus { message += ": \(reason)" }
      var remedy = "Restart it: end at-spi-bus-launcher, which starts again on demand"
      if facts.machine.environment["AT_SPI_BUS_ADDRESS"] != nil {
        remedy = "AT_SPI_BUS_ADDRESS names a bus that does not exist: unset it"
      } else if facts.machine.userID == 0 {
        remedy = "The bus belongs to another user and refuses root: run this as that user"
      }
      return Finding(.problem, "accessibility bus connection", message, remedy: remedy)
    }
  }

  private var registry: Finding {
    switch facts.registry {
    case .working(let detail): return Finding(.ok, "registry", "Answers (\(detail))")
    case .notExamined, .failing:
      var message = "Does not answer"
      if case .failing(let reason) = facts.registry { message += ": \(reason)" }
      return Finding(
        .problem, "registry", message,
        remedy: facts.machine.hasRegistry
          ? "End at-spi2-registryd, which starts again on demand"
          : "apt-get install at-spi2-core")
    }
  }
}
