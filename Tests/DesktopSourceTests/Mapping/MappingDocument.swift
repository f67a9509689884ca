import AccessibilityTree

@testable import DesktopSource

/// Generates `docs/at-spi-mapping.md` from the tables in the code.
enum MappingDocument {
  static var text: String {
    [
      introduction, roles, ariaRefinements, states, traits, interfaces, actions, relations,
      attributes, events,
    ].joined(separator: "\n")
  }

  private static let introduction = """
    # From AT-SPI to the shared vocabulary

    Every table on this page is made from the code (`Sources/DesktopSource/Mapping`), and a test fails
    when the two differ; `UPDATE_DOCS=1 swift test --filter MappingDocumentTests` writes it anew.
    Numbers are those of `atspi-constants.h` up to at-spi2-core 2.56. What a toolkit said stays
    readable: the role's own name in `native_role`, an action's in `native_name`, every object
    attribute in `attributes`, and a name that is not told as a label in the attribute `native-name`.
    Blanks at the ends of a name are left out.

    Toolkits are believed by what they say. Where one departs from AT-SPI as documented, the departure
    has a name in `AtspiDialect`: GTK 4 names elements after their class (`GtkButton`: no label) and
    puts names together from a label and its content (`7 7` is `7`, `_Open Open` is `Open`), keeps the
    marks of mnemonics in other names (`_Wrap`, which is `Wrap` where a label in the element says so; no
    other underscore is left out), refuses `GrabFocus` and `ScrollTo`, and leaves the window's position out of extents.

    """

  private static var roles: String {
    table(
      "Roles", ["number", "AT-SPI", "role", "traits"],
      AtspiRole.table.enumerated().map { number, entry in
        [
          String(number), entry.name, entry.role.name,
          entry.role.traits.names.joined(separator: ", "),
        ]
      })
        + """

        A number behind the table is `unknown`, and its name is kept. Beyond the number:

        - *filler*, *panel* and *unknown* are a `window` directly below the application, a `group` where
          they have a name, and filler otherwise.
        - *alert* directly below the application is an `alertdialog`.
        - A window that is *modal*, or that belongs to another window, is a `dialog`. GTK 4 calls its file choosers *filler* and
          its about dialog *frame*. It takes the action `window.minimize` from a window that belongs to another one, which is how
          such a window is recognised: it has `window.close` without `window.minimize`. GTK 3, Qt and LibreOffice
          give their dialogs a role of their own; a window of GTK 3 that is neither modal nor a dialog, but belongs to another
          one, stays a `window`, because AT-SPI does not say so. No window of Qt says that it is modal: see *States*.
        - *color chooser*, *file chooser* and *font chooser* are a `dialog` directly below the application. GTK 3 calls what is in such a dialog so,
          too: there they are a `slider` where they have a number, as that for the hue, keep the role where people reach them by the
          keyboard, as the colour of a page in Chromium, and otherwise are a `group` where they have a name, and filler.
        - In GTK 3, a *dialog* that is not directly below the application is a `group` where it has a name, and filler otherwise: LibreOffice
          calls some parts of its pages so.
        - A *label* that can be focused, in a *tree* or in another such label, is a `treeitem`: Java calls it after what draws it.
        - *push button* with the state *has-popup* is a `popup-button`.
        - In GTK 4, a *check box* named `GtkSwitch` is a `switch`, a *text* named `GtkSearchEntry` a
          `searchbox`.

        """
  }

