internal import CommandLineOptions
internal import Glibc

signal(SIGPIPE, SIG_IGN)
let parsed = ClientProgram.description.parseOrExit()
exit(await Dispatch(parsed).run().rawValue)
