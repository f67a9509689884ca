internal import CommandLineOptions
internal import Glibc

// When a reader has gone away, the write fails instead of a signal ending the program.
signal(SIGPIPE, SIG_IGN)
// As on a full disk.
signal(SIGXFSZ, SIG_IGN)
AdminCommands.runIfNamed()
let parsed = ServerOptions.description.parseOrExit()
let log = ServerOptions.log(parsed)
do throws(ProgramError) {
  try ServerOptions.program(parsed, log).run()
} catch {
  for line in error.lines { log.say(line, .error) }
  if error.isUsage { log.say("try 'a11y-bridge --help'", .error) }
  exit(error.exitCode)
}
