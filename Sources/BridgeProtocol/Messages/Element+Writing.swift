internal import AccessibilityTree

extension ProtoWriter {
  /// Writes a set whose bit n stands for the enum value n + 1.
  mutating func bits(_ field: UInt64, _ set: UInt64) {
    guard set != 0 else { return }
    // Values up to 64 take one byte each.
    tag(field, .length)
    varint(UInt64(set.nonzeroBitCount))
    var rest = set
    while rest != 0 {
      varint(UInt64(rest.trailingZeroBitCount) + 1)
      rest &= rest - 1
    }
  }

  mutating func point(_ point: Point) {
    double(PointFields.x, point.x)
    double(PointFields.y, point.y)
  }

  mutating func rect(_ rect: Rect) {
    double(RectFields.x, rect.x)
    double(RectFields.y, rect.y)
    double(RectFields.width, rect.width)
    double(RectFields.height, rect.height)
  }

  mutating func range(_ range: Range<Int>) {
    count(TextRangeFields.start, range.lowerBound)
    count(TextRangeFields.end, range.upperBound)
  }

  /// Writes the fields of an `Element` message, in ascending order.
  mutating func element(_ element: Element, _ view: ElementView) {
    number(ElementFields.id, element.id.rawValue)
    id(ElementFields.parentID, element.parent)
    ids(ElementFields.childIDs, element.children)
    number(ElementFields.applicationID, element.application.rawValue)
    number(ElementFields.role, UInt64(element.role.rawValue))
    guard view != .structure else { return shortened(element, view) }
    if let label = element.label { text(ElementFields.label, present: label) }
    if let value = element.value { text(ElementFields.value, present: value) }
    bits(ElementFields.states, element.states.rawValue)
    bits(ElementFields.traits, UInt64(element.traits.rawValue))
    for action in element.actions { message(ElementFields.actions) { $0.action(action) } }
    if view.isFull, let frame = element.frame { message(ElementFields.frame) { $0.frame(frame) } }
    if let range = element.range { message(ElementFields.range) { $0.numericRange(range) } }
    if view.isFull { text(ElementFields.nativeRole, element.nativeRole) }
    if let hint = element.hint { text(ElementFields.hint, present: hint) }
    if let identifier = element.identifier { text(ElementFields.identifier, present: identifier) }
    if view.isFull { details(element) }
    flag(ElementFields.redacted, element.isRedacted)
    shortened(element, view)
  }

  private mutating func shortened(_ element: Element, _ view: ElementView) {
    // Where the list of children was cut, every view has the number of all children.
    if !view.isFull, !element.listsAllChildren, let total = element.totalChildren {
      count(ElementFields.totalChildren, total)
    }
    for field in element.shortenedFields { text(ElementFields.shortenedFields, present: field) }
    for content in element.contents { text(ElementFields.contents, present: content) }
  }

  /// Writes the fields that only the full view has: 16 and up.
  private mutating func details(_ element: Element) {
    if let placeholder = element.placeholder {
      text(ElementFields.placeholder, present: placeholder)
    }
    if let point = element.activationPoint {
      message(ElementFields.activationPoint) { $0.point(point) }
    }
    if let path = element.contentPath {
      message(ElementFields.contentPath) { $0.contentPath(path) }
    }
    if let text = element.text { message(ElementFields.text) { $0.textState(text) } }
    for relation in element.relations {
      message(ElementFields.relations) {
        $0.number(RelationFields.kind, UInt64(relation.kind.rawValue))
        $0.ids(RelationFields.targetIDs, relation.targets)
      }
    }
    if let level = element.level { count32(ElementFields.level, level) }
    if let position = element.positionInSet { count32(ElementFields.positionInSet, position) }
    if let size = element.setSize { count32(ElementFields.setSize, size) }
    double(ElementFields.sortPriority, element.sortPriority)
    if let live = element.liveRegion { number(ElementFields.liveRegion, UInt64(live.rawValue)) }
    for label in element.inputLabels { text(ElementFields.inputLabels, present: label) }
    for attribute in element.attributes {
      message(ElementFields.attributes) {
        $0.text(ToolkitAttributeFields.name, attribute.name)
        $0.text(ToolkitAttributeFields.value, attribute.value)
      }
    }
    if let total = element.totalChildren { count(ElementFields.totalChildren, total) }
    interaction(element)
  }

  private mutating func action(_ action: Action) {
    number(ActionFields.kind, UInt64(action.kind.rawValue))
    if action.name != action.kind.name { text(ActionFields.name, action.name) }
    if let native = action.nativeName { text(ActionFields.nativeName, present: native) }
  }

  private mutating func frame(_ frame: Frame) {
    message(ElementFrameFields.rect) { $0.rect(frame.rect) }
    number(ElementFrameFields.space, UInt64(frame.space.rawValue))
  }

  private mutating func numericRange(_ range: NumericRange) {
    double(NumericRangeFields.current, range.current)
    if let minimum = range.minimum { double(NumericRangeFields.minimum, present: minimum) }
    if let maximum = range.maximum { double(NumericRangeFields.maximum, present: maximum) }
    if let step = range.step { double(NumericRangeFields.step, present: step) }
  }

  private mutating func contentPath(_ path: ContentPath) {
    switch path {
    case .rectangle(let rect): message(ContentPathFields.rectangle) { $0.rect(rect) }
    case .roundedRectangle(let rect, let radius):
      message(ContentPathFields.roundedRectangle) {
        $0.message(RoundedRectangleFields.rect) { $0.rect(rect) }
        $0.double(RoundedRectangleFields.cornerRadius, radius)
      }
    case .ellipse(let rect): message(ContentPathFields.ellipse) { $0.rect(rect) }
    case .polygon(let corners):
      message(ContentPathFields.polygon) {
        for corner in corners { $0.message(PolygonFields.corners) { $0.point(corner) } }
      }
    }
  }

  private mutating func textState(_ state: TextState) {
    count(TextStateFields.length, state.length)
    if let caret = state.caret { number(TextStateFields.caret, present: UInt64(clamping: caret)) }
    for selection in state.selections {
      message(TextStateFields.selections) { $0.range(selection) }
    }
  }
}
