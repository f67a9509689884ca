internal import CommandLineOptions
internal import Glibc

let parsed = ServerOptions.description.parseOrExit()
let log = ServerOptions.log(parsed)
do throws(ProgramError) {
  try ServerOptions.program(parsed, log).run()
} catch {
  log.say(error.message)
  exit(error.isUsage ? 2 : 1)
}
