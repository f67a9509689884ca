internal import BridgeTransport

/// Reads an array of objects, `a(so)`, up to a limit and in slices, because an array of a million would block
/// the loop.
final class ReferenceList {
  private let message: MessageReader
  private let interner: ObjectInterner
  private let limit: Int
  private let loop: EventLoop
  private let done: ObjectCalls.Done<[ObjectReference]>
  private var references: [ObjectReference] = []
  private var isEntered = false

  /// The number of objects that are read in one turn even when a client waits.
  static let slice = 256

  init(
    _ message: MessageReader, _ interner: ObjectInterner, limit: Int, on loop: EventLoop,
    _ done: @escaping ObjectCalls.Done<[ObjectReference]>
  ) {
    self.message = message
    self.interner = interner
    self.limit = limit
    self.loop = loop
    self.done = done
  }

  /// Reads until the end of the array, the limit or the end of the time for this turn.
  func read() {
    do throws(BusError) {
      if !isEntered { try message.enterArray("(so)") }
      isEntered = true
      let most = limit - references.count
      var left = Self.slice
      let isInTime = {
        left -= 1
        return left >= 0 || left % 64 != 0 || !self.loop.isTurnAwaited
      }
      let isLeft = try message.slice(most, while: isInTime) { () throws(BusError) in
        references.append(try message.reference(interner))
      }
      if isLeft, references.count < limit {
        loop.schedule(after: .zero) { self.read() }
      } else {
        done(.success(references))
      }
    } catch {
      done(.failure(error))
    }
  }
}
