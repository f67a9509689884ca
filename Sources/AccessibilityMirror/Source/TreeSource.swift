public import AccessibilityTree

/// Where trees come from: fills a `TreeStore`, keeps it true, and carries out actions.
///
/// Confined to the store's thread. Every application that a source adds names it in
/// `Application.source`, by which actions find their way back.
public protocol TreeSource: AnyObject {
  /// "desktop", "sample:calculator".
  var name: String { get }
  var status: SourceStatus { get }

  /// Begins to fill the store. Trouble shows in `status`; it does not throw, because a desktop may
  /// come later.
  func start()

  /// Lets go of everything; no edit is made afterwards.
  func stop()

  /// Somebody is about to read. A source whose attributes are worked out when they are read brings
  /// the store up to date; for all others this is nothing.
  func prepareToRead()

  /// Somebody watches the mirror from now on, or nobody does any more: subscribes, waits, acts, or looked
  /// within the last seconds. A source that learns of some changes only by asking asks while
  /// somebody watches; for all others this is nothing. Nobody watches at first.
  func audienceChanged(_ isWatched: Bool)

  /// Somebody read all of one element. Where an element is, no application may tell: a source that learns
  /// of that only by asking may ask again; for all others this is nothing.
  func looked(at element: ElementID)

  /// Carries out an action and calls `completion` exactly once, by the deadline at the latest.
  /// The element was in the tree when this was called.
  func perform(_ request: ActionRequest, completion: @escaping (ActionOutcome) -> Void)

  /// Whether reading that an event or an action made necessary is still under way for an
  /// application. A receipt does not settle before it is done.
  func isReading(_ application: ElementID) -> Bool

  /// How many calls were made to an application so far, by whatever way they went.
  func calls(to application: ElementID) -> Int

  /// Compares the mirror of an application with the application itself, element by element, and calls
  /// `completion` exactly once.
  ///
  /// - Parameter deadline: When to give up, and report what was found so far, in nanoseconds of the
  ///   mirror's clock.
  func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void)

  /// What is missing on this machine for the source to work, and how to get it.
  func diagnose(completion: @escaping ([Finding]) -> Void)
}

extension TreeSource {
  public func prepareToRead() {}
  public func audienceChanged(_ isWatched: Bool) {}
  public func looked(at element: ElementID) {}
  public func calls(to application: ElementID) -> Int { 0 }
}

/// What a source says of itself.
public struct SourceStatus: Hashable, Sendable {
  public enum Phase: UInt8, Hashable, Sendable {
    case starting = 1
    case running = 2
    /// Has nothing to mirror now and keeps trying; `detail` says why.
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
