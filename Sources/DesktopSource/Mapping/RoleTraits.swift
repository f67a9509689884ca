internal import AccessibilityTree

extension Role {
  /// The traits of every element of the role, whatever its states.
  var traits: Traits {
    switch self {
    case .button, .popUpButton: .button
    case .toggleButton: [.button, .toggle]
    case .checkBox, .switch, .menuItemCheckBox: .toggle
    case .link: .link
    case .heading, .columnHeader, .rowHeader: .header
    case .image, .icon, .figure, .chart: .image
    case .animation: [.image, .updatesFrequently]
    case .text, .label, .caption, .term, .subscript, .superscript, .listMarker, .time, .code:
      .staticText
    case .slider, .spinButton, .dial, .scrollBar: .adjustable
    case .searchField: .searchField
    case .key: .keyboardKey
    case .tabList: .tabBar
    case .progressBar, .timer, .marquee: .updatesFrequently
    case .audio, .video: .startsMediaSession
    default: []
    }
  }

  /// Whether people do something to elements of the role. Only these can be said to be disabled.
  var isControl: Bool {
    switch self {
    case .button, .toggleButton, .popUpButton, .checkBox, .switch, .radio, .comboBox, .textField,
      .searchField, .passwordField, .spinButton, .dateField, .slider, .dial, .scrollBar, .option,
      .menuItem, .menuItemCheckBox, .menuItemRadio, .tab, .treeItem, .link, .splitter, .menu, .key,
      .editor, .colorChooser, .calendar, .listBox, .listItem, .cell, .columnHeader, .rowHeader,
      .terminal, .radioGroup, .tabList, .grid, .tree, .treeGrid:
      true
    default: false
    }
  }

  /// Whether the element is on or off.
  var isCheckable: Bool {
    switch self {
    case .checkBox, .switch, .radio, .menuItemCheckBox, .menuItemRadio, .toggleButton: true
    default: false
    }
  }

  /// Whether the element holds text that people type.
  var holdsTypedText: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .spinButton, .dateField, .editor, .terminal: true
    default: false
    }
  }
}
