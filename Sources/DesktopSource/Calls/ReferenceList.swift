internal import BridgeTransport

/// Reads an array of objects, `a(so)`, as far as a limit, a slice at a time: one of a million would hold
/// the loop up.
final class ReferenceList {
  private let message: MessageReader
  private let interner: ObjectInterner
  private let limit: Int
  private let loop: EventLoop
  private let done: ObjectCalls.Done<[ObjectReference]>
  private var references: [ObjectReference] = []
  private var isEntered = false

  /// Objects that are read together, and how old a turn may be for more.
  static let slice = 256
  static let limit = Duration.milliseconds(2)

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

  /// Reads on until all is read, or as much as is wanted.
  func read() {
    do throws(BusError) {
      if !isEntered { try message.enterArray("(so)") }
      isEntered = true
      let most = limit - references.count
      var left = Self.slice
      let isInTime = {
        left -= 1
        return left >= 0 || left % 64 != 0 || self.loop.turnAge < Self.limit
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
