internal import AccessibilityTree
internal import BridgeProtocol

extension BridgeService {
  func getTree(_ call: Call, _ request: GetTreeRequest) throws(Status) {
    let roots = try beginnings(of: request)
    let depth = request.depth ?? .max
    let limit = request.limit ?? .max
    var ids: [ElementID] = []
    var omitted = 0
    store.tree.walk(from: roots) { element, level in
      if level > depth || ids.count >= limit { omitted += 1 } else { ids.append(element.id) }
      return .descend
    }
    let encodings = cache.encodings(
      of: ids, view: request.view, within: call.longestElement)
    SnapshotStream(
      encodings, revision: store.revision, omitted: omitted, call: call,
      build: ResponseBuilder.getTree,
      whenDone: { call.finish() }
    ).start()
  }

  /// Where to begin: no element twice, not even within another.
  private func beginnings(of request: GetTreeRequest) throws(Status) -> [ElementID] {
    if request.roots.isEmpty && request.selector == nil { return store.tree.roots }
    guard request.roots.isEmpty || request.selector == nil else {
      throw Status(.invalidArgument, "`roots` and `selector` are both set; one of them is needed")
    }
    let ids: [ElementID]
    if let text = request.selector {
      let result = try find(parse(text), text: text, scope: nil, limit: nil)
      guard !result.ids.isEmpty else { throw noMatch(text) }
      ids = result.ids
    } else {
      for id in request.roots { try check(id) }
      ids = store.tree.inReadingOrder(Set(request.roots))
    }
    var kept: Set<ElementID> = []
    return ids.filter { id in
      guard !store.tree.ancestors(of: id).contains(where: kept.contains) else { return false }
      return kept.insert(id).inserted
    }
  }

  func generate(_ call: Call, _ request: GenerateRequest) throws(Status) {
    guard request.payloadLength <= 65_536 else {
      throw Status(
        .outOfRange, "a payload of \(request.payloadLength) bytes; at most 65,536", limit: 65_536)
    }
    let payload = [UInt8](repeating: 0, count: request.payloadLength)
    var next: UInt64 = 0
    call.onReady = { [weak call] in
      guard let call else { return }
      while next < request.count, call.isReady {
        call.send(GenerateResponse(sequence: next, payload: payload).encoded())
        next += 1
      }
      if next >= request.count { call.finish() }
    }
    call.onReady?()
  }
}

/// Sends elements that are encoded already, in parts, as the client takes them.
///
/// Holds the encodings, so that all parts are of one revision whatever happens meanwhile. Kept alive
/// by the call's `onReady`.
final class SnapshotStream {
  /// The longest that a part is made, in bytes, for a client that takes as much.
  static let partLength = 256 * 1024

  typealias Build = (
    _ revision: Revision, _ elements: ArraySlice<EncodedElement>, _ last: Bool, _ omitted: Int,
    _ total: Int
  ) -> [UInt8]

  private let encodings: [EncodedElement]
  private let revision: Revision
  private let omitted: Int
  private let call: Call
  private let build: Build
  private let whenDone: () -> Void
  private var position = 0
  private var isDone = false

  init(
    _ encodings: [EncodedElement], revision: Revision, omitted: Int, call: Call,
    build: @escaping Build, whenDone: @escaping () -> Void
  ) {
    self.encodings = encodings
    self.revision = revision
    self.omitted = omitted
    self.call = call
    self.build = build
    self.whenDone = whenDone
  }

  func start() {
    call.onReady = { self.proceed() }
    proceed()
  }

  private func proceed() {
    while !isDone, call.isReady {
      let end = partEnd()
      let total = position == 0 ? encodings.count : 0
      let last = end == encodings.count
      call.send(build(revision, encodings[position..<end], last, last ? omitted : 0, total))
      position = end
      isDone = last
    }
    if isDone {
      call.onReady = nil
      whenDone()
    }
  }

  private func partEnd() -> Int {
    encodings[position...]
      .prefix(bytes: min(Self.partLength, call.longestElement)).endIndex
  }
}
