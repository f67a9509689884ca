internal import AccessibilityMirror
internal import AccessibilityTree
internal import BridgeProtocol

/// Answers GetTree: encodes the elements in slices, all at one revision, and then streams them.
///
/// When the tree changes before the end the work begins again, a few times. Elements that did not change are
/// not encoded again.
final class TreeEncodingWork: SlicedWork {
  /// The number of restarts after which the work finishes without yielding.
  private static let maxRestarts = 3

  /// Returns the requested elements of the current tree, and how many the answer leaves out.
  typealias Scope = () throws(Status) -> (ids: [ElementID], omitted: Int)

  private let call: Call
  private let view: ElementView
  private let store: TreeStore
  private let cache: ElementCache
  private let scope: Scope
  private let whenDone: (Snapshot) -> Void
  private var revision: Revision?
  private var restarts = 0
  private var remaining: ArraySlice<ElementID> = []
  private var omitted = 0
  private var encodings: [EncodedElement] = []

  init(
    _ call: Call, view: ElementView, store: TreeStore, cache: ElementCache,
    scope: @escaping Scope, whenDone: @escaping (Snapshot) -> Void
  ) {
    self.call = call
    self.view = view
    self.store = store
    self.cache = cache
    self.scope = scope
    self.whenDone = whenDone
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !call.isEnded else { return false }
    do throws(Status) {
      if revision != store.revision { try begin() }
    } catch {
      call.fail(error)
      return false
    }
    while let id = remaining.popFirst() {
      if let element = cache.encoding(of: id, view: view, within: call.maxElementSize) {
        encodings.append(element)
      }
      if slice.isExpired, restarts <= Self.maxRestarts { return true }
    }
    let snapshot = Snapshot(
      encodings, revision: store.revision, omitted: omitted, limit: call.maxElementSize,
      ledger: cache.ledger,
      build: {
        GetTreeResponse.encoded(
          revision: $0, elements: $1, last: $2, omitted: $3, total: $4)
      })
    encodings = []
    whenDone(snapshot)
    return false
  }

  private func begin() throws(Status) {
    if revision != nil { restarts += 1 }
    revision = store.revision
    let found = try scope()
    (remaining, omitted) = (found.ids[...], found.omitted)
    encodings = []
    encodings.reserveCapacity(remaining.count)
  }
}
