internal import AccessibilityTree
internal import CProtobuf

extension Point {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Point>) {
    unsafe self.init(x: message.pointee.x, y: message.pointee.y)
  }

  /// Reads a point that a request names. Throws when it is too far from the origin to calculate with.
  init(
    asked message: UnsafeMutablePointer<A11y__Bridge__V1__Point>?, _ field: String
  ) throws(Status) {
    guard let message = unsafe message else { throw .invalid(field, "is missing") }
    unsafe self.init(message)
    guard isOnAnyScreen else {
      throw .invalid(field, "is not within \(Int(Point.furthest)) pixels of the origin")
    }
  }
}

extension Rect {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Rect>?) {
    guard let message = unsafe message else {
      self.init(x: 0, y: 0, width: 0, height: 0)
      return
    }
    unsafe self.init(
      x: message.pointee.x, y: message.pointee.y, width: message.pointee.width,
      height: message.pointee.height)
  }
}

extension Range<Int> {
  init(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__TextRange>, _ field: String
  ) throws(Status) {
    let start = unsafe Int(clamping: message.pointee.start)
    let end = unsafe Int(clamping: message.pointee.end)
    guard start <= end else { throw .invalid(field, "starts at \(start), after its end \(end)") }
    self = start..<end
  }
}

extension Element {
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Element>) throws(Status) {
    let id = try ElementID(wire: unsafe message.pointee.id, "Element.id")
    self.init(
      id: id, parent: ElementID(wire: unsafe message.pointee.parent_id),
      children: try unsafe ids(
        unsafe message.pointee.child_ids, unsafe message.pointee.n_child_ids,
        "Element.child_ids"),
      application: ElementID(wire: unsafe message.pointee.application_id) ?? id,
      role: Role(rawValue: UInt16(clamping: unsafe message.pointee.role.rawValue)) ?? .unknown)
    if unsafe message.pointee.has_label_case == A11Y__BRIDGE__V1__ELEMENT__HAS_LABEL_LABEL {
      label = try unsafe readText(message.pointee.label, "Element.label")
    }
    if unsafe message.pointee.has_value_case == A11Y__BRIDGE__V1__ELEMENT__HAS_VALUE_VALUE {
      value = try unsafe readText(message.pointee.value, "Element.value")
    }
    states = States(
      rawValue: unsafe bits(message.pointee.states, message.pointee.n_states) { $0.rawValue })
    traits = Traits(
      rawValue: UInt32(
        truncatingIfNeeded: unsafe bits(message.pointee.traits, message.pointee.n_traits) {
          $0.rawValue
        }))
    actions = try unsafe array(message.pointee.actions, message.pointee.n_actions) {
      (action) throws(Status) in try unsafe Action(action)
    }
    if unsafe message.pointee.n_shortened_fields > 0 {
      shortenedFields = try unsafe array(
        message.pointee.shortened_fields, message.pointee.n_shortened_fields
      ) { (field) throws(Status) in try unsafe readText(field, "Element.shortened_fields") }
    }
    if let frame = unsafe message.pointee.frame { self.frame = unsafe Frame(frame) }
    if let range = unsafe message.pointee.range { self.range = unsafe NumericRange(range) }
    nativeRole = try unsafe readText(message.pointee.native_role, "Element.native_role")
    try unsafe readDetails(message)
  }

  /// Reads the fields that few elements have.
  private mutating func readDetails(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Element>
  ) throws(Status) {
    if unsafe message.pointee.has_hint_case == A11Y__BRIDGE__V1__ELEMENT__HAS_HINT_HINT {
      hint = try unsafe readText(message.pointee.hint, "Element.hint")
    }
    if unsafe message.pointee.has_identifier_case
      == A11Y__BRIDGE__V1__ELEMENT__HAS_IDENTIFIER_IDENTIFIER
    {
      identifier = try unsafe readText(message.pointee.identifier, "Element.identifier")
    }
    if unsafe message.pointee.has_placeholder_case
      == A11Y__BRIDGE__V1__ELEMENT__HAS_PLACEHOLDER_PLACEHOLDER
    {
      placeholder = try unsafe readText(message.pointee.placeholder, "Element.placeholder")
    }
    if let point = unsafe message.pointee.activation_point {
      activationPoint = unsafe Point(point)
    }
    if let path = unsafe message.pointee.content_path {
      contentPath = try unsafe ContentPath.read(path)
    }
    if let text = unsafe message.pointee.text { self.text = try unsafe TextState(text) }
    if unsafe message.pointee.n_relations > 0 {
      relations = try unsafe array(message.pointee.relations, message.pointee.n_relations) {
        (relation) throws(Status) in try unsafe Relation(relation)
      }
    }
    try unsafe readPlace(message)
    if unsafe message.pointee.n_input_labels > 0 {
      inputLabels = try unsafe array(
        message.pointee.input_labels, message.pointee.n_input_labels
      ) { (label) throws(Status) in try unsafe readText(label, "Element.input_labels") }
    }
    if unsafe message.pointee.n_attributes > 0 {
      attributes = try unsafe array(message.pointee.attributes, message.pointee.n_attributes) {
        (attribute) throws(Status) in
        ToolkitAttribute(
          name: try unsafe readText(attribute.pointee.name, "ToolkitAttribute.name"),
          value: try unsafe readText(attribute.pointee.value, "ToolkitAttribute.value"))
      }
    }
    if unsafe message.pointee.n_contents > 0 {
      contents = try unsafe array(message.pointee.contents, message.pointee.n_contents) {
        (text) throws(Status) in try unsafe readText(text, "Element.contents")
      }
    }
    try unsafe readInteraction(message)
  }

  private mutating func readPlace(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Element>
  ) throws(Status) {
    if unsafe message.pointee.level > 0 { level = Int(unsafe message.pointee.level) }
    if unsafe message.pointee.position_in_set > 0 {
      positionInSet = Int(unsafe message.pointee.position_in_set)
    }
    if unsafe message.pointee.set_size > 0 { setSize = Int(unsafe message.pointee.set_size) }
    if unsafe message.pointee.sort_priority != 0 {
      sortPriority = unsafe message.pointee.sort_priority
    }
    if let live = LiveRegion(rawValue: UInt8(clamping: unsafe message.pointee.live_region.rawValue))
    {
      liveRegion = live
    }
    if unsafe message.pointee.total_children > 0 {
      totalChildren = Int(clamping: unsafe message.pointee.total_children)
    }
    if unsafe message.pointee.redacted != 0 { isRedacted = true }
  }
}

