internal import CSDBus

extension MessageReader {
  /// Returns the type of the next value as a signature (`s`, `a(so)`, `v`), or `nil` at the end of the
  /// container or message.
  func peek() throws(BusError) -> String? {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let result = unsafe sd_bus_message_peek_type(handle, &type, &contents)
    if result < 0 { throw .malformed("no readable type (errno \(-result))") }
    if result == 0 { return nil }
    let inner = unsafe contents.map { unsafe String(cString: $0) } ?? ""
    switch type {
    case BusType.structure: return "(" + inner + ")"
    case BusType.dictionaryEntry: return "{" + inner + "}"
    case BusType.array: return "a" + inner
    default: return String(Character(Unicode.Scalar(UInt8(truncatingIfNeeded: type))))
    }
  }

  /// Returns the signature of what the next value, a variant, contains (`s`, `(so)`).
  func variantSignature() throws(BusError) -> String {
    var type: CChar = 0
    var contents: UnsafePointer<CChar>?
    let result = unsafe sd_bus_message_peek_type(handle, &type, &contents)
    guard result > 0, type == BusType.variant, let contents = unsafe contents else {
      throw mismatch(result, expected: "v")
    }
    return unsafe String(cString: contents)
  }

  /// Whether there is another value in the container, or at the top level, in the message.
  var hasNext: Bool {
    unsafe sd_bus_message_at_end(handle, 0) == 0
  }

  /// Enters an array whose elements have the signature `contents`; `nil` accepts any.
  ///
  /// Together with `hasNext` and `exit()`, for arrays that are read over several turns of the loop.
  func enterArray(_ contents: String? = nil) throws(BusError) {
    try enter(BusType.array, contents)
  }

  /// Leaves the innermost container; its unread values are skipped.
  ///
  /// - Throws: `malformed` when there are more than `MessageLimits.elements` of them.
  func exit() throws(BusError) {
    var left = MessageLimits.elements
    while hasNext {
      guard left > 0 else { throw tooMany(MessageLimits.elements) }
      left -= 1
      try skip()
    }
    try check(unsafe sd_bus_message_exit_container(handle), "the end of a container")
  }

  /// Reads an array, calling `element` for each element. `contents` is their signature; `nil` accepts any.
  func array(
    _ contents: String? = nil, atMost limit: Int = MessageLimits.elements,
    _ element: () throws(BusError) -> Void
  ) throws(BusError) {
    try enterArray(contents)
    var count = 0
    while hasNext {
      guard count < limit else { throw tooMany(limit) }
      count += 1
      try element()
    }
    try exit()
  }

  /// Reads the first elements of an array, at most `limit`, and returns whether it has more. In that case
  /// nothing after the array can be read.
  func prefix(
    of contents: String, _ limit: Int, _ element: () throws(BusError) -> Void
  ) throws(BusError) -> Bool {
    try enterArray(contents)
    if try slice(limit, element) { return true }
    try exit()
    return false
  }

  private func tooMany(_ limit: Int) -> BusError {
    .malformed("an array of more than \(limit) elements in a message of '\(fullSignature)'")
  }

  /// Reads up to `count` further elements of the entered array: at least one, and the others only while
  /// `isInTime` returns `true`. Returns whether there are more.
  func slice(
    _ count: Int, while isInTime: (() -> Bool)? = nil, _ element: () throws(BusError) -> Void
  ) throws(BusError) -> Bool {
    var left = count
    while left > 0, hasNext, left == count || isInTime?() ?? true {
      try element()
      left -= 1
    }
    return hasNext
  }

  /// Reads a structure with the fields `contents` (`so`, without parentheses); `nil` accepts any. Fields that
  /// `body` leaves unread are skipped.
  func structure<Value>(
    _ contents: String? = nil, _ body: () throws(BusError) -> Value
  ) throws(BusError) -> Value {
    try enter(BusType.structure, contents)
    let value = try body()
    try exit()
    return value
  }

  /// Reads a variant that contains `contents`; `nil` accepts any.
  func variant<Value>(
    _ contents: String? = nil, _ body: () throws(BusError) -> Value
  ) throws(BusError) -> Value {
    try enter(BusType.variant, contents)
    let value = try body()
    try exit()
    return value
  }

  /// Reads a dictionary, calling `entry` for each entry; what it leaves unread is skipped.
  func dictionary(
    _ contents: String? = nil, atMost limit: Int = MessageLimits.elements,
    _ entry: () throws(BusError) -> Void
  ) throws(BusError) {
    try array(contents.map { "{" + $0 + "}" }, atMost: limit) { () throws(BusError) in
      try enter(BusType.dictionaryEntry, contents)
      try entry()
      try exit()
    }
  }

  /// Reads an array of strings.
  func strings() throws(BusError) -> [String] {
    var result: [String] = []
    try array("s") { () throws(BusError) in result.append(try string()) }
    return result
  }

  /// Reads a dictionary of strings, `a{ss}`; the last of equal keys wins. Only the first `limit` entries are
  /// read, and strings are truncated to `bytes` bytes.
  func stringDictionary(
    atMost limit: Int = MessageLimits.values, bytes: Int = MessageLimits.string
  ) throws(BusError) -> [String: String] {
    var result: [String: String] = [:]
    _ = try prefix(of: "{ss}", limit) { () throws(BusError) in
      try enter(BusType.dictionaryEntry, "ss")
      let key = try string(atMost: bytes)
      result[key] = try string(atMost: bytes)
      try exit()
    }
    return result
  }

  private func enter(_ type: CChar, _ contents: String?) throws(BusError) {
    let result: Int32
    if let contents {
      // A string that is passed as an argument is copied to the heap.
      result = unsafe contents.withCString {
        unsafe sd_bus_message_enter_container(handle, type, $0)
      }
    } else {
      var found: CChar = 0
      var inner: UnsafePointer<CChar>?
      let peeked = unsafe sd_bus_message_peek_type(handle, &found, &inner)
      guard peeked > 0, found == type else {
        throw mismatch(peeked, expected: BusType.name(type))
      }
      result = unsafe sd_bus_message_enter_container(handle, type, inner)
    }
    if result > 0 { return }
    throw mismatch(result, expected: BusType.name(type) + " of \(contents ?? "anything")")
  }
}

extension BusType {
  /// The container's name, for error messages.
  fileprivate static func name(_ type: CChar) -> String {
    switch type {
    case array: "array"
    case variant: "variant"
    case structure: "structure"
    case dictionaryEntry: "dictionary entry"
    default: "value"
    }
  }
}
