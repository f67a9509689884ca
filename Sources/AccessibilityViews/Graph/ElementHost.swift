internal import AccessibilityTree

/// The services that views and elements need from the host of their application.
protocol ElementHost: AnyObject {
  /// Whether the application is the one in use.
  var isInFront: Bool { get }
  /// Whether an element is in the window that was used last, or in none.
  func isInFrontWindow(_ element: ElementNode) -> Bool
  /// The element that has the keyboard focus.
  var focused: ElementNode? { get }
  /// The element that receives direct touches until the focus leaves it.
  var touched: ElementNode? { get }
  /// The element whose action is being performed.
  var acting: ElementNode? { get }
  /// The current time for the application's code, in nanoseconds.
  var time: UInt64 { get }

  /// Returns the element with an id; `nil` when the application has none.
  func element(of id: ElementID) -> ElementNode?
  /// Brings a window to the front that was open already, and the focus into it.
  func show(window: ElementNode)
  /// Moves the keyboard focus to an element (A9).
  func focus(_ element: ElementNode?)
  /// Sends direct touches to an element until another one is used.
  func activateTouch(of element: ElementNode?)
  /// Runs one step of an action and commits its changes before it returns.
  func step(_ body: () throws -> Void) rethrows
  /// Puts the pointer over an element; `nil`: away from all.
  func point(at element: ElementNode?)
  /// Whether the pointer is over a view.
  func isPointed(at node: ViewNode) -> Bool
  /// Starts work that may wait, as part of the action that is being performed: the action ends with it. Throws
  /// what the work throws before it waits for the first time.
  func start(_ name: String, _ work: @escaping () async throws -> Void) throws
  /// Starts work that goes on after what is being done. Returns a closure that cancels it.
  func begin(_ name: String, _ work: @escaping () async -> Void) -> () -> Void
  /// Posts a notification at the end of the current update.
  func post(_ notification: PostedNotification)
}

extension ElementHost {
  /// Reports that the element being acted on shows another page, which the text describes.
  func postPageScrolled(_ text: String) {
    post(.pageScrolled(text, of: acting))
  }
}

/// A notification whose elements may not have ids yet.
enum PostedNotification {
  case announcement(String, AnnouncementPriority)
  case layoutChanged(focus: FocusHint?)
  case screenChanged(focus: FocusHint?)
  case pageScrolled(String, of: ElementNode?)
}

/// The element to continue with after a change.
enum FocusHint {
  case identifier(String)
  case element(ElementNode)
}
