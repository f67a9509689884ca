internal import AccessibilityMirror
internal import AccessibilityQueries
internal import AccessibilityTree
internal import SafeText

/// The condition that an element must meet after an action whose effect is known beforehand. Prepared
/// once, so that each check is at most linear in the length of the element's value.
struct PostCondition {
  private let command: ActionCommand
  /// The comparison that finds a text after it was inserted.
  private let inserted: TextComparison?
  /// The number of characters that the text must have then; `nil`: not known.
  private let length: Int?
  /// The value before the action; compared for cells.
  private let former: String?
  /// What was known before the action of an element whose contents are secret.
  private let formerSecret: SecretFacts?
  /// Whether the text is a formula for a cell, which shows what that comes to.
  private let isFormula: Bool
  /// The option that the action chooses, which the combo box shows then, whatever becomes of its item.
  private var choice: ChosenOption?

  init(_ command: ActionCommand, on id: ElementID, in store: TreeStore) {
    self.init(command, on: store.tree[id], secret: store.secretFacts(of: id))
    choice = ChosenOption(command, on: id, in: store.tree)
  }

  /// - Parameters:
  ///   - element: The element as it was before the action; `nil` when it did not exist.
  ///   - secret: What was known of it, when its contents are secret.
  init(_ command: ActionCommand, on element: Element? = nil, secret: SecretFacts? = nil) {
    self.command = command
    former = element?.value
    formerSecret = secret
    isFormula =
      if case .setText(let text) = command {
        element?.role == .cell && text.hasPrefix("=") && text.utf8.count > 1
      } else {
        false
      }
    switch command {
    case .setText(let text):
      inserted = nil
      length = text.scalarCount
    case .insertText(let text, _):
      inserted = .contains(text.prefix(bytes: TextComparison.maxLength))
      length = element?.text.map { $0.length + text.scalarCount }
    default: (inserted, length) = (nil, nil)
    }
  }

  /// Whether the action chooses an option of a combo box, for which a person would do no more.
  var choosesOption: Bool { comboBox != nil }

  /// The combo box of which the action chooses an option.
  var comboBox: ElementID? { choice?.box }

  /// Returns whether the element shows the effect; `nil` where that is not known, or takes too long to find out.
  func holds(for id: ElementID, in store: TreeStore, _ budget: WorkBudget) -> Bool? {
    if let isShown = choice?.isShown(in: store.tree) { return isShown }
    if let date = date(of: id, in: store.tree) { return date.hasText }
    // A table leaves the focus to its cell, and a cell to its text.
    if case .focus = command, store.hasFocus(in: id),
      store.tree.read(id, { $0.isWindow }) == false
    {
      return true
    }
    var budget = budget
    let secret = store.secretFacts(of: id)
    let holds = store.tree.read(id) { self.holds(for: $0, secret: secret, budget: &budget) } ?? nil
    return budget.isExceeded ? nil : holds
  }

  /// Says what the element has in the place of what the action was to set; `nil` when it has that, or may have it.
  ///
  /// - Parameter changedMeanwhile: Whether the value was another one since the request.
  func shortfall(
    of id: ElementID, in store: TreeStore, changedMeanwhile: Bool, _ budget: WorkBudget
  ) -> String? {
    if isReadBack, let choice, let shown = choice.shown(in: store.tree) {
      guard choice.isMeant(shown) == false, let box = store.tree[choice.box] else { return nil }
      return "it had no effect: \(box.messageName) has \(shown.quoted(limit: 60))"
    }
    if let date = date(of: id, in: store.tree) {
      return date.hasText == false ? date.shortfall : nil
    }
    var budget = budget
    let secret = store.secretFacts(of: id)
    return store.tree.read(id) {
      shortfall(of: $0, secret: secret, changedMeanwhile: changedMeanwhile, budget: &budget)
    } ?? nil
  }

  /// Whether an element has no more of a text that it was given than before: it is empty, or has its former text again.
  func isLetGo(by id: ElementID, in store: TreeStore) -> Bool {
    switch command {
    case .setText, .insertText:
      store.tree.read(id) { $0.value == former || ($0.value ?? "").isEmpty } ?? true
    default: false
    }
  }

  /// Whether a date field with parts has the date that was set, and what it has; `nil` for anything else.
  private func date(of id: ElementID, in tree: Tree) -> (hasText: Bool?, shortfall: String)? {
    guard case .setText(let text) = command, let field = tree[id], !field.isRedacted,
      let date = DateParts(of: field, in: tree)
    else { return nil }
    let numbers = date.parts.map { Int(exactly: $0.range.current).map(String.init) ?? "none" }
    return (
      date.has(text), "\(field.messageName) has the parts \(numbers.joined(separator: ", "))"
    )
  }

