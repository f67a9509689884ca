internal import AccessibilityTree

/// How soon custom content is heard.
public enum AXCustomContent {
  public enum Importance: Hashable, Sendable {
    /// When people ask for more.
    case `default`
    /// With the element.
    case high
  }
}

/// Identifies custom content, so that a view around can replace it.
public struct AccessibilityCustomContentKey: Hashable, Sendable {
  let label: String
  let id: String

  public init(_ label: some StringProtocol, id: String) {
    self.label = String(label)
    self.id = id
  }

  public init(_ label: some StringProtocol) {
    self.init(label, id: String(label))
  }
}

/// What the text of an element is.
public enum AccessibilityTextContentType: String, Hashable, Sendable {
  case plain, console, fileSystem, messaging, narrative, sourceCode, spreadsheet, wordProcessing

  /// The name in lower case, with hyphens.
  var name: String {
    rawValue.reduce(into: "") { name, letter in
      if letter.isUppercase { name += "-" }
      name += letter.lowercased()
    }
  }
}

extension View {
  /// Adds information that people can ask for: the attribute `custom-content:LABEL` of the element. What is of
  /// high importance is named by `custom-content-importance:LABEL=high` as well.
  public func accessibilityCustomContent(
    _ label: some StringProtocol, _ value: some StringProtocol,
    importance: AXCustomContent.Importance = .default
  ) -> some View {
    accessibilityCustomContent(
      AccessibilityCustomContentKey(label), Text(value), importance: importance)
  }

  public func accessibilityCustomContent(
    _ label: Text, _ value: Text, importance: AXCustomContent.Importance = .default
  ) -> some View {
    accessibilityCustomContent(
      AccessibilityCustomContentKey(label.content), value, importance: importance)
  }

  /// - Parameter value: The content; `nil` removes it.
  public func accessibilityCustomContent(
    _ key: AccessibilityCustomContentKey, _ value: Text?,
    importance: AXCustomContent.Importance = .default
  ) -> some View {
    modifyElement { content in
      let old = content.customContent[key.id]
      content.element.attributes.removeAll { attribute in
        old.map { ["custom-content:\($0)", "custom-content-importance:\($0)"] }?
          .contains(attribute.name) == true
      }
      content.customContent[key.id] = value.map { _ in key.label }
      guard let value else { return }
      content.setAttribute("custom-content:\(key.label)", value.content)
      if importance == .high {
        content.setAttribute("custom-content-importance:\(key.label)", "high")
      }
    }
  }

  /// Tells what the text of the element is: its attribute `text-content-type`.
  public func accessibilityTextContentType(_ type: AccessibilityTextContentType) -> some View {
    modifyElement { $0.setAttribute("text-content-type", type.name) }
  }

  /// Sets whether the element is to be used, by keyboard, switch or voice: whether it takes the focus. The
  /// default follows from its actions.
  public func accessibilityRespondsToUserInteraction(
    _ respondsToUserInteraction: Bool = true, isEnabled: Bool = true
  ) -> some View {
    modifyElement(isEnabled: isEnabled) { content in
      content.takesInteraction = respondsToUserInteraction
      content.setAttribute(
        "responds-to-user-interaction", respondsToUserInteraction ? "true" : "false")
    }
  }
}
