internal import BridgeTransport
internal import Glibc
internal import SafeText

/// Finds the programs that show windows on our display, a few processes in each turn of the loop.
enum ProgramSearch {
  private static let processesPerTurn = 8

  /// Returns the programs in the order of their processes; when the task is cancelled, those found so far.
  static func find(on machine: MachineFacts, loop: EventLoop) async -> [ProgramFacts] {
    var found: [ProgramFacts] = []
    var processes = ProcessFiles.entries("/proc").compactMap { Int32($0) }[...]
    while !processes.isEmpty {
      do throws(CancellationError) { try await loop.pause(for: .zero) } catch { break }
      for process in processes.prefix(processesPerTurn) {
        if let program = program(process, machine) { found.append(program) }
      }
      processes = processes.dropFirst(processesPerTurn)
    }
    return found.sorted { $0.processID < $1.processID }
  }

  /// Adds programs that own windows on our display and were not found by their environment: Chromium overwrites its
  /// own, and its parent may have ended.
  static func add(
    owners: Set<Int32>, to programs: inout [ProgramFacts], _ machine: MachineFacts
  ) {
    for process in owners.subtracting(programs.map(\.processID)) {
      guard let program = program(process, machine, ownsWindow: true),
        program.userID == machine.userID
      else { continue }
      programs.append(program)
    }
    programs.sort { $0.processID < $1.processID }
  }

  /// Returns a process as a program with windows; `nil` for any other process.
  ///
  /// - Parameter ownsWindow: Whether the process owns a window on our display, whatever its environment says.
  static func program(
    _ process: Int32, _ machine: MachineFacts, ownsWindow: Bool = false
  ) -> ProgramFacts? {
    let directory = "/proc/\(process)"
    guard process != getpid(), let executable = ProcessFiles.link(directory + "/exe") else {
      return nil
    }
    var environment = environment(directory)
    // Chromium overwrites its environment with its title; its parent's environment is much the same.
    if environment["PATH"] == nil, let parent = ProcessFiles.parent(process) {
      environment = Self.environment("/proc/\(parent)")
    }
    if !shows(environment, on: machine) {
      guard ownsWindow else { return nil }
      // It may be that of a parent of another session.
      environment = [:]
    }
    let arguments = ProcessFiles.strings(directory + "/cmdline")
    // Chromium's helpers show no windows; some write all arguments into one.
    guard !arguments.contains(where: { $0.hasPrefix("--type=") || $0.contains(" --type=") }),
      !executable.contains("crashpad")
    else { return nil }
    let maps = ProcessFiles.contents(directory + "/maps", limit: 4_194_304) ?? []
    let folder = executable.lastIndex(of: "/").map { executable[..<$0] } ?? ""
    let isChromium = unsafe access(folder + "/chrome_100_percent.pak", F_OK) == 0
    guard let toolkit = ProgramToolkit.of(maps: maps, isChromium: isChromium) else { return nil }
    let file = executable.lastIndex(of: "/").map { executable[executable.index(after: $0)...] }
    var facts = ProgramFacts(
      processID: process, name: file.map(String.init) ?? executable, toolkit: toolkit)
    facts.forcesAccessibility = arguments.contains {
      $0.hasPrefix("--force-renderer-accessibility")
    }
    facts.userID = owner(directory)
    facts.parentID = ProcessFiles.parent(process) ?? 0
    facts.started = ProcessFiles.started(process) ?? 0
    if executable.hasPrefix("/snap/") { facts.sandbox = "snap" }
    if unsafe access(directory + "/root/.flatpak-info", F_OK) == 0 { facts.sandbox = "Flatpak" }
    if let bus = environment["DBUS_SESSION_BUS_ADDRESS"],
      let ours = machine.environment["DBUS_SESSION_BUS_ADDRESS"], bus != ours[...]
    {
      facts.otherSessionBus = String(bus)
    }
    for (name, values) in blockingVariables {
      if let value = environment[name[...]], values.contains(String(value)) {
        facts.blockingVariables.append("\(name)=\(value)")
      }
    }
    return facts
  }

  private static let blockingVariables: [(String, [String])] = [
    ("NO_AT_BRIDGE", ["1"]), ("GTK_A11Y", ["none", "test"]), ("QT_ACCESSIBILITY", ["0"]),
    ("GNOME_ACCESSIBILITY", ["0"]),
  ]

  private static func shows(
    _ environment: [Substring: Substring], on machine: MachineFacts
  ) -> Bool {
    for name in ["DISPLAY", "WAYLAND_DISPLAY"] {
      if let theirs = environment[name[...]], let ours = machine.environment[name],
        theirs == ours[...]
      {
        return true
      }
    }
    return false
  }

  private static func environment(_ directory: String) -> [Substring: Substring] {
    var environment: [Substring: Substring] = [:]
    for variable in ProcessFiles.strings(directory + "/environ") {
      guard let equals = variable.firstIndex(of: "="), !variable.hasPrefix("-") else { continue }
      environment[variable[..<equals]] = variable[variable.index(after: equals)...]
    }
    return environment
  }

  private static func owner(_ path: String) -> UInt32 {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_uid : 0
  }
}
