internal import AccessibilityMirror
internal import AccessibilityTree

/// A source as clients of a scoped mirror know it: with the mirror's ids, and without what it would tell of
/// applications that are not in it.
///
/// Every requirement of `TreeSource` is here, so that a new one cannot be forgotten.
final class ScopedSource: TreeSource {
  private let source: any TreeSource
  private unowned let mirror: ScopedMirror

  init(_ source: any TreeSource, in mirror: ScopedMirror) {
    self.source = source
    self.mirror = mirror
  }

  var name: String { source.name }

  /// Without its detail, which may name other applications.
  var status: SourceStatus { SourceStatus(source.status.phase) }

  // The server starts and stops the source itself, and tells it who watches.
  func start() {}
  func stop() {}
  func watchingChanged(_ isWatched: Bool) {}

  func prepareToRead() {
    source.prepareToRead()
    mirror.refreshTimes()
  }

  func clientDidRead(_ element: ElementID) {
    if let whole = mirror.whole(element) { source.clientDidRead(whole) }
  }

  func findInaccessibleWindow(
    over element: ElementID, completion: @escaping (String?) -> Void
  ) {
    guard let whole = mirror.whole(element) else { return completion(nil) }
    source.findInaccessibleWindow(over: whole, completion: completion)
  }

  func findInaccessibleMenu(of element: ElementID, completion: @escaping (Bool) -> Void) {
    guard let whole = mirror.whole(element) else { return completion(false) }
    source.findInaccessibleMenu(of: whole, completion: completion)
  }

  func readText(of element: ElementID, limit: Int, completion: @escaping (String?) -> Void) {
    guard let whole = mirror.whole(element) else { return completion(nil) }
    source.readText(of: whole, limit: limit, completion: completion)
  }

  func readAgain(_ element: ElementID, completion: @escaping (_ isRead: Bool) -> Void) {
    guard let whole = mirror.whole(element) else { return completion(true) }
    source.readAgain(whole, completion: completion)
  }

  func isReading(_ application: ElementID) -> Bool {
    mirror.whole(application).map(source.isReading) ?? false
  }

  func hasUnreadElements(_ application: ElementID) -> Bool {
    mirror.whole(application).map(source.hasUnreadElements) ?? false
  }

  func hasReadActions(of element: ElementID) -> Bool {
    mirror.whole(element).map(source.hasReadActions) ?? true
  }

  func silence(of application: ElementID) -> Duration? {
    mirror.whole(application).flatMap(source.silence)
  }

  func showsPress(of button: ElementID) -> Bool {
    mirror.whole(button).map(source.showsPress) ?? true
  }

  func quickEffect(of target: ElementID) -> Duration? {
    mirror.whole(target).flatMap(source.quickEffect)
  }

  func actsBeforeAnswer(on target: ElementID) -> Bool {
    mirror.whole(target).map(source.actsBeforeAnswer) ?? false
  }

  func maySayNothing(of element: ElementID) -> Bool {
    mirror.whole(element).map(source.maySayNothing) ?? false
  }

  func reportsMoves(around element: ElementID) -> Bool {
    mirror.whole(element).map(source.reportsMoves) ?? true
  }

  func calls(to application: ElementID) -> Int {
    mirror.whole(application).map(source.calls) ?? 0
  }

  func verify(
    _ application: ElementID, deadline: UInt64, completion: @escaping (VerifyReport) -> Void
  ) {
    guard let whole = mirror.whole(application) else {
      return completion(
        VerifyReport(application: application, failure: "the application is gone"))
    }
    source.verify(whole, deadline: deadline) { [mirror] report in
      completion(report.scoped(to: mirror, application: application))
    }
  }

  /// The checks are of all applications, so their results are not told.
  func diagnose(completion: @escaping ([Finding]) -> Void) {
    completion([
      Finding(.note, name, "not shown to clients that may see only some applications")
    ])
  }

  func perform(
    _ request: ActionRequest, whenPrepared: @escaping (ActionPreparation) -> Void,
    completion: @escaping (ActionOutcome) -> Void
  ) {
    guard let element = mirror.whole(request.element),
      let command = request.command.renamed(mirror.whole)
    else {
      let refusal = ActionRefusal(.stale, "The element is gone; find it again")
      return completion(.refused(refusal))
    }
    if case .keys(let chords) = command, chords.contains(where: \.isOfDesktop) {
      let refusal = ActionRefusal(
        .unsupported,
        "Keys with Super, Ctrl+Alt and the like are for the desktop, which clients that may see only "
          + "some applications do not use")
      return completion(.refused(refusal))
    }
    var touched = [element]
    if case .drop(let source, _) = command { touched.append(source) }
    var whole = request
    (whole.element, whole.command) = (element, command)
    // Where something is in the way, only what needs no pointer and no keys is done.
    let isCovered = request.allowSynthesis && touched.contains(where: mirror.isCovered)
    if isCovered { whole.allowSynthesis = false }
    source.perform(whole, whenPrepared: whenPrepared) { [mirror] outcome in
      completion(outcome.scoped(to: mirror, request, isCovered: isCovered))
    }
  }
}

extension ActionOutcome {
  /// Returns the outcome with a mirror's ids, and without what it would tell of what is in the way.
  fileprivate func scoped(
    to mirror: ScopedMirror, _ request: ActionRequest, isCovered: Bool
  ) -> ActionOutcome {
    guard case .refused(let refusal) = self else { return self }
    let mayNameOthers =
      switch refusal.reason {
      case .unsupported: isCovered
      case .rejected, .notOnScreen:
        isCovered || request.allowSynthesis && mirror.hasHiddenActiveWindow
      case .disabled, .stale, .outOfRange, .timedOut, .notResponding, .invalidArgument,
        .targetChanged, .applicationEnded:
        false
      }
    guard !mayNameOthers else {
      let name = mirror.store.tree[request.element]?.shortName ?? "The element"
      return .refused(
        refusal.replacing(
          reason: .notOnScreen,
          message:
            "\(name) cannot be reached by the pointer or the keyboard at present; bring its window to the "
            + "front"))
    }
    return .refused(refusal.replacing(message: mirror.renamed(refusal.message)))
  }
}

extension VerifyReport {
  fileprivate func scoped(to mirror: ScopedMirror, application: ElementID) -> VerifyReport {
    var report = self
    report.application = application
    report.failure = mirror.renamed(failure)
    report.differences = differences.map { difference in
      var difference = difference
      difference.element = difference.element.flatMap(mirror.part)
      difference.object = mirror.renamed(difference.object)
      difference.mirrored = mirror.renamed(difference.mirrored)
      difference.live = mirror.renamed(difference.live)
      return difference
    }
    return report
  }
}

extension ScopedMirror {
  /// Returns a text of a source with this mirror's ids; those of other elements are left out.
  fileprivate func renamed(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "#")) else { return text }
    var result = ""
    var rest = text[...]
    while let mark = rest.firstIndex(of: "#") {
      result += rest[..<mark]
      let digits = rest[rest.index(after: mark)...].prefix { $0.isASCII && $0.isNumber }
      rest = rest[rest.index(after: mark)...].dropFirst(digits.count)
      // Ids have 12 digits; a shorter number is part of the text.
      if digits.count >= 12, let id = ElementID(digits: digits) {
        result += part(id)?.description ?? "#"
      } else {
        result += "#" + digits
      }
    }
    return result + rest
  }
}
