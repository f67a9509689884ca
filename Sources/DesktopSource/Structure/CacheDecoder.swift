internal import AccessibilityTree
internal import BridgeTransport

/// Decodes an answer of `GetItems` over several turns of the loop.
final class CacheDecoder<Message: ValueReader> {
  private let message: Message
  private let reader: CacheItemReader
  private let loop: EventLoop
  private let item: (CacheItem) -> Void
  private let done: (Bool) -> Void
  private var left: Int

  /// The maximum number of entries that are decoded in a turn; fewer when a client waits: entries may be of any size.
  private let slice = 512
  /// The number of entries after which it looks whether a client waits.
  private let pace = 8

  init?(
    _ message: Message, context: MirrorContext, item: @escaping (CacheItem) -> Void,
    done: @escaping (Bool) -> Void
  ) {
    guard
      let reader = CacheItemReader(
        signature: message.fullSignature, prefix: "a", interner: context.table.interner,
        limits: context.limits)
    else { return nil }
    self.message = message
    self.reader = reader
    self.item = item
    self.done = done
    loop = context.loop
    left = context.limits.elements
    let contents = reader.isListed ? CacheItemReader.listed : CacheItemReader.counted
    guard (try? message.enterArray("(\(contents))")) != nil else { return nil }
  }

  /// Decodes the remaining entries. `done` receives whether the answer was well-formed.
  func run() {
    do throws(BusError) {
      var count = 0
      let isInTime = {
        count += 1
        return count % self.pace != 0 || !self.loop.isTurnAwaited
      }
      let more = try message.slice(min(left, slice), while: isInTime) {
        () throws(BusError) in
        left -= 1
        item(try reader.read(message))
      }
      if more, left > 0 {
        loop.schedule(after: .zero) { self.run() }
      } else {
        done(true)
      }
    } catch {
      done(false)
    }
  }
}
