extension Notification {
  /// The texts in it, of whatever length the application gave them.
  public var texts: [String] {
    switch self {
    case .announcement(let text, _, _): [text]
    case .speech(let event): [event.text]
    case .valueChanged(_, let old, let new): [old, new].compactMap { $0 }
    case .scrolled(_, _, _, let page): page.map { [$0] } ?? []
    case .applicationChanged(let application): application.texts
    case .layoutChanged, .screenChanged, .focusMoved: []
    }
  }

  /// How long its texts are together, in bytes.
  public var textLength: Int { texts.reduce(0) { $0 + $1.utf8.count } }
}

extension Application {
  fileprivate var texts: [String] {
    let texts = [name, toolkit, toolkitVersion, source]
    guard case .partial(let reason) = load else { return texts }
    return texts + [reason]
  }
}
