extension Element {
  /// Returns the element with each of its texts cut to at most `limit` Unicode scalars;
  /// `shortenedFields` names the cut ones. Attributes with a longer name or value are left out. Links,
  /// states, actions and numbers stay unchanged.
  public func shortened(textsTo limit: Int) -> Element {
    var copy = self
    var fields = shortenedFields
    func cut(_ text: String?, _ field: String) -> String? {
      guard let text, !text.isShort(limit) else { return text }
      fields.append(field)
      return text.cut(to: limit)
    }
    copy.label = cut(label, "label")
    copy.value = cut(value, "value")
    copy.nativeRole = cut(nativeRole, "native_role") ?? ""
    copy.hint = cut(hint, "hint")
    copy.identifier = cut(identifier, "identifier")
    copy.placeholder = cut(placeholder, "placeholder")
    let labels = inputLabels.map { $0.cut(to: limit) }
    if labels != inputLabels {
      copy.inputLabels = labels
      fields.append("input_labels")
    }
    let contents = contents.map { $0.cut(to: limit) }
    if contents != self.contents {
      copy.contents = contents
      fields.append("contents")
    }
    // A cut value could be mistaken for another one, so an attribute is kept whole or left out.
    let attributes = attributes.filter { attribute in
      attribute.name.isShort(limit) && attribute.value.isShort(limit)
    }
    if attributes.count < self.attributes.count {
      copy.attributes = attributes
      fields.append("attributes")
    }
    copy.shortenedFields = fields
    return copy
  }

  /// Returns the element with only as many of its first children as their encoded ids fit into `bytes`;
  /// `totalChildren` has the full number.
  public func shortened(childrenTo bytes: Int) -> Element {
    var left = bytes
    let fitting = children.prefix { child in
      // A varint holds seven bits per byte.
      left -= max(1, (UInt64.bitWidth - child.rawValue.leadingZeroBitCount + 6) / 7)
      return left >= 0
    }
    guard fitting.count < children.count else { return self }
    var copy = Element(self, children: Array(fitting))
    copy.totalChildren = max(totalChildren ?? 0, children.count)
    copy.shortenedFields = ["child_ids"] + shortenedFields
    return copy
  }

  /// Whether `children` is complete.
  public var listsAllChildren: Bool { !shortenedFields.contains("child_ids") }

  /// The element with only its links, role, states, traits, frame and numbers. All other fields of variable
  /// length are left out and named in `shortenedFields`.
  public var essential: Element {
    var copy = self
    var fields = shortenedFields
    func drop(_ field: String, _ isThere: Bool, _ body: () -> Void) {
      guard isThere else { return }
      fields.append(field)
      body()
    }
    drop("label", label != nil) { copy.label = nil }
    drop("value", value != nil) { copy.value = nil }
    drop("actions", !actions.isEmpty) { copy.actions = [] }
    drop("native_role", !nativeRole.isEmpty) { copy.nativeRole = "" }
    drop("hint", hint != nil) { copy.hint = nil }
    drop("identifier", identifier != nil) { copy.identifier = nil }
    drop("placeholder", placeholder != nil) { copy.placeholder = nil }
    drop("content_path", contentPath != nil) { copy.contentPath = nil }
    drop("text", text != nil) { copy.text = nil }
    drop("relations", !relations.isEmpty) { copy.relations = [] }
    drop("input_labels", !inputLabels.isEmpty) { copy.inputLabels = [] }
    drop("attributes", !attributes.isEmpty) { copy.attributes = [] }
    drop("drag_points", !dragPoints.isEmpty) { copy.dragPoints = [] }
    drop("drop_points", !dropPoints.isEmpty) { copy.dropPoints = [] }
    drop("intents", !intents.isEmpty) { copy.intents = [] }
    drop("rotors", !rotors.isEmpty) { copy.rotors = [] }
    drop("contents", !contents.isEmpty) { copy.contents = [] }
    copy.shortenedFields = fields
    return copy
  }
}

extension Notification {
  /// The maximum length of each text of a notification, in Unicode scalars. Notifications are kept for slow
  /// readers, unlike elements; the element has the whole text.
  public static let maxTextLength = 8192

  /// Returns the notification with each of its texts cut to at most `limit` Unicode scalars, ending in "…".
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
      application.loadTrouble = application.loadTrouble.cut(to: limit)
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
  /// Returns the first Unicode scalars of the text, at most `limit`; the last one is "…" when the text was cut.
  package func cut(to limit: Int) -> String {
    if isShort(limit) { return self }
    // Copies the beginning, because appending to a slice would copy the whole text.
    var scalars = UnicodeScalarView(unicodeScalars.prefix(max(0, limit - 1)))
    if limit > 0 { scalars.append("…") }
    return String(scalars)
  }

  fileprivate func isShort(_ limit: Int) -> Bool {
    utf8.count <= limit || unicodeScalars.dropFirst(limit).isEmpty
  }
}
