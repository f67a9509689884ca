internal import CommandLineOptions

/// The commands and options of `bridge-client`.
enum ClientProgram {
  /// Every command, in the order of the help. One that is not listed cannot be reached.
  static let commands: [any ClientCommand.Type] = [
    InfoCommand.self, AppsCommand.self, TreeCommand.self, FindCommand.self, GetCommand.self,
    HitCommand.self, SpeakCommand.self,

    ActCommand.self, PressCommand.self, SetCommand.self, InsertCommand.self, KeysCommand.self,
    FocusCommand.self, ScrollCommand.self, DragCommand.self, TouchCommand.self, GestureCommand.self,
    CustomCommand.self, IntentCommand.self,

    IncrementCommand.self, DecrementCommand.self, ExpandCommand.self, CollapseCommand.self,
    SelectCommand.self, DeselectCommand.self, MenuCommand.self, EscapeCommand.self,
    MagicTapCommand.self, DeleteCommand.self, HoverCommand.self, ZoomInCommand.self,
    ZoomOutCommand.self,

    DoCommand.self,

    WatchCommand.self, AnnouncementsCommand.self, WaitCommand.self, ExpectCommand.self,

    InspectCommand.self, VoiceOverCommand.self, VoiceControlCommand.self,
    SwitchControlCommand.self, KeyboardCommand.self,

    AuditCommand.self, VerifyCommand.self, DoctorCommand.self, BenchCommand.self,

    PairCommand.self, ServersCommand.self,

    MCPCommand.self, MethodsCommand.self, CallCommand.self,
  ]

  static let description = Program(
    "bridge-client", version: Release.version,
    summary: "Read and control user interfaces through an a11y-bridge server",
    options: [
      OptionSpec.text(
        "server", "ADDRESS",
        "Server: HOST:PORT, unix:PATH, the NAME of a paired server, or ready:PATH to wait for a ready "
          + "file"
      )
      .short("s").environment("A11Y_BRIDGE_SERVER").defaulting(to: "127.0.0.1:50151")
    ] + Endpoint.options + [
      OptionSpec.flag("json", "Print JSON, one object per line"),
      OptionSpec.seconds(
        "timeout", in: 0.001...86_400, "Maximum duration of the command"
      )
      .short("t").defaulting(to: "30"),
      OptionSpec.seconds(
        "keepalive", in: 0.1...3600,
        "Silence after which the server is pinged; after as long again the connection is lost"
      )
      .defaulting(to: "15"),
    ],
    commands: commands.map { $0.spec },
    otherWords: [
      "click": "press", "tap": "press", "activate": "press", "check": "press", "toggle": "press",
      "type": "set", "fill": "set", "enter": "set", "write": "set", "choose": "select",
      "sleep": "wait", "look": "tree", "snapshot": "tree", "outline": "tree", "query": "find",
      "search": "find", "list": "apps", "applications": "apps", "assert": "expect",
    ],
    exitCodes: [
      "success", "not found, refused, or condition not met", "usage error", "cannot connect",
      "deadline exceeded", "not authorised", "cannot write output", "comparison incomplete",
      "an action was sent, and what came of it is not known",
    ], related: ["a11y-bridge(1)"],
    examples: [
      "bridge-client tree",
      "bridge-client press 'application[name=\"Calculator\"] button[label=\"7\"]'",
      "bridge-client --json watch --kinds value",
    ])
}
