internal import AccessibilityTree

/// The relation types of AT-SPI, as `GetRelationSet` numbers them.
enum AtspiRelation {
  /// Each relation type at its number, up to at-spi2-core 2.56. Types with `nil` have no meaning and are not
  /// mirrored.
  static let table: [(name: String, kind: RelationKind?)] = [
    ("null", nil),
    ("label-for", .labelFor),
    ("labelled-by", .labelledBy),
    ("controller-for", .controls),
    ("controlled-by", .controlledBy),
    ("member-of", .memberOf),
    ("tooltip-for", .tooltipFor),
    ("node-child-of", .nodeChildOf),
    ("node-parent-of", .nodeParentOf),
    ("extended", .other),
    ("flows-to", .flowsTo),
    ("flows-from", .flowsFrom),
    ("subwindow-of", .subwindowOf),
    ("embeds", .embeds),
    ("embedded-by", .embeddedBy),
    ("popup-for", .popupFor),
    ("parent-window-of", .parentWindowOf),
    ("description-for", .descriptionFor),
    ("described-by", .describedBy),
    ("details", .details),
    ("details-for", .detailsFor),
    ("error-message", .errorMessage),
    ("error-for", .errorFor),
  ]

  /// Returns the shared kind of a relation type: `other` for a type newer than the table, `nil` for one
  /// without a meaning.
  static func kind(_ number: UInt32) -> RelationKind? {
    guard number < UInt32(table.count) else { return .other }
    return table[Int(number)].kind
  }
}
