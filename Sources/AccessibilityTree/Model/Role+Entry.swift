extension Role {
  /// Whether people type into it.
  var isTextEntry: Bool {
    switch self {
    case .textField, .searchField, .passwordField, .spinButton, .dateField, .editor, .comboBox:
      true
    default: false
    }
  }
}
