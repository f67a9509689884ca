internal import AccessibilityTree

/// The options that were chosen last in combo boxes.
///
/// Of options in groups, Chromium goes on to report the one as selected with which the page began. So of those that
/// report it, only the one is that came to be selected last.
struct ChosenOptions {
  private var options: [ElementID: Option] = [:]

  private struct Option {
    weak var object: MirroredObject?
  }

  /// The number of combo boxes from which on those are forgotten that are gone.
  private static let pruneCount = 64

  mutating func record(_ option: MirroredObject, in box: MirroredObject) {
    if options.count >= Self.pruneCount {
      options = options.filter { $0.value.object.map { $0.stage == .shown } == true }
    }
    options[box.id] = Option(object: option)
  }

  /// Returns the option that was chosen last in a combo box, while it reports that it is selected.
  subscript(box: MirroredObject) -> MirroredObject? {
    guard let option = options[box.id]?.object, option.stage == .shown,
      option.facts.states.contains(.selected), option.comboBoxAround === box
    else { return nil }
    return option
  }
}

extension MirroredObject {
  /// Whether another option of the combo box was chosen after the object, which reports that it is selected.
  var isFormerOption: Bool {
    guard let box = comboBoxAround, let chosen = application.chosenOptions[box] else {
      return false
    }
    return chosen !== self
  }
}
