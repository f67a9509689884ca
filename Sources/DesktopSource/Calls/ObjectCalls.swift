internal import AccessibilityTree

/// The calls that read one object. Each reports its result or its failure.
struct ObjectCalls {
  let peer: Peer
  let path: String
  var lane = CallQueue.Lane.visible
  var limits = DesktopLimits()

  /// How long an answer may take before the call fails, to be repeated later. An application that does not
  /// respond is detected long before (`HealthMonitor`).
  static let timeout = Duration.seconds(10)

  typealias Done<Value> = (Result<Value, BusError>) -> Void

  func call<Value>(
    _ interface: String, _ member: String, _ arguments: [BusValue] = [],
    _ read: @escaping (MessageReader) throws(BusError) -> Value, _ done: @escaping Done<Value>
  ) {
    peer.queue.call(
      path, "org.a11y.atspi." + interface, member, arguments, lane: lane,
      timeout: Self.timeout
    ) { done(BusConnection.read($0, read)) }
  }

  /// Reads all properties of an interface at once, or the named ones one by one where the toolkit is not
  /// known to support that. Only for interfaces whose properties every object has: see `value`.
  func properties(
    _ interface: String, _ names: [String], _ done: @escaping Done<[String: BusValue]>
  ) {
    let full = "org.a11y.atspi." + interface
    guard peer.dialect.supportsGetAll else { return single(full, names, done) }
    peer.queue.enqueue(
      .properties(of: full, peer.name, path), lane: lane, timeout: Self.timeout
    ) { result in
      let values = BusConnection.read(result) { (message) throws(BusError) in
        try message.properties()
      }
      switch values {
      case .failure(let error) where error.isAnswer: single(full, names, done)
      case .success(let values) where values.isEmpty: single(full, names, done)
      default: done(values)
      }
    }
  }

  /// Reads properties of an interface one by one. Fails when none of them can be read.
  func single(
    _ interface: String, _ names: [String], _ done: @escaping Done<[String: BusValue]>
  ) {
    let gathered = Gathered(count: names.count)
    for name in names {
      peer.queue.enqueue(
        .property(name, of: interface, peer.name, path), lane: lane, timeout: Self.timeout
      ) { result in
        let value = BusConnection.read(result) { (message) throws(BusError) in
          try message.variant { () throws(BusError) in try message.value() }
        }
        switch value {
        case .success(let value): gathered.values[name] = value
        case .failure(let error): gathered.failure = error
        }
        gathered.count -= 1
        guard gathered.count == 0 else { return }
        if gathered.values.isEmpty, let failure = gathered.failure {
          done(.failure(failure))
        } else {
          done(.success(gathered.values))
        }
      }
    }
  }

  private final class Gathered {
    var count: Int
    var values: [String: BusValue] = [:]
    var failure: BusError?

    init(count: Int) {
      self.count = count
    }
  }
}

// MARK: Basics

extension ObjectCalls {
  struct Basics {
    var name = ""
    var description = ""
    var helpText = ""
    var accessibleID = ""
    var children: Int?
  }

  func basics(_ done: @escaping Done<Basics>) {
    let limit = limits.string
    let names = ["Name", "Description", "ChildCount", "AccessibleId"]
    properties("Accessible", names) { result in
      done(
        result.map { values in
          Basics(
            name: (values["Name"]?.text ?? "").bounded(limit),
            description: (values["Description"]?.text ?? "").bounded(limit),
            helpText: (values["HelpText"]?.text ?? "").bounded(limit),
            accessibleID: (values["AccessibleId"]?.text ?? "").bounded(limit),
            children: values["ChildCount"]?.integer.map { Int(clamping: $0) })
        })
    }
  }

  func role(_ done: @escaping Done<UInt32>) {
    call("Accessible", "GetRole", [], { (message) throws(BusError) in try message.uint32() }, done)
  }

  func states(_ done: @escaping Done<AtspiStates>) {
    call(
      "Accessible", "GetState", [],
      { (message) throws(BusError) in AtspiStates(words: try message.words()) }, done)
  }

  func interfaces(_ done: @escaping Done<AtspiInterfaces>) {
    call(
      "Accessible", "GetInterfaces", [],
      { (message) throws(BusError) in try message.interfaces() }, done)
  }

  /// Reads the number of children as the object reports it, unchecked: any number.
  func childCount(_ done: @escaping Done<Int>) {
    property("ChildCount", "i", { (message) throws(BusError) in Int(try message.int32()) }, done)
  }

  /// Reads the parent, as `read` takes it: by its number, or by its address where it may not be mirrored.
  func parent<Value>(
    _ read: @escaping (MessageReader) throws(BusError) -> Value, _ done: @escaping Done<Value>
  ) {
    property("Parent", "(so)", read, done)
  }

  private func property<Value>(
    _ name: String, _ type: String, _ read: @escaping (MessageReader) throws(BusError) -> Value,
    _ done: @escaping Done<Value>
  ) {
    peer.queue.enqueue(
      .property(name, of: "org.a11y.atspi.Accessible", peer.name, path), lane: lane,
      timeout: Self.timeout
    ) { result in
      done(
        BusConnection.read(result) { (message) throws(BusError) in
          try message.variant(type) { () throws(BusError) in try read(message) }
        })
    }
  }

