/// The attributes that few elements have.
struct RareAttributes: SparseAttributes {
  var hint: String?
  var identifier: String?
  var placeholder: String?
  var activationPoint: Point?
  var contentPath: ContentPath?
  var range: NumericRange?
  var text: TextState?
  var objectPlaces: [Int] = []
  var contents: [String] = []
  var relations: [Relation] = []
  var level: Int?
  var positionInSet: Int?
  var setSize: Int?
  var sortPriority: Double = 0
  var liveRegion: LiveRegion?
  var inputLabels: [String] = []
  var totalChildren: Int?
  var shortenedFields: [String] = []
  var isRedacted = false
  /// Attributes that even fewer elements have, in a box of their own.
  var interaction: SparseBox<InteractionAttributes>?
}

/// Attributes that only applications with detailed accessibility information provide.
struct InteractionAttributes: SparseAttributes {
  var dragPoints: [NamedPoint] = []
  var dropPoints: [NamedPoint] = []
  var directTouch: DirectTouchOptions?
  var speech: SpeechAttributes?
  var intents: [IntentOffer] = []
  var rotors: [String] = []
}
