internal import AccessibilityTree

/// A container with a role, and a way out where there is one.
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
  /// Lays another screen upon this one while `isPresented` is true. It takes the focus; escape ends
  /// it, and the focus goes back to where it was (N5).
  public func sheet<Sheet: View>(
    _ title: String? = nil, isPresented: Binding<Bool>,
    @ViewBuilder content: @escaping () -> Sheet
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .dialog, label: title, content: self, sheet: content)
  }

  /// Lays a screen about something upon this one while there is something.
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

  /// Asks for an answer while `isPresented` is true. Escape ends it.
  public func alert<Actions: View>(
    _ title: String, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .alertDialog, label: title, content: self, sheet: actions)
  }

  /// Puts a heading above the view.
  public func navigationTitle(_ title: some StringProtocol) -> some View {
    let title = String(title)
    return VStack {
      Text(title).accessibilityAddTraits(.isHeader)
      self
    }
  }

  /// Puts a bar of controls above the view.
  public func toolbar<Bar: View>(@ViewBuilder content: () -> Bar) -> some View {
    VStack {
      ContainerView(role: .toolBar, content: HStack(content: content))
      self
    }
  }
}

/// Views that lead to each other; here, its content.
public struct NavigationStack<Content: View>: View {
  let content: Content

  public init(@ViewBuilder content: () -> Content) {
    self.content = content()
  }

  public var body: some View { content }
}
