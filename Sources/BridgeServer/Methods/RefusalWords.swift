internal import AccessibilityMirror
internal import AccessibilityTree

/// The words in which a client is told that a source refused an action.
///
/// A source knows what is redacted, and its words may repeat it. Where a secret element takes part, they are replaced
/// by words that are made of the mirrored, redacted elements alone.
struct RefusalWords {
  private let command: ActionCommand
  private let element: ElementID
  private let store: TreeStore
  /// Whether a secret element took part when the action began. It may be gone when the action ends.
  private let beganSecret: Bool

  init(_ command: ActionCommand, on element: ElementID, in store: TreeStore) {
    self.command = command
    self.element = element
    self.store = store
    beganSecret = Self.concernsSecret(command, element, store)
  }

  /// Returns a refusal by a source, without what is secret.
  func withoutSecrets(_ refusal: ActionRefusal) -> ActionRefusal {
    let isSecret = beganSecret || Self.concernsSecret(command, element, store)
    guard isSecret else { return refusal }
    return refusal.replacing(message: message(refusal.reason))
  }

  private static func concernsSecret(
    _ command: ActionCommand, _ element: ElementID, _ store: TreeStore
  ) -> Bool {
    if store.isSecret(element) { return true }
    guard case .drop(let source, _) = command else { return false }
    return store.isSecret(source)
  }

  private func message(_ reason: ActionRefusal.Reason) -> String {
    let target = store.tree[element]
    let name = target?.messageName ?? "element \(element)"
    let action = command.kind.name
    switch reason {
    case .unsupported: return "\(name) does not perform \(action); \(Self.offer(of: target))"
    case .disabled: return "\(name) is disabled; wait until it is enabled"
    case .stale: return "\(name) is gone; find it again"
    case .outOfRange:
      return "\(name) does not accept it; its contents and limits are secret"
    case .timedOut:
      return "the time for \(action) on \(name) is over; see what it shows before you try again"
    case .notResponding:
      return "the application of \(name) does not respond; wait until it does"
    case .rejected:
      return "\(name) refused \(action); the reason is left out, because it may repeat "
        + "a secret"
    case .notOnScreen:
      return "\(name) cannot be reached on the screen; bring it into view, and its window "
        + "to the front"
    case .invalidArgument:
      return
        "\(name) does not accept this argument of \(action); the reason is left out, because it "
        + "may repeat a secret"
    case .targetChanged: return "\(name) is not what the action expects; nothing was done"
    case .applicationEnded:
      return "the application of \(name) ended during \(action), which may have been performed"
    }
  }

  /// What to do instead. Names of custom actions are left out, because an application may make them of its texts.
  private static func offer(of target: Element?) -> String {
    var kinds: [String] = []
    for action in target?.actions ?? [] where !kinds.contains(action.kind.name) {
      kinds.append(action.kind.name)
    }
    let offer =
      kinds.isEmpty ? "it offers no actions" : "it offers \(kinds.joined(separator: ", "))"
    guard target?.states.contains(.editable) == true else { return offer }
    return offer + ". Synthesised input can be used if allowed (allow_synthesis)"
  }
}
