/// What a view hands down to all that is inside it.
struct Environment: Equatable {
  var isEnabled = true
  var buttonStyle: StyleBox?
  var toggleStyle: StyleBox?
  var choice: ChoiceBox?
  /// What closes the menu that the view stands in.
  var menu: MenuBox?
  /// What scrolls the view.
  var scroller: Scroller?

  static func == (left: Environment, right: Environment) -> Bool {
    left.isEnabled == right.isEnabled && left.buttonStyle === right.buttonStyle
      && left.toggleStyle === right.toggleStyle && left.choice === right.choice
      && left.menu === right.menu && left.scroller === right.scroller
  }
}

/// A style, by reference: two environments with the same one are the same.
class StyleBox {}

/// The choice that tagged views take part in.
final class ChoiceBox {
  var read: () -> AnyHashable? = { nil }
  var choose: (AnyHashable) -> Void = { _ in }
  var close: () -> Void = {}
}

/// A menu that is open; what is chosen in it closes it.
final class MenuBox {
  var close: () -> Void = {}
}
