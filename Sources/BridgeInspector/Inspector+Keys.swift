internal import AccessibilityTree
public import AssistiveClients

extension Inspector {
  /// The keys, for the help page.
  static let keys: [(keys: String, meaning: String)] = [
    ("↑ ↓ PgUp PgDn Home End", "move in the tree"),
    ("→ ←", "unfold, fold; into, out of"),
    ("Enter", "choose one of the element's actions"),
    ("p", "press it"),
    ("+ -", "make its value larger, smaller"),
    ("/", "search by a selector"),
    ("n N", "next match, previous match"),
    ("f", "go to what has the focus"),
    ("J K", "scroll the attributes"),
    ("?", "this page"),
    ("q", "end"),
  ]

  /// A key was pressed.
  public mutating func press(_ key: Key) -> [Effect] {
    if key == .control("c") { return [.quit] }
    switch focus {
    case .tree: return pressInTree(key)
    case .actions(let place): return pressInActions(key, place)
    case .prompt(let prompt): return press(key, in: prompt)
    case .help:
      focus = .tree
      return key == .character("q") ? [.quit] : []
    }
  }

  private mutating func pressInTree(_ key: Key) -> [Effect] {
    let before = list.selected
    defer { if list.selected != before { detailsTop = 0 } }
    switch key {
    case .up, .character("k"): list.move(by: -1)
    case .down, .character("j"): list.move(by: 1)
    case .pageUp: list.move(by: -page)
    case .pageDown: list.move(by: page)
    case .home: list.move(by: -list.lines.count)
    case .end: list.move(by: list.lines.count)
    case .right, .character("l"): list.open()
    case .left, .character("h"): list.close()
    case .character("J"): detailsTop += 1
    case .character("K"): detailsTop = max(0, detailsTop - 1)
    case .character("q"): return [.quit]
    case .character("?"): focus = .help
    case .character("/"): focus = .prompt(Prompt(purpose: .search))
    case .character("n"): goToMatch(1)
    case .character("N"): goToMatch(-1)
    case .character("f"): goToFocus()
    case .escape: message = ""
    case .enter, .character("a"):
      if offered.isEmpty { message = "it offers no actions" } else { focus = .actions(0) }
    case .character("p"): return perform(.press)
    case .character("+"): return perform(.increment)
    case .character("-"): return perform(.decrement)
    default: break
    }
    return []
  }

  // MARK: Acting

  private mutating func perform(_ kind: ActionKind) -> [Effect] {
    guard let selected else { return [] }
    return [.perform(selected, action: kind.name, value: nil)]
  }

  private mutating func pressInActions(_ key: Key, _ place: Int) -> [Effect] {
    let count = offered.count
    guard count > 0 else {
      focus = .tree
      return []
    }
    switch key {
    case .up, .character("k"): focus = .actions((place + count - 1) % count)
    case .down, .character("j"): focus = .actions((place + 1) % count)
    case .escape, .left, .character("q"): focus = .tree
    case .enter, .character(" "): return choose(min(place, count - 1))
    case .character(let digit):
      if let number = digit.wholeNumberValue, number >= 1, number <= count {
        return choose(number - 1)
      }
    default: break
    }
    return []
  }

  private mutating func choose(_ place: Int) -> [Effect] {
    let action = offered[place]
    let name = action.kind == .custom ? action.name : action.kind.name
    if Self.needsArgument(action.kind) {
      focus = .prompt(Prompt(purpose: .argument(action: name)))
      return []
    }
    focus = .tree
    guard let selected else { return [] }
    return [.perform(selected, action: name, value: nil)]
  }

  // MARK: Typing

  private mutating func press(_ key: Key, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch key {
    case .escape:
      focus = .tree
      return []
    case .enter:
      focus = .tree
      return enter(prompt)
    case .backspace: prompt.text = String(prompt.text.dropLast())
    case .control("u"): prompt.text = ""
    case .character(let character): prompt.text.append(character)
    default: break
    }
    focus = .prompt(prompt)
    return []
  }

  private mutating func enter(_ prompt: Prompt) -> [Effect] {
    switch prompt.purpose {
    case .search:
      find(prompt.text)
      return []
    case .argument(let action):
      guard let selected else { return [] }
      return [.perform(selected, action: action, value: prompt.text)]
    }
  }

  // MARK: Searching

  private mutating func find(_ text: String) {
    guard !text.isEmpty else {
      (search, matches, message) = (nil, [], "")
      return
    }
    if let id = ElementID(parsing: text) {
      if tree.contains(id) { list.select(id) } else { message = "there is no element \(id)" }
      return
    }
    do throws(SelectorSyntaxError) {
      let selector = try Selector(parsing: text)
      let result = selector.find(in: tree, applications: applications)
      (search, matches) = (selector, result.ids)
      if result.isBudgetExceeded {
        message = "\(text) takes too long to match"
      } else if result.ids.isEmpty {
        message = "nothing matches \(text)"
      } else {
        goToMatch(0)
      }
    } catch {
      message = "\(error)"
    }
  }

  /// The match after, or before, the selected line; around the end.
  private mutating func goToMatch(_ distance: Int) {
    guard !matches.isEmpty else {
      message = search == nil ? "nothing was searched for: / searches" : "nothing matches"
      return
    }
    let next: Int
    if let place = selected.flatMap({ matches.firstIndex(of: $0) }) {
      next = (place + distance + matches.count) % matches.count
    } else {
      next = distance < 0 ? matches.count - 1 : 0
    }
    list.select(matches[next])
    message = "match \(next + 1) of \(matches.count)"
  }

  private mutating func goToFocus() {
    var focused: ElementID?
    tree.scan { element in
      if element.states.contains(.focused) { focused = element.id }
      return focused == nil
    }
    if let focused { list.select(focused) } else { message = "nothing has the focus" }
  }
}
