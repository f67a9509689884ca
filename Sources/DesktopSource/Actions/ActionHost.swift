internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeTransport

/// The parts of a source that performing an action needs.
protocol ActionHost: AnyObject {
  var store: TreeStore { get }
  var loop: EventLoop { get }

  /// The queue of calls to the registry on the accessibility bus, for synthesised input; `nil` when there is none.
  var registry: CallQueue? { get }

  /// The X display that shows the windows; `nil` when there is none on this machine.
  var display: XDisplay? { get }

  /// When and where the main button of the pointer was last pressed by an action.
  var lastPress: PointerPress? { get set }

  /// Returns the object behind an element; `nil` for an element without an object of its own.
  func actionObject(_ element: ElementID) -> ActionObject?

  /// Returns the position of a cell in a table of which only the cells on screen are mirrored; `nil` for
  /// other elements.
  func cellLocation(_ element: ElementID) -> CellLocation?

  /// Returns what events call an element from now on; `nil` where the source receives none.
  func reportedNames(of element: ElementID) -> ReportedNames?

  /// Whether the application may answer of an element what was before, for as long as its window is behind others.
  func maySayNothing(of element: ElementID) -> Bool

  /// Calls `body` when the events have been received that the applications sent before the answers received so far.
  func whenEventsReceived(_ body: @escaping () -> Void)

  /// Called after the application was asked to do something to the element. Values and positions, which no
  /// event reports, are then read again, and once more a little later for slow toolkits.
  func afterAction(_ element: ElementID)

  /// Called when what is in the element was scrolled, where no event reports that. What is in sight now is then read.
  ///
  /// - Parameter offset: How far it moved, as far as that is known.
  func didScroll(_ element: ElementID, by offset: Point)
}

extension ActionHost {
  var display: XDisplay? { XDisplay.fromEnvironment() }
  func cellLocation(_ element: ElementID) -> CellLocation? { nil }
  func reportedNames(of element: ElementID) -> ReportedNames? { nil }
  func maySayNothing(of element: ElementID) -> Bool { false }
  func whenEventsReceived(_ body: @escaping () -> Void) { body() }
  func didScroll(_ element: ElementID, by offset: Point) {}
}

/// The position of a cell in its table, and the rows and columns on screen.
struct CellLocation {
  var table: String
  var position: CellPosition
  var rows: Range<Int>
  var columns: Range<Int>
}

/// The object behind an element.
struct ActionObject {
  /// The queue of calls to the application.
  var queue: CallQueue
  var path: String
  var interfaces: AtspiInterfaces
  var dialect: AtspiDialect
  /// What the object reported about itself when it was last read.
  var facts = AtspiFacts()
  /// The maximum length of a name in the mirror, in bytes.
  var maxName = DesktopLimits().string
  /// Whether the application is known not to respond.
  var isNotResponding = false
  /// Whether it is an option of a combo box in which another one was chosen since, whatever it reports.
  var isFormerOption = false
  /// Opens a connection for one action, so that the others stay free while the application carries it out. Set only where
  /// the application needs that.
  var openLine: (() async -> ActionLine?)?
  /// Asks the application for the object's current path, and returns `nil` when the object is gone. Set only
  /// where the application discards its objects after a while.
  var renew: (() async -> String?)?
}
