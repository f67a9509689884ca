internal import BridgePolicy
internal import BridgeSecurity
internal import BridgeTransport
internal import Glibc

/// Where the policy is, and what it says.
struct PolicyFile {
  let path: String
  /// Whether the command line names it, so that it must be there.
  let isNamed: Bool

  /// - Parameter named: The path that the command line names.
  init(_ named: String?) {
    path = named ?? Self.usualPath
    isNamed = named != nil
  }

  /// `$XDG_CONFIG_HOME/a11y-bridge/policy`.
  static var usualPath: String {
    (UserDirectories.configuration ?? "/.config") + "/\(ServerSecurity.program)/policy"
  }

  /// Reads the policy; `nil`: there is no file, and none is named. Throws everything that is wrong with it.
  func read() throws(ProgramError) -> Policy? {
    guard let reading = try reading() else { return nil }
    guard reading.errors.isEmpty else { throw ProgramError(lines(reading.errors)) }
    return reading.policy
  }

  /// Says what is wrong with the policy, in lines with its path.
  func lines(_ problems: [PolicyError], as kind: String = "") -> String {
    problems.map { $0.text(in: path, as: kind) }.joined(separator: "\n")
  }

  /// Reads the policy, with what is wrong in it and what has no effect; `nil`: as for `read`.
  func reading() throws(ProgramError) -> Policy.Reading? {
    let (bytes, isSafe): ([UInt8], Bool)
    do throws(SystemError) {
      (bytes, isSafe) = (try SmallFile.read(path), try self.isSafe())
    } catch {
      if error.errno == ENOENT, !isNamed { return nil }
      throw ProgramError(error.unreadable(path))
    }
    let reading = Policy.read(bytes, userNumber: Self.userNumber)
    guard isSafe else {
      let errors = reading.errors.isEmpty ? "" : "\n" + lines(reading.errors)
      throw ProgramError(
        "\(path): other users may change this file, and with it what they may do; let it belong to who "
          + "runs the server, and run: chmod go-w \(path)" + errors)
    }
    return reading
  }

  /// Whether nobody but its owner and root may change the file, and the owner is who runs the program, or root.
  private func isSafe() throws(SystemError) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { throw SystemError(errno: errno, call: "stat") }
    guard status.st_mode & S_IFMT == S_IFREG else { throw SystemError(errno: EINVAL, call: "stat") }
    return status.st_mode & (S_IWGRP | S_IWOTH) == 0
      && (status.st_uid == CurrentUser.id || status.st_uid == 0)
  }

  /// Whom a correct policy names, for people.
  static func summary(of policy: Policy) -> String {
    switch policy.stanzas.count {
    case 0: "names nobody, so only the user who runs the server, and root, may do anything"
    case 1: "names 1 client"
    case let count: "names \(count) clients"
    }
  }

  /// The number of the machine's user with a name.
  static func userNumber(_ name: String) -> UInt32? {
    guard let user = unsafe getpwnam(name) else { return nil }
    return unsafe user.pointee.pw_uid
  }
}
