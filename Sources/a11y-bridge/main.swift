internal import CommandLineOptions
internal import Glibc

// A reader that went away is an error of the write, not the end of the program.
signal(SIGPIPE, SIG_IGN)
let parsed = ServerOptions.description.parseOrExit()
let log = ServerOptions.log(parsed)
do throws(ProgramError) {
  try ServerOptions.program(parsed, log).run()
} catch {
  log.say(error.message)
  exit(error.isUsage ? 2 : 1)
}
