internal import AccessibilityTree
internal import SafeText

/// Findings about applications: on the bus, missing from it, or on it with an empty tree.
struct ApplicationDiagnosis {
  let facts: DesktopFacts

  init(_ facts: DesktopFacts) {
    self.facts = facts
  }

  var findings: [Finding] {
    // No application can be on a bus that does not work, so nothing is wrong with the programs.
    guard facts.registry.isWorking else { return [] }
    if facts.applications.isEmpty, absent.isEmpty {
      return [
        Finding(
          .note, "applications", "No application is on the accessibility bus",
          remedy: "Start an application in this session, such as mousepad or gnome-calculator")
      ]
    }
    return facts.applications.map(presence) + absent.map(absence)
  }

  /// The programs with windows that are not on the bus.
  private var absent: [ProgramFacts] {
    let present = Set(facts.applications.map(\.processID))
    return facts.programs.filter { !present.contains($0.processID) && showsWindows($0) }
  }

  /// Returns whether a program owns windows, or may own some where the owners are not known: a helper that
  /// runs the same program as its parent process does not.
  private func showsWindows(_ program: ProgramFacts) -> Bool {
    // In a sandbox a process has another id.
    if let owners = facts.windowOwners, program.sandbox == nil {
      return owners.contains(program.processID)
    }
    return !facts.programs.contains {
      $0.processID == program.parentID && $0.name == program.name
    }
  }

  private func presence(_ application: ApplicationFacts) -> Finding {
    let name = application.name.isEmpty ? application.address : application.name
    let toolkit = "\(application.toolkit) \(application.version)"
    let subject = "application \(name)"
    guard application.answers else {
      return Finding(
        .problem, subject, "Does not answer (process \(application.processID))",
        remedy: "The application hangs or is stopped; its elements show their last known state")
    }
    let program = facts.programs.first { $0.processID == application.processID }
    let isChromium =
      program?.toolkit == .chromium || application.toolkit.lowercased().contains("chrom")
    if application.objects < Examination.maxObjectCount, isChromium {
      return Finding(
        .problem, subject,
        "\(toolkit) publishes only \(application.objects) objects: its pages are missing",
        remedy: chromiumRemedy)
    }
    if application.objects == 0 {
      return Finding(
        .note, subject, "\(toolkit) is on the bus but publishes nothing yet: no window is open")
    }
    let count =
      application.objects < Examination.maxObjectCount
      ? "\(application.objects)" : "\(Examination.maxObjectCount)+"
    return Finding(.ok, subject, "\(toolkit), \(count) objects, process \(application.processID)")
  }

  private var chromiumRemedy: String {
    "End all its processes, and start it with ACCESSIBILITY_ENABLED=1 in its environment and the option "
      + "--force-renderer-accessibility (Chromium, Chrome, Electron applications)"
  }

  private func absence(_ program: ProgramFacts) -> Finding {
    let message =
      "\(program.toolkit.rawValue) program (process \(program.processID)) shows windows but is not "
      + "on the accessibility bus"
    return Finding(.problem, "program \(program.name)", message, remedy: remedy(program))
  }

  private func remedy(_ program: ProgramFacts) -> String {
    if !program.blockingVariables.isEmpty {
      return
        "Unset \(program.blockingVariables.joined(separator: ", ")) in its environment and restart it"
    }
    if program.userID != facts.machine.userID {
      return
        "It runs as user \(program.userID) and uses that user's buses: run a11y-bridge as that "
        + "user"
    }
    if let bus = program.otherSessionBus {
      return "It uses another session bus: run a11y-bridge with "
        + "DBUS_SESSION_BUS_ADDRESS=\(bus)"
    }
    let sandbox = program.sandbox.map {
      " It is a \($0) package: its sandbox must allow access to org.a11y.Bus"
        + ($0 == "Flatpak" ? " (flatpak override --talk-name=org.a11y.Bus)." : ".")
    }
    if let bus = facts.launcherStarted, program.started > 0, program.started < bus {
      return
        "It started before the accessibility bus, which programs join when they start: restart it. "
        + "If it is still missing: \(toolkitRemedy(program.toolkit))\(sandbox ?? "")"
    }
    return toolkitRemedy(program.toolkit) + (sandbox ?? "")
  }

  private func toolkitRemedy(_ toolkit: ProgramToolkit) -> String {
    switch toolkit {
    case .chromium: chromiumRemedy
    case .firefox: "Start it with GNOME_ACCESSIBILITY=1"
    case .libreOffice:
      "apt-get install libreoffice-gtk3, and start it with SAL_USE_VCLPLUGIN=gtk3"
    case .java:
      // Java 9 and later look for the class there, and end without it.
      "apt-get install libatk-wrapper-java-jni, and start it with JAVA_TOOL_OPTIONS="
        + "'-Djavax.accessibility.assistive_technologies=org.GNOME.Accessibility.AtkWrapper "
        + "-Xbootclasspath/a:/usr/share/java/java-atk-wrapper.jar' in its environment"
    case .qt: "Start it with QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1 (Qt 5 also QT_ACCESSIBILITY=1)"
    case .gtk4: "Restart it now that the accessibility bus is running; GTK_A11Y=atspi forces AT-SPI"
    case .gtk3:
      "apt-get install libatk-bridge2.0-0, and restart it now that the accessibility bus is running"
    case .gtk2: "apt-get install libatk-adaptor, and start it with GTK_MODULES=gail:atk-bridge"
    }
  }
}
