internal import AccessibilityTree

/// A point of an application's window, to be found on the screen.
struct WindowQuery {
  var point: Point
  /// The point is measured from the window's corner, not from the screen's.
  var isWindowRelative: Bool
  /// Of the application; `nil` when it is not known.
  var processID: Int32?
  /// Of the window.
  var title: String?
  /// Of the window, in pixels.
  var size: (width: Double, height: Double)?
}

/// A window that the window manager knows.
struct DisplayWindow: Equatable {
  var id: UInt32
  var processID: UInt32?
  var title: String?
  var width: Double = 0
  var height: Double = 0
  /// Where the content begins: the corner, without the shadow that the application draws itself.
  var origin = Point(x: 0, y: 0)

  /// The one window that a query means: of the application, then by title, then by size. `nil` when
  /// there is none, or no telling them apart.
  static func match(_ query: WindowQuery, among windows: [DisplayWindow]) -> DisplayWindow? {
    var candidates = windows
    if let process = query.processID, process > 0 {
      candidates = candidates.filter { $0.processID == UInt32(process) }
    } else if query.title == nil {
      return nil
    }
    if candidates.count > 1, let title = query.title {
      let named = candidates.filter { $0.title == title }
      if !named.isEmpty { candidates = named }
    } else if query.processID == nil {
      candidates = candidates.filter { $0.title == query.title }
    }
    if candidates.count > 1, let size = query.size {
      candidates = candidates.filter {
        abs($0.width - size.width) <= 64 && abs($0.height - size.height) <= 64
      }
    }
    return candidates.count == 1 ? candidates.first : nil
  }
}
