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
  /// The tabs of the enclosing `TabView`, and the tag that the view has there.
  var tabs: TabBox?
  var tabTag: TabTag?
  /// The rotor whose entries the views are.
  var rotor: Rotor?
  /// Whether the scene has a window from the start.
  var isFirstScene = true

  var isEnabled: Bool {
    get { values.isEnabled }
    set { values.isEnabled = newValue }
  }

  static func == (left: NodeEnvironment, right: NodeEnvironment) -> Bool {
    left.choice === right.choice && left.menu === right.menu && left.scroller === right.scroller
      && left.tabs === right.tabs && left.tabTag?.value == right.tabTag?.value
      && left.rotor === right.rotor
      && left.isFirstScene == right.isFirstScene
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

/// The tag of a view in a `TabView`.
final class TabTag {
  let value: AnyHashable

  init(_ value: AnyHashable) {
    self.value = value
  }
}

/// The tabs of a `TabView`, or its pages.
final class TabBox {
  let isBar: Bool
  var selected = Binding<AnyHashable?>.constant(nil)
  private var count = 0

  init(isBar: Bool) {
    self.isBar = isBar
  }

  /// The number of the next tab, from 0.
  func next() -> Int {
    defer { count += 1 }
    return count
  }
}

/// An open menu, which closes when an entry is chosen.
final class MenuBox {
  var close: () -> Void = {}
}
