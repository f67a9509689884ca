internal import AccessibilityTree

/// A text that may be cut, which its object is asked for again.
struct UnsettledText {
  var text: String
  var looks: Int
  /// Whether the time is over after which the object is asked.
  var isDue = false
}

/// Texts that are told cut to the length of those before, until the toolkit has taken in the whole.
extension ObjectReader {
  /// How long that may take.
  private static let settlingTime = Duration.milliseconds(30)
  /// How often an object is asked whose text is another one each time.
  private static let maxLooks = 8

  /// Whether a text is what there is. One that may be cut counts when the object says the same a little later; until then the
  /// object counts as being read.
  func isSettled(_ reading: ObjectCalls.TextReading, of object: MirroredObject) -> Bool {
    guard object.peer.dialect.cutsNewTexts, isComplete, object.stage == .shown,
      let old = object.text, let new = reading.text, !new.isEmpty, new != old,
      object.isLive || new.utf16.count == old.utf16.count
    else {
      unsettledTexts[object.id] = nil
      return true
    }
    let last = unsettledTexts[object.id]
    if let last {
      guard last.isDue else { return false }
      if last.text == new || last.looks == Self.maxLooks {
        unsettledTexts[object.id] = nil
        return true
      }
    }
    unsettledTexts[object.id] = UnsettledText(text: new, looks: (last?.looks ?? 0) + 1)
    askAgain(object)
    return false
  }

  private func askAgain(_ object: MirroredObject) {
    reads.adjustCounts(.text, .high, 1)
    context.loop.schedule(after: Self.settlingTime) { [weak self] in
      guard let self else { return }
      reads.adjustCounts(.text, .high, -1)
      schedule()
      guard unsettledTexts[object.id] != nil else { return }
      guard !isClosed, object.stage != .gone else {
        unsettledTexts[object.id] = nil
        return
      }
      unsettledTexts[object.id]?.isDue = true
      reads.mark(object, .text, .high)
    }
  }
}

extension MirroredObject {
  /// Whether what the object says is announced when it changes, as browsers say of all that is in a live region.
  fileprivate var isLive: Bool {
    let setting = facts.attributes["container-live"] ?? facts.attributes["live"]
    return setting.flatMap(AttributeMapping.liveRegion).map { $0 != .off } ?? false
  }
}
