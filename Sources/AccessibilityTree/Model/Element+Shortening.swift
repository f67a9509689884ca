extension Element {
  /// The element with each of its texts cut to so many Unicode scalars, `isShortened` set. Links,
  /// states, actions and numbers stay as they are.
  public func shortened(textsTo limit: Int) -> Element {
    var copy = self
    copy.isShortened = true
    copy.label = label?.cut(to: limit)
    copy.value = value?.cut(to: limit)
    copy.nativeRole = nativeRole.cut(to: limit)
    if let hint { copy.hint = hint.cut(to: limit) }
    if let identifier { copy.identifier = identifier.cut(to: limit) }
    if let placeholder { copy.placeholder = placeholder.cut(to: limit) }
    copy.inputLabels = inputLabels.map { $0.cut(to: limit) }
    // A cut value could pass for another one: an attribute is there whole or not at all.
    copy.attributes = attributes.filter { attribute in
      attribute.name.isShort(limit) && attribute.value.isShort(limit)
    }
    return copy
  }
}

extension Notification {
  /// How many Unicode scalars each text of a notification has at the most; the element has the whole
  /// text. Notifications are kept for those who read slowly, elements are not.
  public static let maxTextLength = 8192

  /// The notification with each of its texts cut to so many Unicode scalars, "…" at the cut.
  public func shortened(textsTo limit: Int) -> Notification {
    switch self {
    case .announcement(let text, let priority, let element):
      return .announcement(text: text.cut(to: limit), priority: priority, element: element)
    case .valueChanged(let element, let old, let new):
      return .valueChanged(element: element, old: old?.cut(to: limit), new: new?.cut(to: limit))
    case .applicationChanged(var application):
      application.name = application.name.cut(to: limit)
      application.toolkit = application.toolkit.cut(to: limit)
      application.toolkitVersion = application.toolkitVersion.cut(to: limit)
      if case .partial(let why) = application.load {
        application.load = .partial(why.cut(to: limit))
      }
      return .applicationChanged(application)
    case .speech(var event):
      event.text = event.text.cut(to: limit)
      return .speech(event)
    case .scrolled(let container, let deltaX, let deltaY, let page):
      return .scrolled(
        container: container, deltaX: deltaX, deltaY: deltaY, page: page?.cut(to: limit))
    case .layoutChanged, .screenChanged, .focusMoved: return self
    }
  }
}

extension String {
  /// So many Unicode scalars from the beginning, the last of them "…" where there were more.
  fileprivate func cut(to limit: Int) -> String {
    if isShort(limit) { return self }
    var scalars = unicodeScalars.prefix(max(0, limit - 1))
    if limit > 0 { scalars.append("…") }
    return String(scalars)
  }

  fileprivate func isShort(_ limit: Int) -> Bool {
    utf8.count <= limit || unicodeScalars.dropFirst(limit).isEmpty
  }
}
