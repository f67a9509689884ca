internal import AccessibilityTree
internal import AssistiveClients
internal import CommandLineOptions

/// What `bridge-client` understands.
enum ClientProgram {
  static let target = ArgumentSpec.required(
    "target",
    "A selector that matches one element, or an id: '#482117350014' (quoted) or 482117350014")
  static let selector = ArgumentSpec.required("selector", "A selector, as in docs/selectors.md")

  private static let actionNames = ActionKind.allCases.map(\.name)

  static let acting: [OptionSpec] = [
    .flag("synthesize", "Allow synthesised clicks and keys where there is no such action"),
    .integer(
      "quiet", "MS", in: 1...60_000, "The action is done when nothing has changed for so long"),
    .integer("settle", "MS", in: 1...60_000, "The longest time to wait for that"),
    .flag("no-settle", "Return when the application answers; wait for no effect"),
  ]

  static let description = Program(
    "bridge-client", version: Release.version,
    summary: "See and drive user interfaces through an a11y-bridge server",
    details: [
      "Exit codes: 0 done; 1 not found, refused, or condition not met; 2 usage; "
        + "3 cannot connect; 4 deadline passed; 5 not authorised; 6 cannot write its output."
    ],
    options: [
      OptionSpec.text(
        "server", "ADDRESS",
        "HOST:PORT or unix:PATH of the server, or ready:PATH to wait for its ready file"
      )
      .short("s").environment("A11Y_BRIDGE_SERVER").defaulting(to: "127.0.0.1:50151"),
      OptionSpec.flag("json", "Print one JSON object a line"),
      OptionSpec.number("timeout", "SECONDS", in: 0.001...86_400, "The longest time for a call")
        .short("t").defaulting(to: "30"),
    ],
    commands: looking + acts + watching + assisting + checking + exploring,
    examples: [
      "bridge-client tree",
      "bridge-client press 'application[name=\"Calculator\"] button[label=\"7\"]'",
      "bridge-client --json watch --kinds value",
    ])

  private static let looking: [CommandSpec] = [
    CommandSpec(
      "info", summary: "What the server is and where its trees come from",
      example: "bridge-client info"),
    CommandSpec(
      "apps", summary: "The applications: how much is mirrored, and whether they answer",
      example: "bridge-client apps", moreExamples: ["bridge-client --json apps"]),
    CommandSpec(
      "tree", summary: "The tree as an outline, one element a line",
      details: ["Unnamed containers are left out. What does not fit is counted, with its id."],
      arguments: [.optional("target", "The top: a selector or an id; all applications if absent")],
      options: [
        .integer("depth", "N", in: 0...100_000, "How many levels to show"),
        .integer(
          "budget", "TOKENS", in: 50...10_000_000,
          "About how many tokens to print; \(OutlineOptions.glance) if absent"),
        .flag("all", "Leave nothing out, and show every state and action"),
        .flag("frames", "Show the frame of each element"),
      ],
      example: "bridge-client tree",
      moreExamples: ["bridge-client tree 'dialog' --depth 3", "bridge-client tree --budget 2000"]),
    CommandSpec(
      "find", summary: "The elements that match a selector, in reading order",
      arguments: [selector],
      options: [
        OptionSpec.integer("limit", "N", in: 1...1_000_000, "The most to print").defaulting(
          to: "100"),
        .text("in", "TARGET", "Only below this element"),
      ],
      example: "bridge-client find 'button:enabled'",
      moreExamples: ["bridge-client find 'link[label*=Docs i]'"]),
    CommandSpec(
      "get", summary: "Everything about one element", arguments: [target],
      example: "bridge-client get 'textbox:focused'",
      moreExamples: ["bridge-client get '#482117350014'"]),
    CommandSpec(
      "hit", summary: "The deepest element at a point",
      arguments: [.required("point", "X,Y in pixels")],
      options: [.text("in", "TARGET", "Only below this element, in its coordinate space")],
      example: "bridge-client hit 120,80"),
    CommandSpec(
      "speak", summary: "What a screen reader would say of an element",
      details: ["One line for each element that matches."],
      arguments: [
        .optional("target", "A selector or an id; the focused element if absent")
      ],
      options: [
        OptionSpec.choice("verbosity", Verbosity.allCases.map(\.rawValue), "How much is said")
          .defaulting(to: Verbosity.default.rawValue),
        .flag("actions", "Print the menu of its actions as well"),
        OptionSpec.integer("limit", "N", in: 1...1000, "The most to print").defaulting(to: "100"),
      ],
      example: "bridge-client speak 'button[label=multiply]'",
      moreExamples: [
        "bridge-client speak", "bridge-client --json speak slider --verbosity brief",
      ]),
  ]

