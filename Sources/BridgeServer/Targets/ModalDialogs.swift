internal import AccessibilityTree
internal import BridgeProtocol

/// Modal dialogs, which keep people from what is behind them. Applications obey other programs there all the same.
extension Tree {
  /// Returns the modal dialog that keeps people from an element: one that is shown, of the same application, and of the same
  /// page where it is in one. One in a frame, as those of Firefox, keeps them from what is beside the frame.
  ///
  /// What is in a modal dialog itself is in front, but for another one that is active, and so is a menu or a list that may have
  /// opened from one. The menus of a menu bar have not.
  func modalDialog(before id: ElementID) -> ElementID? {
    guard !index.modal.isEmpty, let application = read(id, { $0.application }) else { return nil }
    let path = [id] + ancestors(of: id)
    guard let window = path.dropLast().last,
      !path.contains(where: { read($0) { $0.role.isOfMenu } == true })
        || path.contains(where: { read($0) { $0.role == .menuBar } == true })
    else { return nil }
    if let own = path.first(where: index.modal.contains) {
      return own == window ? activeDialog(before: own, in: application) : nil
    }
    let dialogs = modalDialogs(before: window).filter { dialog in
      guard let page = page(of: dialog), page != dialog else {
        guard isAncestor(window, of: dialog) else {
          return read(dialog) { $0.parent } == application
        }
        return place(ofFrameAround: dialog).map(path.contains) ?? true
      }
      return path.contains(page)
    }
    return dialogs.first(where: isActive) ?? dialogs.first
  }

  /// Returns the dialog that is in front of an element: a modal one, or another one of its application that is active.
  func dialogInFront(of id: ElementID) -> ElementID? {
    if let dialog = modalDialog(before: id) { return dialog }
    guard let application = read(id, { $0.application }) else { return nil }
    let path = [id] + ancestors(of: id)
    // Menus, which open from dialogs as well, are in windows without a name.
    guard let window = path.dropLast().last,
      read(window, { $0.isWindow && $0.label?.isBlank == false }) == true
    else { return nil }
    return activeWindows(of: application).first { other in
      other != window && read(other) { $0.isDialog } == true
    }
  }

  /// Returns a modal dialog that is a window of the same application and is shown, though it is not in front: an open menu may be.
  func openModalWindow(beside id: ElementID) -> ElementID? {
    guard !index.modal.isEmpty, let application = read(id, { $0.application }),
      !ancestors(of: id).contains(where: index.modal.contains)
    else { return nil }
    return index.modal.sorted().first { dialog in
      dialog != id
        && read(dialog) {
          $0.application == application && $0.parent == application && $0.states.contains(.showing)
        } == true
    }
  }

  /// What the frame is in of which a dialog is the content; `nil`: there is none.
  private func place(ofFrameAround dialog: ElementID) -> ElementID? {
    guard let frame = read(dialog, { $0.parent }) ?? nil else { return nil }
    return read(frame) { $0.role == .internalFrame ? $0.parent : nil } ?? nil
  }

  /// Returns the active modal dialog of an application that is in front of one that is not active.
  private func activeDialog(before dialog: ElementID, in application: ElementID) -> ElementID? {
    guard !isActive(dialog) else { return nil }
    return index.modal.sorted().first { other in
      isActive(other)
        && read(other) {
          $0.application == application && $0.parent == application && $0.states.contains(.showing)
        } == true
    }
  }

  private func isActive(_ id: ElementID) -> Bool {
    read(id) { $0.states.contains(.active) } == true
  }

  /// Returns the modal dialog of a page that an element is in; `nil` where it is in none. What is around it comes back
  /// when it is closed.
  func pageDialog(around id: ElementID) -> ElementID? {
    ([id] + ancestors(of: id)).first { isPageDialog($0) }
  }

  /// Whether an element is a modal dialog that a page shows. Browsers leave out what such a dialog covers.
  func isPageDialog(_ id: ElementID) -> Bool {
    guard index.modal.contains(id), let page = page(of: id) else { return false }
    return page != id && read(id) { $0.states.contains(.showing) } == true
  }

  /// Whether an element is a modal dialog that is all that the tree has of its page. What is behind one that only says that it is
  /// modal, as by `aria-modal`, browsers do not leave out.
  func isAloneInPage(_ dialog: ElementID) -> Bool {
    guard isPageDialog(dialog), let page = page(of: dialog) else { return false }
    let around = ancestors(of: dialog)
    return around.prefix((around.firstIndex(of: page) ?? -1) + 1).allSatisfy {
      read($0) { $0.children.count == 1 } == true
    }
  }

