internal import AccessibilityTree

// What elements, roles and texts say, by which they have lines.

extension String {
  /// Whether the text is nothing but marks that stand between other texts.
  var isSeparator: Bool {
    utf8.count <= 16 && unicodeScalars.allSatisfy { Self.separators.contains($0) || $0 == " " }
  }

  private static let separators: Set<Unicode.Scalar> = [
    "|", "/", "\\", "·", "•", "»", "«", "›", "‹", "→", "←", "-", "–", "—", ",", ";", ".", ":", "…",
    "?", "!", "(", ")", "[", "]", "&", "©", "\u{A0}",
  ]
}

extension Element {
  /// The label or value, which ends in "…" where it is a part of the text.
  var shownText: String? {
    if let label { return label }
    // Objects in the text count, and are not in the value.
    guard isValueCut, let value, let length = text?.length,
      length > value.scalarCount + objectPlaces.count
    else { return self.value }
    return value + "…"
  }

  /// The text of a folded element that stands beside what is in it. Gecko names a cell by all of both.
  var foldedText: String? { hasLabel ? value : shownText }

  /// Whether a value is only the marks between what is in the element, such as the links of a menu.
  func isMarkedOff(by value: String) -> Bool {
    !children.isEmpty && !role.isControl && value.isSeparator
  }

  /// Whether the element has a number that says nothing: LibreOffice gives one to each item of its toolbars, and Java to whatever
  /// may be on, 0 until it is, which its states say as well.
  var hasIdleRange: Bool {
    switch role {
    case .button, .toggleButton, .popUpButton, .menuItem, .group, .generic, .separator: break
    case .menu, .tab, .checkBox, .radio: break
    default: return false
    }
    guard let range, range.minimum == 0, range.maximum == 1 else { return false }
    if role == .toggleButton || role == .menu { return true }
    return range.current == 0 || !states.isDisjoint(with: [.checked, .pressed, .selected])
  }

  /// Whether the element divides what is in it, of which at most one part is visible: GTK draws no divider then, and tells
  /// that it can be moved all the same.
  func dividesNothing(in tree: Tree) -> Bool {
    guard role == .splitter, !hasLabel, states.contains(.visible),
      (1...8).contains(children.count)
    else { return false }
    let visible = children.filter { id in
      tree.read(id) { $0.states.contains(.visible) } == true
    }
    return visible.count < 2
  }

  /// Whether the element is a tab without a name and a place, for which nothing is drawn: LibreOffice has one selected in the row
  /// of tabs that has not the page that is shown.
  var isUnseenTab: Bool {
    guard role == .tab, frame == nil, !hasLabel, value?.isBlank ?? true else { return false }
    return (hint?.isBlank ?? true) && parent != nil
  }

  /// Whether the element is the box of a cell that is not drawn and has no area, as a second one of GTK 3.
  var isUndrawnBox: Bool {
    role == .cell && !hasLabel && children.isEmpty && frame?.rect.isEmpty == true
      && states.contains(.checkable) && !states.contains(.showing)
  }

  /// Whether the element is a label that nothing is drawn for, as those in the buttons of Thunderbird, where a click does what
  /// one on the button does.
  var isUndrawnLabel: Bool {
    role == .label && !hasLabel && value?.isBlank ?? true && hint?.isBlank ?? true
      && frame?.rect.isEmpty ?? true && children.isEmpty && !states.contains(.focused)
  }

  /// Whether the element is an entry of a tree that has no name and that nobody reaches, around those that people see, as in
  /// Thunderbird.
  var isUnreachedRoot: Bool {
    role == .treeItem && !hasLabel && value?.isBlank ?? true && hint?.isBlank ?? true
      && !children.isEmpty
      && states.isDisjoint(with: [.focusable, .focused, .selected, .collapsed])
  }

  /// Whether the element is a part of the text in a field, whose line has it, as each word of a page in Java.
  func isPartOfField(in tree: Tree) -> Bool {
    guard role == .textField, let parent, actions.isEmpty,
      states.isDisjoint(with: [.focusable, .editable])
    else { return false }
    return tree.read(parent) { $0.role == .textField && !($0.value?.isBlank ?? true) } ?? false
  }

  /// Whether the element is an item of a menu with nothing in it that nobody can use, as the one of Thunar in which it shows that
  /// it is busy.
  var isIdleItem: Bool {
    role == .menuItem && hint?.isBlank != false
      && states.isDisjoint(with: [.enabled, .sensitive, .focused])
  }

  /// Whether the element has anything to say apart from what is in it.
  var says: Bool {
    if hasLabel { return true }
    if let value, !value.isBlank { return true }
    if range != nil && !hasIdleRange || placeholder != nil { return true }
    if states.contains(.modal) || states.contains(.invalid) || isTickedCell { return true }
    // Pages keep a live region that is empty until something happens.
    if liveRegion == .assertive, !children.isEmpty { return true }
    return actions.contains { $0.kind == .press || $0.kind == .custom || $0.kind == .setValue }
      && !traits.contains(.staticText)
  }

  /// Whether the element is a box to tick in a table, whether or not it can be pressed: only keys tick those of GTK 3.
  var isTickedCell: Bool { role == .cell && states.contains(.checkable) }

  /// Whether the value is more than the label, the mark of a list item, and marks between what is in the element. A price or a
  /// count is more.
  var hasTelltaleValue: Bool {
    guard let value, !value.isBlank, value != label else { return false }
    guard role == .listItem else { return !value.isSeparator }
    let rest = value.behindListMark
    // A longer one is no mark, and is not divided each time.
    return rest.utf8.count > 64
      || !rest.split(whereSeparator: \.isWhitespace).allSatisfy { String($0).isSeparator }
  }

