/// Closes the sheet, dialog or window that contains the view: `@Environment(\.dismiss)`. Elsewhere it does nothing.
public struct DismissAction: Equatable {
  private let box: DismissBox

  init(_ box: DismissBox) {
    self.box = box
  }

  public func callAsFunction() { box.dismiss() }

  public static func == (left: DismissAction, right: DismissAction) -> Bool {
    left.box === right.box
  }
}

/// What dismissing does at present.
final class DismissBox {
  var dismiss: () -> Void = {}
}

extension EnvironmentValues {
  public internal(set) var dismiss: DismissAction {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }
}

private struct DismissKey: EnvironmentKey {
  static var defaultValue: DismissAction { DismissAction(DismissBox()) }
}
