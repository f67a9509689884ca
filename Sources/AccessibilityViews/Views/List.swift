internal import AccessibilityTree

/// A scrolling column of rows. Rows outside of the visible area have elements, too (S6).
public struct List<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.renderScrolled(content, rowHeight: 44, role: .list)
  }
}

extension List {
  public init<Data: RandomAccessCollection, Row: View>(
    _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Data.Element: Identifiable, Content == ForEach<Data, Data.Element.ID, Row> {
    content = ForEach(data, content: rowContent)
  }

  public init<Data: RandomAccessCollection, ID: Hashable, Row: View>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ViewBuilder rowContent: @escaping (Data.Element) -> Row
  ) where Content == ForEach<Data, ID, Row> {
    content = ForEach(data, id: id, content: rowContent)
  }
}

/// A scrolling column of views.
public struct ScrollView<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.renderScrolled(content, rowHeight: 0, role: .scrollArea)
  }
}

/// A scrolling column of controls that belong together, such as settings.
public struct Form<Content: View>: BuiltInView {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public func render(in node: ViewNode) {
    node.renderScrolled(content, rowHeight: 44, role: .form)
  }
}

/// Rows of a list that belong together, with a heading.
public struct Section<Header: View, Content: View>: BuiltInView {
  let header: Header
  let content: Content

  public init(@ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header) {
    self.header = header()
    self.content = content()
  }

  public init(@ViewBuilder content: () -> Content) where Header == EmptyView {
    self.init(content: content) { EmptyView() }
  }

  public func render(in node: ViewNode) {
    node.renderChild(header.modifyFirstElement { $0.addTraits(.header) }, at: 0)
    node.renderChild(content, at: 1)
  }
}

extension Section where Header == Text {
  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(content: content) { Text(title) }
  }
}

extension ViewNode {
  /// Makes the view a container that scrolls by pages (A7) and can scroll its content into view.
  fileprivate func renderScrolled(_ content: some View, rowHeight: Double, role: Role) {
    let scroller = kept { Scroller(self) }
    lay(ScrollLayout(position: scroller.position, rowHeight: rowHeight))
    shape(.element(.container)) { content in
      content.element.role = role
      guard scroller.position.maximum > 0 else { return }
      content.offer(
        ActionHandler(Action(.scroll)) { command, _ in
          if case .scroll(let direction) = command { try scroller.scroll(direction) }
        })
    }
    var environment = environment
    environment.scroller = scroller
    renderChild(content, at: 0, environment: environment)
  }
}

extension Scroller {
  fileprivate func scroll(_ direction: ScrollDirection) throws(ActionRefusal) {
    let step: Double
    switch direction {
    case .down, .next: step = position.page
    case .up, .previous: step = -position.page
    case .left, .right:
      throw ActionRefusal(.unsupported, "it scrolls up and down only")
    }
    let old = position.offset
    guard scroll(to: old + step) != old else {
      throw ActionRefusal(
        .outOfRange, step > 0 ? "it is scrolled to its end" : "it is scrolled to its beginning")
    }
    ViewGraph.running?.host?.postPageScrolled(position.pageInWords)
  }
}
