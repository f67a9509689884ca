internal import CommandLineOptions
internal import Glibc

signal(SIGPIPE, SIG_IGN)
let parsed = ClientProgram.description.parseOrExit(unwritable: ExitCode.unwritable.rawValue) {
  error, words in
  // It could not be read as a whole, but whether programs read the answer can be seen.
  if words.prefix(while: { $0 != "--" }).contains("--json") { Output().json(Failure(error: error)) }
}
exit(await ClientProgram.run(parsed).rawValue)