  private static var ariaRefinements: String {
    let special = Role.ariaNames.sorted { $0.key < $1.key }.map { [$0.key, $0.value.name] }
    let tags = AriaRole.byTag.sorted { $0.key < $1.key }.map { [$0.key, $0.value.name] }
    let refinements = AriaRole.refinements.sorted { $0.key.rawValue < $1.key.rawValue }.map {
      [$0.key.name, $0.value.map(\.name).sorted().joined(separator: ", ")]
    }
    return """
      ## What web content adds

      The attribute `xml-roles` names an ARIA role, `tag` an HTML element, and `text-input-type` a kind
      of field (`search` makes a `searchbox`, `time` a `date-field`). They replace a role that says little (`generic`, `group`,
      `section`, `region`, `text`, `label`, `paragraph`, `embedded`, `unknown`), and refine these:

      """ + rows(["role", "may become"], refinements) + """

        ARIA names are the role's own (`navigation`, `tabpanel` …), but for:

        """ + rows(["ARIA", "role"], special) + """

          HTML elements that say more than their AT-SPI role:

          """ + rows(["tag", "role"], tags)
  }

  private static var states: String {
    table(
      "States", ["bit", "AT-SPI", "states"],
      AtspiStates.table.enumerated().map { bit, entry in
        [String(bit), entry.name, entry.states.names.joined(separator: ", ")]
      })
        + """

        Beyond the bits:

        - *enabled* or *sensitive* means both: GTK 4 says one, others the other.
        - An *expandable* element that is not *expanded* is also `collapsed`. What is *collapsed* and not *expandable* is neither, as each
          entry of a tree of Java with nothing in it; of its combo boxes, which can be expanded, Java says the same.
        - A menu that is *checked* is `expanded`: Java says so while it is open.
        - A window is `iconified` from its event `Minimize` until `Restore`, `Maximize` or `Activate`: Gecko has no state for it.
        - Check boxes, switches, radio buttons and such menu items are `checkable`, said or not.
        - A cell with the action `toggle` is `checkable`: GTK 3 does not say it.
        - An item of a view of Qt is `checkable` once it was *checked*. Before, nothing tells that it can be: `QAccessibleTableCell` (5.15, 6.4)
          sets *checked* where the role `CheckStateRole` of the model is `Checked`, and never *checkable*; it has the same one action, `Toggle`,
          which selects, the same interfaces, no attributes and no value whether or not the model has such a role. A box takes no place of its own.
        - No dialog of Gecko is *modal* that it draws over the page of a window, such as that of `alert()`: it is a *dialog* that is all that is in an
          *internal frame* of the window, beside that of the page. That is `modal` in the mirror. A frame within a page is a part of the page.
        - No window of Qt is *modal*: the AT-SPI bridge of Qt (5.15, 6.4) passes that state on, and `QAccessibleWidget` never sets it; there is no
          relation, attribute or window type either that tells. Its window on X11 has `_NET_WM_STATE_MODAL`, for `open()`, `exec()` and
          `setModal(true)` alike, as long as it is on screen. When a window comes on screen beside another one of its application, the X server is
          asked which of them are (`WindowModality`); the window there is the one of the same process in the same place, or else with the same title.
          Without an X server, as under Wayland, and for programs in containers, whose process has another number there, it is not known.
        - A field for text that is not *editable* is `read-only`. A spin button or date field is so only where it is *single-line*,
          *multi-line* or *selectable-text*: those of Qt, and in browsers date fields and their parts, say none of these.
        - The attributes `current`, `haspopup`, `invalid`, `busy`, `checkable` and `autocomplete` set the
          states of their names, unless `false`, `0` or empty.

        """
  }

  private static let traits = """
    ## Traits

    Besides those of the role: `selected` and `modal` by the state; `updates-frequently` for *animated*;
    `adjustable` also for filler with the interface Value (a GTK 4 scroll bar's inside), never for what
    is read-only; `not-enabled` for a control, or anything focusable, that is neither *enabled* nor
    *sensitive*.

    """

  private static var interfaces: String {
    table(
      "Interfaces", ["known interfaces"],
      AtspiInterfaces.named.map { "`org.a11y.atspi.\($0.name)`" }.sorted().map { [$0] })
  }

