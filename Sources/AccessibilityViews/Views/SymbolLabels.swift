/// Spoken meanings of common symbols. Others fall back to their own name.
enum SymbolLabels {
  private static let labels: [String: String] = [
    "star": "favorite", "star.fill": "favorite", "star.leadinghalf.filled": "half star",
    "heart": "love", "heart.fill": "love", "arrowshape.turn.up.left": "reply",
    "arrowshape.turn.up.left.fill": "reply", "trash": "delete", "trash.fill": "delete",
    "plus": "add", "plus.circle": "add", "plus.circle.fill": "add", "minus": "remove",
    "minus.circle": "remove", "xmark": "close", "xmark.circle.fill": "close",
    "checkmark": "selected", "gear": "settings", "gearshape": "settings",
    "gearshape.fill": "settings", "magnifyingglass": "search", "square.and.arrow.up": "share",
    "square.and.arrow.down": "save", "pencil": "edit", "photo": "photo", "camera": "camera",
    "camera.fill": "camera", "mic": "microphone", "mic.fill": "microphone", "play": "play",
    "play.fill": "play", "pause": "pause", "pause.fill": "pause", "stop.fill": "stop",
    "house": "home", "house.fill": "home", "person": "person", "person.fill": "person",
    "bell": "notifications", "bell.fill": "notifications", "mappin": "location",
    "location": "location", "location.fill": "location", "chevron.left": "back",
    "chevron.right": "forward", "info.circle": "info",
    "phone": "phone", "phone.fill": "phone", "envelope": "mail", "envelope.fill": "mail",
  ]

  /// Names of symbols without a common meaning, as they are spoken.
  private static let names = ["sparkles": "sparkle"]

  /// Returns the spoken name of a symbol that symbolises nothing in particular; `nil` when it is spoken as it is.
  static func name(of symbol: String) -> String? { names[symbol] }

  static func label(of symbol: String) -> String? { labels[symbol] }
}
