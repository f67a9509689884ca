internal import AccessibilityTree

/// A choice of one value out of several, shown as a pop-up button whose value is the chosen one.
///
/// Pressing it opens a menu of the choices. Pressing a choice selects it and closes the menu; the action
/// `select` leaves the menu open.
public struct Picker<Label: View, Value: Hashable, Choices: View>: View {
  @State private var isOpen = false
  let selection: Binding<Value>
  let label: Label
  let choices: Choices

  public init(
    selection: Binding<Value>, @ViewBuilder content: () -> Choices, @ViewBuilder label: () -> Label
  ) {
    self.selection = selection
    self.label = label()
    choices = content()
  }

  public var body: some View {
    VStack(alignment: .leading, spacing: 0) {
      PickerButton(selection: selection, isOpen: $isOpen, label: label, choices: choices)
      if isOpen { PickerMenu(selection: selection, isOpen: $isOpen, choices: choices) }
    }
  }
}

extension Picker where Label == Text {
  public init(
    _ title: some StringProtocol, selection: Binding<Value>, @ViewBuilder content: () -> Choices
  ) {
    self.init(selection: selection, content: content) { Text(title) }
  }
}

private struct PickerButton<Label: View, Value: Hashable, Choices: View>: BuiltInView {
  let selection: Binding<Value>
  let isOpen: Binding<Bool>
  let label: Label
  let choices: Choices

  func render(in node: ViewNode) {
    let isOpen = isOpen
    let isExpanded = isOpen.wrappedValue
    node.lay(PaddingLayout(length: 8, minimum: Size(width: 100, height: 44), growsWidth: true))
    node.describeControl(.popUpButton, .button) { [unowned node] content in
      content.element.states.formUnion([.hasPopup, .expandable])
      content.element.states.insert(isExpanded ? .expanded : .collapsed)
      content.element.value =
        node.sideContents.first { $0.element.states.contains(.checked) }?
        .element.label
      content.offer(ActionHandler(.press) { isOpen.wrappedValue.toggle() })
    }
    let choice = node.kept { ChoiceBox() }
    choice.read = { [selection] in selection.wrappedValue }
    var environment = node.environment
    environment.choice = choice
    node.renderChild(label, at: 0)
    node.renderChild(SideContent(content: choices), at: 1, environment: environment)
  }
}

private struct PickerMenu<Value: Hashable, Choices: View>: BuiltInView {
  let selection: Binding<Value>
  let isOpen: Binding<Bool>
  let choices: Choices

  func render(in node: ViewNode) {
    let (selection, isOpen) = (selection, isOpen)
    node.lay(StackLayout(axis: .vertical, spacing: 0, alignment: 0))
    node.shape(.element(.container)) { content in
      content.element.role = .menu
      content.offer(ActionHandler(.escape) { isOpen.wrappedValue = false })
    }
    let choice = node.kept { ChoiceBox() }
    choice.read = { selection.wrappedValue }
    choice.choose = { value in
      guard let value = value.base as? Value else { return }
      selection.wrappedValue = value
    }
    choice.close = { isOpen.wrappedValue = false }
    var environment = node.environment
    environment.choice = choice
    node.renderChild(choices, at: 0, environment: environment)
  }
}

/// A view that represents one value of a choice.
private struct TaggedView<Content: View>: BuiltInView, TaggedContent {
  let tag: AnyHashable
  let content: Content

  func render(in node: ViewNode) {
    if let choice = node.environment.choice {
      let isChosen = choice.read() == tag
      node.shape(.modify(creates: false, groups: true)) { [tag] content in
        content.element.role = .menuItemRadio
        content.element.traits.insert(.button)
        content.element.states.formUnion([.checkable, .selectable])
        if isChosen {
          content.element.states.formUnion([.checked, .selected])
          content.element.traits.insert(.selected)
        }
        content.offer(
          ActionHandler(.press) {
            choice.choose(tag)
            choice.close()
          })
        content.offer(ActionHandler(.select) { choice.choose(tag) })
      }
    }
    var environment = node.environment
    if environment.tabs != nil { environment.tabTag = TabTag(tag) }
    node.renderChild(content, at: 0, environment: environment)
  }
}

/// A view with a tag.
protocol TaggedContent {
  var tag: AnyHashable { get }
}

extension View {
  /// Sets the value of a picker or tab view that the view represents.
  public func tag(_ tag: some Hashable) -> some View {
    TaggedView(tag: AnyHashable(tag), content: self)
  }
}
