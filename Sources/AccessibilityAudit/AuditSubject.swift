internal import AccessibilityTree

/// An element with its surroundings, as rules see it.
struct AuditSubject {
  let survey: AuditSurvey
  let index: Int

  private var entry: AuditSurvey.Entry { survey.entries[index] }
  var element: Element { entry.element }
  var isOnScreen: Bool { entry.isOnScreen }
  var precedingHeading: Int { entry.precedingHeading }

  var parent: AuditSubject? {
    entry.parent < 0 ? nil : AuditSubject(survey: survey, index: entry.parent)
  }

  /// The nearest ancestor that is a control.
  var control: AuditSubject? {
    entry.control < 0 ? nil : AuditSubject(survey: survey, index: entry.control)
  }

  /// The root of the element's application.
  var application: AuditSubject? {
    survey.index(of: element.application).map { AuditSubject(survey: survey, index: $0) }
  }

  func subject(_ id: ElementID) -> AuditSubject? {
    survey.index(of: id).map { AuditSubject(survey: survey, index: $0) }
  }

  var holdsFocus: Bool { survey.holdsFocus(index) }

  /// The beginning of the text in the element and its descendants; empty when there is none.
  var contents: String { entry.contents }

  // MARK: Name

  /// The name that a person hears: the label, the text of a labelling element, or the content where
  /// the role is named by it.
  var name: String? {
    if let label = element.label, !label.isBlank { return label }
    if let text = labelledBy { return text }
    guard element.role.isNamedByContents, !contents.isEmpty else { return nil }
    return contents
  }

  private var labelledBy: String? {
    for relation in element.relations where relation.kind == .labelledBy {
      for target in relation.targets {
        if let text = subject(target)?.contents, !text.isEmpty { return text }
      }
    }
    return nil
  }

  /// Whether people operate the element, so that it needs a name.
  var needsName: Bool {
    if element.role.isControl { return !isWrapper }
    return element.isActionable && !element.role.isContainer && !element.role.isText
      && element.actions.contains { $0.kind == .press || $0.kind == .custom }
  }

  /// Whether the control only wraps the one that is operated, as GTK 4 builds its menu buttons.
  var isWrapper: Bool {
    guard element.actions.isEmpty, !element.states.contains(.focusable) else { return false }
    return element.children.contains { subject($0)?.element.role.isControl ?? false }
  }

  // MARK: Target

  /// Whether people touch or click the element to use it.
  var isTarget: Bool {
    guard element.isUsable, let rect = element.frame?.rect, !rect.isEmpty else { return false }
    return element.role.isControl
      && element.actions.contains { $0.kind == .press || $0.kind == .setValue }
  }

  /// The bounding box of the area that accepts touches.
  var targetSize: Rect? { element.contentPath?.bounds ?? element.frame?.rect }

  /// Whether there is something to drop the element on.
  var canBeDropped: Bool { survey.canBeDropped(index) }

  /// Whether the element is a small target without enough space around it.
  var isCrowded: Bool { survey.crowded.contains(index) }
}

extension ContentPath {
  /// The smallest rectangle that contains the path.
  fileprivate var bounds: Rect {
    switch self {
    case .rectangle(let rect), .roundedRectangle(let rect, _), .ellipse(let rect): return rect
    case .polygon(let corners):
      guard let first = corners.first else { return Rect(x: 0, y: 0, width: 0, height: 0) }
      var (low, high) = (first, first)
      for corner in corners {
        low = Point(x: min(low.x, corner.x), y: min(low.y, corner.y))
        high = Point(x: max(high.x, corner.x), y: max(high.y, corner.y))
      }
      return Rect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
    }
  }
}
