package import AccessibilityTree
internal import SafeText

/// The names in the selector language, and suggestions for unknown names.
enum SelectorVocabulary {
  enum Attribute {
    case text(TextAttribute)
    case number(NumberAttribute)
    /// Text for text operators, a number for `<`, `<=`, `>` and `>=`.
    case both(TextAttribute, NumberAttribute)
  }

  static let attributes: [(name: String, attribute: Attribute)] = [
    ("label", .text(.label)),
    ("value", .both(.value, .value)),
    ("name", .text(.name)),
    ("hint", .text(.hint)),
    ("description", .text(.hint)),
    ("identifier", .text(.identifier)),
    ("placeholder", .text(.placeholder)),
    ("input-label", .text(.inputLabel)),
    ("role", .text(.role)),
    ("role-name", .text(.nativeRole)),
    ("state", .text(.state)),
    ("trait", .text(.trait)),
    ("action", .text(.action)),
    ("relation", .text(.relation)),
    ("live", .text(.live)),
    ("application", .text(.application)),
    ("toolkit", .text(.toolkit)),
    ("toolkit-version", .text(.toolkitVersion)),
    ("source", .text(.source)),
    ("health", .text(.health)),
    ("pid", .number(.processID)),
    ("level", .number(.level)),
    ("position", .number(.position)),
    ("set-size", .number(.setSize)),
    ("x", .number(.x)),
    ("y", .number(.y)),
    ("width", .number(.width)),
    ("height", .number(.height)),
    ("min", .number(.minimum)),
    ("max", .number(.maximum)),
    ("current", .number(.current)),
    ("step", .number(.step)),
    ("children", .number(.childCount)),
    ("text-length", .number(.textLength)),
  ]

  static let attributesByName = Dictionary(
    uniqueKeysWithValues: attributes.map { ($0.name, $0.attribute) })

  /// Pseudo-classes without an argument, apart from `PseudoClass`, states and traits.
  static let plainPseudoClasses = [
    "root", "empty", "focus-within", "first", "last", "first-child", "last-child", "only-child",
  ]

  static let functions = [
    "not", "is", "has", "within", "nth", "nth-child", "labelled-by", "action", "text", "with",
  ]

  static let pseudoClasses: [String] =
    PseudoClass.allCases.map(\.rawValue) + plainPseudoClasses + functions
    + States.named.map(\.name) + Traits.named.map(\.name)

  /// Common names from other languages and toolkits, with their equivalents here.
  private static let synonyms: [String: String] = [
    "textfield": "textbox", "text-field": "textbox", "entry": "textbox", "input": "textbox",
    "edit": "textbox", "textarea": "textbox", "push-button": "button", "btn": "button",
    "check-box": "checkbox", "radio-button": "radio", "radiobutton": "radio",
    "combo-box": "combobox", "dropdown": "combobox", "select": "combobox", "img": "image",
    "picture": "image", "a": "link", "hyperlink": "link", "frame": "window", "app": "application",
    "list-item": "listitem", "li": "listitem", "menu-item": "menuitem", "menu-bar": "menubar",
    "tool-bar": "toolbar", "tool-tip": "tooltip", "status-bar": "statusbar", "static": "text",
    "statictext": "text", "span": "text", "div": "generic", "panel": "group", "filler": "generic",
    "scroll-pane": "scroll-area", "progress-bar": "progressbar", "scroll-bar": "scrollbar",
    "spin-button": "spinbutton", "table-row": "row", "table-cell": "cell", "tree-item": "treeitem",
    "toggle": "toggle-button", "page-tab": "tab", "modal": "dialog", "h1": "heading",
    "h2": "heading", "h3": "heading", "h4": "heading", "h5": "heading", "h6": "heading",
    "tr": "row", "td": "cell", "th": "columnheader", "ul": "list", "ol": "list", "p": "paragraph",
    "nav": "navigation", "iframe": "document", "body": "document", "html": "document",
    "fieldset": "group", "hr": "separator", "summary": "button",
    "title": "label", "text": "label", "id": "identifier", "automation-id": "identifier",
    "class": "role-name", "app-name": "application", "process-id": "pid", "minimum": "min",
    "maximum": "max", "tooltip": "hint", "help": "hint", "nth-of-type": "nth",
    "nth-match": "nth", "contains": "text", "has-text": "text", "inside": "within",
    "matches": "is", "where": "is", "clickable": "actionable", "hidden": "offscreen",
    "labeled-by": "labelled-by", "focus": "focused", "readonly": "read-only", "on": "checked",
    "off": "unchecked", "current-value": "current", "native-role": "role-name",
  ]

  /// Returns the known name that was probably meant; `nil` when none is similar.
  static func suggestion(for name: String, among known: [String]) -> String? {
    let name = name.lowercased()
    if known.contains(name) { return name }
    if let synonym = synonyms[name], known.contains(synonym) { return synonym }
    return closest(to: name, among: known)
  }
}

extension Role {
  /// The name of the role that was probably meant by a name that is none; `nil` when none is similar.
  package static func name(meantBy name: String) -> String? {
    let name = name.lowercased()
    if Role(name: name) == nil {
      if let role = ariaNames[name] { return role.name }
      // Elements that have no role at all.
      if name == "none" || name == "presentation" { return Role.generic.name }
    }
    return SelectorVocabulary.suggestion(for: name, among: allCases.map(\.name))
  }
}
