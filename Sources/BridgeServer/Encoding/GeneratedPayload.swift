/// The payload that Generate sends. The server keeps one, because thousands of calls would keep as many.
final class GeneratedPayload {
  private var last: [UInt8] = []

  func zeros(_ count: Int) -> [UInt8] {
    if last.count != count { last = [UInt8](repeating: 0, count: count) }
    return last
  }
}
