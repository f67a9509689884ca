/// A named place on an element: where it is picked up, or where something is dropped on it.
public struct NamedPoint: Hashable, Sendable {
  /// What people call it: "Set Sound 1".
  public var name: String
  /// In the coordinate space of the element's frame.
  public var position: Point

  public init(_ name: String, _ position: Point) {
    self.name = name
    self.position = position
  }
}

/// How an element takes touches as they are (A14).
///
/// Bit n is the value n + 1 of `DirectTouchOption` in `proto/a11y/bridge/v1/element.proto`.
public struct DirectTouchOptions: NamedOptionSet, Hashable, Sendable {
  public let rawValue: UInt32

  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Nothing is spoken at a touch, so that the element's own sound is heard.
  public static let silentOnTouch = DirectTouchOptions(rawValue: 1 << 0)
  /// Touches are taken only after the element was activated, until the focus leaves it.
  public static let requiresActivation = DirectTouchOptions(rawValue: 1 << 1)

  public static let named: [(name: String, member: DirectTouchOptions)] = [
    ("silent-on-touch", .silentOnTouch), ("requires-activation", .requiresActivation),
  ]
}

/// How an element's text is to be spoken (E11).
public struct SpeechAttributes: Hashable, Sendable {
  /// For announcements of the element; `nil` where it was not said.
  public var priority: AnnouncementPriority?
  /// Letter by letter.
  public var spellsOut: Bool
  /// All punctuation is read.
  public var includesPunctuation: Bool
  /// From -1, lower, to 1, higher; 0 is the voice's own.
  public var pitch: Double

  public init(
    priority: AnnouncementPriority? = nil, spellsOut: Bool = false,
    includesPunctuation: Bool = false, pitch: Double = 0
  ) {
    self.priority = priority
    self.spellsOut = spellsOut
    self.includesPunctuation = includesPunctuation
    self.pitch = pitch
  }
}

/// An app intent that an element offers (A15). Runnable by its type and parameters although the
/// application's own view code is not running.
public struct IntentOffer: Hashable, Sendable {
  /// What people call it: "Favorite".
  public var title: String
  /// The type's name: "FavoriteBeachIntent".
  public var type: String
  /// With the values that the element would give, sorted by name.
  public private(set) var parameters: [IntentParameter]

  public init(_ title: String, type: String, parameters: [IntentParameter] = []) {
    self.title = title
    self.type = type
    self.parameters = parameters.sorted {
      ($0.name, $0.value.description) < ($1.name, $1.value.description)
    }
  }

  /// What performs the intent as it is offered. Of parameters with one name the first counts.
  public var command: ActionCommand {
    .intent(
      type: type,
      parameters: Dictionary(
        parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first }))
  }
}
