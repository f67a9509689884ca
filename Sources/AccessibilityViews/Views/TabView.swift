internal import AccessibilityTree

/// Pages of which one is shown, with a tab for each: views with `.tabItem`, or `Tab`s.
///
/// A page is created when it is first shown, and keeps its state while others are.
public struct TabView<Selection: Hashable, Content: View>: View {
  @State private var own: AnyHashable?
  let selection: Binding<Selection>?
  let content: () -> Content

  public init(selection: Binding<Selection>, @ViewBuilder content: @escaping () -> Content) {
    self.selection = selection
    self.content = content
  }

  public init(@ViewBuilder content: @escaping () -> Content) where Selection == Int {
    selection = nil
    self.content = content
  }

  public var body: some View {
    let selected = selection.map { selection in
      Binding<AnyHashable?> {
        AnyHashable(selection.wrappedValue)
      } set: { new in
        if let new = new?.base as? Selection { selection.wrappedValue = new }
      }
    }
    VStack(spacing: 0) {
      TabContent(isBar: false, selected: selected ?? $own, content: ZStack(content: content))
      TabContent(isBar: true, selected: selected ?? $own, content: HStack(content: content))
    }
  }
}

/// A page of a `TabView` with its tab.
public struct Tab<Content: View, Label: View>: BuiltInView {
  private let item: TabItem<Content, Label>

  public init(
    value: some Hashable, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
  ) {
    item = TabItem(tag: AnyHashable(value), content: content(), label: label())
  }

  public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
    item = TabItem(tag: nil, content: content(), label: label())
  }

  public func render(in node: ViewNode) {
    node.renderChild(item, at: 0)
  }
}

extension Tab where Label == AccessibilityViews.Label<Text, Image> {
  public init(
    _ title: some StringProtocol, systemImage: String, value: some Hashable,
    @ViewBuilder content: () -> Content
  ) {
    self.init(value: value, content: content) {
      AccessibilityViews.Label(title, systemImage: systemImage)
    }
  }

  public init(
    _ title: some StringProtocol, systemImage: String, @ViewBuilder content: () -> Content
  ) {
    self.init(content: content) { AccessibilityViews.Label(title, systemImage: systemImage) }
  }
}

extension View {
  /// Makes the view a page of a `TabView`, with its tab.
  public func tabItem<Label: View>(@ViewBuilder _ label: () -> Label) -> some View {
    TabItem(tag: (self as? any TaggedContent)?.tag, content: self, label: label())
  }
}

/// The pages of a `TabView`, or its tabs.
private struct TabContent<Content: View>: BuiltInView {
  let isBar: Bool
  let selected: Binding<AnyHashable?>
  let content: Content

  func render(in node: ViewNode) {
    let tabs = node.kept { TabBox(isBar: isBar) }
    tabs.selected = selected
    if isBar {
      node.shape(.element(.container)) { content in
        content.element.role = .tabList
        content.element.traits.insert(.tabBar)
      }
    }
    var environment = node.environment
    environment.tabs = tabs
    node.renderChild(content, at: 0, environment: environment)
  }
}

private struct TabItem<Content: View, Label: View>: BuiltInView {
  let tag: AnyHashable?
  let content: Content
  let label: Label

  private final class Place {
    let number: Int
    var wasShown = false

    init(_ number: Int) {
      self.number = number
    }
  }

  func render(in node: ViewNode) {
    guard let tabs = node.environment.tabs else { return node.renderChild(content, at: 0) }
    let place = node.kept { Place(tabs.next()) }
    let key = tag ?? node.environment.tabTag?.value ?? AnyHashable(place.number)
    let selected = tabs.selected.wrappedValue
    let isSelected = selected.map { $0 == key } ?? (place.number == 0)
    var environment = node.environment
    (environment.tabs, environment.tabTag) = (nil, nil)
    if tabs.isBar {
      describeTab(node, isSelected) { tabs.selected.wrappedValue = key }
      node.renderChild(label, at: 0, environment: environment)
    } else {
      place.wasShown = place.wasShown || isSelected
      guard place.wasShown else { return }
      node.shape(isSelected ? .element(.container) : .hidden) { $0.element.role = .tabPanel }
      node.renderChild(content, at: 0, environment: environment)
    }
  }

  private func describeTab(
    _ node: ViewNode, _ isSelected: Bool, _ select: @escaping () -> Void
  ) {
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 60, height: 44)))
    node.describeControl(.tab, isSelected ? .selected : []) { content in
      content.element.states.formUnion(isSelected ? [.selectable, .selected] : .selectable)
      content.offer(ActionHandler(.press, select))
      content.offer(ActionHandler(.select, select))
    }
  }
}
