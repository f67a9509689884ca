import AccessibilityQueries
import AccessibilityTree
import Testing

/// Every part of the language, with the elements of `Desk`.
struct SelectorMatchTests {
  @Test(arguments: [
    // Roles, ids, unions.
    ("button", "#4 #5 #20 #21 #34 #35"),
    ("Button", "#4 #5 #20 #21 #34 #35"),
    ("*:root", "#1 #32"),
    ("#20", "#20"),
    ("button#20", "#20"),
    ("button#19", ""),
    ("#65535", ""),
    ("slider, dialog, #4", "#4 #10 #17"),
    ("button, button[label=Save]", "#4 #5 #20 #21 #34 #35"),
    // Combinators.
    ("dialog button", "#20 #21"),
    ("dialog > button", ""),
    ("dialog > group > button", "#20 #21"),
    ("window button[label=Save]", "#4 #20"),
    ("application window dialog group button[label=Save]", "#20"),
    ("window > dialog button", "#20 #21"),
    ("label + textbox", "#9"),
    ("textbox + label", ""),
    ("label ~ slider", "#10"),
    ("label ~ *", "#9 #10 #11"),
    ("label + textbox + slider ~ checkbox", "#11"),
    ("toolbar ~ list > listitem", "#13 #14 #15"),
    ("toolbar + form > * + slider", "#10"),
    ("list text", "#16"),
    ("listitem *", "#16"),
  ])
  func `relations between elements select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("[label=Save]", "#4 #20"),
    ("[label=\"Save\"]", "#4 #20"),
    ("[label='Save']", "#4 #20"),
    ("[label=save]", ""),
    ("[label=save i]", "#4 #20"),
    ("[label=Save s]", "#4 #20"),
    ("[label=\"größe\" i]", "#21"),
    ("[label=\"GRÖSSE\" i]", ""),
    ("[label=\"Gr\\u{f6}\\u{df}e\"]", "#21"),
    ("[label=\"Delete \\\"alpha\\\"?\"]", "#19"),
    ("[label='Delete \"alpha\"?']", "#19"),
    ("button[label!=Save]", "#5 #21 #34 #35"),
    ("form > [label!=Name]", "#9 #10 #11"),
    ("[label*=ave]", "#4 #5 #20"),
    ("[label*=AVE i]", "#4 #5 #20"),
    ("[label^=Save]", "#4 #5 #20"),
    ("[label$=txt]", "#13 #16 #14"),
    ("[label$=txt i]", "#13 #16 #14 #15"),
    ("[label~=\"^[a-b].*\\.txt$\"]", "#13 #16 #14"),
    ("[label~=\"TXT$\" i]", "#13 #16 #14 #15"),
    ("[label~=\"(?i)^GAMMA\"]", "#15"),
    ("[label~=\"\\\"alpha\\\"\"]", "#19"),
    ("form > [label]", "#8 #10 #11"),
    ("[ label = Save ]", "#4 #20"),
    ("[identifier=save-button]", "#4"),
    ("[hint*=file]", "#4"),
    ("[description^=Writes]", "#4"),
    ("[placeholder]", "#9"),
    ("[role-name=\"push button\"]", "#4"),
    ("[role=\"toggle-button\"]", "#6"),
    ("[role$=box]", "#9 #11"),
    ("[value=Ada]", "#9"),
    ("[value=\"7.5\"]", "#10"),
    ("[value=0]", "#11"),
    ("[value>7]", "#10 #36"),
    ("[value<=7.5]", "#6 #10 #11"),
    ("[value>=15]", "#36"),
    ("[state=modal]", "#17"),
    ("[trait=toggle]", "#6"),
    ("[action=press]", "#4 #5 #6 #11 #20 #21 #34 #35"),
    ("[action=Reply]", "#6"),
    ("[action=click]", "#4"),
    ("[relation=labelled-by]", "#9"),
    ("[live=polite]", "#36"),
    ("[@class*=primary]", "#4"),
    ("[@class]", "#4"),
    ("[@missing]", ""),
    ("button[@class!=x]", "#4 #5 #20 #21 #34 #35"),
    ("[level=2]", "#19"),
    ("[level]", "#19"),
    ("[position>1][set-size=3]", "#14 #15"),
    ("[position!=2][position]", "#13 #15"),
    ("[width=80]", "#4 #5"),
    ("[x>=100]", "#5"),
    ("[y<10]", "#2"),
    ("[height>=600]", "#2"),
    ("[min=0][max=11][step=0.5][current=7.5]", "#10"),
    ("[children=4]", "#2 #7"),
    ("[text-length=3]", "#9"),
  ])
  func `attributes select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("application[name=Editor]", "#1"),
    ("application[label=editor]", "#1"),
    ("[name=Save]", "#4 #20"),
    ("application[name=Calculator] button", "#34 #35"),
    ("button[application=Calculator]", "#34 #35"),
    ("application[pid=4711]", "#1"),
    ("application[pid>4711]", ""),
    ("application[toolkit=GTK]", "#1"),
    ("application[toolkit]", "#1"),
    ("application[toolkit-version^=3.]", "#1"),
    ("application[source^=sample]", "#32"),
    ("application[health=\"not responding\"]", "#32"),
    ("status[source*=calculator]", "#36"),
  ])
  func `attributes of applications select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("button:enabled", "#4 #20 #21 #34 #35"),
    ("button:disabled", "#5"),
    ("button:not-enabled", "#5"),
    ("listitem:visible", "#13 #14"),
    ("listitem:offscreen", "#15"),
    ("listitem:showing", "#13 #14"),
    ("form > :actionable", "#9 #10 #11"),
    ("toolbar > :actionable", "#4 #6"),
    (":editable", "#9"),
    (":adjustable", "#10"),
    (":focused", "#9"),
    (":focus-within", "#1 #2 #7 #9"),
    (":selected", "#13"),
    (":checkable", "#6 #11"),
    (":checked", ""),
    (":pressed", "#6"),
    (":unchecked", "#11"),
    (":modal", "#17"),
    (":header", "#19"),
    (":toggle", "#6"),
    (":updates-frequently", "#36"),
    (":root", "#1 #32"),
    ("list > :empty", "#14 #15"),
    ("listitem:first-child", "#13"),
    ("listitem:last-child", "#15"),
    ("listitem:nth-child(2)", "#14"),
    ("listitem:nth-child(-2)", "#14"),
    ("listitem:nth-child(9)", ""),
    ("text:only-child", "#16"),
    (":labelled-by(\"Name\")", "#9"),
    (":labelled-by(name i)", "#9"),
    (":labelled-by(*=\"am\")", "#9"),
    (":labelled-by(\"Other\")", ""),
    (":action(\"Reply\")", "#6"),
    (":action(reply i)", "#6"),
    (":action(^=set)", "#9 #10"),
    (":text(\"save\")", "#4 #5 #20"),
    (":text(ada)", "#9"),
    (":text(=save)", ""),
    (":text(=\"Save\")", "#4 #20"),
  ])
  func `pseudo-classes select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("*:has(> heading)", "#18"),
    ("*:has(heading)", "#1 #2 #17 #18"),
    ("dialog:has(button[label=Save])", "#17"),
    ("*:has(> group > heading)", "#17"),
    ("*:has(group heading)", "#1 #2 #17"),
    ("*:has(+ textbox)", "#8"),
    ("form > *:has(~ checkbox)", "#8 #9 #10"),
    ("*:has(> label + textbox)", "#7"),
    ("window:has(:focused)", "#2"),
    ("*:has(> :has(> heading))", "#17"),
    ("window:not(:has(dialog))", "#33"),
    ("*:has(> heading, > textbox)", "#7 #18"),
    ("button:not([label=Save])", "#5 #21 #34 #35"),
    ("button:not([label=Save], :disabled)", "#21 #34 #35"),
    ("button:not(dialog button)", "#4 #5 #34 #35"),
    ("button:is(dialog *, :disabled)", "#5 #20 #21"),
    ("button:within(dialog)", "#20 #21"),
    ("button:within(window[label=Calculator])", "#34 #35"),
    ("button:within(application window > dialog)", "#20 #21"),
    ("button:not(:within(dialog, toolbar))", "#34 #35"),
    (":is(slider, checkbox):actionable", "#10 #11"),
    // The element's own label and value, and the label, value and hint of what is in it.
    ("listitem:with(\"alpha.txt\")", "#13"),
    ("textbox:with(Ada), form:with(Ada)", "#7 #9"),
    ("toolbar:with(\"Writes the file\")", "#3"),
    ("button:with(\"Writes the file\")", ""),
    ("form:with(Name):with(Volume)", "#7"),
    ("form:with(volume)", ""),
    ("form:with(^=vol i)", "#7"),
  ])
  func `nested selectors select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("button:first", "#4"),
    ("button:last", "#35"),
    ("button:nth(3)", "#20"),
    ("button:nth(-2)", "#34"),
    ("button:nth(7)", ""),
    ("button:nth(-7)", ""),
    ("button:nth(2)[label=Save]", "#20"),
    ("window:nth(2) button:first", "#34"),
    ("window:nth(2) > :nth(2)", "#35"),
    ("window:first button:last", "#21"),
    ("window:nth(3) button", ""),
    ("button:first, button:last", "#4 #35"),
    ("dialog button:nth(2)", "#21"),
  ])
  func `positions select as expected`(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test
  func `an alert dialog is a dialog and an alert, and these are none, nor is a colour to choose`()
    throws
  {
    let dialogs = [
      Node(3, .dialog), Node(4, .alertDialog, "Sure?"), Node(5, .colorChooser), Node(6, .alert),
    ]
    let tree = try Tree([Node(1, .application, children: [Node(2, .window, children: dialogs)])])
    func found(_ selector: String) throws -> String {
      written(try Selector(parsing: selector).find(in: tree).ids)
    }
    #expect(try found("dialog") == "#3 #4")
    #expect(try found("color-chooser") == "#5")
    #expect(try found("window > dialog[label]") == "#4")
    #expect(try found("alertdialog") == "#4")
    #expect(try found("alert") == "#4 #6")
    #expect(try found("window :not(dialog)") == "#5 #6")
    #expect(try found("window:has(dialog[label=\"Sure?\"])") == "#2")
  }

  @Test(arguments: [
    // Qt keeps a dialog that it has hidden, and marks nothing in it.
    (States.showing, States(), "#2", "#3 #4"),
    // Beside a window of a toolkit that marks nothing, nothing tells that it is hidden.
    (States(), States(), "#2 #3 #4", ""),
    // Content that is showing is on screen, whatever its window says of itself.
    (States.showing, States.showing, "#2 #4", "#3"),
    // What would be visible is not while its window is hidden.
    (States.showing, States.visible, "#2", "#3 #4"),
  ])
  func `a dialog without a mark is hidden beside a window that is marked`(
    window: States, dialog: States, visible: String, offscreen: String
  ) throws {
    let tree = try Tree([
      Node(
        1, .application, "app", { $0.states = [] },
        children: [
          Node(2, .window, "Main", { $0.states = window }),
          Node(
            3, .dialog, "Kept", { $0.states = [] },
            children: [Node(4, .button, "Done", { $0.states = dialog })]),
        ])
    ])
    func found(_ selector: String) throws -> String {
      written(try Selector(parsing: selector).find(in: tree).ids)
    }
    #expect(try found(":visible:not(:root)") == visible)
    #expect(try found(":offscreen:not(:root)") == offscreen)
  }

  @Test
  func `a scope has its element and the descendants, and positions count within it`() throws {
    let tree = try Desk.tree()
    let dialog = ElementID(rawValue: 0x11)
    func found(_ selector: String) throws -> String {
      written(try Selector(parsing: selector).find(in: tree, scope: dialog).ids)
    }
    #expect(try found("*") == "#17 #18 #19 #20 #21")
    #expect(try found("button:first") == "#20")
    #expect(try found("window button") == "#20 #21")
    #expect(try found("[label=Save]") == "#20")
    #expect(try found("#4") == "")
    let nowhere = try Selector(parsing: "*").find(in: tree, scope: ElementID(rawValue: 0x999))
    #expect(nowhere == SelectorResult(ids: [], total: 0))
    let save = try Selector(parsing: "button:first")
    #expect(save.matches(ElementID(rawValue: 0x14), in: tree, scope: dialog))
    #expect(!save.matches(ElementID(rawValue: 0x14), in: tree))
  }

  @Test
  func `a limit restricts the ids and not the count`() throws {
    let result = try Selector(parsing: "button").find(in: Desk.tree(), limit: 2)
    #expect(written(result.ids) == "#4 #5")
    #expect(result.total == 6)
    #expect(!result.isBudgetExceeded)
  }

  /// Compares `find` with the table, and `matches` of every element with `find`.
  private func expectMatches(
    _ text: String, _ expected: String, _ location: SourceLocation = #_sourceLocation
  ) throws {
    let tree = try Desk.tree()
    let selector = try Selector(parsing: text)
    let result = selector.find(in: tree, applications: Desk.applications)
    #expect(written(result.ids) == expected, sourceLocation: location)
    #expect(result.total == result.ids.count, sourceLocation: location)
    let single = tree.subtree(of: tree.roots).filter {
      selector.matches($0, in: tree, applications: Desk.applications)
    }
    #expect(written(single) == expected, "one by one", sourceLocation: location)
  }
}
