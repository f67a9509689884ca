internal import AccessibilityTree
internal import CommandLineOptions

struct TouchCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "touch", "Touch an element that handles touches directly", details: points,
    arguments: [.required("value", "Points of the touch")],
    example: "bridge-client touch canvas 'down 10,10 move 60,40 up'",
    moreExamples: ["bridge-client touch 'image[label=Cat]' '30,30 30,30 +500'"])

  let acting: ActionOptions
  var action: String { ActionKind.directTouch.name }
}

struct GestureCommand: ElementAction {
  static let spec = CommandSpec.acting(
    "gesture", "Pass a gesture through to an element", details: points,
    arguments: [.required("value", "Points of the gesture")],
    example: "bridge-client gesture 'slider[label=Coffee]' 'down @ move @0,-20 up'")

  let acting: ActionOptions
  var action: String { ActionKind.passThroughGesture.name }
}

/// The syntax of a gesture's points, for help.
private let points = [
  "Points are X,Y in the frame's coordinates, @ for the activation point, or @X,Y for an offset "
    + "from it.",
  "'down X,Y move X,Y … up' gives the phases (down, move, up, cancel); 'X,Y X,Y …' means down at "
    + "the first point and up at the last. +MS after a point is the time since the previous point "
    + "(default 10); N: before a phase selects finger N.",
]
