internal import CommandLineOptions

struct ZoomInCommand: ElementAction {
  static let spec = zoom("in")
  let acting: ActionOptions
}

struct ZoomOutCommand: ElementAction {
  static let spec = zoom("out")
  let acting: ActionOptions
}

private func zoom(_ way: String) -> CommandSpec {
  .acting(
    "zoom-\(way)", "Zoom \(way) around a point",
    options: [
      .text("at", "X,Y", "Point in the frame's coordinates (default: the activation point)")
    ],
    example: "bridge-client zoom-\(way) image --at 120,80")
}
