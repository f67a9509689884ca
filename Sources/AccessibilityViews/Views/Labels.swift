internal import AccessibilityTree

/// A title with an icon. Only the title is an element, however the style draws the label.
public struct Label<Title: View, Icon: View>: BuiltInView {
  let title: Title
  let icon: Icon

  public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
    self.title = title()
    self.icon = icon()
  }

  public func render(in node: ViewNode) {
    if let style = node.environment.style(of: LabelStyleConfiguration.self) {
      node.describeLabel()
      let configuration = LabelStyleConfiguration(title: AnyView(title), icon: AnyView(icon))
      style.show(configuration, in: node)
      node.renderChild(StyledLabel(content: configuration.title), at: 1)
    } else {
      node.renderChild(PlainLabel(title: title, icon: icon), at: 0)
    }
  }
}

/// A label without a style.
private struct PlainLabel<Title: View, Icon: View>: View {
  let title: Title
  let icon: Icon

  var body: some View {
    HStack {
      icon.accessibilityHidden(true)
      title
    }
  }
}

extension ViewNode {
  /// Makes the view a text that is named by its label, whatever it shows.
  fileprivate func describeLabel() {
    shape(.element(.absorbing)) { [unowned self] content in
      content.element.role = .text
      content.element.traits.insert(.staticText)
      content.takeLabel(of: labelParts)
    }
  }
}

extension Label where Title == Text, Icon == Image {
  public init(_ title: some StringProtocol, image name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(name)
    }
  }

  public init(_ title: some StringProtocol, systemImage name: String) {
    self.init {
      Text(title)
    } icon: {
      Image(systemName: name)
    }
  }
}

extension Label where Title == AnyView, Icon == AnyView {
  /// The label that a style is given.
  public init(_ configuration: LabelStyleConfiguration) {
    title = configuration.title
    icon = configuration.icon
  }
}