  private static var actions: String {
    let names = ActionName.table.sorted { $0.key < $1.key }.map { name, meaning in
      [
        "`\(name)`",
        meaning.togglesExpansion
          ? "expand or collapse, whichever is possible"
          : meaning.kinds.map(\.name).joined(separator: ", "),
        meaning.isAmbient
          ? meaning.kinds == [.press] ? "only on controls" : "only on what people use" : "",
      ]
    }
    return """
      ## Actions

      Names of the interface Action, compared without case, blanks, hyphens and underscores. The first
      kind is the one that is advertised. Toolkits give some actions to every element; those count only
      on controls, windows and what can be focused, and those that press only on controls: on a text or a
      cell, they click whatever is there. They can still be performed there by their own names. A name
      that is not here is a custom action.

      """ + rows(["name", "action", "advertised"], names) + """

        Of several names for one action the likeliest is taken, never simply the first. Other interfaces
        add: Value `increment`, `decrement`, `set-value` (on sliders, spin buttons, scroll bars, dials,
        splitters); EditableText `set-text`, `insert-text` (where *editable*); Text `set-selection`
        (where the text can be edited or selected); the parent's Selection `select`, `deselect`;
        Component `focus` (where *focusable*) and `scroll-into-view`. An action that a toolkit is known
        to refuse is not advertised. A radio button is pressed by `select` before any other: `activate` of a
        colour of GTK 3 accepts the one that was chosen before. An action that is called `expand` or `collapse`
        does both where it is the only one for it and none presses: Firefox goes on to call that of a summary
        `expand` once it is expanded.

        """
  }

  private static var relations: String {
    table(
      "Relations", ["number", "AT-SPI", "relation"],
      AtspiRelation.table.enumerated().map { number, entry in
        [String(number), entry.name, entry.kind?.name ?? "–"]
      }) + "\nA number behind the table is `other`."
  }

  private static let attributes = """

    ## Attributes

    | attribute or property | field |
    | --- | --- |
    | `AccessibleId`, or else `id` | `identifier` |
    | `placeholder-text`, `placeholder` | `placeholder` |
    | `level` | `level` |
    | `posinset`, `setsize` | `position_in_set`, `set_size` |
    | `live` (`off`, `polite`, `assertive`) | `live_region` |
    | `Description`, or else `HelpText` | `hint`, unless it is the label, or the value of a slider; of Qt without the markup of HTML |
    | `valuetext`, `Value.Text` | `value`, unless it is the number |
    | `StartIndex`, `EndIndex` of a link of GTK 3 without a name and a text | `label`: what the text that it is in says there |
    | `xml-roles`, `tag`, `text-input-type` | `role` |

    """

  private static var events: String {
    table(
      "Events", ["`Object` member", "means"],
      [
        ["StateChanged", "the state of its detail begins (detail1 ≠ 0) or ends"],
        ["ChildrenChanged", "children added, removed, or (any other detail) to be read anew"],
        ["TextChanged", "text inserted or deleted"],
        ["PropertyChange", "the property of its detail is to be read anew"],
      ]
        + AtspiEvent.objectMembers.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] })
      + rows(
        ["`PropertyChange` detail", "means"],
        AtspiEvent.properties.sorted { $0.key < $1.key }.map { [$0.key, "\($0.value)"] }
          + [["accessible-table…", "attributes"]])
        + """

        `Window`: create, destroy (close), activate, deactivate; others (minimize, restore, move …) have the
        window read anew. `Document`: reload begins a load, LoadComplete and LoadStopped end it. `Focus` is
        a focus move. Members are compared without case: GTK 4 writes `activate` where others write
        `Activate`.

        """
  }

  private static func table(_ title: String, _ head: [String], _ lines: [[String]]) -> String {
    "## \(title)\n" + rows(head, lines)
  }

  private static func rows(_ head: [String], _ lines: [[String]]) -> String {
    "\n"
      + ([head, head.map { _ in "---" }] + lines).map {
        "| " + $0.joined(separator: " | ") + " |\n"
      }
      .joined()
  }
}
