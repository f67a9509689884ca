internal import BridgeTransport

/// The problems of an application: why its mirror is `partial`, and problems that do not affect the mirror.
///
/// A complaint lasts until the application has been read again without a reason for it; one that is counted,
/// until it applies to no object.
struct Problems {
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
    case claims
    // The following kinds keep nothing out of the mirror.
    case ancestors
    case line
    case cache

    /// Whether everything is mirrored nevertheless.
    var isHarmless: Bool { rawValue >= Kind.ancestors.rawValue }

    /// Whether elements are left out, wherever they are in the application.
    fileprivate var omitsElements: Bool {
      switch self {
      case .elements, .elementsOfAll, .depth, .children, .foreign, .refused: true
      case .texts, .malformed, .large, .flood, .claims, .ancestors, .line, .cache: false
      }
    }

    /// Whether reading the application again cannot show that the problem is over.
    fileprivate var isLasting: Bool { rawValue >= Kind.claims.rawValue }
  }

  private struct Entry {
    var example: String
    var last: MonotonicTime
  }

  private var entries: [Kind: Entry] = [:]
  /// The number of objects that a counted kind applies to, and the maximum so far.
  private var counts: [Kind: (now: Int, most: Int)] = [:]

  /// Whether the kind is known; if so, notes that it was seen again.
  mutating func refresh(_ kind: Kind) -> Bool {
    guard entries[kind] != nil else { return false }
    entries[kind]?.last = .now()
    return true
  }

  /// Adds the first complaint of a kind.
  mutating func add(_ kind: Kind, _ example: String) {
    entries[kind] = Entry(example: example, last: .now())
  }

  /// Changes the number of objects that a kind applies to.
  ///
  /// - Returns: The number when it is a new maximum; 0 when the kind no longer applies to any object;
  ///   otherwise `nil`.
  mutating func adjustCount(_ kind: Kind, _ change: Int) -> Int? {
    var count = counts[kind] ?? (0, 0)
    count.now += change
    guard count.now > 0 else {
      counts[kind] = nil
      return entries.removeValue(forKey: kind) == nil ? nil : 0
    }
    let isNewMaximum = count.now > count.most
    if isNewMaximum { count.most = count.now }
    counts[kind] = count
    return isNewMaximum ? count.most : nil
  }

  /// Returns the number of objects that a counted kind applies to.
  func count(_ kind: Kind) -> Int { counts[kind]?.now ?? 0 }

  /// Drops complaints that were last seen before `time`.
  mutating func remove(before time: MonotonicTime) {
    entries = entries.filter { $0.value.last >= time || $0.key.isLasting }
  }

  func contains(_ kind: Kind) -> Bool { entries[kind] != nil }

  /// Drops a complaint whose reason no longer exists.
  mutating func remove(_ kind: Kind) { entries[kind] = nil }

  /// Whether no complaint keeps the mirror from being complete.
  var isEmpty: Bool { entries.keys.allSatisfy(\.isHarmless) }

  /// Whether elements of the application are left out of the mirror.
  var omitElements: Bool { entries.keys.contains(where: \.omitsElements) }

  /// All complaints, for people; empty when there are none.
  var summary: String {
    Kind.allCases.compactMap { entries[$0]?.example }.joined(separator: "; ")
  }
}

extension MirroredApplication {
  /// Notes a problem of the application.
  ///
  /// `example` describes the case that was seen, where the kind alone is not enough.
  func report(_ kind: Problems.Kind, _ example: @autoclosure () -> String = "") {
    if problems.refresh(kind) { return }
    problems.add(kind, explanation(kind, example()))
    if !kind.isHarmless { owner?.requestPass() }
    schedule()
  }

  /// Changes the number of objects that a kind applies to. The complaint reports the maximum.
  func adjustCount(_ kind: Problems.Kind, _ change: Int) {
    guard change != 0, let count = problems.adjustCount(kind, change) else { return }
    if count > 0 { problems.add(kind, explanation(kind, count: count)) }
    schedule()
  }

  /// Notes whether an object claims too many children.
  func updateClaim(_ object: MirroredObject, _ tooMany: Bool) {
    guard object.claimsTooManyChildren != tooMany else { return }
    object.claimsTooManyChildren = tooMany
    adjustCount(.claims, tooMany ? 1 : -1)
  }

  /// Notes an answer that blocked the loop for long.
  func reportCostlyAnswer(_ cost: Duration) {
    report(.large, "one answer took \(cost.clampedNanoseconds / 1_000_000) ms to read")
  }

  /// Notes an answer or event that was skipped because of its size.
  func reportLargeAnswer(_ bytes: Int) {
    report(.large, "one answer exceeds \(bytes >> 20) MB and was not read")
  }

  private func explanation(_ kind: Problems.Kind, _ example: String) -> String {
    switch kind {
    case .elements:
      "It has more than \(limits.elements) elements; the others are not mirrored"
    case .elementsOfAll:
      "All applications together exceed \(limits.totalElements) elements; some of its elements are not mirrored"
    case .depth:
      "Its elements are nested more than \(limits.depth) levels deep; deeper elements are not mirrored"
    case .texts:
      "The texts of its elements exceed \(limits.textBytes >> 20) MB, or those of all applications "
        + "\(limits.totalTextBytes >> 20) MB; texts are truncated"
    case .children:
      "An element has more than \(limits.children) children; the others are not mirrored (\(example))"
    case .foreign:
      "It lists elements of other applications as its own; they are not mirrored"
    case .malformed:
      "Some of its answers are malformed and are ignored (\(example))"
    case .refused:
      "It refuses to describe some of its elements; they are not mirrored (\(example))"
    case .large:
      "Its answers are so large that it is read less often (\(example))"
    case .line:
      "Its direct connection is unusable, so the bus is used instead: \(example)"
    case .claims, .ancestors, .cache: explanation(kind, count: 1)
    case .flood:
      "It sends too many events to process one by one; the changes are read again (\(example))"
    }
  }

  private func explanation(_ kind: Problems.Kind, count: Int) -> String {
    let isOne = count == 1
    return switch kind {
    case .ancestors:
      isOne
        ? "1 child is ignored because it is its own ancestor"
        : "\(count) children are ignored because they are their own ancestors"
    case .claims:
      "\(count) \(isOne ? "element reports" : "elements report") more than \(limits.children) children; "
        + "only those on screen are mirrored"
    case .cache:
      "Its cache contradicts the direct answers of \(count) \(isOne ? "element" : "elements") and is "
        + "not used"
    default: ""
    }
  }
}
