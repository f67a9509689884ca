/// Either end of a connection, as far as it takes bytes and makes frames of them.
protocol FrameReceiver: AnyObject {
  var reader: FrameReader { get set }
  /// Nothing more is taken.
  var isFailed: Bool { get }

  /// Takes a frame, at these positions of the bytes; throws what is wrong with it.
  func handle(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) throws(Status)
  /// The other end broke the rules. Does nothing when the connection has failed already.
  func peerFailed(_ status: Status)
}

extension FrameReceiver {
  @inline(__always)
  func take(_ bytes: UnsafeRawBufferPointer) {
    let input = unsafe bytes.assumingMemoryBound(to: UInt8.self).span
    var offset = 0
    do throws(Status) {
      while !isFailed {
        switch try reader.next(input, &offset) {
        case .frame(let range): try handle(input, range)
        case .assembled:
          let frame = reader.takeAssembled()
          try handle(frame.span, ProtocolLimits.prefixLength..<frame.count)
          reader.giveBack(frame)
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
