internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// What performing an action needs of the source that mirrors the element.
protocol ActionHost: AnyObject {
  var store: TreeStore { get }
  var loop: EventLoop { get }

  /// The registry's queue on the accessibility bus, for synthesised input; `nil` when there is none.
  var registry: CallQueue? { get }

  /// The X display that the windows are on; `nil` when there is none on this machine.
  var display: XDisplay? { get }

  /// Where the object behind an element is; `nil` for an element that has none of its own.
  func actionObject(_ element: ElementID) -> ActionObject?

  /// Where an element stands, when it is a cell of a table that mirrors only the cells on screen.
  func cellPosition(_ element: ElementID) -> CellPosition?

  /// The application was asked to do something to the element: what no event would tell (values,
  /// positions) is to be read anew, also a little later for toolkits that take their time.
  func afterAction(_ element: ElementID)
}

extension ActionHost {
  var display: XDisplay? { XDisplay.fromEnvironment() }
  func cellPosition(_ element: ElementID) -> CellPosition? { nil }
}

/// The place of a cell in its table, and the cells that can be seen.
struct CellPosition {
  var table: String
  var place: CellPlace
  var rows: Range<Int>
  var columns: Range<Int>
}

/// The object behind an element.
struct ActionObject {
  /// The calls to its application.
  var queue: CallQueue
  var path: String
  var interfaces: AtspiInterfaces
  var dialect: AtspiDialect
  /// The application is known not to answer.
  var isNotResponding = false
  /// Asks the application for the object's present path, where it forgets its objects after a while;
  /// `nil` is told of one that is gone.
  var renew: (() async -> String?)?
}