  /// Whether the element says anything beside a label and a text.
  var saysMoreThanText: Bool {
    if range != nil || placeholder != nil || liveRegion == .assertive { return true }
    if !states.isDisjoint(with: [.modal, .invalid, .expanded, .collapsed, .selected]) {
      return true
    }
    return actions.contains { $0.kind == .press || $0.kind == .custom || $0.kind == .setValue }
  }

  /// Whether the element is an item that people reach by the keyboard, as the tiles of a GtkFlowBox of GTK 3 and the cells of a
  /// GtkGridView of GTK 4, which do not say that they can be selected.
  var isChosenByFocus: Bool {
    (role == .listItem || role == .cell) && states.contains(.focusable)
  }

  /// Whether nothing about the element itself is worth a line.
  ///
  /// - Parameters:
  ///   - said: The states that another line says.
  ///   - ignoresCustom: Whether actions of its own do not count.
  func isInert(besides said: States, ignoringCustom ignoresCustom: Bool = false) -> Bool {
    var telling: States = [
      .selected, .checkable, .checked, .mixed, .pressed, .expanded, .collapsed, .invalid, .required,
      .busy,
    ]
    telling.subtract(said)
    return states.isDisjoint(with: telling)
      && !actions.contains { $0.kind == .custom && !ignoresCustom || $0.kind == .setText }
  }

  /// Whether the element is a text of a page without a name that can be pressed, as one with a listener for clicks.
  var isPressedText: Bool {
    role.isFiller && !hasLabel && range == nil && !(value?.isBlank ?? true)
      && actions.contains { $0.kind == .press } && !states.contains(.editable)
  }

  /// Whether the element is a text without anything else to it.
  var isPlainText: Bool {
    switch role {
    case .text, .label, .caption, .paragraph: break
    case .section, .generic, .listItem, .cell, .definition, .term, .group, .region, .main, .article,
      .form, .banner, .contentInfo, .complementary, .header, .footer:
      // Its own text, where what is in it stands beside it.
      guard !hasLabel, !states.contains(.selectable) else { return false }
    default: return false
    }
    return !states.contains(.focused) && !isTickedCell && range == nil
      && (hasLabel || !(value?.isBlank ?? true))
      && !actions.contains { $0.kind == .press || $0.kind == .setText || $0.kind == .custom }
  }

  /// Whether the element is a cell with a text and nothing else, which Firefox has as its name.
  var isTextCell: Bool {
    role == .cell && isReading && children.isEmpty && hasLabel && (value == nil || value == label)
      && range == nil && placeholder == nil
  }

  /// Whether the element is a cell of a table for layout in Chromium, a section that it says it named by all that is in it.
  var isTableCellForLayout: Bool {
    role == .section && attributes.contains(ToolkitAttribute(name: "name-from", value: "contents"))
  }

  /// Whether the element is a cell of a spreadsheet, as LibreOffice has them, by its address.
  var isSheetCell: Bool {
    guard role == .cell, let label, actions.contains(where: { $0.kind == .setText }) else {
      return false
    }
    let digits = label.utf8.drop { (0x41...0x5A).contains($0) }
    return (1...3).contains(label.utf8.count - digits.count) && (1...7).contains(digits.count)
      && digits.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Whether the element is a paragraph that people can write in, as in LibreOffice Writer, and has no text yet.
  var isEmptyParagraph: Bool {
    role == .paragraph && !hasLabel && value?.isBlank ?? true && children.isEmpty
      && actions.contains { $0.kind == .setText }
  }

  /// Whether the element is a place for a text without one: such a paragraph, or a cell of a spreadsheet, of which there are
  /// hundreds on screen.
  var isBlankEntry: Bool {
    (isEmptyParagraph || isSheetCell && value?.isBlank ?? true && children.isEmpty)
      && states.isDisjoint(with: [.focused, .selected, .invalid])
  }

  /// Whether the element can be chosen among others. Gecko says so of each cell of an ARIA grid, also where nobody can
  /// reach or select it.
  var canBeChosen: Bool {
    guard states.contains(.selectable) else { return false }
    return role != .cell || states.contains(.focusable)
      || actions.contains { $0.kind == .select }
  }

  /// Whether the element is only read: what a tight budget leaves out first.
  var isReading: Bool {
    switch role {
    case .text, .label, .caption, .paragraph, .heading, .image, .icon, .figure, .note, .code,
      .blockQuote, .definition, .term, .time, .mark, .subscript, .superscript, .cell, .listItem:
      !states.contains(.focused) && !canBeChosen && !isChosenByFocus && !isTickedCell
        && !actions.contains { $0.kind == .press || $0.kind == .setText || $0.kind == .custom }
    default: false
    }
  }
}

extension Role {
  /// Whether elements of the role stand for what is in them when that is one thing.
  var isWrapper: Bool {
    switch self {
    case .cell, .listItem, .row, .rowHeader, .columnHeader, .definition, .term, .label: true
    default: false
    }
  }

  /// Whether elements of the role only group others, unless they have a name.
  var isFiller: Bool {
    switch self {
    case .generic, .group, .section, .unknown, .scrollArea, .embedded, .rowGroup, .paragraph, .text,
      .label, .caption, .list, .main, .region, .form, .article, .banner, .contentInfo,
      .complementary, .header, .footer, .tabPanel, .radioGroup, .descriptionList, .figure, .page,
      .separator, .image, .icon, .mark:
      true
    default: false
    }
  }

  /// Whether elements of the role without a name and content are decoration.
  var meansNothingEmpty: Bool {
    switch self {
    case .toolBar, .statusBar, .titleBar, .menuBar, .heading, .splitter, .animation, .canvas,
      .navigation, .search, .blockQuote, .code, .time, .tabList, .status, .alert, .log,
      .notification:
      true
    default: isFiller || isWrapper
    }
  }
}
