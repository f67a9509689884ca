internal import AccessibilityTree

/// Combo boxes and their options, which are in the box or in a list in it, there in groups or not.
extension MirroredObject {
  /// The combo box of which the object may be an option, or a list or group of options.
  var comboBoxAround: MirroredObject? {
    guard let parent else { return nil }
    if parent.isComboBox { return parent }
    let list = parent.isContainer ? parent.parent : parent
    return list.flatMap { $0.isComboBox ? $0 : $0.parent.flatMap { $0.isComboBox ? $0 : nil } }
  }

  /// The name of the option that is selected in a combo box, or what it says to be its choice.
  var selectedOption: String? {
    for option in options
    where option.facts.states.contains(.selected) && !option.facts.name.isEmpty
      && option.isSelectedAsChoice && !option.isFormerOption
    {
      return NameMapping.label(option.facts, role: .option)
    }
    // That a menu in its list is selected says that one of the items in that is.
    let isMenu = options.contains { $0.facts.name == choice && $0.isMenuOfOptions }
    return isMenu ? nil : choice
  }

  /// Whether the object is an option that says that it is selected where it is chosen. Of a menu item, that is the highlight in
  /// most toolkits.
  private var isSelectedAsChoice: Bool {
    switch ElementMapping.role(facts) {
    case .option: true
    case .menuItem: peer.dialect.selectsChosenMenuItem
    default: false
    }
  }

  /// What may be an option of a combo box: what is in it and in lists directly in it.
  var options: some Sequence<MirroredObject> {
    children.lazy.flatMap { [$0] + Array($0.items) }
  }

  /// The children of a list, each group of them followed by what is in it: the options of a page may be in groups
  /// (`<optgroup>`).
  var items: some Sequence<MirroredObject> {
    children.lazy.flatMap { $0.isContainer ? [$0] + $0.children : [$0] }
  }

  /// The combo box that this object is on screen for: LibreOffice has a text and a button beside each box, in one container, and
  /// the box, which has the label, is hidden.
  var comboBoxBehind: MirroredObject? {
    // Of all that is composed, few are asked for more than their role.
    guard isTextEntry || facts.hasRole(.toggleButton),
      isShowing, let parent, parent.children.count <= 4,
      let box = parent.children.first(where: \.isComboBox), box !== self,
      box.facts.states.isDisjoint(with: [.visible, .showing])
    else { return nil }
    return box
  }

  /// The labels of what is one thing with the object for people, where it has none of its own: of the combo box that it is on
  /// screen for, of the one whose field it is, and of the field in it.
  var sharedLabels: [ObjectRelation] {
    if !labels.isEmpty { return [] }
    let other = comboBoxBehind ?? boxOfField ?? fieldOfBox
    return other?.relations.filter { $0.kind == .labelledBy } ?? []
  }

  /// What may have the labels of the object.
  var labelSharers: [MirroredObject] { standIns + [boxOfField, fieldOfBox].compactMap(\.self) }

  /// The field of a combo box that takes any text.
  private var fieldOfBox: MirroredObject? {
    guard isComboBox, (1...4).contains(children.count) else { return nil }
    let fields = children.filter(\.isTextEntry)
    return fields.count == 1 ? fields[0] : nil
  }

  /// The combo box whose field the object is.
  private var boxOfField: MirroredObject? {
    guard isTextEntry, let parent, parent.fieldOfBox === self else { return nil }
    return parent
  }

  /// What is on screen for a combo box that is hidden.
  private var standIns: [MirroredObject] {
    guard isComboBox, let parent else { return [] }
    return parent.children.prefix(4).filter { $0.comboBoxBehind === self }
  }

  private var isTextEntry: Bool {
    AtspiRole.entry(facts.role)?.role.holdsTypedText == true && facts.states.contains(.editable)
  }

  private var isComboBox: Bool { facts.isComboBox }

  private var isMenuOfOptions: Bool {
    !children.isEmpty && facts.hasRole(.menu)
  }
}

extension AtspiFacts {
  var isComboBox: Bool { hasRole(.comboBox) }
}
