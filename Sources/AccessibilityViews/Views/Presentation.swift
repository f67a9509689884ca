internal import AccessibilityTree

/// A container with a role, which can be dismissed by escape if `dismiss` is set.
struct ContainerView<Content: View>: BuiltInView {
  let role: Role
  var traits: Traits = []
  var label: String?
  var dismiss: (() -> Void)?
  let content: Content

  func render(in node: ViewNode) {
    node.lay(PaddingLayout(length: 8))
    node.shape(.element(.container)) { [role, traits, label, dismiss] content in
      content.element.role = role
      content.element.traits.formUnion(traits)
      content.element.label = label
      if traits.contains(.modal) { content.element.states.formUnion([.modal, .active]) }
      if let dismiss { content.offer(ActionHandler(.escape, dismiss)) }
    }
    node.renderChild(VStack { content }, at: 0)
  }
}

private struct SheetModifier<Content: View, Sheet: View>: View {
  let isPresented: Binding<Bool>
  let role: Role
  let label: String?
  let content: Content
  let sheet: () -> Sheet

  var body: some View {
    content.overlay {
      if isPresented.wrappedValue {
        ContainerView(
          role: role, traits: .modal, label: label, dismiss: { isPresented.wrappedValue = false },
          content: sheet())
      }
    }
  }
}

extension View {
  /// Presents another screen on top of this one while `isPresented` is true. It takes the focus. Escape
  /// dismisses it, and the focus returns to where it was (N5).
  public func sheet<Sheet: View>(
    _ title: String? = nil, isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Sheet
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .dialog, label: title, content: self, sheet: content)
  }

  /// Presents a screen for an item while the item is not `nil`.
  public func sheet<Item, Sheet: View>(
    _ title: String? = nil, item: Binding<Item?>, @ViewBuilder content: @escaping (Item) -> Sheet
  ) -> some View {
    let isPresented = Binding {
      item.wrappedValue != nil
    } set: {
      if !$0 { item.wrappedValue = nil }
    }
    return sheet(title, isPresented: isPresented) { item.wrappedValue.map(content) }
  }

  /// Presents an alert with a choice of actions while `isPresented` is true. Escape dismisses it.
  public func alert<Actions: View>(
    _ title: String, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .alertDialog, label: title, content: self, sheet: actions)
  }

  /// Adds a heading above the view.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    let title = String(title)
    return VStack {
      Text(title).accessibilityAddTraits(.isHeader)
      self
    }
  }

  /// Adds a bar of controls above the view.
  public func toolbar<Bar: View>(@ViewBuilder content: () -> Bar) -> some View {
    VStack {
      ContainerView(role: .toolBar, content: HStack(content: content))
      self
    }
  }
}

/// A container for navigation; here it only shows its content.
public struct NavigationStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}