/// Returns the set whose bit n stands for the enum value n + 1. Values without a bit are left out.
func bits<Member>(
  _ members: UnsafeMutablePointer<Member>?, _ count: Int, _ number: (Member) -> UInt32
) -> UInt64 {
  guard let members = unsafe members else { return 0 }
  var set: UInt64 = 0
  for index in 0..<count {
    let value = number(unsafe members[index])
    if 1...64 ~= value { set |= 1 << UInt64(value - 1) }
  }
  return set
}

func elements(
  _ messages: UnsafeMutablePointer<UnsafeMutablePointer<A11y__Bridge__V1__Element>?>?,
  _ count: Int
) throws(Status) -> [Element] {
  try unsafe array(messages, count) { (message) throws(Status) in try unsafe Element(message) }
}

extension Action {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Action>) throws(Status) {
    let kind =
      ActionKind(rawValue: UInt8(clamping: unsafe message.pointee.kind.rawValue)) ?? .custom
    let name = try unsafe readText(message.pointee.name, "Action.name")
    self.init(kind, name: name.isEmpty ? nil : name)
    if unsafe message.pointee.has_native_name_case
      == A11Y__BRIDGE__V1__ACTION__HAS_NATIVE_NAME_NATIVE_NAME
    {
      nativeName = try unsafe readText(message.pointee.native_name, "Action.native_name")
    }
  }
}

extension Frame {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__ElementFrame>) {
    unsafe self.init(
      rect: Rect(message.pointee.rect),
      space: CoordinateSpace(rawValue: UInt8(clamping: message.pointee.space.rawValue))
        ?? .screen)
  }
}

extension NumericRange {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__NumericRange>) {
    unsafe self.init(current: message.pointee.current)
    if unsafe message.pointee.has_minimum_case
      == A11Y__BRIDGE__V1__NUMERIC_RANGE__HAS_MINIMUM_MINIMUM
    {
      minimum = unsafe message.pointee.minimum
    }
    if unsafe message.pointee.has_maximum_case
      == A11Y__BRIDGE__V1__NUMERIC_RANGE__HAS_MAXIMUM_MAXIMUM
    {
      maximum = unsafe message.pointee.maximum
    }
    if unsafe message.pointee.has_step_case == A11Y__BRIDGE__V1__NUMERIC_RANGE__HAS_STEP_STEP {
      step = unsafe message.pointee.step
    }
  }
}

extension ContentPath {
  /// Returns `nil` for an unknown shape.
  fileprivate static func read(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ContentPath>
  ) throws(Status) -> ContentPath? {
    switch unsafe message.pointee.shape_case {
    case A11Y__BRIDGE__V1__CONTENT_PATH__SHAPE_RECTANGLE:
      return unsafe .rectangle(Rect(message.pointee.rectangle))
    case A11Y__BRIDGE__V1__CONTENT_PATH__SHAPE_ROUNDED_RECTANGLE:
      guard let rounded = unsafe message.pointee.rounded_rectangle else { return nil }
      return unsafe .roundedRectangle(
        Rect(rounded.pointee.rect), cornerRadius: rounded.pointee.corner_radius)
    case A11Y__BRIDGE__V1__CONTENT_PATH__SHAPE_ELLIPSE:
      return unsafe .ellipse(Rect(message.pointee.ellipse))
    case A11Y__BRIDGE__V1__CONTENT_PATH__SHAPE_POLYGON:
      guard let polygon = unsafe message.pointee.polygon else { return nil }
      let corners = try unsafe array(polygon.pointee.corners, polygon.pointee.n_corners) {
        (corner) throws(Status) in unsafe Point(corner)
      }
      return .polygon(corners)
    default: return nil
    }
  }
}

extension TextState {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__TextState>) throws(Status) {
    unsafe self.init(length: Int(clamping: message.pointee.length))
    if unsafe message.pointee.has_caret_case == A11Y__BRIDGE__V1__TEXT_STATE__HAS_CARET_CARET {
      caret = Int(clamping: unsafe message.pointee.caret)
    }
    selections = try unsafe array(message.pointee.selections, message.pointee.n_selections) {
      (range) throws(Status) in try unsafe Range(range, "TextState.selections")
    }
  }
}

extension Relation {
  fileprivate init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__Relation>) throws(Status) {
    self.init(
      RelationKind(rawValue: UInt8(clamping: unsafe message.pointee.kind.rawValue)) ?? .other,
      try unsafe ids(
        unsafe message.pointee.target_ids, unsafe message.pointee.n_target_ids,
        "Relation.target_ids"))
  }
}
