public import AccessibilityTree

/// A source of accessibility trees: fills a `TreeStore`, keeps it up to date, and carries out actions.
///
/// Confined to the store's thread. Every application that a source adds has the source's name in
/// `Application.source`; actions are routed by it.
public protocol TreeSource: AnyObject {
  /// The name of the source: "desktop", "sample:calculator".
  var name: String { get }
  var status: SourceStatus { get }

  /// Starts filling the store. Failures are reported in `status`, not thrown, because a desktop
  /// may become available later.
  func start()

  /// Releases all resources; the source makes no edit afterwards.
  func stop()

  /// Called before the store is read. A source that computes attributes on demand updates the store;
  /// other sources do nothing.
  func prepareToRead()

  /// Called when the first client starts to watch the mirror and when the last one stops: a client watches
  /// while it subscribes, waits or acts, and for some seconds after it read. A source that must poll for some
  /// changes polls only while it is watched; other sources do nothing. Initially the mirror is not watched.
  func watchingChanged(_ isWatched: Bool)

  /// Called when a client has read all of one element, or an outline anew: then with the root of each application.
  /// Applications may not report when elements move: a source that must poll for frames may read them again; other sources do nothing.
  func clientDidRead(_ element: ElementID)

  /// Called when a client that followed the mirror is gone. A source ends what lasts only as long as the client that
  /// began it; other sources do nothing.
  ///
  /// - Parameter client: `ActionRequest.client`, never 0.
  func clientLeft(_ client: UInt64)

  /// Carries out an action and calls `completion` exactly once, by the deadline at the latest.
  /// The element was in the tree when this was called.
  ///
  /// - Parameter whenPrepared: Called when what changed until then, which is in the mirror, is known to be no effect of the action;
  ///   not where nothing is known of that.
  func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void)

  /// Looks for a window of an element's application that has the keyboard and is in no accessibility tree. Calls `completion`
  /// exactly once, within a second, with its title; `nil`: there is none, or the source does not know.
  func findInaccessibleWindow(
    over element: ElementID, completion: @escaping (String?) -> Void)

  /// Looks for a menu that an element's application shows and that is in no accessibility tree. Calls `completion` exactly once,
  /// within a second; `false`: there is none, or the source does not know.
  func findInaccessibleMenu(of element: ElementID, completion: @escaping (Bool) -> Void)

  /// Reads the whole text of an element, of which the mirror may have only the beginning. Calls `completion`
  /// exactly once, within two seconds; `nil`: there is none, it is longer than `limit` characters, or the
  /// source does not know.
  func readText(of element: ElementID, limit: Int, completion: @escaping (String?) -> Void)

  /// Reads again what an action may have set in an element: its states, its value, and what a combo box shows as chosen. Calls
  /// `completion` exactly once, within two seconds: with `true` when the mirror has what the application answered, and with
  /// `false` when it has not by then. A source whose mirror is never behind calls it at once.
  func readAgain(_ element: ElementID, completion: @escaping (_ isRead: Bool) -> Void)

  /// Whether the source is still reading what an event or an action of an application made necessary. A
  /// receipt does not settle until that ends.
  func isReading(_ application: ElementID) -> Bool

  /// Whether elements of an application are known to be there, or to come, that the source has not read yet, so that an outline
  /// is not all that is on screen.
  func hasUnreadElements(_ application: ElementID) -> Bool

  /// Whether the source has read which actions an element has, so that it is known which ones it lacks.
  func hasReadActions(of element: ElementID) -> Bool

  /// Returns how long an application has left a call unanswered; `nil` when the source does not know. Time in which this
  /// process stood still does not count.
  func silence(of application: ElementID) -> Duration?

  /// Whether a push button says that it is down while it is being pressed. Where it does not, one that says so is a toggle
  /// button that was switched.
  func showsPress(of button: ElementID) -> Bool

  /// Returns how long after an action on an element its effect is in the mirror at the latest, where it comes at once and the
  /// application is not busy; `nil` when the source does not know.
  func quickEffect(of target: ElementID) -> Duration?

  /// Whether the application performs an action on an element before it answers, and tells of what changed at once, within the time
  /// of `quickEffect`. What changes then is known to follow from the action.
  func actsBeforeAnswer(on target: ElementID) -> Bool

  /// Whether the application may say nothing, for as long as it lasts, of what becomes of an element, and answer what was before: a
  /// browser does not draw a page whose window is covered, and tells what has changed in it when it is shown again.
  func maySayNothing(of element: ElementID) -> Bool

  /// Whether the application tells when elements around one move. Where it does not, that is found when they are read next, which may
  /// be long after.
  func reportsMoves(around element: ElementID) -> Bool

  /// Returns the number of calls made to an application so far, over all connections.
  func calls(to application: ElementID) -> Int

  /// Compares the mirror of an application with the application itself, element by element, and calls
  /// `completion` exactly once.
  ///
  /// - Parameter deadline: When to stop and report what was found so far, in nanoseconds of the mirror's clock.
  func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void)

  /// Checks what the source needs on this machine; each finding names what is missing and how to get it.
  func diagnose(completion: @escaping ([Finding]) -> Void)
}

extension TreeSource {
  public func prepareToRead() {}
  public func watchingChanged(_ isWatched: Bool) {}
  public func clientDidRead(_ element: ElementID) {}
  public func clientLeft(_ client: UInt64) {}
  public func perform(
    _ request: ActionRequest, completion: @escaping (ActionOutcome) -> Void
  ) {
    perform(request, whenPrepared: { _ in }, completion: completion)
  }
  public func findInaccessibleWindow(
    over element: ElementID, completion: @escaping (String?) -> Void
  ) {
    completion(nil)
  }
  public func findInaccessibleMenu(
    of element: ElementID, completion: @escaping (Bool) -> Void
  ) {
    completion(false)
  }
  public func readText(
    of element: ElementID, limit: Int, completion: @escaping (String?) -> Void
  ) {
    completion(nil)
  }
  public func readAgain(_ element: ElementID, completion: @escaping (_ isRead: Bool) -> Void) {
    completion(true)
  }
  public func silence(of application: ElementID) -> Duration? { nil }
  public func hasUnreadElements(_ application: ElementID) -> Bool { false }
  public func hasReadActions(of element: ElementID) -> Bool { true }
  public func showsPress(of button: ElementID) -> Bool { true }
  public func quickEffect(of target: ElementID) -> Duration? { nil }
  public func actsBeforeAnswer(on target: ElementID) -> Bool { false }
  public func maySayNothing(of element: ElementID) -> Bool { false }
  public func reportsMoves(around element: ElementID) -> Bool { true }
  public func calls(to application: ElementID) -> Int { 0 }
}

/// The state that a source reports of itself.
public struct SourceStatus: Hashable, Sendable {
  public enum Phase: UInt8, Hashable, Sendable {
    case starting = 1
    case running = 2
    /// There is nothing to mirror at present and the source keeps trying; `detail` says why.
    case unavailable = 3
    case stopped = 4
  }

  public var phase: Phase
  public var detail: String

  public init(_ phase: Phase, detail: String = "") {
    self.phase = phase
    self.detail = detail
  }
}
