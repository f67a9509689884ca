internal import CommandLineOptions
internal import Glibc

signal(SIGPIPE, SIG_IGN)
let parsed = ClientProgram.description.parseOrExit(unwritable: ExitCode.unwritable.rawValue) {
  error, words in
  // The command line could not be parsed, but whether it asks for JSON is visible.
  if words.prefix(while: { $0 != "--" }).contains("--json") { Output().json(Failure(error: error)) }
}
exit(await ClientProgram.run(parsed).rawValue)
