internal import AccessibilityTree

extension ProtoWriter {
  /// The fields of an `ActionCommand` message; of a drop, `dropSource` names what is dragged where it is
  /// given.
  mutating func command(_ command: ActionCommand, dropSource: Target? = nil) {
    number(1, UInt64(command.kind.rawValue))
    switch command {
    case .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus,
      .showMenu, .scrollIntoView, .escape, .magicTap, .delete:
      break
    case .custom(let name): text(2, present: name)
    case .setValue(let value): double(3, present: value)
    case .setText(let value): text(4, present: value)
    case .insertText(let value, let offset):
      message(5) {
        $0.text(1, value)
        if let offset { $0.number(2, present: UInt64(clamping: offset)) }
      }
    case .setSelection(let range): message(6) { $0.range(range) }
    case .scroll(let direction): number(7, present: UInt64(direction.rawValue))
    case .zoomIn(let point), .zoomOut(let point):
      if let point { message(8) { $0.point(point) } }
    case .drag(let point): if let point { text(9, present: point) }
    case .drop(let source, let point):
      message(10) {
        $0.message(1) { $0.target(dropSource ?? .id(source)) }
        if let point { $0.text(2, point) }
      }
    case .passThroughGesture(let points), .directTouch(let points):
      message(11) { writer in
        for point in points { writer.message(1) { $0.gesturePoint(point) } }
      }
    case .intent(let type, let parameters):
      message(12) { writer in
        writer.text(1, type)
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
          writer.message(2) { $0.intentParameter(IntentParameter(name, value)) }
        }
      }
    }
  }

  private mutating func gesturePoint(_ point: GesturePoint) {
    number(1, UInt64(point.phase.rawValue))
    message(2) { $0.point(point.position) }
    number(3, point.time / 1000)
    count32(4, point.touch)
  }
}