  private static let acts: [CommandSpec] =
    [
      CommandSpec(
        "act", summary: "Perform an action by name",
        details: [
          "ACTION is one of " + actionNames.joined(separator: ", ")
            + ", or the name of an action that the element offers."
        ],
        arguments: [
          target, .required("action", "The action's name", kind: .suggested(actionNames)),
          .optional("value", "Its argument, where it takes one"),
        ],
        options: acting,
        example: "bridge-client act 'text[label=Result]' Clear",
        moreExamples: [
          "bridge-client act list scroll down", "bridge-client act textbox insert-text '5:hello'",
        ]),
      CommandSpec(
        "press", summary: "Press a button, follow a link, tick a box", arguments: [target],
        options: acting, example: "bridge-client press 'button[label=Save]'"),
      CommandSpec(
        "set", summary: "Set a number where the element has a range, its text otherwise",
        arguments: [target, .required("value", "The number or text")], options: acting,
        example: "bridge-client set slider 40",
        moreExamples: ["bridge-client set 'textbox[label=Name]' Ada"]),
      CommandSpec(
        "insert", summary: "Insert text at the caret, or at an offset: 5:text",
        arguments: [target, .required("value", "The text, or OFFSET:TEXT")], options: acting,
        example: "bridge-client insert 'textbox:focused' hello"),
      CommandSpec(
        "focus", summary: "Give an element the keyboard focus", arguments: [target],
        options: acting, example: "bridge-client focus 'searchbox'"),
      CommandSpec(
        "scroll", summary: "Scroll by a page, or bring an element into view",
        arguments: [
          target,
          .optional(
            "value", "Which way; into view if absent",
            kind: .choice(ScrollDirection.allCases.map(\.name))),
        ], options: acting,
        example: "bridge-client scroll 'list[label=Rows]' down",
        moreExamples: ["bridge-client scroll 'button[label=Save]'"]),
      CommandSpec(
        "drag", summary: "Drag an element onto another, or pick it up",
        details: [
          "Without --onto it is only picked up; 'act TARGET drop SOURCE' drops it.",
          "'get' shows the named points of an element.",
        ],
        arguments: [target],
        options: [
          .text("onto", "TARGET", "Where to drop it: a selector or an id"),
          .text("point", "NAME", "The drop point; the element as a whole if absent"),
          .text("from-point", "NAME", "The drag point; the element as a whole if absent"),
        ] + acting,
        example: "bridge-client drag 'listitem[label=Report]' --onto 'listitem[label=Archive]'",
        moreExamples: [
          "bridge-client drag 482117350014 --onto 482117350015 --point 'Set Sound 1'"
        ]),
      CommandSpec(
        "touch", summary: "Touch an element that handles touches directly", details: points,
        arguments: [target, .required("value", "The points of the touch")], options: acting,
        example: "bridge-client touch canvas 'down 10,10 move 60,40 up'",
        moreExamples: ["bridge-client touch 'image[label=Cat]' '30,30 30,30 +500'"]),
      CommandSpec(
        "gesture", summary: "Pass a gesture through to an element", details: points,
        arguments: [target, .required("value", "The points of the gesture")], options: acting,
        example: "bridge-client gesture 'slider[label=Coffee]' 'down @ move @0,-20 up'"),
      CommandSpec(
        "custom", summary: "Perform an action of the element's own",
        arguments: [target, .required("value", "The action's name, as 'get' shows it")],
        options: acting, example: "bridge-client custom 'text[label=Result]' Clear"),
      CommandSpec(
        "intent", summary: "Run an app intent, by its type and parameters",
        details: [
          "The application's own view code need not be running. 'get' shows what is offered."
        ],
        arguments: [
          target, .required("type", "The name of the intent's type"),
          .rest("parameters", "Its parameters: name=value"),
        ], options: acting,
        example: "bridge-client intent 'button[label=\"Baker beach\"]' FavoriteBeach rating=5"),
    ]
    + simple.map { name, summary, example in
      CommandSpec(
        name, summary: summary, arguments: [target], options: acting,
        example: "bridge-client \(name) '\(example)'")
    }
    + ["in", "out"].map { way in
      CommandSpec(
        "zoom-\(way)", summary: "Zoom \(way) around a point",
        arguments: [target],
        options: [.text("at", "X,Y", "In the frame's coordinates; the activation point if absent")]
          + acting,
        example: "bridge-client zoom-\(way) image --at 120,80")
    }

  /// How gestures are written.
  private static let points = [
    "Points are X,Y in the frame's coordinates, @ for the activation point, or @X,Y for an offset "
      + "from it.",
    "'down X,Y move X,Y … up' names phases (down, move, up, cancel); 'X,Y X,Y …' goes down at the "
      + "first and up at the last. +MS after a point says how long after the one before it comes "
      + "(10 if absent); N: before a phase is another finger.",
  ]

