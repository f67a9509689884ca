internal import AccessibilityTree

/// The meaning of an AT-SPI event for the mirror.
enum AtspiEvent: Hashable, Sendable {
  /// A state was set or cleared, as `detail1` tells.
  case state(AtspiStates)
  case childrenAdded
  case childrenRemoved
  case name
  case description
  case helpText
  case value
  case role
  case parent
  case identifier
  /// Table caption, summary or headers, or the toolkit's attributes, changed.
  case attributes
  case textInserted
  case textDeleted
  case textAttributes
  case caret
  case textSelection
  case selection
  case bounds
  case visibleData
  case activeDescendant
  case rows
  case model
  case windowCreated
  case windowDestroyed
  case windowActivated
  case windowDeactivated
  case windowMinimised
  /// A window was maximised, or given back its place, so that it is not minimised any more.
  case windowRestored
  /// A window was moved or raised: its states and frame must be read again.
  case windowChanged
  case documentLoading
  case documentLoaded
  case documentChanged
  case focus
  case announcement
  /// The event affects nothing in the mirror.
  case ignored

  /// - Parameters:
  ///   - interface: the part of the signal's interface after `org.a11y.atspi.Event.`.
  ///   - member: the signal's member. Toolkits differ in its case.
  ///   - detail: the first argument, a string.
  init(interface: String, member: String, detail: String) {
    let member = member.lowercased()
    switch interface {
    case "Object": self = Self.object(member, detail: detail)
    case "Window": self = Self.window(member)
    case "Document": self = Self.document(member)
    case "Focus": self = .focus
    default: self = .ignored
    }
  }

  private static func object(_ member: String, detail: String) -> AtspiEvent {
    switch member {
    case "statechanged": return AtspiStates(eventName: detail).map { .state($0) } ?? .ignored
    case "childrenchanged":
      // "add/system", "remove" …
      if detail.hasPrefix("add") { return .childrenAdded }
      return detail.hasPrefix("remove") ? .childrenRemoved : .model
    case "propertychange": return property(detail)
    case "textchanged":
      if detail.hasPrefix("insert") { return .textInserted }
      return detail.hasPrefix("delete") ? .textDeleted : .model
    default: return objectMembers[member] ?? .ignored
    }
  }

  private static func property(_ detail: String) -> AtspiEvent {
    properties[detail] ?? (detail.hasPrefix("accessible-table") ? .attributes : .ignored)
  }

  private static func window(_ member: String) -> AtspiEvent {
    switch member {
    case "create": .windowCreated
    case "destroy", "close": .windowDestroyed
    case "activate": .windowActivated
    case "deactivate": .windowDeactivated
    case "minimize": .windowMinimised
    case "maximize", "restore": .windowRestored
    case "desktopcreate", "desktopdestroy": .ignored
    default: .windowChanged
    }
  }

  private static func document(_ member: String) -> AtspiEvent {
    switch member {
    case "reload": .documentLoading
    case "loadcomplete", "loadstopped": .documentLoaded
    default: .documentChanged
    }
  }

  /// Members of `org.a11y.atspi.Event.Object` that need no detail, in lower case.
  static let objectMembers: [String: AtspiEvent] = [
    "boundschanged": .bounds, "visibledatachanged": .visibleData,
    "activedescendantchanged": .activeDescendant, "selectionchanged": .selection,
    "textcaretmoved": .caret, "textselectionchanged": .textSelection,
    "textattributeschanged": .textAttributes, "textboundschanged": .bounds,
    "modelchanged": .model, "rowinserted": .rows, "rowdeleted": .rows, "rowreordered": .rows,
    "columninserted": .rows, "columndeleted": .rows, "columnreordered": .rows,
    "attributeschanged": .attributes, "linkselected": .ignored, "announcement": .announcement,
  ]

  /// Details of `PropertyChange` with the properties that they refer to.
  static let properties: [String: AtspiEvent] = [
    "accessible-name": .name, "accessible-description": .description,
    "accessible-help-text": .helpText, "accessible-value": .value, "accessible-role": .role,
    "accessible-parent": .parent, "accessible-id": .identifier,
  ]
}
