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
    var environment = node.environment
    if let dismiss {
      let box = node.kept { DismissBox() }
      box.dismiss = dismiss
      environment.values.dismiss = DismissAction(box)
    }
    node.renderChild(VStack { content }, at: 0, environment: environment)
  }
}

private struct SheetModifier<Content: View, Sheet: View>: View {
  let isPresented: Binding<Bool>
  let role: Role
  let label: String?
  var onDismiss: (() -> Void)?
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
    .onChange(of: isPresented.wrappedValue) { _, isPresented in
      if !isPresented { onDismiss?() }
    }
  }
}

extension View {
  /// Presents another screen on top of this one while `isPresented` is true. It takes the focus. Escape
  /// dismisses it, and the focus returns to where it was (N5).
  public func sheet<Sheet: View>(
    _ title: String? = nil, isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Sheet
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .dialog, label: title, onDismiss: onDismiss, content: self,
      sheet: content)
  }

  /// Presents a screen for an item while the item is not `nil`.
  public func sheet<Item, Sheet: View>(
    _ title: String? = nil, item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping (Item) -> Sheet
  ) -> some View {
    let isPresented = Binding {
      item.wrappedValue != nil
    } set: {
      if !$0 { item.wrappedValue = nil }
    }
    return sheet(title, isPresented: isPresented, onDismiss: onDismiss) {
      item.wrappedValue.map(content)
    }
  }

  /// The same as a sheet.
  public func fullScreenCover<Cover: View>(
    isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
    @ViewBuilder content: @escaping () -> Cover
  ) -> some View {
    sheet(isPresented: isPresented, onDismiss: onDismiss, content: content)
  }

  /// Presents an alert with a choice of actions while `isPresented` is true. Escape dismisses it.
  public func alert<Actions: View>(
    _ title: String, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .alertDialog, label: title, content: self, sheet: actions)
  }

  /// Presents an alert with a message and a choice of actions while `isPresented` is true.
  public func alert<Actions: View, Message: View>(
    _ title: String, isPresented: Binding<Bool>, @ViewBuilder actions: @escaping () -> Actions,
    @ViewBuilder message: @escaping () -> Message
  ) -> some View {
    alert(title, isPresented: isPresented) {
      message()
      actions()
    }
  }

  /// Presents a dialog with a choice of actions while `isPresented` is true. Escape dismisses it.
  public func confirmationDialog<Actions: View>(
    _ title: String, isPresented: Binding<Bool>,
    @ViewBuilder actions: @escaping () -> Actions
  ) -> some View {
    SheetModifier(
      isPresented: isPresented, role: .dialog, label: title, content: self, sheet: actions)
  }
}
