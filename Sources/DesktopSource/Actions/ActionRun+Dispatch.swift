internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// What is wrong with the arguments by themselves.
  func invalidArgument() -> ActionRefusal? {
    switch request.command {
    case .setValue(let value) where !value.isFinite:
      ActionRefusal(.invalidArgument, "\(value) is no number that can be set; give a finite one")
    case .insertText(_, let place?) where place < 0 || place > Int(Int32.max):
      ActionRefusal(.outOfRange, "Offset \(place) is outside every text; offsets begin at 0")
    case .setSelection(let range) where range.lowerBound < 0 || range.upperBound > Int(Int32.max):
      ActionRefusal(
        .outOfRange,
        "Selection \(range.lowerBound)–\(range.upperBound) is outside every text; offsets begin at 0"
      )
    case .setText(let text), .insertText(let text, _):
      text.utf8.contains(0)
        ? ActionRefusal(.invalidArgument, "The text holds a NUL, which no toolkit takes") : nil
    default: nil
    }
  }

  func dispatch() {
    switch request.command {
    case .press: press()
    case .increment: step(up: true)
    case .decrement: step(up: false)
    case .expand: setExpanded(true)
    case .collapse: setExpanded(false)
    case .select: setSelected(true)
    case .deselect: setSelected(false)
    case .focus: focus()
    case .showMenu: showMenu()
    case .scrollIntoView: scrollIntoView()
    case .scroll(let direction): scroll(direction)
    case .setValue(let value): setValue(value)
    case .setText(let text): setText(text)
    case .insertText(let text, let place): insertText(text, at: place)
    case .setSelection(let range): setSelection(range)
    case .custom(let name): custom(name)
    case .escape: native(.escape) { self.escapeKey() }
    case .zoomIn, .zoomOut, .delete: native(request.command.kind) { self.unsupported() }
    case .magicTap: native(.magicTap) { self.unsupported("AT-SPI knows no magic tap") }
    case .drop(let source, _): drop(source)
    case .passThroughGesture(let points): passThrough(points)
    case .drag: unsupported("to pick it up and to drop it are one action here: drop it")
    case .directTouch: unsupported("its toolkit takes no touches")
    case .intent: unsupported("AT-SPI knows no intents")
    }
  }

  /// Refuses, and says what the element does offer.
  func unsupported(_ reason: String = "") {
    let refusal = lacks(reason)
    refuse(refusal.reason, refusal.message)
  }

  /// The refusal of what the element does not offer.
  func lacks(_ reason: String = "") -> ActionRefusal {
    var message = "\(name) has no action \(request.command.kind.name)"
    if !reason.isEmpty { message += ": \(reason)" }
    var offers: [String] = []
    for action in element.actions {
      offers.append(action.kind == .custom ? action.name.quoted(limit: 40) : action.kind.name)
    }
    message +=
      offers.isEmpty ? ". It offers none" : ". It offers: " + offers.joined(separator: ", ")
    if !request.allowSynthesis, canSynthesize {
      message += ". Synthesised input can stand in where that is allowed (allow_synthesis)"
    }
    return ActionRefusal(.unsupported, message)
  }

  private var canSynthesize: Bool {
    switch request.command {
    case .press, .showMenu, .focus, .setText, .insertText, .scroll, .escape, .drop, .select,
      .passThroughGesture:
      true
    default: false
    }
  }
}
