internal import AccessibilityTree

extension Publisher {
  /// Records that an option of a combo box came to be selected, or is not any more.
  func recordChoice(of object: MirroredObject, before old: AtspiStates) {
    let isSelected = object.facts.states.contains(.selected)
    guard object.stage == .shown, isSelected != old.contains(.selected),
      let box = object.comboBoxAround
    else { return }
    if isSelected { application.chosenOptions.record(object, in: box) }
    for option in box.options where option !== object && option.facts.states.contains(.selected) {
      touch(option, .all)
    }
  }
}
