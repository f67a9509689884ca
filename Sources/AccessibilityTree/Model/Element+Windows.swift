extension Element {
  package var isWindow: Bool { role.isWindow }

  package var isDialog: Bool { role.isDialog }
}
