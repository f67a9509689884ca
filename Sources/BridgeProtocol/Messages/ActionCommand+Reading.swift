public import AccessibilityTree
internal import CProtobuf

extension ActionCommand {
  /// The maximum number of points in a gesture.
  public static let maxGesturePoints = 10_000

  /// Throws for an unknown action, and for one whose argument is missing or is not one that its kind
  /// takes.
  init(_ message: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>) throws(Status) {
    let number = unsafe message.pointee.kind.rawValue
    guard let kind = ActionKind(rawValue: UInt8(clamping: number)) else {
      throw .invalid("ActionCommand.kind", "has the unknown value \(number)")
    }
    guard let wanted = kind.argument else {
      guard unsafe message.pointee.argument_case.rawValue == 0 else {
        throw .invalid("ActionCommand.argument", "is set, but \(kind.name) takes no argument")
      }
      self = kind.plainCommand ?? .press
      return
    }
    let given = unsafe message.pointee.argument_case
    guard given == wanted.field || (given.rawValue == 0 && wanted.isOptional) else {
      throw .invalid(
        "ActionCommand.argument", "has the wrong kind: \(kind.name) takes \(wanted.name)")
    }
    self = try unsafe Self.read(kind, message, isGiven: given == wanted.field)
  }

  private static func read(
    _ kind: ActionKind, _ message: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>,
    isGiven: Bool
  ) throws(Status) -> ActionCommand {
    switch kind {
    case .custom: return .custom(try unsafe readText(message.pointee.name, "ActionCommand.name"))
    case .setValue:
      guard unsafe message.pointee.number.isFinite else {
        throw .invalid("ActionCommand.number", "is not finite")
      }
      return unsafe .setValue(message.pointee.number)
    case .setText: return .setText(try unsafe readText(message.pointee.text, "ActionCommand.text"))
    case .insertText: return try unsafe insertion(message.pointee.insertion)
    case .setSelection:
      guard let range = unsafe message.pointee.range else { throw missing("range") }
      return .setSelection(try unsafe Range(range, "ActionCommand.range"))
    case .scroll:
      let number = unsafe message.pointee.direction.rawValue
      guard let direction = ScrollDirection(rawValue: UInt8(clamping: number)) else {
        throw .invalid("ActionCommand.direction", "has the unknown value \(number)")
      }
      return .scroll(direction)
    case .zoomIn: return .zoomIn(at: try unsafe point(message, isGiven))
    case .zoomOut: return .zoomOut(at: try unsafe point(message, isGiven))
    case .drag:
      guard isGiven else { return .drag(point: nil) }
      return .drag(
        point: try unsafe readText(message.pointee.drag_point, "ActionCommand.drag_point"))
    case .drop: return try unsafe drop(message.pointee.drop)
    case .passThroughGesture: return .passThroughGesture(try unsafe gesture(message))
    case .directTouch: return .directTouch(try unsafe gesture(message))
    case .intent: return try unsafe intent(message.pointee.intent)
    case .keys: return .keys(try keys(unsafe readText(message.pointee.keys, "ActionCommand.keys")))
    default: return .press
    }
  }

  private static func keys(_ text: String) throws(Status) -> [KeyChord] {
    do throws(ActionText.SyntaxError) {
      return try KeyChord.parse(text)
    } catch {
      throw .invalid("ActionCommand.keys", "is wrong: \(error)")
    }
  }

  private static func missing(_ argument: String) -> Status {
    .invalid("ActionCommand.\(argument)", "is missing")
  }

  private static func insertion(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__TextInsertion>?
  ) throws(Status) -> ActionCommand {
    guard let message = unsafe message else { throw missing("insertion") }
    let hasOffset =
      unsafe message.pointee.has_offset_case
      == A11Y__BRIDGE__V1__TEXT_INSERTION__HAS_OFFSET_OFFSET
    return .insertText(
      try unsafe readText(message.pointee.text, "TextInsertion.text"),
      at: hasOffset ? Int(clamping: unsafe message.pointee.offset) : nil)
  }

