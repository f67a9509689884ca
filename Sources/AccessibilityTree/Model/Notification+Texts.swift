extension Notification {
  /// Calls `body` with each text of the notification. The texts may be of any length.
  public func forEachText(_ body: (String) -> Void) {
    switch self {
    case .announcement(let text, _, _): body(text)
    case .speech(let event): body(event.text)
    case .valueChanged(_, let old, let new):
      if let old { body(old) }
      if let new { body(new) }
    case .scrolled(_, _, _, let page): if let page { body(page) }
    case .applicationChanged(let application):
      body(application.name)
      body(application.toolkit)
      body(application.toolkitVersion)
      body(application.source)
      if case .partial(let reason) = application.load { body(reason) }
      body(application.loadTrouble)
    case .layoutChanged, .screenChanged, .focusMoved: break
    }
  }

  /// The length of all texts together, in UTF-8 bytes.
  public var textLength: Int {
    var length = 0
    forEachText { length += $0.utf8.count }
    return length
  }

  /// The approximate memory of the notification, in bytes.
  public var memory: Int { MemoryLayout<Notification>.stride + textLength }
}
