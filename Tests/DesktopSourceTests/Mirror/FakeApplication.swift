import BridgeTransport

@testable import DesktopSource

/// One object of a fake application, and its answers, which may be invalid.
final class FakeObject {
  let path: String
  var name: String
  var role: UInt32
  var description = ""
  var states: UInt64
  var interfaces: [String] = ["Accessible", "Component"]
  var children: [(owner: String?, path: String)] = []
  var parent: String
  /// The answer of `ChildCount` when it is wrong.
  var claimedChildren: Int32?
  var extents: (Int32, Int32, Int32, Int32) = (10, 20, 30, 40)
  var actions: [String] = []
  var value: Double?
  var text: String?
  var attributes: [String: String] = [:]
  /// The paths of the objects that this one embeds.
  var embedded: [String] = []
  /// The paths of the objects that label this one.
  var labels: [String] = []
  /// Whether its children are at their indexes and in no list, as in an object of GTK 3 that embeds another process.
  var isSocket = false
  /// States that no answer contains, although the object has them.
  var concealedStates: UInt64 = 0
  /// Whether the object returns new children with each call, while the former ones continue to exist.
  var remakesChildren = false

  init(_ path: String, _ name: String, role: UInt32, parent: String) {
    self.path = path
    self.name = name
    self.role = role
    self.parent = parent
    // enabled, sensitive, showing, visible
    states = 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30
  }
}

/// An application on a private bus that serves the tree of a test, with or without a cache, and sends
/// events.
final class FakeApplication {
  let service: FakeBusService
  private(set) var objects: [String: FakeObject] = [:]
  var toolkit = "Fake"
  var version = "1.0"
  /// The number of calls of `Properties.GetAll`.
  private(set) var questionsForAllProperties = 0
  /// Properties of all objects, by interface.
  var extraProperties: [String: [String: BusValue]] = [:]
  /// Called with the object and the member when an object is called, for further effects.
  var whenAsked: (FakeObject, String) -> Void = { _, _ in }
  /// The kind of the application's cache.
  var cache = Cache.counted
  /// Whether the cache has other names than the objects.
  var cacheLies = false
  /// Called when the answer with the cache has been made, before it is sent.
  var whenCacheListed: () throws -> Void = {}
  /// Objects that are missing in the cache.
  var uncached: Set<String> = []
  private var lastNumber = 0
  /// The objects that were created anew, and the objects that they stand for.
  private var aliases: [String: String] = [:]
  /// The number of objects that were created anew.
  var remade: Int { aliases.count }

  enum Cache {
    case none
    case counted
    case listed
  }

  static let rootPath = "/org/a11y/atspi/accessible/root"

  init(_ bus: PrivateBus, _ loop: EventLoop, name: String) throws {
    service = try FakeBusService(bus, loop)
    objects[Self.rootPath] = FakeObject(Self.rootPath, name, role: 75, parent: "")
    answerAccessible()
    answerDetails()
    answerCache()
  }

  var root: FakeObject { objects[Self.rootPath]! }

  subscript(path: String) -> FakeObject? { objects[path] }

  /// Adds an object without an event.
  @discardableResult
  func add(_ name: String, role: UInt32 = 43, under parent: FakeObject, at index: Int? = nil)
    -> FakeObject
  {
    lastNumber += 1
    let object = FakeObject("/o/\(lastNumber)", name, role: role, parent: parent.path)
    objects[object.path] = object
    parent.children.insert((nil, object.path), at: index ?? parent.children.count)
    return object
  }

  /// Creates an object that is nobody's child.
  func make(_ name: String, role: UInt32, parent: String) -> FakeObject {
    lastNumber += 1
    let object = FakeObject("/o/\(lastNumber)", name, role: role, parent: parent)
    objects[object.path] = object
    return object
  }

  /// Removes an object that is nobody's child.
  func drop(_ path: String) { objects[path] = nil }

  /// Removes an object with its descendants, without an event.
  func remove(_ object: FakeObject) {
    objects[object.parent]?.children.removeAll { $0.path == object.path }
    for child in object.children {
      if let child = objects[child.path], child !== object { remove(child) }
    }
    objects[object.path] = nil
  }

