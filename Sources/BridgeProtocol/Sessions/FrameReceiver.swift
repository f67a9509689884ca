/// Either end of a connection, as far as it receives bytes and splits them into frames.
protocol FrameReceiver: AnyObject {
  /// What a frame may bring that its reader is handed at once. Positions in it are those in the bytes of the frame.
  associatedtype Content

  var reader: FrameReader { get set }
  /// Whether the connection has failed, so that nothing more is handled.
  var isFailed: Bool { get }

  /// Handles the frame at these positions of the bytes. Throws what is wrong with it.
  func handle(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(Status) -> Content
  /// Fails the connection because the other end violated the protocol. Has no effect when it has failed already.
  func peerFailed(_ status: Status)
}

extension FrameReceiver {
  @inline(__always)
  func take(
    _ bytes: UnsafeRawBufferPointer, _ afterFrame: (Content, borrowing Span<UInt8>) -> Void
  ) {
    let input = unsafe bytes.assumingMemoryBound(to: UInt8.self).span
    var offset = 0
    do throws(Status) {
      while !isFailed {
        switch try reader.next(input, &offset) {
        case .frame(let range): afterFrame(try handle(input, range), input)
        case .assembled:
          let frame = reader.takeAssembled()
          let bytes = frame.span
          afterFrame(try handle(bytes, ProtocolLimits.prefixLength..<frame.count), bytes)
          reader.recycle(frame)
        case .needsMore: return
        }
      }
    } catch {
      peerFailed(error)
    }
  }

  func takeEnd() {
    guard reader.buffered > 0 else { return }
    peerFailed(.malformedFrame("the stream ended after \(reader.buffered) bytes of a frame"))
  }
}
