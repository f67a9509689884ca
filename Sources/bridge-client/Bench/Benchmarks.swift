internal import AccessibilityTree
internal import BridgeClient
internal import BridgeProtocol
internal import BridgeTransport

/// The benchmarks by name.
enum Benchmark: String, CaseIterable {
  case roundtrip, pipelined, stream, snapshot, outline, find, element, action, fanout, connections

  var summary: String {
    switch self {
    case .roundtrip: "one echo call at a time on each connection"
    case .pipelined: "concurrent echo calls on each connection"
    case .stream: "a stream of small messages from the server on each connection"
    case .snapshot: "repeated reads of the whole tree"
    case .outline: "repeated outlines of everything, each made anew"
    case .find: "repeated searches for a selector"
    case .element: "repeated GetElement calls for the selector's first match"
    case .action: "one press at a time of the selector's first match, without waiting for changes"
    case .fanout:
      "latency from a press to its update on all other connections"
    case .connections: "time to open idle connections"
    }
  }

  /// The options that the benchmark uses, in addition to `connections`.
  var options: Set<String> {
    switch self {
    case .roundtrip: ["seconds", "size"]
    case .pipelined: ["seconds", "size", "in-flight"]
    case .stream: ["seconds", "size"]
    case .snapshot: ["seconds"]
    case .outline: ["seconds", "budget"]
    case .find, .element: ["seconds", "selector", "in-flight"]
    case .action, .fanout: ["seconds", "selector"]
    case .connections: []
    }
  }

  func run(
    _ options: BenchOptions, at address: SocketAddress, limit: BenchRun.Limit
  ) throws -> BenchReport {
    var options = options
    if self == .roundtrip { options.inFlight = options.connections }
    let run = try BenchRun(options, at: address, limit: limit)
    var report = BenchReport(rawValue)
    report.add("connections", options.connections)
    let began = MonotonicTime.now()
    try run.connect()
    switch self {
    case .roundtrip, .pipelined:
      report.add("in_flight", options.inFlight)
      report.add("payload_bytes", options.size)
      let payload = [UInt8](repeating: 0x61, count: options.size)
      try unary(run, .echo, EchoRequest(payload: payload).encoded(), &report) {
        guard try EchoResponse(decoding: $0).payload == payload else {
          throw ClientError.badAnswer("the server's echo differs from the payload sent")
        }
      }
    case .outline:
      var tokens = 0
      let request = GetOutlineRequest(budget: options.budget).encoded()
      try unary(run, .getOutline, request, &report) {
        tokens = try GetOutlineResponse(decoding: $0).tokens
      }
      report.add("tokens", tokens)
    case .find:
      report.add("selector", options.selector)
      let request = FindRequest(selector: options.selector, pageSize: 10)
      try unary(run, .find, request.encoded(), &report) { _ = try FindResponse(decoding: $0) }
    case .element:
      report.add("selector", options.selector)
      let target = Target.id(try firstMatch(run, options.selector))
      try unary(run, .getElement, GetElementRequest(target: target).encoded(), &report) {
        _ = try GetElementResponse(decoding: $0)
      }
    case .action:
      report.add("selector", options.selector)
      let target = Target.id(try firstMatch(run, options.selector))
      let request = PerformRequest(target: target, command: .press, answersImmediately: true)
      try unary(run, .perform, request.encoded(), &report) {
        if let refusal = try PerformResponse(decoding: $0).receipt.refusal {
          throw ClientError.status(refusal)
        }
      }
    case .stream: try stream(run, &report)
    case .snapshot: try snapshots(run, &report)
    case .fanout:
      try FanOut(run).measure(&report)
    case .connections:
      report.add(operations: options.connections, in: MonotonicTime.now().since(began))
    }
    return report
  }

  private func unary(
    _ run: BenchRun, _ method: Method, _ request: [UInt8], _ report: inout BenchReport,
    check: @escaping ([UInt8]) throws -> Void
  ) throws {
    let (latencies, time) = try run.unary(method, request: request) {
      do {
        try check($0)
      } catch let error as Status {
        throw ClientError.unreadable(error)
      }
    }
    report.add(operations: latencies.count, in: time)
    report.add(latencies)
  }

