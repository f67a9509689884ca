internal import CSDBus

/// A message to be sent: a call, a reply or a signal.
@safe
final class OutgoingMessage {
  /// sd-bus's message; `nil` when it could not be created, for the reason in `failure`.
  let handle: OpaquePointer?
  private(set) var failure: BusError?

  /// Takes ownership of `handle`'s reference.
  init(taking handle: OpaquePointer?, result: Int32, what: @autoclosure () -> String) {
    unsafe self.handle = handle
    if result < 0 {
      failure = .invalidMessage("\(what()) (errno \(-result))")
    } else if unsafe handle == nil {
      failure = .disconnected
    }
  }

  deinit {
    if let handle = unsafe handle { unsafe _ = sd_bus_message_unref(handle) }
  }

  /// Adds `values`, in order.
  @discardableResult
  func append(_ values: [BusValue]) -> OutgoingMessage {
    for value in values { append(value) }
    return self
  }

  /// Adds `value`.
  @discardableResult
  func append(_ value: BusValue) -> OutgoingMessage {
    guard failure == nil else { return self }
    switch value {
    case .byte(let value): basic(BusType.byte, value)
    case .bool(let value): basic(BusType.bool, Int32(value ? 1 : 0))
    case .int16(let value): basic(BusType.int16, value)
    case .uint16(let value): basic(BusType.uint16, value)
    case .int32(let value): basic(BusType.int32, value)
    case .uint32(let value): basic(BusType.uint32, value)
    case .int64(let value): basic(BusType.int64, value)
    case .uint64(let value): basic(BusType.uint64, value)
    case .double(let value): basic(BusType.double, value)
    case .string(let text): self.text(BusType.string, text)
    case .objectPath(let text): self.text(BusType.objectPath, text)
    case .signature(let text): self.text(BusType.signature, text)
    case .array(let contents, let elements):
      container(BusType.array, contents, elements)
    case .structure(let fields):
      container(BusType.structure, fields.map(\.signature).joined(), fields)
    case .variant(let value):
      container(BusType.variant, value.signature, [value])
    case .dictionaryEntry(let key, let value):
      container(BusType.dictionaryEntry, key.signature + value.signature, [key, value])
    }
    return self
  }

  private func basic<Value: BitwiseCopyable>(_ type: CChar, _ value: Value) {
    var value = value
    check(unsafe sd_bus_message_append_basic(handle, type, &value), "a value")
  }

  private func text(_ type: CChar, _ text: String) {
    if text.utf8.contains(0) {
      failure = .invalidMessage("text of \(text.utf8.count) bytes with a NUL in it")
      return
    }
    check(
      unsafe text.withCString { unsafe sd_bus_message_append_basic(handle, type, $0) },
      "text of \(text.utf8.count) bytes")
  }

  private func container(_ type: CChar, _ contents: String, _ elements: [BusValue]) {
    check(
      unsafe sd_bus_message_open_container(handle, type, contents), "a container of \(contents)")
    append(elements)
    guard failure == nil else { return }
    check(unsafe sd_bus_message_close_container(handle), "a container of \(contents)")
  }

  private func check(_ result: Int32, _ what: @autoclosure () -> String) {
    guard result < 0, failure == nil else { return }
    failure = .invalidMessage("\(what()) does not fit (errno \(-result))")
  }
}