  private static func point(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>, _ isGiven: Bool
  ) throws(Status) -> Point? {
    guard isGiven else { return nil }
    return try unsafe Point(asked: message.pointee.point, "ActionCommand.point")
  }

  private static func drop(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__DropTarget>?
  ) throws(Status) -> ActionCommand {
    guard let message = unsafe message else { throw missing("drop") }
    let point = try unsafe readText(message.pointee.point, "DropTarget.point")
    // A source that a selector names is resolved where the tree is known: `PerformRequest.dropSource`.
    var id = ElementID(rawValue: 0)
    if case .id(let known) = try unsafe Target(message.pointee.source, "DropTarget.source") {
      id = known
    }
    return .drop(source: id, point: point.isEmpty ? nil : point)
  }

  private static func gesture(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__ActionCommand>
  ) throws(Status) -> [GesturePoint] {
    guard let gesture = unsafe message.pointee.gesture else { throw missing("gesture") }
    let count = unsafe gesture.pointee.n_points
    guard count <= maxGesturePoints else {
      throw Status(
        .invalidArgument,
        "Gesture.points has \(count) points, limit \(maxGesturePoints)",
        limit: UInt64(maxGesturePoints))
    }
    let points = try unsafe array(gesture.pointee.points, count) { (point) throws(Status) in
      let number = unsafe point.pointee.phase.rawValue
      guard let phase = GesturePoint.Phase(rawValue: UInt8(clamping: number)) else {
        throw .invalid("GesturePoint.phase", "has the unknown value \(number)")
      }
      let (time, overflow) = unsafe point.pointee.time_us.multipliedReportingOverflow(by: 1000)
      return GesturePoint(
        phase: phase,
        position: try unsafe Point(asked: point.pointee.position, "GesturePoint.position"),
        time: overflow ? .max : time, touch: Int(unsafe point.pointee.touch))
    }
    if let problem = GestureRules.problem(in: points) { throw .invalid("Gesture.points", problem) }
    return points
  }

  private static func intent(
    _ message: UnsafeMutablePointer<A11y__Bridge__V1__Intent>?
  ) throws(Status) -> ActionCommand {
    guard let message = unsafe message else { throw missing("intent") }
    try checkCount(unsafe message.pointee.n_parameters, "Intent.parameters")
    let parameters = try unsafe array(message.pointee.parameters, message.pointee.n_parameters) {
      (parameter) throws(Status) in try unsafe IntentParameter(parameter)
    }
    return .intent(
      type: try unsafe readText(message.pointee.type, "Intent.type"),
      parameters: Dictionary(
        parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last }))
  }
}

/// The argument that a kind of action takes.
private struct Argument {
  let field: A11y__Bridge__V1__ActionCommand__ArgumentCase
  let name: String
  var isOptional = false
}

extension ActionKind {
  /// The argument that the action takes; `nil`: none.
  fileprivate var argument: Argument? {
    switch self {
    case .custom: Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_NAME, name: "name")
    case .setValue:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_NUMBER, name: "number")
    case .setText: Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_TEXT, name: "text")
    case .insertText:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_INSERTION, name: "insertion")
    case .setSelection:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_RANGE, name: "range")
    case .scroll:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_DIRECTION, name: "direction")
    case .zoomIn, .zoomOut:
      Argument(
        field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_POINT, name: "point", isOptional: true)
    case .drag:
      Argument(
        field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_DRAG_POINT, name: "drag_point",
        isOptional: true)
    case .drop: Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_DROP, name: "drop")
    case .passThroughGesture, .directTouch:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_GESTURE, name: "gesture")
    case .intent:
      Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_INTENT, name: "intent")
    case .keys: Argument(field: A11Y__BRIDGE__V1__ACTION_COMMAND__ARGUMENT_KEYS, name: "keys")
    case .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus,
      .showMenu, .scrollIntoView, .escape, .magicTap, .delete, .hover:
      nil
    }
  }
}
