import BridgeTransport
import Glibc
import Testing

@Suite struct ConnectionTests {
  @Test func bytesSentInPiecesArriveInOrder() throws {
    let loop = try EventLoop()
    let pair = try Pair(on: loop)
    pair.near.send(Array("one ".utf8))
    pair.near.send(contentsOf: [Array("two ".utf8), [], Array("three ".utf8)])
    pair.near.send(upTo: 8) { $0 += Array("four".utf8) }
    #expect(pair.near.queuedBytes == 18)
    #expect(loop.run { pair.farRecord.bytes.count == 18 })
    #expect(pair.farRecord.text == "one two three four")
    #expect(pair.near.queuedBytes == 0)
    #expect(pair.near.bytesSent == 18 && pair.far.bytesReceived == 18)
  }
}
