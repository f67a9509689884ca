internal import AccessibilityTree

extension ProtoWriter {
  /// Writes the fields of an `ActionCommand` message. `dropSource`, if given, names what a drop drags, in place
  /// of the command's own source.
  mutating func command(_ command: ActionCommand, dropSource: Target? = nil) {
    number(ActionCommandFields.kind, UInt64(command.kind.rawValue))
    switch command {
    case .press, .increment, .decrement, .expand, .collapse, .select, .deselect, .focus,
      .showMenu, .scrollIntoView, .escape, .magicTap, .delete, .hover:
      break
    case .custom(let name): text(ActionCommandFields.name, present: name)
    case .setValue(let value): double(ActionCommandFields.number, present: value)
    case .setText(let value): text(ActionCommandFields.text, present: value)
    case .insertText(let value, let offset):
      message(ActionCommandFields.insertion) {
        $0.text(TextInsertionFields.text, value)
        if let offset { $0.number(TextInsertionFields.offset, present: UInt64(clamping: offset)) }
      }
    case .setSelection(let range): message(ActionCommandFields.range) { $0.range(range) }
    case .scroll(let direction):
      number(ActionCommandFields.direction, present: UInt64(direction.rawValue))
    case .zoomIn(let point), .zoomOut(let point):
      if let point { message(ActionCommandFields.point) { $0.point(point) } }
    case .drag(let point): if let point { text(ActionCommandFields.dragPoint, present: point) }
    case .drop(let source, let point):
      message(ActionCommandFields.drop) {
        $0.message(DropTargetFields.source) { $0.target(dropSource ?? .id(source)) }
        if let point { $0.text(DropTargetFields.point, point) }
      }
    case .passThroughGesture(let points), .directTouch(let points):
      message(ActionCommandFields.gesture) { writer in
        for point in points { writer.message(GestureFields.points) { $0.gesturePoint(point) } }
      }
    case .keys(let chords): text(ActionCommandFields.keys, present: KeyChord.text(of: chords))
    case .intent(let type, let parameters):
      message(ActionCommandFields.intent) { writer in
        writer.text(IntentFields.type, type)
        for (name, value) in parameters.sorted(by: { $0.key < $1.key }) {
          writer.message(IntentFields.parameters) {
            $0.intentParameter(IntentParameter(name, value))
          }
        }
      }
    }
  }

  private mutating func gesturePoint(_ point: GesturePoint) {
    number(GesturePointFields.phase, UInt64(point.phase.rawValue))
    message(GesturePointFields.position) { $0.point(point.position) }
    number(GesturePointFields.timeUs, point.time / 1000)
    count32(GesturePointFields.touch, point.touch)
  }
}
