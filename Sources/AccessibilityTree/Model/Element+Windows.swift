extension Element {
  package var isWindow: Bool { role == .window || isDialog }

  /// Whether the element is a dialog. A chooser is one where it is directly in its application: GTK 3 calls the dialogs that
  /// choose a colour, a file or a font so, and also what is in them.
  package var isDialog: Bool { role.isDialog || role.isChooser && parent == application }
}
