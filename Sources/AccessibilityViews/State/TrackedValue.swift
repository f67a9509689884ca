/// A computation that depends on state, and is invalidated when that state changes.
public class Reader {
  /// The state that was read since the last evaluation.
  fileprivate var sources: [any TrackedSource] = []
  /// What was read of `@Observable` models.
  private(set) final lazy var observation: ModelObservation = {
    observes = true
    return ModelObservation(self)
  }()
  private final var observes = false

  /// Called when state that was read has changed. Returns the application to notify, if any.
  func invalidate() -> StateContext? { nil }

  final func stopReading() {
    for source in sources { source.forget(self) }
    sources.removeAll(keepingCapacity: true)
    if observes { observation.expire() }
  }

  deinit { stopReading() }
}

private protocol TrackedSource: AnyObject {
  func forget(_ reader: Reader)
}

/// A piece of state that tracks its readers.
final class TrackedValue<Value>: TrackedSource {
  private var stored: Value
  private var readers: [ObjectIdentifier: Unowned] = [:]

  private struct Unowned {
    unowned let reader: Reader
  }

  init(_ value: Value) {
    stored = value
  }

  var value: Value {
    get {
      if let reader = StateContext.current?.reader { remember(reader) }
      return stored
    }
    set {
      let isSame = isEqual(stored, newValue)
      stored = newValue
      if !isSame { tellReaders() }
    }
  }

  private func remember(_ reader: Reader) {
    if readers.updateValue(Unowned(reader: reader), forKey: ObjectIdentifier(reader)) == nil {
      reader.sources.append(self)
    }
  }

  func forget(_ reader: Reader) {
    readers[ObjectIdentifier(reader)] = nil
  }

  private func tellReaders() {
    guard !readers.isEmpty else { return }
    var contexts: [StateContext] = []
    for entry in readers.values {
      guard let context = entry.reader.invalidate(),
        !contexts.contains(where: { $0 === context })
      else { continue }
      contexts.append(context)
    }
    for context in contexts { context.onChange?() }
  }
}

/// Whether two values are equal, or the same object; `false` when their type is not equatable.
func isEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<Known: Equatable>(_ left: Known) -> Bool {
    (right as? Known).map { left == $0 } ?? false
  }
  if let left = left as? any Equatable { return compare(left) }
  guard type(of: left) is AnyClass else { return false }
  return left as AnyObject === right as AnyObject
}
