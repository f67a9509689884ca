internal import AccessibilityTree

/// Elements without a size, such as the empty line of a page that is for messages.
extension EventReceiver {
  /// Has an object without a size read again, with what is around it and has none either, since it got text or children. No event
  /// of Gecko and Chromium tells that it has a place now, and is on screen.
  func recheckPlace(of object: MirroredObject) {
    var next: MirroredObject? = object
    for _ in 0..<Self.maxPlacedLevels {
      guard let object = next, object.parent != nil, object.known.contains(.frame),
        object.hidesChildren
      else { return }
      reads.mark(object, [.frame, .states], .high)
      next = object.parent
    }
  }

  /// The number of elements, one in another, that are read again then.
  private static let maxPlacedLevels = 8
}
