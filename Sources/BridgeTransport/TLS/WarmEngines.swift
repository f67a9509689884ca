/// The engines of a loop that keep their buffers, because they were used lately.
///
/// Making the buffers for each record costs more than the encryption of a small one, and keeping them on every connection
/// takes some 100 KiB each at most.
final class WarmEngines {
  /// The maximum number of engines that keep their buffers.
  static let capacity = 32

  private struct Slot {
    weak var engine: TLSEngine?
  }

  private var slots = [Slot](repeating: Slot(), count: capacity)
  private var hand = 0

  /// Notes that an engine is used. It keeps its buffers from now on, until others need its place.
  func use(_ engine: TLSEngine) {
    engine.wasUsed = true
    guard !engine.isWarm else { return }
    // Whoever was used since the hand last passed stays for another round.
    while let other = slots[hand].engine, other.wasUsed {
      other.wasUsed = false
      hand = (hand + 1) % Self.capacity
    }
    slots[hand].engine?.setWarm(false)
    slots[hand].engine = engine
    hand = (hand + 1) % Self.capacity
    engine.setWarm(true)
  }
}