  /// The dialogs and bars that are all that the tree has of the windows they are in, and do not fill. So Chromium shows its own
  /// while they have the focus, as the dialog of `alert()`, of which it does not say that it is modal, or the bar that searches a
  /// page: it leaves out the rest of the window.
  var aloneInWindows: [ElementID] {
    [Role.dialog, .alertDialog, .window].flatMap { index.elements(role: $0) }
      .filter(isAloneInWindow).sorted()
  }

  private func isAloneInWindow(_ id: ElementID) -> Bool {
    let facts = read(id) { element in
      element.states.contains(.showing) ? (parent: element.parent, frame: element.frame) : nil
    }
    guard case (let parent?, let frame?)?? = facts else { return false }
    return read(parent) { window in
      window.isWindow && window.children.count == 1
        && window.frame.map { frame.isWithin($0) } == true
    } == true
  }

  /// The button in a dialog that closes it: of several the outermost, since others are of parts of it, and of these the one that
  /// changes the least. `nil` where none is known to: others may open something.
  private func closingButton(in dialog: ElementID) -> String? {
    var found: (place: (depth: Int, rank: Int), name: String)?
    var left = Self.maxLooks
    walk(from: [dialog]) { element, depth in
      left -= 1
      guard left > 0 else { return .stop }
      // GTK 4 tells of few elements that they are showing.
      let isShown = !element.states.isDisjoint(with: [.showing, .visible])
      if element.role == .button, isShown, let rank = Self.closingRank(of: element),
        (depth, rank) < found?.place ?? (.max, .max)
      {
        found = ((depth, rank), "\(element.shortName) \(element.id)")
      }
      return .descend
    }
    return found?.name
  }

  /// The place of a button's label among those of buttons that close a dialog; `nil` for any other.
  private static func closingRank(of element: borrowing Element) -> Int? {
    guard let label = element.label else { return nil }
    let word = label.lowercased().filter { $0 != "_" && $0 != "&" }
    return closingWords.firstIndex { word == $0 }
  }

  private static var closingWords: [String] { ["cancel", "close", "dismiss", "no", "ok", "done"] }
  /// The most elements that are looked at to find the button.
  private static var maxLooks: Int { 500 }

  /// Says that a dialog is in front of what was acted on, and how it is closed.
  func obstacle(_ dialog: ElementID, before element: ElementID) -> Status {
    let names = [dialog, element].map { self[$0]?.messageName ?? "\($0)" }
    return Status(
      .rejected,
      "the modal \(names[0]) is in front, so a person could not have done this to \(names[1])",
      element: dialog, advice: closingAdvice(dialog))
  }

  private func closingAdvice(_ dialog: ElementID) -> String {
    closingButton(in: dialog).map { "Close it first, as by \($0)." }
      ?? "Run \"escape '\(dialog)' --synthesize\", which closes most dialogs, before you act on what is behind it."
  }

  /// Returns a refusal in other words where a dialog is in front of its element, which may be why: of one that is disabled, or that did
  /// not do what it was to do, as to take the focus.
  func naming(_ refusal: ActionRefusal, of id: ElementID) -> ActionRefusal {
    guard refusal.reason == .disabled || refusal.reason == .rejected else { return refusal }
    let inFront = dialogInFront(of: id)
    guard let dialog = inFront ?? openModalWindow(beside: id) else { return refusal }
    let names = [id, dialog].map { self[$0]?.messageName ?? "\($0)" }
    guard refusal.reason == .disabled else {
      guard inFront != nil, !refusal.message.contains(names[1]) else { return refusal }
      return refusal.replacing(
        message: "\(refusal.message); \(names[1]) is in front, which may be why",
        advice: closingAdvice(dialog))
    }
    return ActionRefusal(
      .disabled,
      "\(names[0]) is disabled, and \(names[1]) is \(inFront == nil ? "open" : "in front"), which may be why",
      advice: closingAdvice(dialog))
  }
}

extension Frame {
  /// Whether the frame leaves room beside it, and above or below it, in that of a window. Where Firefox has a frame for a dialog, that is
  /// as large as the dialog.
  fileprivate func isWithin(_ window: Frame) -> Bool {
    rect.width < window.rect.width && rect.height < window.rect.height
  }
}

extension Role {
  fileprivate var isOfMenu: Bool { isMenuItem || self == .menu || self == .toolTip }
}
