internal import AccessibilityTree

/// What tells controls of the same role and label on one level from each other: the headings or texts that stand before them.
/// Rows and cards that have an element around them are named as a whole (`OutlineRows`).
struct OutlineNames {
  private struct Control: Hashable {
    let role: Role
    let label: String?
  }

  /// The first control of the role and label behind what stood before the last one.
  private struct Use {
    /// `nil` when it has no line.
    var node: Int?
    var before: Texts
    /// Whether headings tell the controls apart, or texts; `nil` until there is a second one.
    var usesHeadings: Bool?
  }

  private struct Texts {
    var heading: String?
    /// The last one below the heading.
    var text: String?
    /// Where that is.
    var frame: Frame?
    /// Whether a control stands in the row of the text, which names no other row then.
    var namesRow = false
  }

  /// The most roles and labels on one level that are compared.
  private static let maxControls = 512

  /// The control that had the role and label first, and its hint.
  private struct FirstHint {
    /// `nil` when it has no line, or its line has the hint.
    var node: Int?
    let hint: String?
  }

  private var before = Texts()
  private var hints: [Control: FirstHint] = [:]
  private var uses: [Control: Use] = [:]

  mutating func pass(_ text: String, isHeading: Bool, _ frame: Frame?) {
    if isHeading {
      before = Texts(heading: text)
    } else {
      before = Texts(heading: before.heading, text: text, frame: frame)
    }
  }

  /// Goes on elsewhere: behind a text, below a heading.
  mutating func move(behind text: String?, below heading: String?) {
    before = Texts(heading: heading, text: text)
  }

  /// Takes a control that follows for what the text before it names. Returns whether its frame says that the
  /// text does not name it: it stands before the text, or below the row of the text, in which another control
  /// is.
  mutating func isRefuted(by frame: Frame?) -> Bool {
    guard let text = before.text, let above = before.frame, let frame, frame.space == above.space
    else { return false }
    let isRightToLeft = text.runsToTheLeft == true
    if frame.rect.isRead(before: above.rect, isRightToLeft: isRightToLeft) == true { return true }
    let isInRow = frame.rect.isInRow(with: above.rect)
    defer { if isInRow { before.namesRow = true } }
    return before.namesRow && !isInRow
  }

  /// Forgets the text that does not name what follows.
  mutating func forgetText() { before = Texts(heading: before.heading) }

  /// Returns the names of a control, and of the first one of its role and label when this is the second.
  ///
  /// - Parameter node: The node of the control, if it has one.
  mutating func names(
    ofControl role: Role, _ label: String?, node: Int?
  ) -> [(node: Int, name: String)] {
    guard before.heading != nil || before.text != nil else { return [] }
    let control = Control(role: role, label: label)
    guard var use = uses[control] else {
      if uses.count < Self.maxControls { uses[control] = Use(node: node, before: before) }
      return []
    }
    let usesHeadings = use.usesHeadings ?? (use.before.heading != before.heading)
    let first = usesHeadings ? use.before.heading : use.before.text
    let second = usesHeadings ? before.heading : before.text
    var names: [(Int, String)] = []
    if first != second {
      if use.usesHeadings == nil, let node = use.node, let first { names.append((node, first)) }
      if let node, let second { names.append((node, second)) }
      use.usesHeadings = usesHeadings
    }
    // Of several behind the same text, the first one has its name.
    if first != second { use.node = node }
    use.before = before
    uses[control] = use
    return names
  }

  /// Returns the controls that their hints tell from others of their role and label: the one that follows, and the first one when
  /// this is the second.
  ///
  /// - Parameter node: The node of the control, if it has one.
  mutating func hinted(_ role: Role, _ label: String?, _ hint: String?, node: Int?) -> [Int] {
    guard label != nil else { return [] }
    let control = Control(role: role, label: label)
    guard let first = hints[control] else {
      if hints.count < Self.maxControls { hints[control] = FirstHint(node: node, hint: hint) }
      return []
    }
    guard first.hint != hint else { return [] }
    hints[control]?.node = nil
    return (first.hint == nil ? [] : [first.node]).compactMap(\.self)
      + (hint == nil ? [] : [node]).compactMap(\.self)
  }
}
