internal import BridgeTransport

/// What is wrong with an application, as far as its mirror suffers from it: why it is `partial`.
///
/// A complaint lasts until the application was read again without a reason for it.
struct Complaints {
  enum Kind: Int, CaseIterable {
    case elements
    case elementsOfAll
    case depth
    case texts
    case children
    case foreign
    case malformed
    case refused
    case large
    case flood
  }

  private struct Entry {
    var example: String
    var last: MonotonicTime
  }

  private var entries: [Kind: Entry] = [:]

  /// Whether the kind is known; if so, that it was seen again.
  mutating func isRepeated(_ kind: Kind) -> Bool {
    guard entries[kind] != nil else { return false }
    entries[kind]?.last = .now()
    return true
  }

  /// Takes in the first complaint of a kind.
  mutating func add(_ kind: Kind, _ example: String) {
    entries[kind] = Entry(example: example, last: .now())
  }

  /// Drops what has not been seen since.
  mutating func drop(before time: MonotonicTime) {
    entries = entries.filter { $0.value.last >= time }
  }

  func contains(_ kind: Kind) -> Bool { entries[kind] != nil }

  /// What a kind complained of is mended.
  mutating func drop(_ kind: Kind) { entries[kind] = nil }

  var isEmpty: Bool { entries.isEmpty }

  /// All of it, for people; `nil` when there is nothing to complain of.
  var summary: String? {
    guard !isEmpty else { return nil }
    return Kind.allCases.compactMap { entries[$0]?.example }.joined(separator: "; ")
  }
}

extension ApplicationMirror {
  /// Notes that something about the application keeps its mirror from being whole.
  ///
  /// `example` is what was seen, where the kind alone does not say it.
  func complain(_ kind: Complaints.Kind, _ example: @autoclosure () -> String = "") {
    if complaints.isRepeated(kind) { return }
    complaints.add(kind, explanation(kind, example()))
    rereading.owe(self)
    schedule()
  }

  /// An answer kept everybody waiting.
  func complainOfCost(_ cost: Duration) {
    complain(.large, "one took \(cost.clampedNanoseconds / 1_000_000) ms to read")
  }

  /// An answer or an event was passed over for its size.
  func complainOfSize(_ bytes: Int) {
    complain(.large, "one has more than \(bytes >> 20) MB and was not read")
  }

  private func explanation(_ kind: Complaints.Kind, _ example: String) -> String {
    switch kind {
    case .elements:
      "It has more than \(limits.elements) elements: the rest is not mirrored"
    case .elementsOfAll:
      "All applications have more than \(limits.elementsOfAll) elements: not all of its are mirrored"
    case .depth:
      "Its elements nest more than \(limits.depth) levels deep: the rest is not mirrored"
    case .texts:
      "What its elements say takes more than \(limits.texts >> 20) MB, or that of all applications more "
        + "than \(limits.textsOfAll >> 20) MB: it is cut"
    case .children:
      "An element lists more than \(limits.children) children: the rest is not mirrored (\(example))"
    case .foreign:
      "It lists elements of other applications as its own: they are left out"
    case .malformed:
      "Some of its answers do not hold what they should, and are passed over (\(example))"
    case .refused:
      "It refuses to say what its elements are: they are left out (\(example))"
    case .large:
      "Its answers are so large that it is asked rarely (\(example))"
    case .flood:
      "It sends more events than are worth following: what they tell is read again (\(example))"
    }
  }
}
