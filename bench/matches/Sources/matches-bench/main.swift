import AccessibilityMirror
import AccessibilityTree
import BridgeClient
import BridgeProtocol
import BridgeServer
import BridgeTransport
import Glibc

/// A mirror of 10 applications with lists of rows, each with a text, a button and a check box: 15,070 elements.
final class World {
  let loop: EventLoop
  let store = TreeStore(epoch: 1) { MonotonicTime.now().nanoseconds }
  private let server: BridgeServer
  private var rows: [ElementID] = []
  private var texts: [ElementID] = []
  private var changes = 0
  /// When the change was made that led to each revision.
  private(set) var times: [Revision: MonotonicTime] = [:]

  init(_ loop: EventLoop) throws {
    self.loop = loop
    server = BridgeServer(
      store: store, sources: [], loop: loop, configuration: ServerConfiguration(version: "bench"))
    for number in 0..<10 { try addApplication(number) }
  }

  func listen() throws -> SocketAddress { try server.listen(at: .tcp(host: "127.0.0.1", port: 0)) }

  private func add(
    _ edit: TreeEdit, _ role: Role, _ label: String, _ parent: ElementID
  ) throws -> ElementID {
    var element = Element(id: store.makeID(), role: role, label: label)
    element.states = [.enabled, .visible, .showing]
    try edit.insert(element, under: parent)
    return element.id
  }

  private func addApplication(_ number: Int) throws {
    try store.edit { edit in
      let root = store.makeID()
      var application = Application(root: root, name: "App \(number)", source: "bench")
      application.load = .complete
      try edit.addApplication(
        application, root: Element(id: root, role: .application, label: "App \(number)"))
      let window = try add(edit, .window, "Window \(number)", root)
      for list in 0..<5 {
        let list = try add(edit, .list, "List \(list)", window)
        for row in 0..<75 {
          let item = try add(edit, .listItem, "Row \(row)", list)
          rows.append(item)
          texts.append(try add(edit, .text, "Text \(row)", item))
          _ = try add(edit, .button, "Open \(row)", item)
          _ = try add(edit, .checkBox, "Done \(row)", item)
        }
      }
    }
  }

  /// Changes a value, a label, a state, or the place of a row, in turn.
  func change() {
    changes += 1
    let place = (changes * 7919) % rows.count
    try? store.edit { edit in
      switch changes % 4 {
      case 0: try edit.update(texts[place]) { $0.value = "\(changes)" }
      case 1: try edit.update(texts[place]) { $0.label = "Text \(changes % 75)" }
      case 2: try edit.update(rows[place]) { $0.states.formSymmetricDifference(.selected) }
      default:
        guard let parent = edit.tree[rows[place]]?.parent else { return }
        try edit.move(rows[place], under: parent, at: 0)
      }
    }
    times[store.revision] = .now()
  }

  /// Makes a change every `pause`, however long each takes.
  func changeEvery(_ pause: Duration, from time: MonotonicTime = .now()) {
    let next = time.advanced(by: pause)
    loop.schedule(at: next) { [weak self] in
      self?.change()
      self?.changeEvery(pause, from: next)
    }
  }
}

/// Returns selectors of five shapes: of an element alone, below another, beside another, by what is in them, and by
/// the application.
func selectors(_ count: Int) -> [String] {
  (0..<count).map { index in
    let number = index / 5 % 75
    return switch index % 5 {
    case 0: "text[label=\"Text \(number)\"]:not([value=\"\(index)\"])"
    case 1: "list[label=\"List \(index % 4)\"] > listitem[label=\"Row \(number)\"]:selected"
    case 2: "listitem[label=\"Row \(number)\"] + listitem"
    case 3: "listitem[label^=Row]:has(text[label=\"Text \(number)\"])"
    default: "application[name=\"App \(index % 10)\"] button[label=\"Open \(number)\"]"
    }
  }
}

/// The processor time of the calling thread, in seconds.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

func measure(_ count: Int, rate: Int, seconds: Int) async throws {
  let thread = try LoopThread(name: "server")
  defer { thread.stop() }
  func run<Value: Sendable>(_ body: @escaping @Sendable (EventLoop) -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      thread.handle.submit { continuation.resume(returning: body($0)) }
    }
  }
  let (address, world) = try await run { loop in
    Result {
      let world = try World(loop)
      return (try world.listen(), LoopBound(world, on: loop))
    }
  }.get()
  let client = try await BridgeClient.connect(to: address)
  defer { client.close() }
  var tracker = MatchTracker(count: count)
  var messages = client.stream(
    WatchMatchesRequest(selectors: selectors(count), view: .brief), window: 1000
  ).makeAsyncIterator()
  var latencies: [Double] = []
  var events = 0
  var began = MonotonicTime.now()
  var processor = 0.0
  while let message = try await messages.next() {
    let isFirst = !tracker.hasBegun
    guard let happened = try tracker.take(message) else { continue }
    let now = MonotonicTime.now()
    if isFirst {
      began = now
      processor = await run { loop in
        world.value(on: loop).changeEvery(.nanoseconds(1_000_000_000 / Int64(rate)))
        return processorTime()
      }
      continue
    }
    events += happened.count
    let revision = tracker.revision
    if let made = await run({ world.value(on: $0).times[revision] }) {
      latencies.append(now.since(made).microsecondsAsDouble)
    }
    if now.since(began) > .seconds(Int64(seconds)) { break }
  }
  let used = await run { _ in processorTime() } - processor
  let (changes, elements) = await run { loop in
    (world.value(on: loop).times.count, world.value(on: loop).store.tree.count)
  }
  let elapsed = MonotonicTime.now().since(began).microsecondsAsDouble / 1e6
  latencies.sort()
  func percentile(_ fraction: Double) -> Int {
    let index = min(latencies.count - 1, Int(Double(latencies.count) * fraction))
    return latencies.isEmpty ? 0 : Int(latencies[index])
  }
  print(
    "| \(count) | \(elements) | \(Int(Double(changes) / elapsed)) | \(events) | \(percentile(0.5)) | "
      + "\(percentile(0.99)) | \(Int((used / elapsed * 1000).rounded()) / 10) % |")
}

extension Duration {
  var microsecondsAsDouble: Double {
    Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
  }
}

print("| selectors | elements | changes/s | events | p50 µs | p99 µs | server's processor |")
print("| --- | --- | --- | --- | --- | --- | --- |")
for count in [5, 100, 1000] { try await measure(count, rate: 100, seconds: 5) }
try await measure(1000, rate: 1000, seconds: 5)
