/// The resources whose changes are to be reported, to whom, and the requests that wait until these are watched.
struct ResourceSubscriptions: Sendable {
  /// A request that is answered when its resources are watched or refused.
  private struct Waiting {
    let id: RequestID
    /// Those of which it is not known yet.
    var open: Set<String>
    /// Why others are not watched.
    var refusals: [String] = []
  }

  /// A request that can be answered.
  struct Settled {
    let id: RequestID
    /// The resources that are watched for it; `nil`: it was about a single one.
    let honoured: Set<String>?
    /// Why resources are not watched; empty: all are.
    let refusals: [String]
  }

  /// The resources that were subscribed to one by one.
  private(set) var single: Set<String> = []
  /// The resources of each request that listens.
  private(set) var listening: [RequestID: Set<String>] = [:]
  /// The resources that are watched.
  private var watched: Set<String> = []
  private var waiting: [Waiting] = []

  /// Every resource that is to be watched.
  var wanted: Set<String> { listening.values.reduce(single) { $0.union($1) } }

  /// Whether a request listens, or waits.
  func isOpen(_ id: RequestID) -> Bool {
    listening[id] != nil || waiting.contains { $0.id == id }
  }

  mutating func subscribe(_ id: RequestID, to uri: String) -> [Settled] {
    single.insert(uri)
    return begin(id, [uri])
  }

  mutating func unsubscribe(from uri: String) {
    single.remove(uri)
    watched.formIntersection(wanted)
  }

  mutating func listen(_ id: RequestID, to uris: Set<String>) -> [Settled] {
    listening[id] = uris
    return begin(id, uris)
  }

  /// Ends a request that listens. Returns whether there was one.
  mutating func end(_ id: RequestID) -> Bool {
    guard listening.removeValue(forKey: id) != nil else { return false }
    waiting.removeAll { $0.id == id }
    watched.formIntersection(wanted)
    return true
  }

  private mutating func begin(_ id: RequestID, _ uris: Set<String>) -> [Settled] {
    waiting.append(Waiting(id: id, open: uris.subtracting(watched)))
    return settle()
  }

  /// Takes that a resource is watched, or with a reason, that it is not and will not be.
  mutating func settle(_ uri: String, refusal: String?) -> [Settled] {
    if refusal == nil {
      watched.insert(uri)
    } else {
      watched.remove(uri)
      single.remove(uri)
      for id in listening.keys { listening[id]?.remove(uri) }
    }
    for index in waiting.indices where waiting[index].open.remove(uri) != nil {
      if let refusal { waiting[index].refusals.append(refusal) }
    }
    return settle()
  }

  /// Returns the requests of which everything is known.
  private mutating func settle() -> [Settled] {
    let settled = waiting.filter(\.open.isEmpty)
    waiting.removeAll(where: \.open.isEmpty)
    return settled.map { request in
      let honoured = listening[request.id]
      // It has nothing to listen to.
      if honoured?.isEmpty == true, !request.refusals.isEmpty { listening[request.id] = nil }
      return Settled(id: request.id, honoured: honoured, refusals: request.refusals)
    }
  }
}
