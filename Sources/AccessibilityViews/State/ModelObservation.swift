// The interface for frameworks like this one also tells when a property was set, and can be cancelled.
@_spi(SwiftUI) internal import Observation

/// What a reader observes of `@Observable` models. Confined to the thread of the store.
final class ModelObservation: Observable, @unchecked Sendable {
  private let registrar = ObservationRegistrar()
  private weak var reader: Reader?
  private var number = 0

  init(_ reader: Reader) {
    self.reader = reader
  }

  /// The number of the current evaluation. What reads it is cancelled when the evaluation is replaced.
  private var evaluation: Int {
    registrar.access(self, keyPath: \.evaluation)
    return number
  }

  /// Ends the observations of the last evaluation.
  func expire() {
    number += 1
    registrar.withMutation(of: self, keyPath: \.evaluation) {}
  }

  /// Calls `read`, and invalidates the reader when a property that it read has changed.
  func track<Value>(_ read: () -> Value) -> Value {
    let number = number
    return withObservationTracking {
      _ = evaluation
      return read()
    } didSet: { [self] tracking in
      tracking.cancel()
      didChange(number)
    }
  }

  private func didChange(_ number: Int) {
    guard number == self.number else { return }
    self.number += 1
    reader?.invalidate()?.onChange?()
  }
}

extension Reader {
  /// Calls `read`, and invalidates the reader when a property of an `@Observable` model that it read changes.
  final func observing<Value>(_ read: () -> Value) -> Value {
    guard let context = StateContext.current else { return read() }
    let kind = ObjectIdentifier(type(of: self))
    if context.observers.contains(kind) { return observation.track(read) }
    var isObserving = false
    func note() -> @Sendable () -> Void {
      isObserving = true
      return {}
    }
    let value = withObservationTracking(read, onChange: note())
    guard isObserving else { return value }
    // The first of its kind reads again: to track what can be cancelled costs more, which others are spared.
    context.observers.insert(kind)
    return observation.track(read)
  }
}
