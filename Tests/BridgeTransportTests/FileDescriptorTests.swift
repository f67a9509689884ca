import BridgeTransport
import Glibc
import Testing

@Suite struct FileDescriptorTests {
  /// Returns whether `fd` is open and has the inode `inode`.
  func inode(_ fd: Int32) -> ino_t? {
    var status = stat()
    return unsafe fstat(fd, &status) == 0 ? status.st_ino : nil
  }

  @Test func `a descriptor is closed with its owner unless it was given away`() throws {
    let (a, b) = try FileDescriptor.socketPair().take()
    let (inodeA, inodeB) = (inode(a), inode(b))
    do {
      let owner = FileDescriptor(owning: a)
      #expect(owner.rawValue == a)
    }
    #expect(inode(a) != inodeA)
    #expect(FileDescriptor(owning: b).take() == b)
    #expect(inode(b) == inodeB)
    close(b)
  }

  @Test func `an error says what failed and why`() {
    let error = SystemError(errno: ECONNREFUSED, call: "connect")
    #expect(error.description == "connect: Connection refused (errno 111)")
  }
}
