internal import BridgeProtocol
internal import CNghttp2

/// What libnghttp2 calls, passed on to the session that owns it.
enum HTTP2Callbacks {
  static var table: cnghttp2_handlers {
    unsafe cnghttp2_handlers(
      request: { owner, stream, request in
        guard let request = unsafe request else { return }
        unsafe session(owner)?.began(stream, request.pointee)
      },
      data: { owner, stream, bytes, count in
        unsafe session(owner)?.received(
          stream, UnsafeRawBufferPointer(start: bytes, count: count))
      },
      half_closed: { owner, stream in unsafe session(owner)?.halfClosed(stream) },
      closed: { owner, stream, _ in unsafe session(owner)?.closed(stream) },
      greeted: { owner in unsafe session(owner)?.greeted() },
      going_away: { owner in unsafe session(owner)?.clientGoesAway() },
      next: { owner, stream, limit in
        unsafe session(owner)?.next(stream, limit)
          ?? cnghttp2_part(count: 0, is_deferred: 1, is_last: 0)
      },
      write: { owner, stream, head, headCount, count in
        unsafe session(owner)?.write(
          stream, head: UnsafeBufferPointer(start: head, count: headCount), count)
      },
      output: { owner, bytes, count in
        unsafe session(owner)?.output.append(
          contentsOf: UnsafeBufferPointer(start: bytes, count: count))
      },
      gone_away: { owner, lastStream, code, text, count in
        unsafe session(owner)?.wentAway(
          lastStream, code, UnsafeRawBufferPointer(start: text, count: count))
      },
      complain: { owner, text, count in
        unsafe session(owner)?.complain(UnsafeRawBufferPointer(start: text, count: count))
      })
  }
}

/// Returns the session that a callback is called for.
private func session(_ owner: UnsafeMutableRawPointer?) -> HTTP2Session? {
  guard let owner = unsafe owner else { return nil }
  return unsafe Unmanaged<HTTP2Session>.fromOpaque(owner).takeUnretainedValue()
}
