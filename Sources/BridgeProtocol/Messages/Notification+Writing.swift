internal import AccessibilityTree

extension ProtoWriter {
  /// The fields of a `Notification` message.
  mutating func notification(_ revised: RevisedNotification) {
    number(1, revised.revision)
    switch revised.notification {
    case .announcement(let text, let priority, let element):
      message(2) {
        $0.text(1, text)
        $0.number(2, UInt64(priority.rawValue))
        $0.id(3, element)
      }
    case .layoutChanged(let container, let focus):
      message(3) {
        $0.id(1, container)
        $0.id(2, focus)
      }
    case .screenChanged(let root, let focus):
      message(4) {
        $0.id(1, root)
        $0.id(2, focus)
      }
    case .valueChanged(let element, let old, let new):
      message(5) {
        $0.id(1, element)
        if let old { $0.text(2, present: old) }
        if let new { $0.text(3, present: new) }
      }
    case .scrolled(let container, let deltaX, let deltaY, let page):
      message(6) {
        $0.id(1, container)
        $0.double(2, deltaX)
        $0.double(3, deltaY)
        if let page { $0.text(4, present: page) }
      }
    case .focusMoved(let from, let to):
      message(7) {
        $0.id(1, from)
        $0.id(2, to)
      }
    case .applicationChanged(let application):
      message(8) { $0.application(ApplicationInfo(application: application)) }
    case .speech(let event):
      message(9) {
        $0.number(1, event.utterance)
        $0.number(2, UInt64(event.decision.rawValue))
        $0.text(3, event.text)
        $0.number(4, UInt64(event.priority.rawValue))
        $0.id(5, event.element)
      }
    }
  }

  /// The fields of an `Application` message.
  mutating func application(_ info: ApplicationInfo) {
    let application = info.application
    id(1, application.root)
    text(2, application.name)
    signed(3, application.processID ?? 0)
    text(4, application.toolkit)
    text(5, application.toolkitVersion)
    text(6, application.source)
    number(7, UInt64(application.health.rawValue))
    switch application.load {
    case .loading: number(8, 1)
    case .structure: number(8, 2)
    case .complete: number(8, 3)
    case .partial: number(8, 4)
    }
    text(9, application.loadDetail ?? "")
    number(10, info.lastHeardAgoMs)
    count(11, info.elementCount)
    for window in info.windows {
      message(12) {
        $0.id(1, window.id)
        $0.text(2, window.title)
        $0.flag(3, window.isActive)
      }
    }
    count(13, info.callCount)
  }
}
