internal import CTestSupport
internal import Glibc

/// What the system said when a program was to be started.
public struct SpawnFailed: Error, CustomStringConvertible {
  public let program: String
  public let code: Int32

  public var description: String {
    "cannot start \(program): \(unsafe String(cString: strerror(code)))"
  }
}

/// A pipe; both ends are closed on exec.
struct PipeEnds {
  let reading: Int32
  let writing: Int32

  init() throws {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let code = unsafe ctest_pipe(&reading, &writing)
    guard code == 0 else { throw SpawnFailed(program: "a pipe", code: code) }
    (self.reading, self.writing) = (reading, writing)
  }
}

/// Starts a program with three descriptors of ours as its standard ones, and no other.
///
/// Not Foundation's `Process`: that one crashed when several tests started programs at once.
///
/// - Returns: Its process id; it must be waited for.
func spawn(
  _ program: String, _ arguments: [String], environment: [String: String], directory: String?,
  descriptors: [Int32]
) throws -> pid_t {
  var pid: pid_t = 0
  let code = unsafe withCStrings([program] + arguments) { arguments in
    unsafe withCStrings(environment.map { "\($0)=\($1)" }) { environment in
      unsafe ctest_spawn(&pid, program, arguments, environment, directory, descriptors)
    }
  }
  guard code == 0 else { throw SpawnFailed(program: program, code: code) }
  return pid
}

/// Lends strings to C as an array ended by a null pointer.
private func withCStrings<Value>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  let value = unsafe body(pointers)
  for index in unsafe pointers.indices { unsafe free(pointers[index]) }
  return value
}
