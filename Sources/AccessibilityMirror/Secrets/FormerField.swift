internal import AccessibilityTree

/// A secret field that is gone, and where it was.
struct FormerField {
  let id: ElementID
  var secret: Secret
  let application: ElementID
  /// The elements that were above it, nearest first.
  let path: [ElementID]
  /// The document that it was in, or else the window.
  let home: ElementID?
  /// When it went, by the mirror's clock.
  let time: UInt64

  /// Whether what appears now may replace it under another name.
  func isRecent(at now: UInt64) -> Bool { now < time + SecretKeeper.replacementTime }
}

/// A field that is suspected for the length of its text alone. It is not what replaces a password field that is there
/// again beside it.
struct Doubt {
  /// The password field that may have become it.
  let former: FormerField
  let length: Int
  /// Since when that is there again, by the mirror's clock.
  var since: UInt64?

  /// When the suspicion ends unless the password field goes again.
  var end: UInt64? { since.map { $0 + SecretKeeper.coexistenceTime } }
}

/// When elements appeared.
struct Newcomers {
  private var times: [ElementID: UInt64] = [:]
  private var queue: [(id: ElementID, time: UInt64)] = []

  /// When an element appeared; `nil`: not lately.
  subscript(id: ElementID) -> UInt64? { times[id] }

  mutating func insert(_ id: ElementID, at time: UInt64) {
    guard times.updateValue(time, forKey: id) == nil else { return }
    queue.append((id, time))
  }

  mutating func remove(_ id: ElementID) { times[id] = nil }

  mutating func forget(before time: UInt64) {
    let old = queue.prefix { $0.time < time }
    guard !old.isEmpty else { return }
    for (id, _) in old { times[id] = nil }
    queue.removeFirst(old.count)
  }
}

/// What text entries contained in clear that are gone: pages make a form anew, with the same contents.
struct OpenTexts {
  private struct Entry {
    let application: ElementID
    let text: String
    let time: UInt64
  }

  private var entries: [Entry] = []

  private static let maxEntries = 64
  private static let maxLength = 256

  mutating func record(_ element: borrowing Element, at time: UInt64) {
    guard element.role.isTextEntry, let text = element.effectiveValue, !text.isEmpty,
      text.utf8.count <= Self.maxLength
    else { return }
    entries.removeAll { $0.application == element.application && $0.text == text }
    if entries.count == Self.maxEntries { entries.removeFirst() }
    entries.append(Entry(application: element.application, text: text, time: time))
  }

  /// Whether a field of an application contained a text until lately.
  func contains(_ text: String, of application: ElementID, since time: UInt64) -> Bool {
    entries.contains { $0.time >= time && $0.application == application && $0.text == text }
  }
}

/// An element whose texts are left out for now.
struct HeldElement {
  let original: Element
  let isContent: Bool
  /// When the texts are shown, unless the element has turned out to be secret.
  let end: UInt64
  /// Whether its frame is left out, too.
  var isPart = false

  /// Returns the element with its texts, but for those that its source has set since.
  ///
  /// - Parameter concealed: What was shown of it, if only some of its texts were left out.
  func restored(_ shown: Element, insteadOf concealed: Element? = nil) -> Element {
    let redacted = original.redacted(isContent: isContent)
    var restored = shown
    func restore<Value: Equatable>(_ path: WritableKeyPath<Element, Value>) {
      if shown[keyPath: path] == redacted[keyPath: path]
        || shown[keyPath: path] == concealed?[keyPath: path]
      {
        restored[keyPath: path] = original[keyPath: path]
      }
    }
    restored.isRedacted = original.isRedacted
    if isPart, shown.frame == nil { restored.frame = original.frame }
    restore(\.value)
    restore(\.text)
    restore(\.objectPlaces)
    restore(\.range)
    restore(\.speech)
    restore(\.attributes)
    guard isContent else { return restored }
    restore(\.label)
    restore(\.hint)
    restore(\.placeholder)
    restore(\.inputLabels)
    restore(\.intents)
    restore(\.rotors)
    restore(\.dragPoints)
    restore(\.dropPoints)
    return restored
  }
}
