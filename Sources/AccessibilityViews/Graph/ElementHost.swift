internal import AccessibilityTree

/// What views and elements ask of whoever runs the application that they are of.
protocol ElementHost: AnyObject {
  /// Whether the application is the one that is used.
  var isInFront: Bool { get }
  /// The element that has the keyboard focus.
  var focused: ElementNode? { get }
  /// The element whose touches go to it until the focus leaves.
  var touched: ElementNode? { get }
  /// The element that is acted on now.
  var acting: ElementNode? { get }
  /// What time it is for the application's code, in nanoseconds.
  var time: UInt64 { get }

  /// The element of an id; `nil` when the application has none of it.
  func element(of id: ElementID) -> ElementNode?
  /// Gives the keyboard focus to an element (A9).
  func focus(_ element: ElementNode?)
  /// Has touches go to an element until something else is used.
  func activateTouch(of element: ElementNode?)
  /// Hands points of the screen to the gestures of an element, at the time that they say.
  func touch(_ scene: ActionScene, _ points: [GesturePoint]) throws
  /// Tells assistive technologies something when the present update is done.
  func post(_ notification: PostedNotification)
}

extension ElementHost {
  /// Another page is shown of the element that is acted on; the text says which.
  func postPageScrolled(_ text: String) {
    post(.pageScrolled(text, of: acting))
  }
}

/// A notification whose elements have no ids yet.
enum PostedNotification {
  case announcement(String, AnnouncementPriority)
  case layoutChanged(focus: FocusHint?)
  case screenChanged(focus: FocusHint?)
  case pageScrolled(String, of: ElementNode?)
}

/// The element to go on with.
enum FocusHint {
  case identifier(String)
  case element(ElementNode)
}
