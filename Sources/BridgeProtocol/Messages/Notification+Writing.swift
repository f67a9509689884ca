internal import AccessibilityTree

extension ProtoWriter {
  /// Writes the fields of a `Notification` message.
  mutating func notification(_ revised: RevisedNotification) {
    number(NotificationFields.revision, revised.revision)
    switch revised.notification {
    case .announcement(let text, let priority, let element):
      message(NotificationFields.announcement) {
        $0.text(AnnouncementFields.text, text)
        $0.number(AnnouncementFields.priority, UInt64(priority.rawValue))
        $0.id(AnnouncementFields.elementID, element)
      }
    case .layoutChanged(let container, let focus):
      message(NotificationFields.layoutChanged) {
        $0.id(LayoutChangedFields.containerID, container)
        $0.id(LayoutChangedFields.focusID, focus)
      }
    case .screenChanged(let root, let focus):
      message(NotificationFields.screenChanged) {
        $0.id(ScreenChangedFields.rootID, root)
        $0.id(ScreenChangedFields.focusID, focus)
      }
    case .valueChanged(let element, let old, let new):
      message(NotificationFields.valueChanged) {
        $0.id(ValueChangedFields.elementID, element)
        if let old { $0.text(ValueChangedFields.oldValue, present: old) }
        if let new { $0.text(ValueChangedFields.newValue, present: new) }
      }
    case .scrolled(let container, let deltaX, let deltaY, let page):
      message(NotificationFields.scrolled) {
        $0.id(ScrolledFields.containerID, container)
        $0.double(ScrolledFields.deltaX, deltaX)
        $0.double(ScrolledFields.deltaY, deltaY)
        if let page { $0.text(ScrolledFields.page, present: page) }
      }
    case .focusMoved(let from, let to):
      message(NotificationFields.focusMoved) {
        $0.id(FocusMovedFields.fromID, from)
        $0.id(FocusMovedFields.toID, to)
      }
    case .applicationChanged(let application):
      message(NotificationFields.applicationChanged) {
        $0.application(ApplicationInfo(application: application))
      }
    case .speech(let event):
      message(NotificationFields.speech) {
        $0.number(SpeechFields.utteranceID, event.utterance)
        $0.number(SpeechFields.decision, UInt64(event.decision.rawValue))
        $0.text(SpeechFields.text, event.text)
        $0.number(SpeechFields.priority, UInt64(event.priority.rawValue))
        $0.id(SpeechFields.elementID, event.element)
      }
    }
  }
}
