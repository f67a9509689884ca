internal import AccessibilityTree
internal import SafeText

/// Texts that are left out only because they have as many characters as what a password field contains, of which only
/// bullets are known. They are no secret where the field goes on showing its bullets beside them.
struct Guess {
  /// The texts, in the element that may be about to consist of the field.
  var texts: Set<String> = []
  /// The fields that have as many characters, and those that went.
  var fields: Set<ElementID> = []
  var formers: [FormerField] = []
  /// The element and its pieces, as their source described them.
  var originals: [ElementID: Element] = [:]
  /// Since when all of the fields are there as password fields, or there again, by the mirror's clock.
  var since: UInt64?

  /// When the texts are shown unless one of the fields goes.
  var end: UInt64? { since.map { $0 + SecretKeeper.coexistenceTime } }

  /// Returns an element with what was left out of it, but for what its source has set since. Some of its attributes may have been.
  func restored(_ shown: Element, from original: Element) -> Element {
    HeldElement(original: original, isContent: true, end: .max)
      .restored(shown, insteadOf: original.redacted { texts.contains($0) })
  }
}

extension SecretKeeper {
  /// Notes a text that is left out of an element only for its length.
  func record(
    guess text: String, in element: Element, for fields: Set<ElementID>, _ formers: [FormerField],
    at now: UInt64
  ) {
    var guess = guesses[element.id] ?? Guess()
    // A new text may be what the field was about to show.
    if guess.texts.insert(text).inserted { guess.since = now }
    guess.fields.formUnion(fields)
    guess.formers += formers.filter { former in !guess.formers.contains { $0.id == former.id } }
    guess.originals[element.id] = original(of: element, in: guess)
    guesses[element.id] = guess
  }

  /// Notes that a piece of such a text is left out of an element.
  func record(piece element: Element, ofGuess text: String, in container: ElementID) {
    guard var guess = guesses[container], guess.texts.contains(text) else { return }
    guess.originals[element.id] = original(of: element, in: guess)
    guesses[container] = guess
  }

  /// Returns an element with the texts that were left out of it before and that its source has not set since.
  private func original(of element: Element, in guess: Guess) -> Element {
    guard let former = guess.originals[element.id] else { return element }
    return guess.restored(element, from: former)
  }

  /// Whether a text was found to be no secret, although it has as many characters as one.
  func isCleared(_ text: String, in id: ElementID) -> Bool {
    clearedTexts[id]?.contains(text) == true
  }

  /// Shows the texts beside which all fields have gone on showing their bullets. Returns the elements.
  func liftGuesses(
    _ edit: Edit, in tree: inout Tree, _ redaction: inout Redaction
  ) -> [ElementID] {
    weighGuesses(at: edit.time, in: tree)
    var lifted: [ElementID] = []
    for (container, guess) in guesses where guess.end.map({ $0 <= edit.time }) == true {
      guesses[container] = nil
      for text in guess.texts { shownIn[container]?.remove(text) }
      if shownIn[container]?.isEmpty == true { shownIn[container] = nil }
      for (id, original) in guess.originals where secrets[id] == nil && held[id] == nil {
        guard let shown = tree[id] else { continue }
        clearedTexts[id, default: []].formUnion(guess.texts)
        redaction.willChange(shown)
        let restored = guess.restored(shown, from: original)
        try? tree.modify(id) { $0 = restored }
        lifted.append(id)
      }
    }
    return lifted.sorted()
  }

  /// Notes beside which texts all fields are there that these may repeat.
  func weighGuesses(at now: UInt64, in tree: Tree) {
    for (container, guess) in guesses {
      let lengths = guess.texts.map(\.scalarCount)
      let areThere =
        guess.fields.allSatisfy { isThere($0, in: tree) }
        && guess.formers.allSatisfy { former in
          lengths.allSatisfy { isBack(former, length: $0, in: tree) }
        }
      guesses[container]?.since = areThere ? guess.since ?? now : nil
    }
  }

  /// Whether a password field goes on showing its bullets.
  private func isThere(_ field: ElementID, in tree: Tree) -> Bool {
    secrets[field]?.isPassword == true && !formerFields.contains { $0.id == field }
      && tree.read(field) { $0.role == .passwordField && $0.states.contains(.visible) } == true
  }

  /// Whether a password field is there again, with as many bullets.
  func isBack(
    _ former: FormerField, length: Int, in tree: Tree,
    where isOther: (Secret) -> Bool = { _ in true }
  ) -> Bool {
    secrets.contains { other, secret in
      (other == former.id || newcomers[other] != nil)
        && tree.read(other) { $0.states.contains(.showing) && $0.role == .passwordField } == true
        && secret.facts.length == length && isOther(secret)
        && (secret.identity.hasName(of: former.secret.identity)
          || secret.identity.isNamelessAtFrame(of: former.secret.identity))
        // Chromium offers to keep a password in a dialog that has it again.
        && home(of: other, in: tree) == former.home
    }
  }
}
