internal import Glibc

/// What an examination found, before anything is made of it.
struct DesktopFacts {
  var machine: MachineFacts
  var sessionBus = Part.notLookedAt
  /// The service `org.a11y.Bus` on the session bus.
  var launcher = Part.notLookedAt
  /// `IsEnabled` and `ScreenReaderEnabled` of `org.a11y.Status`.
  var isEnabled: Bool?
  var hasScreenReader: Bool?
  var accessibilityBus = Part.notLookedAt
  var registry = Part.notLookedAt
  var applications: [ApplicationFacts] = []
  var programs: [ProgramFacts] = []
  /// The processes that own windows; `nil` when nobody tells, as under Wayland.
  var windowOwners: Set<Int32>?
  /// When the launcher of the accessibility bus was started, in ticks since the machine was.
  var launcherStarted: UInt64?
  /// The time was over before all was looked at.
  var isCutShort = false

  /// How one part of the desktop is.
  enum Part: Equatable {
    case notLookedAt
    case working(String)
    case failing(String)

    var isWorking: Bool { if case .working = self { true } else { false } }
  }
}

/// An application on the accessibility bus.
struct ApplicationFacts: Equatable {
  /// On the bus.
  var address: String
  var path: String
  var name = ""
  var processID: Int32 = 0
  var toolkit = ""
  var version = ""
  /// Objects seen; counting ends at `Examination.enough`.
  var objects = 0
  var answers = true
}

/// A program that shows windows, on the bus or not.
struct ProgramFacts: Equatable {
  var processID: Int32
  /// The process that started it.
  var parentID: Int32 = 0
  /// When it was started, in ticks since the machine was; 0 when that is not known.
  var started: UInt64 = 0
  var name: String
  var toolkit: ProgramToolkit
  /// What of its environment keeps it from the bus: `NO_AT_BRIDGE=1`.
  var hindrances: [String] = []
  /// Its session bus, when it is not ours.
  var otherSessionBus: String?
  var userID: UInt32 = 0
  /// "snap" or "Flatpak".
  var sandbox: String?
  /// Among its arguments.
  var forcesAccessibility = false
}

/// What draws a program's windows, told by the libraries that it has loaded.
enum ProgramToolkit: String, Equatable {
  case chromium = "Chromium"
  case firefox = "Firefox"
  case libreOffice = "LibreOffice"
  case java = "Java"
  case qt = "Qt"
  case gtk4 = "GTK 4"
  case gtk3 = "GTK 3"
  case gtk2 = "GTK 2"

  /// By the files that the program has mapped; `isChromium` when the files beside it say so.
  static func of(maps: [UInt8], isChromium: Bool) -> ProgramToolkit? {
    if isChromium { return .chromium }
    let marks: [(String, ProgramToolkit)] = [
      ("/libxul.so", .firefox), ("/libvcllo.so", .libreOffice), ("/libawt_xawt.so", .java),
      ("/libQt6Gui.so", .qt), ("/libQt5Gui.so", .qt), ("/libgtk-4.so", .gtk4),
      ("/libgtk-3.so", .gtk3), ("/libgtk-x11-2.0.so", .gtk2),
    ]
    return marks.first { contains(maps, $0.0) }?.1
  }

  /// Megabytes are searched here, for every program: by the C library, not as text.
  private static func contains(_ maps: [UInt8], _ mark: String) -> Bool {
    unsafe (maps + [0]).withUnsafeBytes { area in
      guard let start = area.baseAddress else { return false }
      return unsafe strstr(start.assumingMemoryBound(to: CChar.self), mark) != nil
    }
  }
}
