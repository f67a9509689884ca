internal import AccessibilityTree
internal import BridgeProtocol

/// The maximum number of bytes that values take in a message.
enum WireSize {
  static let id = 10
  /// The tags, lengths and numbers around the lists of a message.
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

  static func of(_ past: PastAnnouncement) -> Int {
    message + of(past.text) + of(past.label ?? "") + of(past.applicationName)
  }

  /// The tags and numbers of a message that is mostly text.
  private static let message = 96

  private static func of(_ text: String) -> Int {
    // NUL becomes U+FFFD, which takes three bytes instead of one.
    6 + text.utf8.count * (text.utf8.contains(0) ? 3 : 1)
  }
}

extension Call {
  /// The length of the longest element that fits into a message beside everything else, in bytes.
  var maxElementSize: Int { max(0, maxPayloadSize - WireSize.frame) }
}

extension Collection<EncodedElement> {
  /// About how much memory the encodings take, in bytes.
  var memory: Int { reduce(0) { $0 + 48 + $1.bytes.count } }

  /// Returns as many encodings from the front as fit into `bytes` bytes, but at least the first.
  func prefix(bytes: Int) -> SubSequence {
    let fitting = prefix(fitting: bytes)
    return fitting.isEmpty ? prefix(1) : fitting
  }

  /// Returns as many encodings from the front as fit into `bytes` bytes; possibly none.
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
  /// Returns the application in at most `limit` bytes: cuts its texts and titles where it is longer, and
  /// leaves out windows from the last.
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
  /// Returns the notification in at most `limit` bytes, with its texts cut where it is longer.
  func fitting(_ limit: Int) -> RevisedNotification {
    guard WireSize.of(notification) > limit else { return self }
    // Up to five texts, with up to four bytes per character.
    return RevisedNotification(
      revision: revision, notification.shortened(textsTo: max(0, limit - 256) / 24))
  }
}
