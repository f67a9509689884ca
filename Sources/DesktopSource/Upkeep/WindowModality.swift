internal import AccessibilityTree
internal import BridgeTransport

/// Finds out which windows are modal, for toolkits that do not say so: asks the X server when a window comes on screen beside
/// another one of its application.
///
/// No call is made to the application, but for the place of a window that is not found at once.
final class WindowModality: StructurePart {
  let structure: StructureReader
  private var search: Task<Void, Never>?
  private var isUnderWay = false
  /// The windows on screen that were looked for.
  private var known: Set<ElementID> = []
  /// Whether the search under way may find what an action has just opened.
  private(set) var isAwaited = false

  /// The pauses between looks, in milliseconds: the window manager lists a window after its application has shown it.
  private static let pauses: [Int64] = [25, 50, 100, 200, 400, 800]
  /// The number of looks that are waited for.
  private static let awaitedLooks = 4
  /// How long the X server may take.
  private static let patience = Duration.seconds(3)

  init(_ structure: StructureReader) {
    self.structure = structure
  }

  func cancel() {
    search?.cancel()
    end()
  }

  private func end() {
    search = nil
    isUnderWay = false
    isAwaited = false
  }

  /// Begins to look for windows that have come on screen, and forgets what is known of those that are not any more.
  func update() {
    guard peer.dialect.omitsModality, isComplete, !isClosed else { return }
    for window in root.children where window.isFoundModal && !window.isShowing {
      publisher.set(false, \.isFoundModal, of: window)
    }
    let shown = Set(windowsOnScreen.map(\.id))
    known.formIntersection(shown)
    guard !isUnderWay, shown.count > 1, !known.isSuperset(of: shown),
      let process = application.process, let display = XDisplay.fromEnvironment()
    else { return }
    known.formUnion(shown)
    isUnderWay = true
    isAwaited = true
    let query = WindowQuery(processID: process)
    let task = context.loop.startTask { [weak self, loop = context.loop] in
      for look in 0...Self.pauses.count {
        let own = await WindowLocator(query, on: display, loop: loop).ownWindows()
        // Those of a program under Wayland, or in a container, are not found at all.
        guard let self, let own, !own.isEmpty, !isClosed, !take(own) else { break }
        guard look < Self.pauses.count else { break }
        if look + 1 >= Self.awaitedLooks { isAwaited = false }
        try? await loop.pause(for: .milliseconds(Self.pauses[look]))
      }
      guard let self else { return }
      end()
      schedule()
    }
    if isUnderWay { search = task }
    context.loop.schedule(after: Self.patience) { task.cancel() }
  }

  /// The windows on screen; the window manager does not list tool tips.
  private var windowsOnScreen: [MirroredObject] {
    root.children.filter {
      $0.stage == .shown && $0.isShowing && AtspiRole.entry($0.facts.role)?.role != .toolTip
    }
  }

  /// Keeps which windows are modal; returns whether each was found.
  private func take(_ own: [DisplayWindow]) -> Bool {
    let windows = windowsOnScreen
    let reported = windows.map { window in
      let frame = window.frame.flatMap { $0.space == .screen ? $0.rect : nil }
      return ReportedWindow(title: window.facts.name, rect: frame)
    }
    var areAllFound = true
    for (window, found) in zip(windows, DisplayWindow.pair(reported, with: own)) {
      if let found {
        publisher.set(found.isModal, \.isFoundModal, of: window)
      } else {
        areAllFound = false
        // The window manager may have moved it.
        reads.mark(window, .frame, .high)
      }
    }
    return areAllFound
  }
}
