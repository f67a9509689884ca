import BridgeTransport

extension LoopThread {
  /// Runs `body` on the loop, with what belongs to it.
  func run<World, Value: Sendable>(
    with world: LoopBound<World>, _ body: @escaping @Sendable (World) throws -> Value
  ) async throws -> Value {
    try await withCheckedContinuation { continuation in
      handle.submit { loop in
        continuation.resume(returning: Result { try body(world.value(on: loop)) })
      }
    }.get()
  }
}
