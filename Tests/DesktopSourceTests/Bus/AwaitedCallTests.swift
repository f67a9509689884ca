import BridgeTestSupport
import BridgeTransport
import Testing

@testable import DesktopSource

/// Calls that a task of the loop awaits: their results, and that the task always continues.
@Suite(.ownThreadInTurn) struct AwaitedCallTests {
  /// Calls `test.Fake.<member>` in a task, and records the result in `outcomes`.
  final class Caller {
    let fixture: BusFixture
    let queue: CallQueue
    var outcomes: [Result<String, BusError>] = []

    init() throws {
      let fixture = try BusFixture()
      self.fixture = fixture
      queue = CallQueue(fixture.client, destination: fixture.service.name)
    }

    @discardableResult
    func call(_ member: String, timeout: Duration = .seconds(5)) -> Task<Void, Never> {
      let request = CallRequest(fixture.service.name, "/a", "test.Fake", member)
      return fixture.loop.startTask { [self] in
        do throws(BusError) {
          outcomes.append(
            .success(
              try await queue.answer(
                to: request, lane: .urgent, timeout: timeout, read: Answer.string)))
        } catch {
          outcomes.append(.failure(error))
        }
      }
    }

    /// Waits until all calls have ended, and a while longer to notice any that end twice.
    func outcomes(_ count: Int) -> [Result<String, BusError>] {
      fixture.loop.run { outcomes.count >= count }
      fixture.loop.runOnce(timeout: .milliseconds(20))
      return outcomes
    }
  }

  @Test func `results are returned and errors are thrown`() throws {
    let caller = try Caller()
    caller.fixture.service.on("test.Fake", "Name") { _ in .values([.string("é")]) }
    caller.fixture.service.on("test.Fake", "Number") { _ in .values([.int32(1)]) }
    caller.call("Name")
    #expect(caller.outcomes.isEmpty && caller.queue.inFlight == 1, "sent at once, answered later")
    #expect(caller.outcomes(1) == [.success("é")])
    caller.call("Nothing")
    caller.call("Number")
    let errors = caller.outcomes(3).dropFirst().compactMap(\.error)
    #expect(errors.filter { $0.isAnswer }.count == 2, "\(errors)")
    #expect(caller.queue.isIdle)
  }

  @Test func `calls made at once are answered in order and cancelled together`() throws {
    let caller = try Caller()
    let (service, queue, loop) = (caller.fixture.service, caller.queue, caller.fixture.loop)
    service.on("test.Fake", "Name") { _ in .values([.string("é")]) }
    var results: [Result<String, BusError>]?
    var error: BusError?
    func ask(_ members: [String]) -> Task<Void, Never> {
      let requests = members.map { CallRequest(service.name, "/a", "test.Fake", $0) }
      return loop.startTask {
        do throws(BusError) {
          results = try await queue.answers(to: requests, lane: .urgent, read: Answer.string)
        } catch let failure {
          error = failure
        }
      }
    }
    _ = ask(["Nothing", "Name", "Name"])
    #expect(queue.inFlight == 3)
    loop.run { results != nil }
    #expect(results?.map { $0.error == nil } == [false, true, true])
    _ = ask([])
    loop.run { results == [] }
    service.isHanging = true
    let task = ask(["Name", "Name"])
    task.cancel()
    loop.run { error != nil }
    #expect(error == .cancelled)
    #expect(queue.isIdle)
  }

  @Test func `a deadline is thrown`() throws {
    let caller = try Caller()
    caller.fixture.service.isHanging = true
    caller.call("Name", timeout: .milliseconds(30))
    #expect(caller.outcomes(1) == [.failure(.timeout)])
  }

  @Test func `a cancelled task cancels the call`() throws {
    let caller = try Caller()
    caller.fixture.service.isHanging = true
    let task = caller.call("Name")
    caller.fixture.loop.schedule(after: .zero) { task.cancel() }
    #expect(caller.outcomes(1) == [.failure(.cancelled)])
    #expect(caller.queue.isIdle && caller.fixture.client.pending.count == 0)
    caller.fixture.service.isHanging = false
    #expect(caller.outcomes(1).count == 1, "the answer that comes now is nobody's")
  }

  @Test(arguments: ["queue", "connection", "peer", "loop"])
  func `whatever ends the call, the task continues once`(_ end: String) throws {
    let caller = try Caller()
    caller.fixture.service.isHanging = true
    let loop = caller.fixture.loop
    for _ in 0..<3 { caller.call("Name") }
    loop.runOnce(timeout: .zero)
    switch end {
    case "queue": caller.queue.close(with: .serviceUnknown("gone"))
    case "connection": caller.fixture.client.close()
    case "peer": caller.fixture.service.vanish()
    default:
      caller.fixture.client.close()
      loop.close()
    }
    let outcomes = end == "loop" ? caller.outcomes : caller.outcomes(3)
    #expect(outcomes.count == 3)
    #expect(outcomes.allSatisfy { $0.error != nil }, "\(outcomes)")
  }
}
