internal import AccessibilityTree

extension MirroredObject {
  /// Whether the object is a dialog that is drawn over the page of its window, as that of `alert()` in Firefox: the whole content
  /// of a frame of the window itself. It keeps people from what is beside the frame, and does not say so.
  ///
  /// A frame in a page is a part of that, whatever is in it.
  var isDialogOfFrame: Bool {
    guard peer.dialect.framesDialogs, var around = parent, around.role == .internalFrame,
      // Before all of the dialog is there, only its attributes tell that it is one.
      AriaRole.refine(role, attributes: facts.attributes).isDialog
    else { return false }
    while let next = around.parent {
      if next.role == .document || next.role == .internalFrame { return false }
      around = next
    }
    return true
  }

  /// The role that AT-SPI has for the object.
  private var role: Role { AtspiRole.entry(facts.role)?.role ?? .unknown }
}
