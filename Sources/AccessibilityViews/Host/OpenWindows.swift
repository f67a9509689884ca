/// Opens a window of the application: `@Environment(\.openWindow)`, then `openWindow(id: "details")`.
public struct OpenWindowAction: Equatable {
  let windows: OpenWindows

  /// Opens a window of the scene with an id, or brings its only window to the front. Without such a scene nothing
  /// happens.
  public func callAsFunction(id: String) { windows.open(id) }

  public static func == (left: OpenWindowAction, right: OpenWindowAction) -> Bool {
    left.windows === right.windows
  }
}

/// Closes windows of the application: `@Environment(\.dismissWindow)`.
public struct DismissWindowAction: Equatable {
  let windows: OpenWindows

  /// Closes the windows of the scene with an id that were opened by `openWindow`.
  public func callAsFunction(id: String) { windows.close(id) }

  public static func == (left: DismissWindowAction, right: DismissWindowAction) -> Bool {
    left.windows === right.windows
  }
}

extension EnvironmentValues {
  public internal(set) var openWindow: OpenWindowAction {
    get { self[OpenWindowKey.self] }
    set { self[OpenWindowKey.self] = newValue }
  }

  public var dismissWindow: DismissWindowAction {
    DismissWindowAction(windows: openWindow.windows)
  }
}

private struct OpenWindowKey: EnvironmentKey {
  static var defaultValue: OpenWindowAction { OpenWindowAction(windows: OpenWindows()) }
}

/// The windows of an application that are open besides its first.
final class OpenWindows {
  struct Instance: Hashable {
    let id: String
    let number: Int
  }

  private struct Kind {
    let isSingle: Bool
    let isOpen: Bool
  }

  private let cell = TrackedValue<[Instance]>([])
  /// How often the only window of a scene was opened again.
  private let requests = TrackedValue<[String: Int]>([:])
  private var kinds: [String: Kind] = [:]
  private var last = 0

  var open: [Instance] { cell.value }

  /// - Parameter isOpen: Whether the scene has a window from the start.
  func add(_ id: String, isSingle: Bool, isOpen: Bool) {
    kinds[id] = Kind(isSingle: isSingle, isOpen: isOpen)
  }

  func open(_ id: String) {
    guard let kind = kinds[id] else { return }
    if kind.isSingle, kind.isOpen || open.contains(where: { $0.id == id }) {
      requests.value[id, default: 0] += 1
      return
    }
    last += 1
    cell.value.append(Instance(id: id, number: last))
  }

  func requests(of id: String?) -> Int { id.flatMap { requests.value[$0] } ?? 0 }

  func close(_ number: Int) { cell.value.removeAll { $0.number == number } }

  func close(_ id: String) { cell.value.removeAll { $0.id == id } }
}
