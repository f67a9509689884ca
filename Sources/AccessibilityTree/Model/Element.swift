/// An accessibility element at one revision.
///
/// A value type: it refers to related elements by id and has no reference to a tree. An absent attribute is
/// `nil`, which differs from an empty one (E1).
public struct Element: Hashable, Sendable {
  public internal(set) var id: ElementID
  /// The id of the parent; 0 means none. Half the size of an optional.
  private var parentValue: UInt64 = 0
  /// In order. Set by the tree that contains the element.
  public internal(set) var children: [ElementID] = []
  /// The root of the application that the element belongs to. Set by the tree that contains the element.
  public internal(set) var application: ElementID

  public var role: Role
  public var traits: Traits = []
  public var states: States = []
  /// The toolkit's own name for the role; empty where the source has none.
  public var nativeRole: String = ""
  public var label: String?
  /// The content of the element as text, such as a field's text or a slider's position in words.
  public var value: String?
  /// In the order that the element offers them.
  public var actions: [Action] = []
  /// `nil` while unknown, and for an element that is not on screen.
  public var frame: Frame?
  /// Toolkit attributes, sorted by name.
  public var attributes: [ToolkitAttribute] = []

  /// Attributes that few elements have, stored separately to keep the others small.
  private var rare: SparseBox<RareAttributes>?

  public init(id: ElementID, role: Role, label: String? = nil, value: String? = nil) {
    self.id = id
    self.application = id
    self.role = role
    self.label = label
    self.value = value
  }

  /// Creates an element with the links that another process reported.
  public init(
    id: ElementID, parent: ElementID?, children: [ElementID], application: ElementID, role: Role
  ) {
    self.id = id
    self.application = application
    self.role = role
    self.parent = parent
    self.children = children
  }

  /// Creates a copy of an element with only some of its children, for a part of a tree.
  public init(_ other: Element, children: [ElementID]) {
    self = other
    self.children = children
  }

  /// Creates an element with the attributes of another one and an id of its own, without links.
  public init(id: ElementID, attributesOf other: Element) {
    self = other
    self.id = id
    parent = nil
    children = []
    application = id
  }
}

extension Element {
  /// The parent; `nil` for the root of an application. Set by the tree that contains the element.
  public internal(set) var parent: ElementID? {
    get { parentValue == 0 ? nil : ElementID(rawValue: parentValue) }
    set { parentValue = newValue?.rawValue ?? 0 }
  }

  /// What using the element does, or a longer description of it.
  public var hint: String? {
    get { rare?.values.hint }
    set { change(isDefault: newValue == nil) { $0.hint = newValue } }
  }

  /// A name that the developer assigned, for programs to refer to.
  public var identifier: String? {
    get { rare?.values.identifier }
    set { change(isDefault: newValue == nil) { $0.identifier = newValue } }
  }

  /// The text that an empty field shows.
  public var placeholder: String? {
    get { rare?.values.placeholder }
    set { change(isDefault: newValue == nil) { $0.placeholder = newValue } }
  }

  /// The point where touches are delivered, in the frame's coordinate space; `nil`: the centre of the frame.
  public var activationPoint: Point? {
    get { rare?.values.activationPoint }
    set { change(isDefault: newValue == nil) { $0.activationPoint = newValue } }
  }

  /// The outline for hit-testing; `nil`: the frame.
  public var contentPath: ContentPath? {
    get { rare?.values.contentPath }
    set { change(isDefault: newValue == nil) { $0.contentPath = newValue } }
  }

  public var range: NumericRange? {
    get { rare?.values.range }
    set { change(isDefault: newValue == nil) { $0.range = newValue } }
  }

  public var text: TextState? {
    get { rare?.values.text }
    set { change(isDefault: newValue == nil) { $0.text = newValue } }
  }

  /// Where the text that `value` is has objects in it, in Unicode scalars from its beginning, in order. Before it and behind it
  /// they count the blanks between objects: -1 is before it, parted from it by a blank. They are not in the value itself, and
  /// are known only where the application is mirrored: no message has them.
  package var objectPlaces: [Int] {
    get { rare?.values.objectPlaces ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.objectPlaces = newValue } }
  }

  /// The texts that name an element without a label: of what is in it, such as the cells of a row. Known only in answers that
  /// were asked for it.
  public var contents: [String] {
    get { rare?.values.contents ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.contents = newValue } }
  }

  public var relations: [Relation] {
    get { rare?.values.relations ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.relations = newValue } }
  }

  /// The level of a heading or tree item, from 1.
  public var level: Int? {
    get { rare?.values.level }
    set { change(isDefault: newValue == nil) { $0.level = newValue } }
  }

  /// The position within a set, from 1.
  public var positionInSet: Int? {
    get { rare?.values.positionInSet }
    set { change(isDefault: newValue == nil) { $0.positionInSet = newValue } }
  }

  public var setSize: Int? {
    get { rare?.values.setSize }
    set { change(isDefault: newValue == nil) { $0.setSize = newValue } }
  }

  /// Siblings with a higher priority are read first; 0 where none is specified.
  public var sortPriority: Double {
    get { rare?.values.sortPriority ?? 0 }
    set { change(isDefault: newValue == 0) { $0.sortPriority = newValue } }
  }

  /// `nil` where the source specifies none; the role may imply one.
  public var liveRegion: LiveRegion? {
    get { rare?.values.liveRegion }
    set { change(isDefault: newValue == nil) { $0.liveRegion = newValue } }
  }

  /// Alternative names that people may say for the element, besides its label.
  public var inputLabels: [String] {
    get { rare?.values.inputLabels ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.inputLabels = newValue } }
  }

  /// The number of children that the toolkit reports, where not all are mirrored (virtual lists).
  public var totalChildren: Int? {
    get { rare?.values.totalChildren }
    set { change(isDefault: newValue == nil) { $0.totalChildren = newValue } }
  }

  /// The fields that were cut or left out because the element exceeded a message limit, by
  /// their names in the contract.
  public var shortenedFields: [String] {
    get { rare?.values.shortenedFields ?? [] }
    set { change(isDefault: newValue.isEmpty) { $0.shortenedFields = newValue } }
  }

  /// Whether texts of the element are left out because they are secret: of a password field, or of an element that
  /// the operator of the server named.
  public var isRedacted: Bool {
    get { rare?.values.isRedacted ?? false }
    set { change(isDefault: !newValue) { $0.isRedacted = newValue } }
  }

  public var isShortened: Bool { !shortenedFields.isEmpty }

  /// The point where touches are delivered: the activation point, or the centre of the frame.
  public var effectiveActivationPoint: Point? {
    activationPoint ?? frame?.rect.center
  }

  /// Changes a rare attribute. Resetting one to its default where none is set has no effect.
  mutating func change(isDefault: Bool, _ body: (inout RareAttributes) -> Void) {
    SparseBox.change(&rare, isDefault: isDefault, body)
  }

  /// The attributes for touches, dragging, speech, intents and rotors.
  var interaction: InteractionAttributes? { rare?.values.interaction?.values }
}
