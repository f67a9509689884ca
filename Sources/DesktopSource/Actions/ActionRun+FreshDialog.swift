internal import AccessibilityMirror
internal import AccessibilityTree

/// Dialogs that have just opened, which some toolkits protect from a click that was meant for what was there before.
extension ActionRun {
  /// How long a dialog must be in the mirror before it is acted on, in nanoseconds. Chromium discards what comes within half a
  /// second.
  private static let protection: UInt64 = 600_000_000
  /// How many commits are searched for the one that added the dialog. More in that time are not known to have.
  private static let searched: Revision = 512

  /// Waits until the dialog that the element is in takes presses and keys: it says of none that it was discarded. Where the
  /// deadline comes before, it is acted on at once.
  func awaitOpenDialog() async throws(ActionRefusal) {
    switch request.command {
    case .press, .custom, .keys: break
    default: return
    }
    guard object.dialect.discardsEarlyInput, let left = protectionLeft, left < remaining else {
      return
    }
    try await pause(milliseconds: left / 1_000_000 + 1)
  }

  /// For how long the dialog still discards what comes; `nil` where there is none that does.
  private var protectionLeft: UInt64? {
    let store = host.store
    let around = [element.id] + store.tree.ancestors(of: element.id)
    // Those that a page makes of its own elements are not protected.
    guard !around.contains(where: { store.tree.read($0) { $0.role } == .document }),
      let dialog = around.first(where: { store.tree.read($0) { $0.role.isOfDialog } == true })
    else { return nil }
    let first = store.revision - min(store.revision, Self.searched)
    let opening = store.commits(since: first)?.last { $0.added.contains(dialog) }
    guard let opening else { return nil }
    let age = store.time - min(store.time, opening.time)
    return age < Self.protection ? Self.protection - age : nil
  }
}

extension Role {
  fileprivate var isOfDialog: Bool { self == .dialog || self == .alertDialog }
}
