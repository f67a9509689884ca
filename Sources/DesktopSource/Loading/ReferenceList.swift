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

  /// Objects in a turn of the loop. Few applications have lists that take a second turn.
  static let slice = 4096

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
      let count = min(Self.slice, limit - references.count)
      let isLeft = try message.slice(count) { () throws(BusError) in
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
