import Foundation

/// A private headless desktop for tests: display, session bus, accessibility bus, window manager, home.
///
/// The desktop and all programs in it end with this value, and with this process, however it ends.
public final class DesktopLab: Sendable {
  /// The environment of the programs in this desktop: applications and the bridge.
  public let environment: [String: String]
  private let script: RunningProcess

  private init(environment: [String: String], script: RunningProcess) {
    self.environment = environment
    self.script = script
  }

  /// Starts a new desktop.
  ///
  /// - Throws: When a part of the desktop is missing on this machine: tests that need a desktop fail
  /// without one.
  public static func start() async throws -> DesktopLab {
    // The script prints its environment, and runs until its standard input ends: until `stop`, or until
    // this process ends.
    let script = try RunningProcess(
      "\(Places.root)/scripts/desktop-lab", ["bash", "-c", "env -0 | base64 -w 0; echo; cat"])
    guard let line = try await script.standardOutput.line(),
      let variables = Data(base64Encoded: line), !variables.isEmpty
    else {
      throw DesktopLabFailed(reason: script.standardError.text)
    }
    var environment: [String: String] = [:]
    for variable in variables.split(separator: 0) {
      let parts = String(decoding: variable, as: UTF8.self).split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      if let name = parts.first, parts.count == 2 { environment[String(name)] = String(parts[1]) }
    }
    return DesktopLab(environment: environment, script: script)
  }

  /// The desktop that the tests of this process share; started on first use.
  public static var shared: DesktopLab {
    get async throws { try await sharedLab.value }
  }

  private static let sharedLab = Task { try await start() }

  /// Starts an application, or any other program, in this desktop.
  ///
  /// The application may not yet be on the accessibility bus when this returns: wait for it as a user of
  /// the bridge does.
  ///
  /// - Parameter app: `gnome-calculator`, `mousepad`, `gtk3-demo`, `gtk4-widget-factory`, `lab-chromium`, …
  /// - Throws: `MissingProgram` when the machine does not have the program.
  public func launch(_ app: String, _ arguments: [String] = []) throws -> RunningProcess {
    try RunningProcess(app, arguments, environment: environment)
  }

  /// Runs a program in this desktop until it ends.
  public func run(
    _ program: String, _ arguments: [String] = [], within limit: Duration = .patience
  ) async throws -> Subprocess.Result {
    try await Subprocess.run(program, arguments, environment: environment, within: limit)
  }

  /// Starts Chromium on local pages, given as paths or URLs.
  public func launchChromium(_ pages: [String]) throws -> RunningProcess {
    try launch("lab-chromium", pages)
  }

  /// Returns the processes of this desktop that run a program, by the name that the kernel keeps (15
  /// bytes): "Xvfb", "dbus-daemon".
  public func processes(_ program: String) -> [Int32] {
    let mark = Array("DESKTOP_LAB=\(environment["DESKTOP_LAB"] ?? "")".utf8)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap(Int32.init).filter { process in
      let name = try? String(contentsOfFile: "/proc/\(process)/comm", encoding: .utf8)
      guard name?.dropLast() == program.prefix(15) else { return false }
      let variables = try? Data(contentsOf: URL(fileURLWithPath: "/proc/\(process)/environ"))
      return variables?.split(separator: 0).contains { $0.elementsEqual(mark) } ?? false
    }
  }

  /// Ends the desktop and all programs in it. Returns when all of them have ended.
  public func stop() async throws {
    script.closeInput()
    try await script.ended()
  }
}

/// The private desktop did not start.
public struct DesktopLabFailed: Error, CustomStringConvertible {
  public let reason: String

  public var description: String { "scripts/desktop-lab failed: \(reason)" }
}
