/// The values that a view passes down to all views inside it.
struct Environment: Equatable {
  var isEnabled = true
  var buttonStyle: StyleBox?
  var toggleStyle: StyleBox?
  var choice: ChoiceBox?
  /// Closes the menu that contains the view.
  var menu: MenuBox?
  /// The enclosing scrolling view.
  var scroller: Scroller?

  static func == (left: Environment, right: Environment) -> Bool {
    left.isEnabled == right.isEnabled && left.buttonStyle === right.buttonStyle
      && left.toggleStyle === right.toggleStyle && left.choice === right.choice
      && left.menu === right.menu && left.scroller === right.scroller
  }
}

/// A style, compared by identity.
class StyleBox {}

/// The picker choice that tagged views belong to.
final class ChoiceBox {
  var read: () -> AnyHashable? = { nil }
  var choose: (AnyHashable) -> Void = { _ in }
  var close: () -> Void = {}
}

/// An open menu, which closes when an entry is chosen.
final class MenuBox {
  var close: () -> Void = {}
}
