internal import CommandLineOptions
internal import ModelContext

/// Carries out what a conversation in the Model Context Protocol asks for, until its input ends.
///
/// One task handles what happens, in order; calls run beside it.
final class MCPServer {
  private enum Event: Sendable {
    case input(UserInput)
    case answer(RequestID, MCPAnswer)
    case progress(RequestID)
    /// Of the watch with a number. Those of an earlier one do not count.
    case news(ResourceWatch.News, AgentResource, Int)
  }

  /// A call that is under way.
  private struct Call {
    let task: Task<Void, Never>
    let began: ContinuousClock.Instant
    /// Reports that it is still under way.
    let ticker: Task<Void, Never>
    /// How long it waits for something, in seconds.
    let waitingTime: Int?
  }

  /// The maximum length of a message, in bytes.
  private static let maxMessage = 1024 * 1024

  private let call: AgentCall
  private let inbox = Inbox<Event>()
  private var session: MCPSession
  private var calls: [RequestID: Call] = [:]
  private var watches: [AgentResource: (task: Task<Void, Never>, number: Int)] = [:]
  /// Counts watches.
  private var watchNumber = 0

  init(_ session: Session) {
    call = AgentCall(session: session)
    self.session = MCPSession(
      MCPConfiguration(
        name: "a11y-bridge", version: Release.version, instructions: AgentGuide.instructions,
        tools: AgentTool.allCases.map(\.spec), resources: AgentResource.allCases.map(\.spec)))
  }

  func run() async throws {
    let input = try LineThread(limit: Self.maxMessage) { [inbox] in inbox.put(.input($0)) }
    input.ask()
    while true {
      for event in await inbox.take() {
        switch event {
        case .input(.end): return cancelAll()
        case .input(let line):
          receive(line)
          input.ask()
        case .answer(let id, let answer):
          end(id)
          if let line = session.finish(id, answer) { send(line) }
        case .progress(let id): reportProgress(id)
        case .news(let news, let resource, let number):
          if watches[resource]?.number == number { take(news, of: resource) }
        }
      }
    }
  }

  private func send(_ line: String) {
    call.session.output.write("\(whole: line)\n")
  }

  private func receive(_ input: UserInput) {
    switch input {
    case .line(let line): session.receive(line).forEach(perform)
    case .tooLong(let limit): perform(session.refuseLongLine(limit: limit))
    case .notUTF8: perform(session.refuseMalformedLine())
    case .key, .resized, .end: break
    }
  }

  private func perform(_ effect: MCPSession.Effect) {
    switch effect {
    case .send(let line): send(line)
    case .cancel(let id): end(id)
    case .watch(let uris): watch(uris)
    case .listTools(let id):
      start(id) { [call] in .tools(mayAct: await call.mayAct()) }
    case .call(let id, let spec, let arguments):
      guard let tool = AgentTool(rawValue: spec.name) else { return }
      // A time that is none is an error of the call.
      let time = (try? tool.waitingTime(arguments)) ?? nil
      start(id, waitingTime: time.map { Int($0.rounded(.up)) }) { [call] in
        .tool(await call.run(tool, arguments))
      }
    case .read(let id, let uri):
      guard let resource = AgentResource(rawValue: uri) else { return }
      start(id) { [call] in await call.read(resource) }
    }
  }

  private func start(
    _ id: RequestID, waitingTime: Int? = nil,
    _ body: @escaping @Sendable () async -> MCPAnswer
  ) {
    let task = Task { [inbox] in inbox.put(.answer(id, await body())) }
    let ticker = inbox.after(.seconds(1), repeats: true, .progress(id))
    calls[id] = Call(task: task, began: .now, ticker: ticker, waitingTime: waitingTime)
  }

  private func end(_ id: RequestID) {
    guard let call = calls.removeValue(forKey: id) else { return }
    call.task.cancel()
    call.ticker.cancel()
  }

  private func cancelAll() {
    for id in Array(calls.keys) { end(id) }
    for watch in watches.values { watch.task.cancel() }
  }

  private func reportProgress(_ id: RequestID) {
    guard let call = calls[id] else { return }
    let seconds = Int((ContinuousClock.now - call.began).components.seconds)
    if let line = session.progress(id, seconds: seconds, of: call.waitingTime) { send(line) }
  }

  private func watch(_ uris: Set<String>) {
    for resource in AgentResource.allCases {
      let isWanted = uris.contains(resource.rawValue)
      if !isWanted { watches.removeValue(forKey: resource)?.task.cancel() }
      if isWanted, watches[resource] == nil { begin(resource) }
    }
  }

  private func begin(_ resource: AgentResource) {
    watchNumber += 1
    let watch = ResourceWatch(session: call.session, resource: resource) {
      [inbox, watchNumber] in inbox.put(.news($0, resource, watchNumber))
    }
    watches[resource] = (Task { await watch.run() }, watchNumber)
  }

  private func take(_ news: ResourceWatch.News, of resource: AgentResource) {
    switch news {
    case .begun: session.watching(resource.rawValue).forEach(send)
    case .changed: session.updated(resource.rawValue).forEach(send)
    case .refused(let why):
      watches[resource] = nil
      session.watching(resource.rawValue, refusal: why).forEach(send)
      // Nobody may wait for an answer any more.
      printNote("\(resource.rawValue) is not watched: \(why)")
    }
  }
}

extension AgentCall {
  /// Reads a resource, as its tool would.
  fileprivate func read(_ resource: AgentResource) async -> MCPAnswer {
    do throws(WrongArgument) {
      let arguments = try ToolArguments(resource.arguments, of: resource.tool.spec)
      let result = await run(resource.tool, arguments)
      guard result.outcome == .done else { return .failure(.unavailable(result.text)) }
      return .resource(uri: resource.rawValue, text: result.text)
    } catch {
      return .failure(.unavailable(error.message))
    }
  }
}
