/// The numeric value and limits of an adjustable element. Limits that the toolkit does not report are `nil`.
public struct NumericRange: Hashable, Sendable {
  public var minimum: Double?
  public var maximum: Double?
  public var step: Double?
  public var current: Double

  public init(
    current: Double, minimum: Double? = nil, maximum: Double? = nil, step: Double? = nil
  ) {
    self.current = current
    self.minimum = minimum
    self.maximum = maximum
    self.step = step
  }

  /// How far from a number that is set the nearest one is at most that the element can have: half a step, where it reports
  /// one. Into a spin button a number is typed, and one with other digits is another one.
  package func tolerance(for number: Double, of role: Role) -> Double {
    max(role == .spinButton ? 0 : (step ?? 0) / 2, abs(number) * 1e-6, 1e-9)
  }
}

/// The caret and selection of a text. Offsets count Unicode scalars from 0.
public struct TextState: Hashable, Sendable {
  /// The length of the whole text; the element's `value` may hold only its beginning.
  public var length: Int
  /// `nil` where there is no caret.
  public var caret: Int?
  public var selections: [Range<Int>]

  public init(length: Int, caret: Int? = nil, selections: [Range<Int>] = []) {
    self.length = length
    self.caret = caret
    self.selections = selections
  }
}

/// The kind of a relation between elements.
///
/// Raw values are those of `RelationKind` in `proto/a11y/bridge/v1/element.proto`.
public enum RelationKind: UInt8, Hashable, Sendable, CaseIterable {
  /// A relation of the toolkit that has no shared name; see its attributes.
  case other = 1
  case labelledBy = 2
  case labelFor = 3
  case describedBy = 4
  case descriptionFor = 5
  case details = 6
  case detailsFor = 7
  case controls = 8
  case controlledBy = 9
  case memberOf = 10
  case flowsTo = 11
  case flowsFrom = 12
  case subwindowOf = 13
  case embeds = 14
  case embeddedBy = 15
  case popupFor = 16
  case parentWindowOf = 17
  case nodeChildOf = 18
  case nodeParentOf = 19
  case errorMessage = 20
  case errorFor = 21
  case tooltipFor = 22
  case activeDescendant = 23

  public var name: String {
    switch self {
    case .other: "other"
    case .labelledBy: "labelled-by"
    case .labelFor: "label-for"
    case .describedBy: "described-by"
    case .descriptionFor: "description-for"
    case .details: "details"
    case .detailsFor: "details-for"
    case .controls: "controls"
    case .controlledBy: "controlled-by"
    case .memberOf: "member-of"
    case .flowsTo: "flows-to"
    case .flowsFrom: "flows-from"
    case .subwindowOf: "subwindow-of"
    case .embeds: "embeds"
    case .embeddedBy: "embedded-by"
    case .popupFor: "popup-for"
    case .parentWindowOf: "parent-window-of"
    case .nodeChildOf: "node-child-of"
    case .nodeParentOf: "node-parent-of"
    case .errorMessage: "error-message"
    case .errorFor: "error-for"
    case .tooltipFor: "tooltip-for"
    case .activeDescendant: "active-descendant"
    }
  }
}

/// A reference from one element to others of the same application. Targets may lie outside of the mirrored
/// tree, and may be removed before the relation is.
public struct Relation: Hashable, Sendable {
  public var kind: RelationKind
  public var targets: [ElementID]

  public init(_ kind: RelationKind, _ targets: [ElementID]) {
    self.kind = kind
    self.targets = targets
  }
}

/// Whether changes inside an element are announced.
public enum LiveRegion: UInt8, Hashable, Sendable, CaseIterable {
  case off = 1
  /// Announced when no other speech is in progress.
  case polite = 2
  /// Announced immediately.
  case assertive = 3
}

/// A name and a value as the toolkit reported them.
public struct ToolkitAttribute: Hashable, Sendable {
  public var name: String
  public var value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension LiveRegion {
  /// The name that selectors and JSON use.
  public var name: String {
    switch self {
    case .off: "off"
    case .polite: "polite"
    case .assertive: "assertive"
    }
  }
}
