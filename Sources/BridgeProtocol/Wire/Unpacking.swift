internal import CProtobuf
internal import Glibc

/// How much memory a message may take when unpacked, for each byte of its length, and in how many parts.
/// A message of many empty messages takes some 200 times its length; one from a well-behaved client takes
/// much less.
enum UnpackingBudget: Int {
  /// Requests: ids, texts, points of a gesture.
  case request = 4
  /// Responses: thousands of elements with few fields each.
  case response = 64

  /// The memory that any message may take, however short: enough for a gesture of 10,000 points of a few bytes.
  static let base = 4_194_304

  /// The maximum number of texts, messages and lists: a gesture of 10,000 points has 20,000. What a
  /// server sends is limited only by its length.
  var parts: Int {
    switch self {
    case .request: 65_536
    case .response: .max
    }
  }
}

/// Unpacks a message with libprotobuf-c and returns what `read` makes of it. The message is released
/// afterwards.
///
/// `unpack` is the function that was generated for the message, `name` the name of the message.
@inline(__always)
func unpacking<Message, Value>(
  _ bytes: [UInt8], _ name: StaticString, _ budget: UnpackingBudget,
  _ unpack: (
    UnsafeMutablePointer<ProtobufCAllocator>?, Int, UnsafePointer<UInt8>?
  ) -> UnsafeMutablePointer<Message>?,
  _ read: (UnsafeMutablePointer<Message>) throws(Status) -> Value
) throws(Status) -> Value {
  let allowance = UnpackingBudget.base + budget.rawValue * bytes.count
  // More than 1,024 bytes would not be on the stack.
  let result: Result<Value, Status> = unsafe withUnsafeTemporaryAllocation(
    byteCount: 1024, alignment: 16
  ) { first in
    var arena = unsafe Arena(first: first, budget: allowance, parts: budget.parts)
    return unsafe withUnsafeMutablePointer(to: &arena) { arena in
      var allocator = unsafe ProtobufCAllocator(
        alloc: { arena, size in
          unsafe arena?.assumingMemoryBound(to: Arena.self).pointee.take(size)
        },
        free: { _, _ in }, allocator_data: UnsafeMutableRawPointer(arena))
      guard let message = unsafe unpack(&allocator, bytes.count, bytes) else {
        return .failure(
          unsafe arena.pointee.refusal(of: name, bytes.count, allowance, budget.parts))
      }
      do throws(Status) {
        return .success(try unsafe read(message))
      } catch {
        return .failure(error)
      }
    }
  }
  return try result.get()
}

extension Arena {
  /// Returns why a message could not be unpacked.
  fileprivate func refusal(
    of name: StaticString, _ length: Int, _ allowance: Int, _ parts: Int
  ) -> Status {
    guard isExhausted, parts < .max else {
      return Status(
        .malformed, "\(length) bytes are not a valid \(name), or have too many small parts")
    }
    return Status(
      .invalidArgument,
      "\(name) of \(length) bytes has more than \(parts) parts or takes more than \(allowance) "
        + "bytes of memory",
      remedy: .smallerMessage, limit: UInt64(clamping: parts))
  }
}

/// The address of the text that libprotobuf-c gives for a string field that is not set.
private let absentText: UInt = {
  var source = unsafe A11y__Bridge__V1__Source()
  unsafe a11y__bridge__v1__source__init(&source)
  return unsafe UInt(bitPattern: source.name)
}()

/// Returns the text of a string field. Throws unless it is UTF-8 without NUL.
func readText(
  _ field: UnsafeMutablePointer<CChar>?, _ name: @autoclosure () -> String
) throws(Status) -> String {
  guard let field = unsafe field, UInt(bitPattern: field) != absentText else { return "" }
  let length = unsafe Arena.size(of: field) - 1
  guard unsafe strlen(field) == length else {
    throw Status(.invalidArgument, "\(name()) contains a NUL")
  }
  let bytes = unsafe UnsafeRawBufferPointer(start: field, count: length)
  do {
    // Not `String(validating:as:)`, which looks its types up at each call: a quarter of the time that
    // decoding a tree took.
    return String(
      copying: try UTF8Span(validating: unsafe bytes.assumingMemoryBound(to: UInt8.self).span))
  } catch {
    throw Status(.invalidArgument, "\(name()) is not valid UTF-8")
  }
}

/// Returns the bytes of a bytes field.
func array(_ field: ProtobufCBinaryData) -> [UInt8] {
  unsafe Array(UnsafeBufferPointer(start: field.data, count: field.len))
}

/// Returns the values of a repeated field.
func array<Item, Value>(
  _ items: UnsafeMutablePointer<Item>?, _ count: Int,
  _ read: (Item) throws(Status) -> Value
) throws(Status) -> [Value] {
  guard let items = unsafe items, count > 0 else { return [] }
  var values: [Value] = []
  values.reserveCapacity(count)
  for index in 0..<count { values.append(try read(unsafe items[index])) }
  return values
}

/// Returns the values of a repeated field of messages.
func array<Message, Value>(
  _ messages: UnsafeMutablePointer<UnsafeMutablePointer<Message>?>?, _ count: Int,
  _ read: (UnsafeMutablePointer<Message>) throws(Status) -> Value
) throws(Status) -> [Value] {
  guard let messages = unsafe messages, count > 0 else { return [] }
  var values: [Value] = []
  values.reserveCapacity(count)
  for index in 0..<count {
    if let message = unsafe messages[index] { values.append(try unsafe read(message)) }
  }
  return values
}

extension Status {
  static func invalid(_ field: String, _ what: String) -> Status {
    Status(.invalidArgument, "\(field) \(what)")
  }
}
