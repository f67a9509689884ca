internal import AccessibilityTree
internal import BridgeProtocol

/// Answers GetTree: encodes the elements in slices, all at one revision, and then streams them.
///
/// When the tree changes meanwhile it begins again, a few times; what is encoded and did not change is
/// not encoded again.
final class TreeWork: SlicedWork {
  /// How often it begins again before it finishes in one go.
  private static let maxRestarts = 3

  /// The elements that are asked for, as the tree is now, and how many the answer leaves out.
  typealias Scope = () throws(Status) -> (ids: [ElementID], omitted: Int)

  private let call: Call
  private let view: ElementView
  private let service: BridgeService
  private let scope: Scope
  private let whenDone: (Snapshot) -> Void
  private var revision: Revision?
  private var restarts = 0
  private var rest: ArraySlice<ElementID> = []
  private var omitted = 0
  private var encodings: [EncodedElement] = []

  init(
    _ call: Call, view: ElementView, service: BridgeService, scope: @escaping Scope,
    whenDone: @escaping (Snapshot) -> Void
  ) {
    self.call = call
    self.view = view
    self.service = service
    self.scope = scope
    self.whenDone = whenDone
  }

  override func proceed(_ slice: Slice) -> Bool {
    guard !call.isEnded else { return false }
    do throws(Status) {
      if revision != service.store.revision { try begin() }
    } catch {
      call.fail(error)
      return false
    }
    while let id = rest.popFirst() {
      if let element = service.cache.encoding(of: id, view: view, within: call.longestElement) {
        encodings.append(element)
      }
      if slice.isOver, restarts <= Self.maxRestarts { return true }
    }
    let made = Snapshot(
      encodings, revision: service.store.revision, omitted: omitted, limit: call.longestElement,
      ledger: service.memory, build: GetTreeResponse.encoded)
    encodings = []
    whenDone(made)
    return false
  }

  private func begin() throws(Status) {
    if revision != nil { restarts += 1 }
    revision = service.store.revision
    let found = try scope()
    (rest, omitted) = (found.ids[...], found.omitted)
    encodings = []
    encodings.reserveCapacity(rest.count)
  }
}

/// The trees that a connection asked for: encoded one after the other, so that what is encoded and
/// not yet sent is of one tree.
final class TreeLine: SlicedWork {
  private var works: ArraySlice<TreeWork> = []

  func add(_ work: TreeWork) { works.append(work) }

  override func proceed(_ slice: Slice) -> Bool {
    while let work = works.first {
      if work.proceed(slice) { return true }
      works.removeFirst()
      if slice.isOver { break }
    }
    if works.isEmpty { works = [] }
    return !works.isEmpty
  }
}
