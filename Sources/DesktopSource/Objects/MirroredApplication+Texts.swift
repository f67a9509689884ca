extension MirroredApplication {
  /// Updates the size of an object's texts, and cuts them when those of its application, or of all, are too
  /// large.
  func updateTextSize(_ object: MirroredObject) {
    recordTextSize(for: object, object.textSize)
    let isOver =
      textBytes > limits.textBytes
      || context.textBytes > limits.totalTextBytes && textBytes > limits.reservedTextBytes
    guard isOver, object.textBytes > limits.elementTextBytes else { return }
    object.cutTexts(to: limits.elementTextBytes)
    recordTextSize(for: object, object.textSize)
    report(.texts)
  }

  /// Records that an object's texts now take `size` bytes.
  func recordTextSize(for object: MirroredObject, _ size: Int) {
    textBytes += size - object.textBytes
    object.textBytes = size
  }
}

extension MirroredObject {
  /// The size in bytes of all texts that the object reported.
  fileprivate var textSize: Int {
    var size = facts.name.utf8.count + facts.description.utf8.count + facts.helpText.utf8.count
    size += facts.accessibleID.utf8.count + (text?.utf8.count ?? 0) + (valueText?.utf8.count ?? 0)
    size += facts.attributes.textSize
    for action in facts.actions { size += action.name.utf8.count }
    return size
  }

  /// Truncates each text, and removes the attributes and the actions where they are long.
  fileprivate func cutTexts(to limit: Int) {
    let part = limit / 8
    facts.name = facts.name.bounded(part)
    facts.description = facts.description.bounded(part)
    facts.helpText = facts.helpText.bounded(part)
    facts.accessibleID = facts.accessibleID.bounded(part)
    text = text?.bounded(part)
    valueText = valueText?.bounded(part)
    if facts.attributes.textSize > part { facts.attributes = [:] }
    if facts.actions.reduce(0, { $0 + $1.name.utf8.count }) > part { facts.actions = [] }
  }
}
