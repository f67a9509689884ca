internal import Glibc

/// The facts that an examination found, before they are interpreted.
struct DesktopFacts {
  var machine: MachineFacts
  var sessionBus = Part.notExamined
  /// The service `org.a11y.Bus` on the session bus.
  var launcher = Part.notExamined
  /// `IsEnabled` and `ScreenReaderEnabled` of `org.a11y.Status`.
  var isEnabled: Bool?
  var hasScreenReader: Bool?
  var accessibilityBus = Part.notExamined
  var registry = Part.notExamined
  var applications: [ApplicationFacts] = []
  var programs: [ProgramFacts] = []
  /// The processes that own windows; `nil` when they are not known, as under Wayland.
  var windowOwners: Set<Int32>?
  /// When the launcher of the accessibility bus was started, in clock ticks since the machine was.
  var launcherStarted: UInt64?
  /// Whether the time limit was reached before everything was examined.
  var isIncomplete = false

  /// The condition of a part of the desktop.
  enum Part: Equatable {
    case notExamined
    case working(String)
    case failing(String)

    var isWorking: Bool { if case .working = self { true } else { false } }
  }
}

/// An application on the accessibility bus.
struct ApplicationFacts: Equatable {
  /// The application's name on the bus.
  var address: String
  var path: String
  var name = ""
  var processID: Int32 = 0
  var toolkit = ""
  var version = ""
  /// The number of objects seen; counting ends at `Examination.maxObjectCount`.
  var objects = 0
  var answers = true
}

/// A program that shows windows, on the bus or not.
struct ProgramFacts: Equatable {
  var processID: Int32
  /// The parent process.
  var parentID: Int32 = 0
  /// When the process was started, in clock ticks since the machine was; 0 when it is not known.
  var started: UInt64 = 0
  var name: String
  var toolkit: ProgramToolkit
  /// The environment variables that keep it off the bus: `NO_AT_BRIDGE=1`.
  var blockingVariables: [String] = []
  /// The address of its session bus, when it is another than ours.
  var otherSessionBus: String?
  var userID: UInt32 = 0
  /// "snap" or "Flatpak".
  var sandbox: String?
  /// Whether `--force-renderer-accessibility` is among its arguments.
  var forcesAccessibility = false
}

/// The toolkit that draws a program's windows, as its loaded libraries show.
enum ProgramToolkit: String, Equatable {
  case chromium = "Chromium"
  case firefox = "Firefox"
  case libreOffice = "LibreOffice"
  case java = "Java"
  case qt = "Qt"
  case gtk4 = "GTK 4"
  case gtk3 = "GTK 3"
  case gtk2 = "GTK 2"

  /// Returns the toolkit by the program's mapped files, or Chromium where the caller has recognised it.
  static func of(maps: [UInt8], isChromium: Bool) -> ProgramToolkit? {
    if isChromium { return .chromium }
    let marks: [(String, ProgramToolkit)] = [
      ("/libxul.so", .firefox), ("/libvcllo.so", .libreOffice), ("/libawt_xawt.so", .java),
      ("/libQt6Gui.so", .qt), ("/libQt5Gui.so", .qt), ("/libgtk-4.so", .gtk4),
      ("/libgtk-3.so", .gtk3), ("/libgtk-x11-2.0.so", .gtk2),
    ]
    return marks.first { contains(maps, $0.0) }?.1
  }

  /// Returns whether the files contain a name. Megabytes are searched for every program, so this uses the C
  /// library and not strings.
  private static func contains(_ maps: [UInt8], _ mark: String) -> Bool {
    unsafe (maps + [0]).withUnsafeBytes { area in
      guard let start = area.baseAddress else { return false }
      return unsafe strstr(start.assumingMemoryBound(to: CChar.self), mark) != nil
    }
  }
}
