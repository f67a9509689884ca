internal import AccessibilityTree

/// The names of an object's actions, requested only in ways that its toolkit answers safely (see
/// `AtspiDialect.supportsGetActions`).
extension ObjectCalls {
  /// Reads all names, in the order of their indexes.
  func actions(_ done: @escaping Done<[AtspiAction]>) {
    guard !peer.dialect.supportsGetActions else { return listedActions(done) }
    actionCount { result in
      switch result {
      case .success(let count): actionNames(count: count, done)
      case .failure(let error): done(.failure(error))
      }
    }
  }

  /// Reads the number of actions, at most `limits.items`.
  func actionCount(_ done: @escaping Done<Int>) {
    let limit = limits.items
    peer.queue.enqueue(
      .property("NActions", of: "org.a11y.atspi.Action", peer.name, path), lane: lane,
      timeout: Self.timeout
    ) { result in
      done(
        BusConnection.read(result) { (message) throws(BusError) in
          try message.variant("i") { () throws(BusError) in
            min(limit, max(0, Int(try message.int32())))
          }
        })
    }
  }

  /// Reads the names of the first `count` actions, with one call each.
  func actionNames(count: Int, _ done: @escaping Done<[AtspiAction]>) {
    guard count > 0 else { return done(.success([])) }
    let gathered = GatheredActions(count: count)
    let limit = limits.string
    for index in 0..<count {
      call(
        "Action", "GetName", [.int32(Int32(clamping: index))],
        { (message) throws(BusError) in try message.string(atMost: limit) },
        { result in
          switch result {
          case .success(let name): gathered.actions[index].name = name
          case .failure(let error): if !error.isAnswer { gathered.failure = error }
          }
          gathered.waiting -= 1
          guard gathered.waiting == 0 else { return }
          done(gathered.failure.map { .failure($0) } ?? .success(gathered.actions))
        })
    }
  }

  private func listedActions(_ done: @escaping Done<[AtspiAction]>) {
    let limits = limits
    call(
      "Action", "GetActions", [],
      { (message) throws(BusError) in
        var actions: [AtspiAction] = []
        _ = try message.prefix(of: "(sss)", limits.items) { () throws(BusError) in
          try message.structure("sss") { () throws(BusError) in
            let name = try message.string(atMost: limits.string)
            try message.skipString()
            try message.skipString()
            actions.append(AtspiAction(name: name))
          }
        }
        return actions
      }, done)
  }

  private final class GatheredActions {
    var actions: [AtspiAction]
    var waiting: Int
    var failure: BusError?

    init(count: Int) {
      actions = Array(repeating: AtspiAction(name: ""), count: count)
      waiting = count
    }
  }
}