  /// Whether the action enters or changes what a secret element contains. Then its outcome, and the time that it takes,
  /// must not depend on what was there before.
  var isOfSecret: Bool {
    guard formerSecret != nil else { return false }
    return switch command {
    case .setText, .insertText, .setValue, .increment, .decrement, .keys: true
    default: false
    }
  }

  /// Whether the action sets what can be read back. Then it has failed while that is not there.
  var isReadBack: Bool {
    switch command {
    // Whether a secret has a number is not told.
    case .setValue where formerSecret != nil: false
    // What a formula comes to may be what the cell had.
    case .setText where isFormula: false
    case .setText, .insertText, .setValue, .select, .deselect, .expand, .collapse: true
    default: false
    }
  }

  /// Whether the application may correct what was set a moment later: what is entered, and what is chosen.
  var mayBeSetBack: Bool {
    if isOfSecret { return false }
    return switch command {
    case .setText, .setValue: true
    // One character after the other is typed, as assistive clients do, and does not wait.
    case .insertText(let text, _): text.utf8.count > 1
    default: choice != nil
    }
  }

  private func shortfall(
    of element: borrowing Element, secret: SecretFacts?, changedMeanwhile: Bool,
    budget: inout WorkBudget
  ) -> String? {
    guard isReadBack, holds(for: element, secret: secret, budget: &budget) == false,
      !budget.isExceeded
    else { return nil }
    let name = element.messageName
    switch command {
    case .select: return "it had no effect: \(name) is not selected"
    case .deselect: return "it had no effect: \(name) is still selected"
    case .expand: return "it had no effect: \(name) is not expanded"
    case .collapse: return "it had no effect: \(name) is still expanded"
    default:
      if secret != nil || element.isRedacted { return "\(name) does not have what was entered" }
      if case .setValue(let number) = command, let shown = element.roundedNumber {
        return "\(name) shows \(shown.shortDescription), not \(number.shortDescription)"
      }
      let isText = if case .setText = command { element.value != nil } else { false }
      let number = isText ? nil : element.range?.current.shortDescription
      let now = (number ?? element.value ?? "").quoted(
        limit: 60, length: number == nil ? element.text?.length : nil)
      if changedMeanwhile, element.value == former {
        return "\(name) changed, and has \(now) again"
      }
      return element.range == nil && element.value == former
        ? "it had no effect: \(name) has \(now)" : "\(name) has \(now), not what was entered"
    }
  }

  /// Whether the element took a text and writes it in another way: "5550100" as "(555) 0100", "12" as "12.00",
  /// "2026-11-24" as "24.11.2026". One that wrote it so before took it then.
  private func isReformatted(_ text: String, _ element: borrowing Element) -> Bool {
    guard let value = element.value, text.utf8.count <= Self.maxFormatted,
      value.utf8.count <= 2 * Self.maxFormatted
    else { return false }
    func number(_ text: String) -> Double? {
      Double(String(text.map { $0 == "," ? "." : $0 }))
    }
    if let shown = number(value) {
      if let number = number(text) { return number == shown }
      // A number field leaves out what is no digit: "1,5" may become 15.
      if element.range != nil || element.role == .spinButton { return false }
    }
    if value.lowercased() == text.lowercased() { return text.isRecased(as: value) }
    func plain(_ text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }
    let (start, now) = (plain(text), plain(value))
    guard !start.isEmpty else { return false }
    if value == former { return now == start }
    return now.hasPrefix(start)
      || now.utf8.count == start.utf8.count && now.sorted() == start.sorted()
  }

  /// Says what an element has that has the text that was set in other capitals; `nil` where it has not.
  func recasing(of id: ElementID, in store: TreeStore) -> String? {
    guard case .setText(let text) = command, formerSecret == nil,
      text.utf8.count <= Self.maxFormatted,
      let value = store.tree.read(id, { $0.isRedacted || $0.isValueCut ? nil : $0.value }) ?? nil,
      !value.hasSameBytes(as: text), value.lowercased() == text.lowercased()
    else { return nil }
    return "it has \(value.quoted(limit: 60))"
  }

  /// The number of bytes up to which a text may be written in another way.
  private static let maxFormatted = 1024

