import AccessibilityMirror
import AccessibilityTree
import BridgeTransport
import CSDBus
import Glibc

@testable import DesktopSource

/// Sends the desktop source what an application on the accessibility bus may send. The bytes select messages of
/// any signature, their values, and the code that receives them. The mirror must stay a consistent tree, and
/// nothing of the application may be left when it has gone.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzDesktop(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let input = Input(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  bench.run(input)
  return 0
}

nonisolated(unsafe) private let bench = Bench()

/// The bytes of the input in order, followed by zeros.
private final class Input {
  private let bytes: [UInt8]
  private var place = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var isEmpty: Bool { place >= bytes.count }

  func byte() -> Int {
    guard place < bytes.count else { return 0 }
    defer { place += 1 }
    return Int(bytes[place])
  }

  func number() -> UInt32 {
    switch byte() {
    case 0...199: UInt32(byte())
    case 200...219: .max
    case 220...239: UInt32(Int32.max)
    default: UInt32(byte()) << 24 | UInt32(byte()) << 16 | UInt32(byte()) << 8 | UInt32(byte())
    }
  }

  func one<Value>(of values: [Value]) -> Value { values[byte() % values.count] }

  func text() -> String {
    let length = byte()
    switch length {
    case 250...: return String(repeating: "\u{202E}é", count: 10_000)
    case 240...:
      return one(of: ["org.a11y.atspi.Table", "org.a11y.atspi.Text", "Value", "\u{1B}[2J"])
    default:
      let bytes = (0..<length % 24).map { _ in UInt8(byte()) }.filter { $0 != 0 }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
}

/// Values and messages that the input selects.
extension Input {
  static let owners = [":1.5", ":1.5", ":1.5", ":1.6", "", "org.freedesktop.DBus", ":1.7"]

  func path() -> String {
    let number = byte()
    if number < 240 { return "/o/\(number % 24)" }
    return one(of: [
      "/root", "/org/a11y/atspi/null", "/", "/" + String(repeating: "x", count: 5000),
    ])
  }

  func reference() -> BusValue { .reference(one(of: Self.owners), path()) }

  /// A complete type that the input selects, nested at most `depth` levels.
  private func type(_ depth: Int) -> String {
    let basic = ["y", "b", "n", "q", "i", "u", "x", "t", "d", "s", "o", "g"]
    guard depth > 0 else { return one(of: basic) }
    switch byte() % 8 {
    case 0: return "a" + type(depth - 1)
    case 1: return "(" + (0...byte() % 4).map { _ in type(depth - 1) }.joined() + ")"
    case 2: return "v"
    case 3: return "a{" + one(of: basic) + type(depth - 1) + "}"
    case 4: return one(of: ["(so)", "a(so)", "a{sv}", "as", "au", "a(ua(so))", "(iiii)"])
    default: return one(of: basic)
    }
  }

  func value(_ depth: Int = 4) -> BusValue { value(of: type(depth), depth) }

  private func value(of type: String, _ depth: Int) -> BusValue {
    var rest = Substring(type)
    return value(of: &rest, depth)
  }

  /// Returns a value of the first type of a signature, and removes that type from it.
  private func value(of rest: inout Substring, _ depth: Int) -> BusValue {
    switch rest.removeFirst() {
    case "y": return .byte(UInt8(truncatingIfNeeded: byte()))
    case "b": return .bool(byte() % 2 == 1)
    case "n": return .int16(Int16(truncatingIfNeeded: number()))
    case "q": return .uint16(UInt16(truncatingIfNeeded: number()))
    case "i": return .int32(Int32(truncatingIfNeeded: number()))
    case "u": return .uint32(number())
    case "x": return .int64(Int64(bitPattern: UInt64(number()) << 32 | UInt64(number())))
    case "t": return .uint64(UInt64(number()) << 32 | UInt64(number()))
    case "d": return .double(one(of: [0, -1, 1e308, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, 50]))
    case "s": return .string(text())
    case "o": return .objectPath(path())
    case "g": return .signature(one(of: ["", "s", "a(so)", "v"]))
    case "v": return .variant(depth > 0 ? value(depth - 1) : .int32(0))
    case "(":
      var fields: [BusValue] = []
      while rest.first != ")" { fields.append(value(of: &rest, depth - 1)) }
      rest.removeFirst()
      return .structure(fields)
    case "a":
      let contents = rest
      let count = byte() % 6
      var elements: [BusValue] = []
      // Without elements, the type must be skipped.
      for index in 0...count {
        rest = contents
        let element = rest.first == "{" ? entry(&rest, depth) : value(of: &rest, depth - 1)
        if index < count { elements.append(element) }
      }
      return .array(of: String(contents[..<rest.startIndex]), elements)
    default: return .int32(0)
    }
  }

  private func entry(_ rest: inout Substring, _ depth: Int) -> BusValue {
    rest.removeFirst()
    let key = value(of: &rest, depth - 1)
    let value = value(of: &rest, depth - 1)
    rest.removeFirst()
    return .dictionaryEntry(key: key, value: value)
  }

  /// Returns the correct body of an event, or any values.
  func eventBody() -> [BusValue] {
    if byte() >= 200 { return (0..<byte() % 6).map { _ in value() } }
    let detail = one(of: [
      "", "add", "remove", "focused", "checked", "defunct", "showing", "enabled", "expanded",
      "active",
      "insert", "delete", "accessible-name", "accessible-value", "accessible-role",
      "accessible-parent",
      "accessible-description", text(),
    ])
    let content: BusValue = byte() < 128 ? reference() : value(2)
    return [
      .string(detail), .int32(Int32(truncatingIfNeeded: number())),
      .int32(Int32(truncatingIfNeeded: number())), .variant(content), .properties([:]),
    ]
  }

  /// Returns an entry of the cache.
  func item(isListed: Bool) -> BusValue {
    var fields = [reference(), reference(), reference()]
    if isListed {
      fields.append(.array(of: "(so)", (0..<byte() % 8).map { _ in reference() }))
    } else {
      fields += (0..<2).map { _ in .int32(Int32(truncatingIfNeeded: number())) }
    }
    let interfaces = AtspiInterfaces.fuzzed.filter { _ in byte() % 2 == 1 }
    return .structure(
      fields + [
        .strings(interfaces.map { "org.a11y.atspi." + $0 }), .string(text()), .uint32(number()),
        .string(text()), .array(of: "u", (0..<byte() % 4).map { _ in .uint32(number()) }),
      ])
  }
}

extension AtspiInterfaces {
  fileprivate static let fuzzed = [
    "Accessible", "Component", "Action", "Text", "Value", "Selection", "Table", "EditableText",
  ]
}

/// A mirror that is created for each input, and a bus that never answers.
private final class Bench {
  private let loop: EventLoop
  private let listener: Int32
  private let address: String
  private var calls: BusConnection
  private var runs = 0

  init() {
    let path = "/tmp/a11y-bridge-fuzz.\(getpid())"
    address = "unix:path=\(path)"
    listener = Self.listen(at: path)
    // The fuzz target cannot run on this machine.
    loop = try! EventLoop()
    calls = try! BusConnection.open(address: address, on: loop)
  }

  private static func listen(at path: String) -> Int32 {
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    precondition(result == 0 && Glibc.listen(descriptor, 16) == 0, "cannot listen at \(path)")
    return descriptor
  }

  /// Discards the queued output from time to time.
  private func refresh() {
    runs += 1
    guard runs % 64 == 0 else { return }
    calls.close()
    loop.runOnce(timeout: .zero)
    let accepted = accept(listener, nil, nil)
    if accepted >= 0 { close(accepted) }
    calls = try! BusConnection.open(address: address, on: loop)
  }

  func run(_ input: Input) {
    refresh()
    let store = TreeStore(epoch: 1) { 1 }
    var configuration = DesktopConfiguration()
    configuration.limits.elements = 200
    configuration.limits.children = 40
    configuration.limits.depth = 12
    configuration.limits.textBytes = 4000
    let context = MirrorContext(
      store: store, loop: loop, calls: calls, events: calls, configuration: configuration, sourceName: "fuzz")
    let mirror = ApplicationMirror(context: context, peer: ":1.5", path: "/root")
    context.applications[":1.5"] = mirror.application
    mirror.start()
    mirror.isToolkitKnown = true
    mirror.structure.isStarted = true
    for _ in 0..<256 where !input.isEmpty {
      step(input, mirror)
      check(store, mirror)
    }
    loop.runOnce(timeout: .zero)
    check(store, mirror)
    context.applications = [:]
    mirror.close()
    while !mirror.publisher.departing.isEmpty { loop.runOnce(timeout: .zero) }
    precondition(store.tree.count == 0, "\(store.tree.count) elements are left")
    precondition(context.elements == 0 && context.table.count == 0, "objects are left")
    loop.runOnce(timeout: .zero)
  }

  /// Checks that every element is a child of its parent and is reachable from a root.
  private func check(_ store: TreeStore, _ mirror: ApplicationMirror) {
    let tree = store.tree
    let reached = tree.subtree(of: tree.roots)
    precondition(reached.count == tree.count, "\(tree.count) elements, \(reached.count) reached")
    for id in reached {
      let isRight = tree.read(id) { element in
        element.children.allSatisfy { child in tree.read(child) { $0.parent == id } == true }
      }
      precondition(isRight == true, "the children of \(id) have other parents")
    }
    precondition(mirror.context.elements == mirror.context.table.count, "objects are miscounted")
  }

  private func message(_ body: [BusValue], _ interface: String, _ member: String, _ path: String)
    -> MessageReader?
  {
    var handle: OpaquePointer?
    let result = unsafe sd_bus_message_new_signal(calls.bus, &handle, path, interface, member)
    let message = unsafe OutgoingMessage(taking: handle, result: result, what: "a signal")
    message.append(body)
    guard message.failure == nil, unsafe sd_bus_message_seal(message.handle, 1, 0) >= 0,
      unsafe sd_bus_message_rewind(message.handle, 1) >= 0
    else { return nil }
    return unsafe MessageReader(message.handle)
  }

  private func step(_ input: Input, _ mirror: ApplicationMirror) {
    let interner = mirror.table.interner
    let object = interner.find(":1.5", input.path()).flatMap { mirror.table[$0] }
    switch input.byte() % 10 {
    case 0, 1: event(input, mirror, object)
    case 2, 3: cacheEntry(input, mirror)
    case 4: children(input, mirror, object ?? mirror.root)
    case 5: decode(input, interner)
    case 6: loop.runOnce(timeout: .zero)
    case 7: if let object { mirror.publisher.detach(object) }
    case 8: mirror.receiver.withdrawn(interner.intern(":1.5", input.path()))
    default:
      mirror.reader.store(
        states: AtspiStates(words: [input.number(), input.number()]), of: object ?? mirror.root)
    }
  }

  private func event(_ input: Input, _ mirror: ApplicationMirror, _ object: MirroredObject?) {
    let interface = input.one(of: [
      "Object", "Object", "Object", "Window", "Document", "Focus", "Mouse",
    ])
    let member = input.one(of: [
      "StateChanged", "ChildrenChanged", "PropertyChange", "TextChanged", "TextCaretMoved",
      "TextSelectionChanged", "SelectionChanged", "BoundsChanged", "VisibleDataChanged",
      "ActiveDescendantChanged", "ModelChanged", "RowInserted", "AttributesChanged", "Announcement",
      "Activate", "deactivate", "Create", "Destroy", "LoadComplete", "Reload", "Focus", "X",
    ])
    let path = object?.path ?? input.path()
    guard
      let message = message(
        input.eventBody(), "org.a11y.atspi.Event." + interface, member, path),
      mirror.eventGate.admitEvent(at: .now(), of: object),
      let signal = AccessibilitySignal(message, mirror.table.interner, limits: mirror.limits)
    else { return }
    mirror.eventGate.receive(signal, from: object, path: object == nil ? message.boundedPath : nil)
  }

  private func cacheEntry(_ input: Input, _ mirror: ApplicationMirror) {
    let isListed = input.byte() % 2 == 1
    let body = input.byte() < 230 ? [input.item(isListed: isListed)] : [input.value()]
    guard let message = message(body, "org.a11y.atspi.Cache", "AddAccessible", "/cache"),
      let reader = CacheItemReader(
        signature: message.fullSignature, prefix: "", interner: mirror.table.interner,
        limits: mirror.limits),
      let item = try? reader.read(message)
    else { return }
    if let known = mirror.table[item.reference] {
      // As the answer to a `GetItems` call.
      if known !== mirror.root { mirror.structure.fill(known, with: item) }
    } else if input.byte() % 2 == 1 {
      mirror.structure.announce(item)
    } else {
      mirror.structure.cache.add(item)
    }
  }

  private func children(_ input: Input, _ mirror: ApplicationMirror, _ parent: MirroredObject) {
    let list = BusValue.array(of: "(so)", (0..<input.byte() % 16).map { _ in input.reference() })
    guard let message = message([list], "org.a11y.atspi.Accessible", "GetChildren", "/o/1") else {
      return
    }
    var references: [ObjectReference] = []
    _ = try? message.prefix(of: "(so)", mirror.limits.children) { () throws(BusError) in
      references.append(try message.reference(mirror.table.interner))
    }
    mirror.structure.applyChildren(of: parent, references)
  }

  /// Reads any values with any of the reading functions.
  private func decode(_ input: Input, _ interner: ObjectInterner) {
    let reading = input.byte() % 16
    let body = (0..<1 + input.byte() % 3).map { _ in input.value() }
    guard let message = message(body, "org.a11y.atspi.Accessible", "X", "/o/1") else { return }
    for _ in 0..<4 {
      do throws(BusError) {
        switch reading {
        case 0: _ = try message.value()
        case 1: _ = try message.properties()
        case 2: _ = try message.words()
        case 3: _ = try message.interfaces()
        case 4: _ = try message.strings()
        case 5: _ = try message.stringDictionary(atMost: 4, bytes: 8)
        case 6: _ = try message.text(scalars: input.byte())
        case 7: _ = try message.string(atMost: input.byte())
        case 8: _ = try message.reference(interner)
        case 9: _ = try message.knownReference(interner)
        case 10: _ = try message.variantSignature()
        case 11: try message.skip()
        case 12: _ = try message.variant { () throws(BusError) in try message.value() }
        case 13: _ = try message.structure("iiii") { () throws(BusError) in try message.int32() }
        case 14:
          _ = try message.prefix(of: "(ua(so))", 3) { () throws(BusError) in try message.skip() }
        default: _ = try message.peek()
        }
      } catch {
        return
      }
    }
  }
}
