internal import Glibc

/// Runs `body` while holding a lock on the directory of `path`, which only one program holds at a time.
///
/// The lock is an advisory lock on the directory itself, so no lock file is left behind, and it ends with
/// the process that holds it. Blocks while another program holds it.
///
/// - Throws: `EWOULDBLOCK` when another program holds the lock for 5 s, or the error of opening the directory.
func withDirectoryLocked<Value>(
  of path: String, _ body: () throws(SystemError) -> Value
) throws(SystemError) -> Value {
  let directory = FileLocation(path).directory
  let descriptor = try FileDescriptor("open") {
    unsafe open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
  }
  var attempts = 1000
  while true {
    do throws(SystemError) {
      _ = try system("flock") { flock(descriptor.rawValue, LOCK_EX | LOCK_NB) }
      break
    } catch {
      attempts -= 1
      guard error.errno == EWOULDBLOCK, attempts > 0 else { throw error }
      usleep(5_000)
    }
  }
  defer { flock(descriptor.rawValue, LOCK_UN) }
  return try body()
}
