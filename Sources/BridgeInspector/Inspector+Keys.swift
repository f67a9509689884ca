internal import AccessibilityQueries
internal import AccessibilityTree
package import AssistiveClients

extension Inspector {
  /// The keys and their meanings, for the help page.
  static let keys: [(keys: String, meaning: String)] = [
    ("↑ ↓ PgUp PgDn Home End", "move in the tree"),
    ("→ ←", "expand, collapse; to the children, to the parent"),
    ("Enter", "choose an action of the element"),
    ("p", "press it"),
    ("+ -", "increase, decrease its value"),
    ("/", "search by a selector"),
    ("n N", "next match, previous match"),
    ("f", "go to the focused element"),
    ("J K", "scroll the attributes"),
    ("?", "this page"),
    ("q", "end"),
  ]

  /// Handles a key press.
  package mutating func press(_ key: Key) -> [Effect] {
    if key == .control("c") { return [.quit] }
    switch focus {
    case .tree: return pressInTree(key)
    case .actions(let menu): return pressInActions(key, menu)
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
      guard let selected, let first = offered.first else {
        message = "it offers no actions"
        break
      }
      focus = .actions(Menu(element: selected, marked: first))
    case .character("p"): return perform(.press, .press)
    case .character("+"): return perform(.increment, .increment)
    case .character("-"): return perform(.decrement, .decrement)
    default: break
    }
    return []
  }

  // MARK: Actions

  private func perform(_ kind: ActionKind, _ command: ActionCommand) -> [Effect] {
    guard let selected else { return [] }
    return [.perform(selected, command, name: kind.name)]
  }

  private mutating func pressInActions(_ key: Key, _ menu: Menu) -> [Effect] {
    let offers = tree[menu.element].map(Offer.all) ?? []
    guard let index = offers.firstIndex(of: menu.marked) else {
      focus = .tree
      return []
    }
    func mark(_ index: Int) {
      focus = .actions(Menu(element: menu.element, marked: offers[index % offers.count]))
    }
    switch key {
    case .up, .character("k"): mark(index + offers.count - 1)
    case .down, .character("j"): mark(index + 1)
    case .escape, .left, .character("q"): focus = .tree
    case .enter, .character(" "): return choose(menu.marked, of: menu.element)
    case .character(let digit):
      if let number = digit.wholeNumberValue, number >= 1, number <= offers.count {
        return choose(offers[number - 1], of: menu.element)
      }
    default: break
    }
    return []
  }

  private mutating func choose(_ offer: Offer, of id: ElementID) -> [Effect] {
    message = ""
    guard let command = offer.command else {
      focus = .prompt(Prompt(purpose: .argument(id, offer)))
      return []
    }
    focus = .tree
    return [.perform(id, command, name: offer.name)]
  }

  // MARK: Prompts

  private mutating func press(_ key: Key, in prompt: Prompt) -> [Effect] {
    var prompt = prompt
    switch key {
    case .escape:
      focus = .tree
      return []
    case .enter:
      focus = .tree
      return enter(prompt)
    default:
      _ = prompt.line.take(key)
      focus = .prompt(prompt)
      return []
    }
  }

  private mutating func enter(_ prompt: Prompt) -> [Effect] {
    let text = prompt.line.text
    switch prompt.purpose {
    case .search:
      search(text)
      return []
    case .argument(let id, let offer):
      do throws(ActionText.SyntaxError) {
        let command = try ActionText.command(
          offer.kind, text, activationPoint: tree[id]?.effectiveActivationPoint)
        return [.perform(id, command, name: offer.name)]
      } catch {
        message = "\(error)"
        return []
      }
    }
  }

  // MARK: Search

  /// Selects the element with an id, or the first match of a selector. An empty text ends the search.
  package mutating func search(_ text: String) {
    guard !text.isEmpty else {
      (search, matches, message) = (nil, [], "")
      return
    }
    if let id = ElementID(written: text) {
      if tree.contains(id) { list.select(id) } else { message = "element \(id) does not exist" }
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

  /// Selects the next or previous match relative to the selected line, wrapping around at the ends.
  private mutating func goToMatch(_ distance: Int) {
    guard !matches.isEmpty else {
      message = search == nil ? "no search yet: press / to search" : "nothing matches"
      return
    }
    let next: Int
    if let index = selected.flatMap({ matches.firstIndex(of: $0) }) {
      next = (index + distance + matches.count) % matches.count
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
    if let focused { list.select(focused) } else { message = "no element has the focus" }
  }
}