  /// Reads what is at a point, given in the coordinates of `place`, as `read` takes it.
  func hit<Value>(
    _ point: Point, _ read: @escaping (MessageReader) throws(BusError) -> Value,
    _ done: @escaping Done<Value>
  ) {
    call(
      "Component", "GetAccessibleAtPoint", peer.dialect.comparedCoordinates.arguments(at: point),
      read, done)
  }

  /// Reads the children, numbered by `interner`. Only for objects that are known to have few, because
  /// toolkits create an object for each of them.
  ///
  /// - Parameter count: The number of children that it claims. In GTK 3 an object that embeds a part of another process claims
  ///   one child, and has it at its index but not in its list.
  func children(
    _ interner: ObjectInterner, count: Int, _ done: @escaping Done<[ObjectReference]>
  ) {
    let limit = limits.children
    let done: Done<[ObjectReference]> = { result in
      guard count == 1, case .success(let list) = result, list.isEmpty else { return done(result) }
      ChildrenByIndex(self, count: count, interner, done).start()
    }
    peer.queue.call(
      path, "org.a11y.atspi.Accessible", "GetChildren", lane: lane, timeout: Self.timeout
    ) { result in
      switch result {
      case .success(let message):
        ReferenceList(message, interner, limit: limit, on: peer.queue.connection.loop, done).read()
      case .failure(let error): done(.failure(error))
      }
    }
  }

  func child(_ index: Int32, _ interner: ObjectInterner, _ done: @escaping Done<ObjectReference>) {
    call(
      "Accessible", "GetChildAtIndex", [.int32(index)],
      { (message) throws(BusError) in try message.reference(interner) }, done)
  }

  /// Reads the object's index among the children of its parent; negative where it has none.
  func indexInParent(_ done: @escaping Done<Int32>) {
    call(
      "Accessible", "GetIndexInParent", [],
      { (message) throws(BusError) in try message.int32() }, done)
  }

  /// Asks the object for its index in a parent; `nil` if it is in another one: Qt gives the numbers of objects that are gone to
  /// others, which may be of another view.
  func index(in parent: MirroredObject, _ done: @escaping Done<Int32?>) {
    let (owner, path) = (parent.peer.name, parent.path)
    self.parent(
      { (message) throws(BusError) in try message.reference() },
      { answer in
        switch answer {
        case .success((owner, path)): indexInParent { done($0.map(Optional.some)) }
        case .success: done(.success(nil))
        case .failure(let error): done(.failure(error))
        }
      })
  }

  func attributes(_ done: @escaping Done<AtspiAttributes>) {
    let limits = limits
    call(
      "Accessible", "GetAttributes", [],
      { (message) throws(BusError) in
        AtspiAttributes(try message.stringDictionary(atMost: limits.items, bytes: limits.string))
      }, done)
  }

  func relations(_ interner: ObjectInterner, _ done: @escaping Done<[ObjectRelation]>) {
    let limit = limits.items
    call(
      "Accessible", "GetRelationSet", [],
      { (message) throws(BusError) in
        var result: [ObjectRelation] = []
        _ = try message.prefix(of: "(ua(so))", limit) { () throws(BusError) in
          try message.structure { () throws(BusError) in
            let kind = AtspiRelation.kind(try message.uint32())
            var (targets, omitsTargets): ([ObjectReference], Bool) = ([], false)
            try message.array("(so)") { () throws(BusError) in
              // Only known objects: a relation is no reason to mirror its target.
              let found = try message.knownReference(interner)
              if let found, targets.count < limit { targets.append(found) }
              if found == nil { omitsTargets = true }
            }
            guard let kind, result.count < limit else { return }
            let relation = ObjectRelation(kind: kind, targets: targets, omitsTargets: omitsTargets)
            if relation.tellsAnything { result.append(relation) }
          }
        }
        return result
      }, done)
  }
}

extension MessageReader {
  /// Reads a dictionary of properties, `a{sv}`, with at most 256 entries; no interface has that many.
  func properties() throws(BusError) -> [String: BusValue] {
    var values: [String: BusValue] = [:]
    try dictionary("sv", atMost: 256) { () throws(BusError) in
      let key = try string(atMost: 256)
      values[key] = try variant { () throws(BusError) in try value() }
    }
    return values
  }

  /// Reads an object, `(so)`; `nil` when it is not known.
  func knownReference(_ interner: ObjectInterner) throws(BusError) -> ObjectReference? {
    let (owner, path) = try reference()
    return interner.find(owner, path)
  }
}

extension ValueReader {
  /// Reads an array of 32-bit words, and keeps the first four, more than states need.
  func words() throws(BusError) -> [UInt32] {
    var words: [UInt32] = []
    try array("u", atMost: 1024) { () throws(BusError) in
      let word = try uint32()
      if words.count < 4 { words.append(word) }
    }
    return words
  }
}