  private func firstMatch(_ run: BenchRun, _ selector: String) throws -> ElementID {
    var found: ElementID?
    run.clients.first?.call(
      .find, request: FindRequest(selector: selector, pageSize: 1).encoded(),
      ClientConnection.Handlers { result in
        switch result {
        case .failure(let error): run.fail(error)
        case .success(let response):
          do throws(Status) {
            found = try FindResponse(decoding: response ?? []).elements.first?.id
            run.loop.stop()
          } catch {
            run.fail(ClientError.unreadable(error))
          }
        }
      })
    try run.runLoop()
    guard let found else { throw NoMatch("nothing matches \(selector)") }
    return found
  }

  /// Receives messages on every connection for the time given; credit is granted half a window at a time.
  private func stream(_ run: BenchRun, _ report: inout BenchReport) throws {
    let window: UInt32 = 8192
    let request = GenerateRequest(count: .max, payloadLength: run.options.size).encoded()
    let length = run.options.size
    var received = 0
    for client in run.clients {
      var untilCredit = window / 2
      var sequence: UInt64 = 0
      var id: CallID?
      id = client.call(
        .generate, request: request, credit: window,
        ClientConnection.Handlers(
          onMessage: { message in
            guard
              GenerateResponse.isMessage(message, sequence: sequence, payloadLength: length)
            else {
              return run.fail(
                ClientError.badAnswer(
                  "message \(sequence) of a stream differs from the requested one"))
            }
            sequence += 1
            received += 1
            untilCredit -= 1
            guard untilCredit == 0, let id else { return }
            untilCredit = window / 2
            run.recordAnswer()
            client.grant(window / 2, on: id)
          },
          onEnd: { result in
            switch result {
            case .failure(let error): run.fail(error)
            case .success: run.fail(ClientError.badAnswer("the server ended an endless stream"))
            }
          }))
    }
    let began = MonotonicTime.now()
    run.loop.schedule(after: .seconds(run.options.seconds)) {
      // Without a single message there is no result: the benchmark then ends at its time limit.
      if received > 0 { run.loop.stop() }
    }
    try run.runLoop()
    let time = MonotonicTime.now().since(began)
    report.add("payload_bytes", run.options.size)
    report.add(operations: received, in: time)
  }

  /// Reads the whole tree on the first connection, and measures transfer and decoding.
  private func snapshots(_ run: BenchRun, _ report: inout BenchReport) throws {
    guard let client = run.clients.first else { return }
    let end = MonotonicTime.now().advanced(by: .seconds(run.options.seconds))
    var transfer = Histogram()
    var decoding = Histogram()
    var elements = 0
    var bytes = 0
    func next() {
      let began = MonotonicTime.now()
      var parts: [[UInt8]] = []
      client.call(
        .getTree, request: GetTreeRequest().encoded(), credit: 65_536,
        ClientConnection.Handlers(
          onMessage: { parts.append($0.array) },
          onEnd: { result in
            if case .failure(let error) = result { return run.fail(error) }
            transfer.add(MonotonicTime.now().since(began))
            let decodingBegan = MonotonicTime.now()
            do throws(Status) {
              elements = 0
              for part in parts { elements += try GetTreeResponse(decoding: part).elements.count }
            } catch {
              return run.fail(ClientError.unreadable(error))
            }
            run.recordAnswer()
            decoding.add(MonotonicTime.now().since(decodingBegan))
            bytes = parts.reduce(0) { $0 + $1.count }
            if MonotonicTime.now() < end { next() } else { run.loop.stop() }
          }))
    }
    next()
    try run.runLoop()
    report.add("elements", elements)
    report.add("bytes", bytes)
    report.add("snapshots", transfer.count)
    report.add("transfer_p50_us", transfer.sorted().percentile(0.5))
    report.add("transfer_p99_us", transfer.sorted().percentile(0.99))
    report.add("decode_p50_us", decoding.sorted().percentile(0.5))
  }
}

extension ClientError {
  /// The error for an answer that cannot be decoded as the method's response.
  static func unreadable(_ status: Status) -> ClientError {
    .badAnswer("cannot decode the server's response: \(status.message)")
  }
}