  /// Actions that take nothing but their element.
  private static let simple = [
    ("increment", "Make a value larger by a step", "slider"),
    ("decrement", "Make a value smaller by a step", "slider"),
    ("expand", "Expand a collapsed element", "treeitem:collapsed"),
    ("collapse", "Collapse an expanded element", "treeitem:expanded"),
    ("select", "Select an item", "option[label=Red]"),
    ("deselect", "Remove an item from the selection", "option[label=Red]"),
    ("menu", "Open an element's context menu", "listitem:selected"),
    ("escape", "Close a dialog or a menu, or leave a mode", "dialog"),
    ("magic-tap", "Perform the most important action: answer, play, pause", "window"),
    ("delete", "Delete an item", "listitem[label=Draft]"),
  ]

  private static let watching: [CommandSpec] = [
    CommandSpec(
      "watch", summary: "Print changes as they happen",
      details: ["Without --kinds: all kinds but elements and speech."],
      arguments: [.optional("selector", "Only changes of elements that match")],
      options: [
        .list(
          "kinds", "K,…", of: NotificationKinds.named.map(\.name) + ["all"],
          "Only notifications of these kinds"),
        .text("in", "TARGET", "Only changes of this element and those below it"),
        .text("since", "REVISION", "Begin after this revision; needs --epoch"),
        .text("epoch", "EPOCH", "The run of the server that --since is of"),
        .flag("snapshot", "Print the present elements first"),
        .integer(
          "count", "N", in: 1...1_000_000_000,
          "End after N updates; changes made together are one"),
        .number("for", "SECONDS", in: 0.001...31_536_000, "End after this time"),
      ],
      example: "bridge-client watch",
      moreExamples: ["bridge-client --json watch --kinds value,announcement --for 10"]),
    CommandSpec(
      "wait", summary: "Wait until a condition holds",
      details: [
        "CONDITION is appears, disappears, enabled, disabled, focused, checked, unchecked, "
          + "visible, value=TEXT, value*=TEXT, value~=REGEX, count=N, stable or stable=MS.",
        "--timeout says how long to wait.",
      ],
      arguments: [.required("target", "A selector or an id")],
      options: [
        OptionSpec.text(
          "until", "CONDITION", suggesting: Watching.conditions, "What must hold"
        ).defaulting(to: "appears")
      ],
      example: "bridge-client wait 'dialog'",
      moreExamples: ["bridge-client --timeout 5 wait 'text[label=Result]' --until value=15"]),
  ]

  private static let assistive: [OptionSpec] = [
    OptionSpec.text(
      "do", "COMMAND", "Run a command, in place of those on standard input"
    )
    .repeatable(),
    .flag("aloud", "Speak as well, through speech-dispatcher or espeak-ng"),
    .flag("synthesize", "Allow synthesised clicks and keys where there is no such action"),
  ]

  private static let place = ArgumentSpec.optional(
    "target", "Where to work: a selector or an id; the front window if absent")

  private static let interactive =
    "On a terminal, keys are commands: ? lists them, : takes a command as a line. From a pipe, it reads "
    + "one command a line; \"hear TEXT\" waits for speech. The exit code is 1 when one was refused."

  private static let assisting: [CommandSpec] = [
    CommandSpec(
      "inspect", summary: "A full-screen view of the tree and its changes",
      details: ["? lists the keys. Any action of the selected element can be run."],
      arguments: [.optional("selector", "Where to begin: a selector or an id")],
      example: "bridge-client inspect", moreExamples: ["bridge-client inspect 'button:focused'"]),
    CommandSpec(
      "voiceover", summary: "A screen reader: a cursor, a rotor, and what they say",
      details: [interactive], arguments: [place],
      options: [
        OptionSpec.choice("verbosity", Verbosity.allCases.map(\.rawValue), "How much is said")
          .defaulting(to: Verbosity.default.rawValue)
      ] + assistive,
      example: "bridge-client voiceover",
      moreExamples: ["bridge-client voiceover --do 'find multiply' --do activate"]),
    CommandSpec(
      "voice-control", summary: "Control by names: tap NAME, show names, show numbers",
      details: [interactive], arguments: [place], options: assistive,
      example: "bridge-client voice-control",
      moreExamples: ["bridge-client voice-control --do 'show names' --do 'tap 7'"]),
    CommandSpec(
      "switch-control", summary: "Control by one switch or two: scan items or groups, and select",
      details: [interactive], arguments: [place],
      options: [
        OptionSpec.choice(
          "mode", SwitchControl.Mode.allCases.map(\.rawValue), "What is scanned"
        ).defaulting(to: SwitchControl.Mode.groups.rawValue),
        .number("scan", "SECONDS", in: 0.1...60, "Move on by itself at this interval"),
      ] + assistive,
      example: "bridge-client switch-control --scan 1",
      moreExamples: ["bridge-client switch-control --mode items --do next --do select"]),
    CommandSpec(
      "keyboard", summary: "Control by keys: a focus ring in reading order",
      details: [interactive], arguments: [place], options: assistive,
      example: "bridge-client keyboard",
      moreExamples: ["bridge-client keyboard --do 'find equals' --do activate"]),
  ]
}
