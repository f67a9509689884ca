package import AccessibilityTree

extension Notification {
  /// The elements that the line names.
  package var mentioned: [ElementID] {
    switch self {
    case .announcement(_, _, let element): [element].compactMap { $0 }
    case .layoutChanged(let container, let focus): [container, focus].compactMap { $0 }
    case .screenChanged(let root, let focus): [root, focus].compactMap { $0 }
    case .valueChanged(let element, _, _): [element]
    case .scrolled(let container, _, _, _): [container]
    case .focusMoved(let from, let to): [from, to].compactMap { $0 }
    case .applicationChanged, .speech: []
    }
  }

  /// Returns the notification on one line, for people, starting with its kind.
  ///
  /// - Parameters:
  ///   - textTokens: The most tokens of what was said; `nil`: all of it.
  ///   - name: Returns the name of an element: `button "Save" #482117350014`.
  package func line(textTokens: Int? = nil, naming name: (ElementID) -> String) -> String {
    func quoted(_ text: String) -> String {
      textTokens.map { text.quoted(tokens: $0) } ?? text.quoted()
    }
    switch self {
    case .announcement(let text, let priority, let element):
      let origin = element.map { " from \(name($0))" } ?? ""
      let urgency = priority == .default ? "" : " (\(priority.name))"
      return "announcement\(urgency) \(quoted(text))\(origin)"
    case .layoutChanged(let container, let focus):
      return "layout in \(name(container))" + (focus.map { ", focus \(name($0))" } ?? "")
    case .screenChanged(let root, let focus):
      return "screen \(name(root))" + (focus.map { ", focus \(name($0))" } ?? "")
    case .valueChanged(let element, let old, let new):
      let before = old.map { $0.quoted(limit: 60) } ?? "none"
      let after = new.map { $0.quoted(limit: 60) } ?? "none"
      return "value \(name(element)): \(before) → \(after)"
    case .scrolled(let container, let deltaX, let deltaY, let page):
      let way = "by \(deltaX.shortDescription), \(deltaY.shortDescription)"
      return "scroll \(name(container)) \(way)" + (page.map { ": \(quoted($0))" } ?? "")
    case .focusMoved(let from, let to):
      return "focus \(to.map(name) ?? "nothing")" + (from.map { " from \(name($0))" } ?? "")
    case .applicationChanged(let application):
      return "application \(application.name.quoted()) \(application.root): "
        + "\(application.shownLoad.name), \(application.health.name)"
    case .speech(let event):
      return "speech \(event.decision.name) \(quoted(event.text))"
    }
  }
}
