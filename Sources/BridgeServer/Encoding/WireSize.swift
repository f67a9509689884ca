internal import AccessibilityTree
internal import BridgeProtocol

/// How many bytes things take in a message, at the most.
enum WireSize {
  static let id = 10
  /// Tags, lengths and numbers around the lists of a message.
  static let frame = 128

  static func of(_ element: EncodedElement) -> Int { element.bytes.count + 6 }

  static func of(_ notification: Notification) -> Int {
    var size = message
    notification.forEachText { size += of($0) }
    return size
  }

  static func of(_ application: ApplicationInfo) -> Int {
    var size = of(Notification.applicationChanged(application.application))
    for window in application.windows { size += 16 + of(window.title) }
    return size
  }

  /// Tags and numbers of a message that is mostly text.
  private static let message = 96

  private static func of(_ text: String) -> Int {
    // NUL becomes U+FFFD, which is three bytes for one.
    6 + text.utf8.count * (text.utf8.contains(0) ? 3 : 1)
  }
}

extension Call {
  /// The longest element that fits into a message beside what goes around it, in bytes.
  var longestElement: Int { max(0, longestPayload - WireSize.frame) }
}

extension Collection<EncodedElement> {
  /// About how much memory the encodings take, in bytes.
  var memory: Int { reduce(0) { $0 + 48 + $1.bytes.count } }

  /// As many from the front as fit into so many bytes; the first in any case.
  func prefix(bytes: Int) -> SubSequence {
    let fitting = prefix(fitting: bytes)
    return fitting.isEmpty ? prefix(1) : fitting
  }

  /// As many from the front as fit into so many bytes; it may be none.
  func prefix(fitting bytes: Int) -> SubSequence {
    var length = 0
    var end = startIndex
    while end < endIndex {
      length += WireSize.of(self[end])
      if length > bytes { break }
      end = index(after: end)
    }
    return self[startIndex..<end]
  }
}

extension ApplicationInfo {
  /// The application in at most so many bytes: where it is longer its texts and titles are cut, and
  /// windows are left out from the last.
  func fitting(_ limit: Int) -> ApplicationInfo {
    guard WireSize.of(self) > limit else { return self }
    var copy = self
    for length in [256, 32, 8] {
      if case .applicationChanged(let short) =
        Notification.applicationChanged(application).shortened(textsTo: length)
      {
        copy.application = short
      }
      copy.windows = windows.map { window in
        Window(id: window.id, title: window.title.cut(to: length), isActive: window.isActive)
      }
      if WireSize.of(copy) <= limit { return copy }
    }
    while !copy.windows.isEmpty, WireSize.of(copy) > limit { copy.windows.removeLast() }
    return copy
  }
}

extension RevisedNotification {
  /// The notification in at most so many bytes, its texts cut where it is longer.
  func fitting(_ limit: Int) -> RevisedNotification {
    guard WireSize.of(notification) > limit else { return self }
    // Up to five texts of up to four bytes a character.
    return RevisedNotification(
      revision: revision, notification.shortened(textsTo: max(0, limit - 256) / 24))
  }
}
