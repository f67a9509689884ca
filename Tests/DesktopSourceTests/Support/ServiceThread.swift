import BridgeTestSupport
import BridgeTransport
import Foundation
import Synchronization

@testable import DesktopSource

/// A fake service with its own thread and loop, so that a test's thread measures only the client's side.
final class ServiceThread: Sendable {
  let name: String
  private let handle: LoopHandle

  /// `configure` runs on the service's thread, before the service can be called.
  init(
    _ address: String, configure: @escaping @Sendable (FakeBusService) -> Void
  ) throws {
    let started = DispatchSemaphore(value: 0)
    let result = Mutex<(String, LoopHandle)?>(nil)
    let box = Shared(result)
    Thread.detachNewThread {
      guard let loop = try? EventLoop(),
        let service = try? FakeBusService(address: address, loop)
      else {
        started.signal()
        return
      }
      configure(service)
      box.value.withLock { $0 = (service.name, loop.handle) }
      started.signal()
      loop.run()
      service.vanish()
    }
    started.wait()
    guard let (name, handle) = box.value.withLock({ $0 }) else { throw FakeBusService.NotReady() }
    self.name = name
    self.handle = handle
  }

  deinit {
    handle.stop()
  }

  private final class Shared: Sendable {
    let value: Mutex<(String, LoopHandle)?>

    init(_ value: consuming Mutex<(String, LoopHandle)?>) { self.value = value }
  }
}
