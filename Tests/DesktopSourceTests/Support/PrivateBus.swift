import Glibc

/// A message bus of a test's own: a `dbus-daemon` that ends with this object.
final class PrivateBus {
  let address: String
  private(set) var process: pid_t = 0

  init() throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw NoBus() }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    defer { close(ends[0]) }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    unsafe posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    // Test threads block signals, and a child would inherit that.
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
    var unblocked = sigset_t()
    unsafe sigemptyset(&unblocked)
    unsafe posix_spawnattr_setsigmask(&attributes, &unblocked)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    let words = ["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"]
    var arguments = unsafe words.map { unsafe strdup($0) }
    unsafe arguments.append(nil)
    defer { for index in words.indices { unsafe free(arguments[index]) } }
    let spawned = unsafe posix_spawn(
      &process, "/usr/bin/dbus-daemon", &actions, &attributes, arguments, environ)
    close(ends[1])
    guard spawned == 0 else { throw NoBus() }

    var text: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 512)
    while text.last != UInt8(ascii: "\n") {
      let count = unsafe read(ends[0], &buffer, buffer.count)
      guard count > 0 else { throw NoBus() }
      text += buffer[..<count]
    }
    address = String(decoding: text.dropLast(), as: UTF8.self)
  }

  deinit {
    stop()
  }

  /// Takes the bus away from under everybody on it.
  func stop() {
    guard process > 0 else { return }
    kill(process, SIGTERM)
    _ = waitpid(process, nil, 0)
    process = 0
  }

  struct NoBus: Error {}
}
