internal import AccessibilityTree

/// An application's window and a point of it, to be found on the screen.
struct WindowQuery {
  var point = Point(x: 0, y: 0)
  /// Whether the point is relative to the window's corner, not to the screen's.
  var isWindowRelative = false
  /// The process of the application; `nil` when it is not known.
  var processID: Int32?
  /// The title of the window.
  var title: String?
  /// The size of the window, in pixels.
  var size: (width: Double, height: Double)?
  /// The popups of the application, where a click that one of them takes would miss the element.
  var popups: Set<UInt32> = []
  /// The popup that the point is in; `nil` for a point of the window.
  var popup: UInt32?
}

/// A window in the window manager's list.
struct DisplayWindow: Equatable {
  var id: UInt32
  var processID: UInt32?
  var title: String?
  var width: Double = 0
  var height: Double = 0
  /// The corner of the content, without the shadow that the application draws itself.
  var origin = Point(x: 0, y: 0)
  /// Whether the window manager knows it as modal, where that was asked.
  var isModal = false

  /// Returns the one window that fits a query: by the application, then by title, then by size. `nil` when
  /// none fits, or several do.
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

  func hasSize(of rect: Rect) -> Bool { width == rect.width && height == rect.height }
}

/// A window as its application reports it over AT-SPI.
struct ReportedWindow: Equatable {
  var title: String
  /// Its place on screen; `nil` where it is not known.
  var rect: Rect?
}

extension DisplayWindow {
  /// Returns for each window of an application the one that it is in the window manager's list: the one in its place, or
  /// else the one that has its title and is no other one; `nil` where not exactly one is.
  static func pair(
    _ reported: [ReportedWindow], with windows: [DisplayWindow]
  ) -> [DisplayWindow?] {
    var found: [DisplayWindow?] = reported.map { window in
      windows.only { $0.isAt(window.rect) }
    }
    let left = windows.filter { !found.contains($0) }
    for index in reported.indices where found[index] == nil {
      let title = reported[index].title
      let rivals = reported.indices.filter { found[$0] == nil && reported[$0].title == title }
      if rivals.count == 1 { found[index] = left.only { $0.title == title } }
    }
    return found
  }

  private func isAt(_ rect: Rect?) -> Bool {
    guard let rect else { return false }
    return rect == Rect(x: origin.x, y: origin.y, width: width, height: height)
  }
}

extension Array {
  /// The element that satisfies a condition, where exactly one does.
  fileprivate func only(_ condition: (Element) -> Bool) -> Element? {
    let all = filter(condition)
    return all.count == 1 ? all[0] : nil
  }
}
