internal import Glibc

/// Where programs keep files of the user who runs them, by the XDG Base Directory Specification. Paths there that are not
/// absolute are ignored, as it demands.
public enum UserDirectories {
  /// `$XDG_CONFIG_HOME`, or `~/.config`. `nil`: there is no home directory.
  public static var configuration: String? { directory("XDG_CONFIG_HOME", "/.config") }

  /// `$XDG_STATE_HOME`, or `~/.local/state`. `nil`: there is no home directory.
  public static var state: String? { directory("XDG_STATE_HOME", "/.local/state") }

  private static func directory(_ name: String, _ usual: String) -> String? {
    variable(name) ?? (variable("HOME") ?? accountHome).map { $0 + usual }
  }

  private static func variable(_ name: String) -> String? {
    guard let value = unsafe getenv(name) else { return nil }
    return absolute(unsafe String(cString: value))
  }

  /// The home directory of the account, for a program that is started without an environment.
  private static var accountHome: String? {
    guard let entry = unsafe getpwuid(geteuid()), let home = unsafe entry.pointee.pw_dir else {
      return nil
    }
    return absolute(unsafe String(cString: home))
  }

  private static func absolute(_ path: String) -> String? { path.hasPrefix("/") ? path : nil }
}
