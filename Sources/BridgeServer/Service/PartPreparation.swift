internal import BridgeTransport

/// Makes a part of the mirror, a slice at a time. The calls of its clients wait until it is whole; those of others do
/// not.
final class PartPreparation: SlicedWork {
  private let mirror: ScopedMirror
  private weak var service: BridgeService?
  private let onProgress: () -> Void
  private var waiting = Fifo<() -> Void>()

  /// - Parameter onProgress: Called when the mirror has grown.
  init(_ mirror: ScopedMirror, for service: BridgeService, onProgress: @escaping () -> Void) {
    self.mirror = mirror
    self.service = service
    self.onProgress = onProgress
  }

  /// Begins a call when the mirror is whole.
  func add(_ call: @escaping () -> Void) { waiting.append(call) }

  override func proceed(_ slice: Slice) -> Bool {
    // The mirror is needed no more.
    guard let service else { return false }
    let isUnfinished = mirror.load { slice.isExpired }
    onProgress()
    if isUnfinished { return true }
    while let call = waiting.popFirst() {
      call()
      if slice.isExpired, !waiting.isEmpty { return true }
    }
    service.preparation = nil
    return false
  }
}
