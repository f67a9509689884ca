internal import CTestSupport
internal import Glibc

/// The system's error when a program could not be started.
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

/// Starts a program with three descriptors as its standard ones, and no others.
///
/// Not Foundation's `Process`, which crashed when several tests started programs at once.
///
/// - Returns: The process id. The caller must wait for the process.
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

/// Passes strings to C as an array that ends with a null pointer.
private func withCStrings<Value>(
  _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
) -> Value {
  let pointers = unsafe strings.map { unsafe strdup($0) } + [nil]
  let value = unsafe body(pointers)
  for index in unsafe pointers.indices { unsafe free(pointers[index]) }
  return value
}
