internal import BridgeTransport
internal import CommandLineOptions

/// What the command line says about who may connect.
struct SecurityOptions {
  /// Whether TLS is required on loopback addresses, too.
  var requiresTLS = false
  var certificate: String?
  var key: String?
  var clientAuthorities: String?
  var allowsLocalUsers = false
  var servesEveryone = false
  /// The path of the policy, where one is named.
  var policy: String?

  static let everyone = "insecure-serve-everyone-without-encryption"

  static let specs: [OptionSpec] = [
    OptionSpec.flag(
      "tls", "Speak TLS only, on loopback addresses too; unix sockets stay plain"),
    OptionSpec.path(
      "tls-certificate", "PATH", "A certificate of one's own with its chain, instead of a made one"),
    OptionSpec.path("tls-key", "PATH", "The key of that certificate, where it is in another file"),
    OptionSpec.path("tls-client-ca", "PATH", "Let in clients that have a certificate of these CAs"),
    OptionSpec.path(
      "policy", "PATH", "What clients may do; without, ~/.config/a11y-bridge/policy if it exists"),
    OptionSpec.flag("allow-local", "Let in every user of this machine on loopback addresses"),
    OptionSpec.flag(everyone, "Let in everyone from everywhere, in plain text"),
  ]

  init(_ parsed: ParsedCommand) throws(ProgramError) {
    requiresTLS = parsed.flag("tls")
    certificate = parsed.string("tls-certificate")
    key = parsed.string("tls-key")
    policy = parsed.string("policy")
    clientAuthorities = parsed.string("tls-client-ca")
    allowsLocalUsers = parsed.flag("allow-local")
    servesEveryone = parsed.flag(Self.everyone)
    if key != nil, certificate == nil {
      throw ProgramError("--tls-key needs --tls-certificate", isUsage: true)
    }
    if servesEveryone, requiresTLS || certificate != nil || clientAuthorities != nil {
      throw ProgramError("--\(Self.everyone) and TLS exclude each other", isUsage: true)
    }
  }
}
