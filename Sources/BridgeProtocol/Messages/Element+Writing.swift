internal import AccessibilityTree

extension ProtoWriter {
  mutating func id(_ field: UInt64, _ id: ElementID?) {
    if let id { number(field, id.rawValue) }
  }

  mutating func ids(_ field: UInt64, _ ids: [ElementID]) {
    guard !ids.isEmpty else { return }
    packed(field, ids.lazy.map(\.rawValue))
  }

  /// A set whose bit n stands for the enum value n + 1.
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
    double(1, point.x)
    double(2, point.y)
  }

  mutating func rect(_ rect: Rect) {
    double(1, rect.x)
    double(2, rect.y)
    double(3, rect.width)
    double(4, rect.height)
  }

  mutating func range(_ range: Range<Int>) {
    count(1, range.lowerBound)
    count(2, range.upperBound)
  }

  /// The fields of an `Element` message, in ascending order.
  mutating func element(_ element: Element, _ view: ElementView) {
    number(1, element.id.rawValue)
    id(2, element.parent)
    ids(3, element.children)
    number(4, element.application.rawValue)
    number(5, UInt64(element.role.rawValue))
    guard view != .structure else { return shortened(element) }
    if let label = element.label { text(6, present: label) }
    if let value = element.value { text(7, present: value) }
    bits(8, element.states.rawValue)
    bits(9, UInt64(element.traits.rawValue))
    for action in element.actions { message(10) { $0.action(action) } }
    if view == .full, let frame = element.frame { message(11) { $0.frame(frame) } }
    if let range = element.range { message(12) { $0.numericRange(range) } }
    if view == .full { text(13, element.nativeRole) }
    if let hint = element.hint { text(14, present: hint) }
    if let identifier = element.identifier { text(15, present: identifier) }
    if view == .full { details(element) }
    shortened(element)
  }

  private mutating func shortened(_ element: Element) {
    for field in element.shortenedFields { text(41, present: field) }
  }

  /// What comes in the full view alone: fields 16 and up.
  private mutating func details(_ element: Element) {
    if let placeholder = element.placeholder { text(16, present: placeholder) }
    if let point = element.activationPoint { message(17) { $0.point(point) } }
    if let path = element.contentPath { message(18) { $0.contentPath(path) } }
    if let text = element.text { message(19) { $0.textState(text) } }
    for relation in element.relations {
      message(20) {
        $0.number(1, UInt64(relation.kind.rawValue))
        $0.ids(2, relation.targets)
      }
    }
    if let level = element.level { count32(21, level) }
    if let position = element.positionInSet { count32(22, position) }
    if let size = element.setSize { count32(23, size) }
    double(24, element.sortPriority)
    if let live = element.liveRegion { number(25, UInt64(live.rawValue)) }
    for label in element.inputLabels { text(26, present: label) }
    for attribute in element.attributes {
      message(27) {
        $0.text(1, attribute.name)
        $0.text(2, attribute.value)
      }
    }
    if let total = element.totalChildren { count(28, total) }
    interaction(element)
  }

  private mutating func action(_ action: Action) {
    number(1, UInt64(action.kind.rawValue))
    if action.name != action.kind.name { text(2, action.name) }
    if let native = action.nativeName { text(3, present: native) }
  }

  private mutating func frame(_ frame: Frame) {
    message(1) { $0.rect(frame.rect) }
    number(2, UInt64(frame.space.rawValue))
  }

  private mutating func numericRange(_ range: NumericRange) {
    double(1, range.current)
    if let minimum = range.minimum { double(2, present: minimum) }
    if let maximum = range.maximum { double(3, present: maximum) }
    if let step = range.step { double(4, present: step) }
  }

  private mutating func contentPath(_ path: ContentPath) {
    switch path {
    case .rectangle(let rect): message(1) { $0.rect(rect) }
    case .roundedRectangle(let rect, let radius):
      message(2) {
        $0.message(1) { $0.rect(rect) }
        $0.double(2, radius)
      }
    case .ellipse(let rect): message(3) { $0.rect(rect) }
    case .polygon(let corners):
      message(4) {
        for corner in corners { $0.message(1) { $0.point(corner) } }
      }
    }
  }

  private mutating func textState(_ state: TextState) {
    count(1, state.length)
    if let caret = state.caret { number(2, present: UInt64(clamping: caret)) }
    for selection in state.selections { message(3) { $0.range(selection) } }
  }
}
