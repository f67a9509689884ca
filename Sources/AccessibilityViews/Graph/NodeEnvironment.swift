/// The values that a view passes down to all views inside it.
struct NodeEnvironment: Equatable {
  /// The values that views read by `@Environment`.
  var values = EnvironmentValues()
  /// The styles, by the type of their configuration.
  var styles: [ObjectIdentifier: StyleBox] = [:]
  var choice: ChoiceBox?
  /// Closes the menu that contains the view.
  var menu: MenuBox?
  /// The enclosing scrolling view.
  var scroller: Scroller?

  var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  static func == (left: NodeEnvironment, right: NodeEnvironment) -> Bool {
    left.choice === right.choice && left.menu === right.menu && left.scroller === right.scroller
      && left.styles == right.styles && left.values.isSame(as: right.values)
  }
}

/// A style, compared by identity.
class StyleBox: Equatable {
  static func == (left: StyleBox, right: StyleBox) -> Bool { left === right }
}

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
