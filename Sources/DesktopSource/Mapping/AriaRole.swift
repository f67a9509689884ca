internal import AccessibilityTree

/// The role that web content reports in attributes, beside the AT-SPI role: `xml-roles`, `tag`,
/// `text-input-type`.
enum AriaRole {
  /// Returns the role of an element, refined where its attributes are more precise than its AT-SPI role.
  static func refine(_ native: Role, attributes: AtspiAttributes) -> Role {
    if attributes.isEmpty { return native }
    if let roles = attributes["xml-roles"] {
      for token in roles.split(separator: " ") {
        guard let role = role(String(token)), isBetter(role, than: native) else { continue }
        return role
      }
    }
    if native == .textField, attributes["text-input-type"] == "search" { return .searchField }
    // Gecko calls the field of a date a date editor, and that of a time a panel.
    if native == .generic || native == .group, attributes["text-input-type"] == "time" {
      return .dateField
    }
    if let tag = attributes["tag"], let role = byTag[tag.lowercased()], isBetter(role, than: native)
    {
      return role
    }
    return native
  }

  /// Returns the role for an ARIA name; `nil` for a name without one.
  static func role(_ name: String) -> Role? {
    if let role = Role.ariaNames[name] { return role }
    return Role(name: name)
  }

  /// Whether a role from the attributes is more precise than the native one.
  private static func isBetter(_ role: Role, than native: Role) -> Bool {
    switch native {
    case .generic, .section, .unknown, .region, .text, .group, .label, .paragraph, .embedded:
      return role != .generic
    default: return refinements[native]?.contains(role) ?? false
    }
  }

  /// The more precise roles that may replace a role which has a meaning of its own.
  static let refinements: [Role: Set<Role>] = [
    .toggleButton: [.switch], .checkBox: [.switch], .button: [.switch, .popUpButton],
    .alert: [.alertDialog], .notification: [.alert], .dialog: [.alertDialog],
    .textField: [.searchField, .comboBox],
    .list: [.listBox, .tree, .menu, .descriptionList], .table: [.grid, .treeGrid],
    .listItem: [.option, .treeItem, .menuItem], .menuItem: [.option],
    .levelBar: [.meter], .image: [.figure, .math], .document: [.article], .definition: [.term],
    .statusBar: [.status, .log, .timer, .alert], .separator: [.splitter],
    .footer: [.contentInfo], .header: [.banner], .form: [.search],
  ]

  static let byTag: [String: Role] = [
    "code": .code, "pre": .code, "kbd": .code, "samp": .code, "time": .time, "figure": .figure,
    "figcaption": .caption, "meter": .meter, "::marker": .listMarker, "option": .option,
    "blockquote": .blockQuote, "address": .group, "fieldset": .group, "details": .group,
    "dl": .descriptionList, "dt": .term, "dd": .definition, "mark": .mark, "del": .deletion,
    "ins": .insertion, "sub": .subscript, "sup": .superscript, "ruby": .rubyAnnotation,
    "rt": .rubyAnnotation, "canvas": .canvas, "map": .map, "search": .search,
    "thead": .rowGroup, "tbody": .rowGroup, "tfoot": .rowGroup,
  ]
}
