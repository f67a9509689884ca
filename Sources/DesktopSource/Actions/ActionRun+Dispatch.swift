internal import AccessibilityMirror
internal import AccessibilityTree

extension ActionRun {
  /// Returns the refusal of arguments that are invalid for every element.
  func invalidArgument() -> ActionRefusal? {
    switch request.command {
    case .setValue(let value) where !value.isFinite:
      ActionRefusal(.invalidArgument, "\(value) is not a finite number")
    case .insertText(_, let offset?) where offset < 0 || offset > Int(Int32.max):
      ActionRefusal(.outOfRange, "Offset \(offset) is out of range; offsets start at 0")
    case .setSelection(let range) where range.lowerBound < 0 || range.upperBound > Int(Int32.max):
      ActionRefusal(
        .outOfRange,
        "Selection \(range.lowerBound)–\(range.upperBound) is out of range; offsets start at 0"
      )
    case .setText(let text), .insertText(let text, _):
      text.utf8.contains(0)
        ? ActionRefusal(.invalidArgument, "The text contains a NUL, which no toolkit accepts") : nil
    default: nil
    }
  }

  /// Performs the requested action. Returns the name of the method used.
  func dispatch() async throws(ActionRefusal) -> String {
    switch request.command {
    case .press: try await press()
    case .increment: try await step(up: true)
    case .decrement: try await step(up: false)
    case .expand: try await setExpanded(true)
    case .collapse: try await setExpanded(false)
    case .select: try await setSelected(true)
    case .deselect: try await setSelected(false)
    case .focus: try await takeFocus()
    case .showMenu: try await showMenu()
    case .scrollIntoView: try await scrollIntoView()
    case .scroll(let direction): try await scroll(direction)
    case .setValue(let value): try await setValue(value)
    case .setText(let text): try await setText(text)
    case .insertText(let text, let offset): try await insertText(text, at: offset)
    case .setSelection(let range): try await setSelection(range)
    case .custom(let name): try await custom(name)
    case .escape: try await escape()
    case .zoomIn, .zoomOut, .delete: try await onlyNative(request.command.kind)
    case .magicTap: try await onlyNative(.magicTap, orLacks: "AT-SPI does not support magic taps")
    case .drop(let source, _): try await drop(source)
    case .passThroughGesture(let points): try await drawGesture(points)
    case .drag: throw unsupported("AT-SPI drags in one step: use the action drop on the target")
    case .directTouch: throw unsupported("its toolkit does not support touches")
    case .intent: throw unsupported("AT-SPI does not support intents")
    case .keys(let chords): try await pressKeys(chords)
    case .hover: throw unsupported("AT-SPI cannot move the pointer over it")
    }
  }

  /// Returns the refusal of an action that the element does not offer, naming those that it does offer.
  ///
  /// - Parameter isTypable: Whether synthesised input may help, where it helps with the action at all.
  func unsupported(
    _ reason: String = "", advice: String? = nil, isTypable: Bool = true
  ) -> ActionRefusal {
    let choosesOption = request.command.kind == .setText && takesOption
    var message =
      choosesOption
      ? "No option of \(name) can be chosen" : "\(name) has no action \(request.command.kind.name)"
    if !reason.isEmpty { message += ": \(reason)" }
    var offers: [String] = []
    // The element may have offered the action when it was read, but not now.
    for action in element.actions where action.kind != request.command.kind {
      offers.append(action.kind == .custom ? action.name.quoted(limit: 40) : action.kind.name)
    }
    message +=
      offers.isEmpty
      ? ". It reports no other actions" : ". Its actions: " + offers.joined(separator: ", ")
    message += synthesisNote(isTypable: isTypable)
    return ActionRefusal(.unsupported, message, advice: advice ?? innerAdvice)
  }

  /// Names the only element in this one that has the action, as the paragraph in a cell of LibreOffice Writer.
  private var innerAdvice: String? {
    let tree = host.store.tree
    var found: Element?
    var level = element.children.prefix(Self.maxInner)
    for _ in 0..<3 {
      var next: [ElementID] = []
      for id in level {
        guard let inner = tree[id] else { continue }
        next += inner.children
        guard inner.actions.contains(where: { $0.kind == request.command.kind }) else { continue }
        guard found == nil else { return nil }
        found = inner
      }
      level = next.prefix(Self.maxInner)
    }
    return found.map { "Act on the \($0.messageName) in it instead: '\($0.id)'." }
  }

  /// The most elements that are looked at on a level.
  private static let maxInner = 8

  /// Says that synthesised input does the action, where it is not allowed; empty where it does not.
  ///
  /// - Parameter isTypable: Whether it may help, where it helps with the action at all.
  func synthesisNote(isTypable: Bool = true) -> String {
    guard !request.allowSynthesis, isTypable, canSynthesize else { return "" }
    return ". Synthesised input can be used if allowed (allow_synthesis)"
  }

  private var canSynthesize: Bool {
    switch request.command {
    case .press, .showMenu, .focus, .scroll, .escape, .drop, .select, .passThroughGesture: true
    case .setText: !takesOption || object.dialect.choosesByKeys
    case .setValue: element.role == .spinButton
    case .insertText: !takesOption
    default: false
    }
  }

  /// Whether the element shows one of its options, and nothing else can be typed into it.
  var takesOption: Bool { element.role == .comboBox && !states.contains(.editable) }
}
