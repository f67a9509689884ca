internal import CSDBus
internal import Glibc

extension MessageReader {
  /// The sender's unique name (`:1.42`).
  var sender: String? { unsafe swift(sd_bus_message_get_sender(handle)) }
  var path: String? { unsafe swift(sd_bus_message_get_path(handle)) }
  var interface: String? { unsafe swift(sd_bus_message_get_interface(handle)) }
  var member: String? { unsafe swift(sd_bus_message_get_member(handle)) }

  /// The signature of the whole message.
  var fullSignature: String { unsafe swift(sd_bus_message_get_signature(handle, 1)) ?? "" }

  var isSignal: Bool { kind == UInt8(SD_BUS_MESSAGE_SIGNAL) }
  var isMethodCall: Bool { kind == UInt8(SD_BUS_MESSAGE_METHOD_CALL) }

  /// Whether the message has the member `name`. Compares without creating a string.
  func hasMember(_ name: StaticString) -> Bool {
    unsafe equal(sd_bus_message_get_member(handle), name)
  }

  /// Whether the message has the interface `name`. Compares without creating a string.
  func hasInterface(_ name: StaticString) -> Bool {
    unsafe equal(sd_bus_message_get_interface(handle), name)
  }

  /// Returns the interface's name after `prefix`; `nil` when it does not begin with it.
  ///
  /// Results of up to 15 bytes (`Object`, `Window`, `Focus`) need no allocation.
  func interface(after prefix: StaticString) -> String? {
    guard let name = unsafe sd_bus_message_get_interface(handle), prefix.hasPointerRepresentation,
      unsafe strncmp(
        name, UnsafeRawPointer(prefix.utf8Start).assumingMemoryBound(to: CChar.self),
        prefix.utf8CodeUnitCount) == 0
    else { return nil }
    return unsafe String(cString: name + prefix.utf8CodeUnitCount)
  }

  /// The message's error, when it is an error reply.
  var error: BusError? {
    guard let error = unsafe sd_bus_message_get_error(handle) else { return nil }
    return BusError(
      name: unsafe bounded(error.pointee.name), message: unsafe bounded(error.pointee.message))
  }

  /// Returns the beginning of a text of the peer, at most 256 bytes.
  private func bounded(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    let length = unsafe strnlen(text, 256)
    let bytes = unsafe UnsafeRawBufferPointer(start: text, count: length)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The path; `nil` when it is longer than `MessageLimits.path`.
  var boundedPath: String? {
    guard let path = unsafe sd_bus_message_get_path(handle),
      unsafe strnlen(path, MessageLimits.path + 1) <= MessageLimits.path
    else { return nil }
    return unsafe String(cString: path)
  }

  private var kind: UInt8 {
    var type: UInt8 = 0
    return unsafe sd_bus_message_get_type(handle, &type) >= 0 ? type : 0
  }

  private func swift(_ text: UnsafePointer<CChar>?) -> String? {
    guard let text = unsafe text else { return nil }
    return unsafe String(cString: text)
  }

  private func equal(_ text: UnsafePointer<CChar>?, _ name: StaticString) -> Bool {
    guard let text = unsafe text, name.hasPointerRepresentation else { return false }
    return unsafe strcmp(
      text, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)) == 0
  }
}