  /// Sends an event of an object.
  func emit(
    _ object: FakeObject, _ member: String, _ detail: String = "", _ detail1: Int32 = 0,
    _ detail2: Int32 = 0, _ content: BusValue = .int32(0), interface: String = "Object"
  ) throws {
    try service.emit(
      object.path, "org.a11y.atspi.Event.\(interface)", member,
      [
        .string(detail), .int32(detail1), .int32(detail2), .variant(content), .properties([:]),
      ])
  }

  func emitChildrenChanged(_ parent: FakeObject, _ detail: String, _ child: FakeObject) throws {
    try emit(parent, "ChildrenChanged", detail, 0, 0, reference(child.path))
  }

  func emitAddAccessible(_ object: FakeObject) throws {
    try service.emit(
      "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "AddAccessible", [item(object)])
  }

  /// Returns the object at a path, also under another name.
  private func object(_ path: String?) -> FakeObject? {
    objects[aliases[path ?? ""] ?? path ?? ""]
  }

  /// Returns the name under which a parent lists a child.
  func name(_ child: String, by parent: FakeObject) -> String {
    guard parent.remakesChildren else { return child }
    let name = "/remade/\(aliases.count + 1)"
    aliases[name] = child
    return name
  }

  func reference(_ path: String, owner: String? = nil) -> BusValue {
    .reference(owner ?? service.name, path.isEmpty ? "/org/a11y/atspi/null" : path)
  }

  // MARK: Answers

  typealias Body = (FakeObject, MessageReader) throws(BusError) -> FakeBusService.Answer

  private func on(_ interface: String, _ member: String, _ body: @escaping Body) {
    service.on("org.a11y.atspi." + interface, member) { [weak self] call throws(BusError) in
      guard let object = self?.object(call.path) else {
        return .error("org.freedesktop.DBus.Error.UnknownObject", call.path ?? "")
      }
      self?.whenAsked(object, member)
      return try body(object, call)
    }
  }

  private func answerAccessible() {
    on("Accessible", "GetRole") { object, _ throws(BusError) in .values([.uint32(object.role)]) }
    on("Accessible", "GetState") { object, _ throws(BusError) in
      .values([Self.words(object.states & ~object.concealedStates)])
    }
    on("Accessible", "GetInterfaces") { object, _ throws(BusError) in
      .values([.strings(object.interfaces.map { "org.a11y.atspi." + $0 })])
    }
    on("Accessible", "GetAttributes") { object, _ throws(BusError) in
      .values([.dictionary(object.attributes)])
    }
    on("Accessible", "GetRelationSet") { [unowned self] object, _ throws(BusError) in
      let relations = [(UInt32(2), object.labels), (13, object.embedded)].compactMap {
        kind, targets -> BusValue? in
        guard !targets.isEmpty else { return nil }
        return .structure([
          .uint32(kind), .array(of: "(so)", targets.map { self.reference($0) }),
        ])
      }
      return .values([.array(of: "(ua(so))", relations)])
    }
    on("Accessible", "GetChildren") { [unowned self] object, _ throws(BusError) in
      let listed = object.isSocket ? [] : object.children
      return .values([
        .array(
          of: "(so)",
          listed.map { self.reference(self.name($0.path, by: object), owner: $0.owner) })
      ])
    }
    on("Accessible", "GetChildAtIndex") { [unowned self] object, call throws(BusError) in
      let index = Int(try call.int32())
      guard object.children.indices.contains(index) else {
        return .error("org.freedesktop.DBus.Error.InvalidArgs", "no child at \(index)")
      }
      let child = object.children[index]
      return .values([reference(name(child.path, by: object), owner: child.owner)])
    }
    on("Accessible", "GetIndexInParent") { [unowned self] object, _ throws(BusError) in
      let siblings = objects[object.parent]?.children ?? []
      let index = siblings.firstIndex { $0.path == object.path } ?? -1
      return .values([.int32(Int32(index))])
    }
    service.on("org.freedesktop.DBus.Properties", "GetAll") {
      [weak self] call throws(BusError) in
      guard let self, let object = object(call.path) else {
        return .error("org.freedesktop.DBus.Error.UnknownObject", call.path ?? "")
      }
      questionsForAllProperties += 1
      return .values([.properties(properties(of: object, try call.string()))])
    }
    service.on("org.freedesktop.DBus.Properties", "Get") { [weak self] call throws(BusError) in
      guard let self, let object = object(call.path) else {
        return .error("org.freedesktop.DBus.Error.UnknownObject", call.path ?? "")
      }
      let all = properties(of: object, try call.string())
      guard let value = all[try call.string()] else {
        return .error("org.freedesktop.DBus.Error.UnknownProperty", "none")
      }
      return .values([.variant(value)])
    }
  }

  private func properties(of object: FakeObject, _ interface: String) -> [String: BusValue] {
    switch interface.split(separator: ".").last {
    case "Accessible":
      return [
        "Name": .string(object.name), "Description": .string(object.description),
        "Parent": reference(object.parent),
        "ChildCount": .int32(object.claimedChildren ?? Int32(object.children.count)),
      ]
    case "Application": return ["ToolkitName": .string(toolkit), "Version": .string(version)]
    case "Action": return ["NActions": .int32(Int32(object.actions.count))]
    case "Value":
      guard let value = object.value else { return [:] }
      return [
        "CurrentValue": .double(value), "MinimumValue": .double(0), "MaximumValue": .double(100),
        "MinimumIncrement": .double(1),
      ]
    case "Text":
      return [
        "CharacterCount": .int32(Int32(clamping: object.text?.unicodeScalars.count ?? 0)),
        "CaretOffset": .int32(0),
      ]
    default: return extraProperties[interface] ?? [:]
    }
  }

  private func answerDetails() {
    on("Component", "GetExtents") { object, _ throws(BusError) in
      let (x, y, width, height) = object.extents
      return .values([.structure([.int32(x), .int32(y), .int32(width), .int32(height)])])
    }
    on("Action", "GetActions") { object, _ throws(BusError) in
      .values([
        .array(
          of: "(sss)",
          object.actions.map { .structure([.string($0), .string(""), .string("")]) })
      ])
    }
    on("Action", "GetName") { object, call throws(BusError) in
      let index = Int(try call.int32())
      return .values([.string(object.actions.indices.contains(index) ? object.actions[index] : "")])
    }
    on("Text", "GetText") { object, call throws(BusError) in
      let (start, end) = (Int(try call.int32()), Int(try call.int32()))
      let scalars = Array((object.text ?? "").unicodeScalars)
      var text = ""
      let last = end < 0 ? scalars.count : min(scalars.count, end)
      for scalar in scalars[max(0, start)..<last] {
        text.unicodeScalars.append(scalar)
      }
      return .values([.string(text)])
    }
    on("Text", "GetSelection") { _, _ throws(BusError) in .values([.int32(0), .int32(0)]) }
  }

  private func answerCache() {
    service.on("org.a11y.atspi.Cache", "GetItems") { [weak self] _ throws(BusError) in
      guard let self, cache != .none else {
        return .error("org.freedesktop.DBus.Error.UnknownMethod", "no cache")
      }
      let cached = objects.values.filter {
        !uncached.contains($0.path) && objects[$0.parent]?.remakesChildren != true
      }
      let signature =
        cache == .counted ? CacheItemReader.counted : CacheItemReader.listed
      let items = cached.map(item)
      try? whenCacheListed()
      return .values([.array(of: "(\(signature))", items)])
    }
  }

  private func item(_ object: FakeObject) -> BusValue {
    let siblings = objects[object.parent]?.children ?? []
    let index = siblings.firstIndex { $0.path == object.path } ?? -1
    var fields: [BusValue] = [
      reference(object.path), reference(Self.rootPath), reference(object.parent),
    ]
    if cache == .counted {
      // As in at-spi2-atk: children of objects that manage their descendants are not counted.
      let isManaged = object.states & 1 << 31 != 0
      let count = isManaged ? -1 : object.claimedChildren ?? Int32(object.children.count)
      fields += [.int32(Int32(index)), .int32(count)]
    } else {
      fields.append(
        .array(of: "(so)", object.children.map { reference($0.path, owner: $0.owner) }))
    }
    fields += [
      .strings(object.interfaces.map { "org.a11y.atspi." + $0 }),
      .string(cacheLies ? object.name + "?" : object.name),
      .uint32(object.role), .string(object.description),
      Self.words(object.states & ~object.concealedStates),
    ]
    return .structure(fields)
  }

  private static func words(_ states: UInt64) -> BusValue {
    .array(
      of: "u",
      [
        .uint32(UInt32(truncatingIfNeeded: states)),
        .uint32(UInt32(truncatingIfNeeded: states >> 32)),
      ])
  }
}
