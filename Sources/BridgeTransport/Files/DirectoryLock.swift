internal import Glibc

/// Runs `body` while no other program that asks does so for the same directory: the one of `path`.
///
/// The lock is an advisory one on the directory itself, so no lock file is left behind, and it goes
/// with the process that holds it. Blocks while another program has it.
///
/// - Throws: `EWOULDBLOCK` when another program has it for 5 s; what opening the directory says.
func withDirectoryLocked<Value>(
  of path: String, _ body: () throws(SystemError) -> Value
) throws(SystemError) -> Value {
  let directory = FilePlace(path).directory
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