  /// Returns whether the element shows the effect, or `nil` where the effect cannot be predicted or the
  /// element does not report it. Of a text that is mirrored in part, only the beginning and the length are
  /// compared, of an inserted one only the first 4,096 bytes (`WholeText`).
  ///
  /// - Parameter secret: What is known of the element now, when its contents are secret.
  func holds(
    for element: borrowing Element, secret: SecretFacts? = nil, budget: inout WorkBudget
  ) -> Bool? {
    if let secret {
      switch command {
      case .setText(let text): return secret.length.map { $0 == text.scalarCount }
      case .insertText(let text, _):
        guard let length = secret.length, let former = formerSecret?.length else { return nil }
        return length == former + text.scalarCount
      // A number has no length: any answer would compare it with the one that was there.
      case .setValue, .increment, .decrement: return false
      default: break
      }
    }
    switch command {
    case .setValue(let number): return Self.valueIs(number, element)
    case .setText(let text):
      if element.role == .cell, showsResult(of: text, element) { return true }
      if isFormula { return hasText(text, element, &budget) == true ? true : nil }
      return hasText(text, element, &budget)
    case .insertText:
      guard let value = element.value else { return nil }
      if element.isValueCut, element.text?.length == length { return true }
      guard let inserted else { return nil }
      if inserted.holds(for: value, budget: &budget) { return true }
      // Editors of pages keep a blank at an edge of a text as a no-break space.
      let plain = value.replacing("\u{A0}", with: " ")
      return plain != value && inserted.holds(for: plain, budget: &budget)
    case .focus:
      return !element.states.isDisjoint(with: element.isWindow ? [.active] : [.focused])
    // Of a menu item, being selected is the highlight.
    case .select where element.role == .menuItem: return nil
    case .select where element.role == .radio && !element.states.contains(.selectable):
      return element.isChecked ? true : element.isUnchecked ? false : nil
    case .select:
      return element.states.contains(.selectable) ? element.states.contains(.selected) : nil
    case .deselect:
      return element.states.contains(.selectable) ? !element.states.contains(.selected) : nil
    case .expand:
      if element.states.contains(.expanded) { return true }
      // Of a popup of another part of the application, as Firefox opens for a combo box, the element may not tell.
      let tells = element.states.contains(.expandable) && !element.states.contains(.hasPopup)
      return tells ? false : nil
    case .collapse:
      return element.states.contains(.expandable) ? !element.states.contains(.expanded) : nil
    case .setSelection(let range):
      guard let text = element.text else { return nil }
      return range.isEmpty ? text.caret == range.lowerBound : text.selections.contains(range)
    default: return nil
    }
  }

  /// Returns whether a cell shows what became of the text: the result of a formula, or a formatted number.
  private func showsResult(of text: String, _ element: borrowing Element) -> Bool {
    if let value = element.value, !value.isEmpty, !text.isEmpty, value != former { return true }
    guard text.hasPrefix("=") else { return false }
    let formula = element.attributes.first { $0.name.lowercased() == "formula" }?.value
    return formula.map { $0 == text || $0 == text.dropFirst() } ?? false
  }

  private func hasText(
    _ text: String, _ element: borrowing Element, _ budget: inout WorkBudget
  ) -> Bool? {
    guard let value = element.value else { return nil }
    budget.charge(1 + value.utf8.count / 8)
    if element.isValueCut {
      // What follows is compared when the text is read as a whole.
      return element.text?.length == length && text.utf8.starts(with: value.utf8)
    }
    if value.hasSameBytes(as: text) { return true }
    return isReformatted(text, element) ? nil : false
  }

  private static func valueIs(_ number: Double, _ element: borrowing Element) -> Bool? {
    guard let range = element.range else { return nil }
    if let value = element.value, Double(value) == number { return true }
    if element.roundedNumber != nil { return false }
    return abs(range.current - number) <= range.tolerance(for: number, of: element.role)
  }
}

extension Element {
  /// The number that a spin button shows with fewer digits than the one that it has, and makes of it once the focus leaves it; `nil`
  /// where it shows all of it.
  var roundedNumber: Double? {
    guard role == .spinButton, let range, let value, let shown = Double(value) else { return nil }
    let digits = value.split(separator: ".", omittingEmptySubsequences: false).dropFirst().first
    let unit = (digits ?? "").prefix(Self.maxDigits).reduce(1.0) { unit, _ in unit / 10 }
    let exact = range.tolerance(for: range.current, of: role)
    let distance = abs(shown - range.current)
    return distance > exact && distance <= unit / 2 + exact ? shown : nil
  }

  private static var maxDigits: Int { 16 }
}

extension String {
  /// Returns as many whole code points from the beginning as fit into `bytes` bytes.
  func prefix(bytes: Int) -> String {
    guard utf8.count > bytes else { return self }
    var end = utf8.index(startIndex, offsetBy: max(0, bytes))
    while end > startIndex, UTF8.isContinuation(utf8[end]) { end = utf8.index(before: end) }
    return String(self[startIndex..<end])
  }
}
