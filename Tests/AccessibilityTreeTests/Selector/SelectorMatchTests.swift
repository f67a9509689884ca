import AccessibilityTree
import Testing

/// Every piece of the language, on the desk of `Desk`.
struct SelectorMatchTests {
  @Test(arguments: [
    // Roles, ids, unions.
    ("button", "#4 #5 #14 #15 #22 #23"),
    ("Button", "#4 #5 #14 #15 #22 #23"),
    ("*:root", "#1 #20"),
    ("#14", "#14"),
    ("button#14", "#14"),
    ("button#13", ""),
    ("#ffff", ""),
    ("slider, dialog, #4", "#4 #a #11"),
    ("button, button[label=Save]", "#4 #5 #14 #15 #22 #23"),
    // Combinators.
    ("dialog button", "#14 #15"),
    ("dialog > button", ""),
    ("dialog > group > button", "#14 #15"),
    ("window button[label=Save]", "#4 #14"),
    ("application window dialog group button[label=Save]", "#14"),
    ("window > dialog button", "#14 #15"),
    ("label + textbox", "#9"),
    ("textbox + label", ""),
    ("label ~ slider", "#a"),
    ("label ~ *", "#9 #a #b"),
    ("label + textbox + slider ~ checkbox", "#b"),
    ("toolbar ~ list > listitem", "#d #e #f"),
    ("toolbar + form > * + slider", "#a"),
    ("list text", "#10"),
    ("listitem *", "#10"),
  ])
  func relations(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("[label=Save]", "#4 #14"),
    ("[label=\"Save\"]", "#4 #14"),
    ("[label='Save']", "#4 #14"),
    ("[label=save]", ""),
    ("[label=save i]", "#4 #14"),
    ("[label=Save s]", "#4 #14"),
    ("[label=\"größe\" i]", "#15"),
    ("[label=\"GRÖSSE\" i]", ""),
    ("[label=\"Gr\\u{f6}\\u{df}e\"]", "#15"),
    ("[label=\"Delete \\\"alpha\\\"?\"]", "#13"),
    ("[label='Delete \"alpha\"?']", "#13"),
    ("button[label!=Save]", "#5 #15 #22 #23"),
    ("form > [label!=Name]", "#9 #a #b"),
    ("[label*=ave]", "#4 #5 #14"),
    ("[label*=AVE i]", "#4 #5 #14"),
    ("[label^=Save]", "#4 #5 #14"),
    ("[label$=txt]", "#d #10 #e"),
    ("[label$=txt i]", "#d #10 #e #f"),
    ("[label~=\"^[a-b].*\\.txt$\"]", "#d #10 #e"),
    ("[label~=\"TXT$\" i]", "#d #10 #e #f"),
    ("[label~=\"(?i)^GAMMA\"]", "#f"),
    ("[label~=\"\\\"alpha\\\"\"]", "#13"),
    ("form > [label]", "#8 #a #b"),
    ("[ label = Save ]", "#4 #14"),
    ("[identifier=save-button]", "#4"),
    ("[hint*=file]", "#4"),
    ("[description^=Writes]", "#4"),
    ("[placeholder]", "#9"),
    ("[role-name=\"push button\"]", "#4"),
    ("[role=\"toggle-button\"]", "#6"),
    ("[role$=box]", "#9 #b"),
    ("[value=Ada]", "#9"),
    ("[value=\"7.5\"]", "#a"),
    ("[value=0]", "#b"),
    ("[value>7]", "#a #24"),
    ("[value<=7.5]", "#6 #a #b"),
    ("[value>=15]", "#24"),
    ("[state=modal]", "#11"),
    ("[trait=toggle]", "#6"),
    ("[action=press]", "#4 #5 #6 #b #14 #15 #22 #23"),
    ("[action=Reply]", "#6"),
    ("[action=click]", "#4"),
    ("[relation=labelled-by]", "#9"),
    ("[live=polite]", "#24"),
    ("[@class*=primary]", "#4"),
    ("[@class]", "#4"),
    ("[@missing]", ""),
    ("button[@class!=x]", "#4 #5 #14 #15 #22 #23"),
    ("[level=2]", "#13"),
    ("[level]", "#13"),
    ("[position>1][set-size=3]", "#e #f"),
    ("[position!=2][position]", "#d #f"),
    ("[width=80]", "#4 #5"),
    ("[x>=100]", "#5"),
    ("[y<10]", "#2"),
    ("[height>=600]", "#2"),
    ("[min=0][max=11][step=0.5][current=7.5]", "#a"),
    ("[children=4]", "#2 #7"),
    ("[text-length=3]", "#9"),
  ])
  func attributes(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("application[name=Editor]", "#1"),
    ("application[label=editor]", "#1"),
    ("[name=Save]", "#4 #14"),
    ("application[name=Calculator] button", "#22 #23"),
    ("button[application=Calculator]", "#22 #23"),
    ("application[pid=4711]", "#1"),
    ("application[pid>4711]", ""),
    ("application[toolkit=GTK]", "#1"),
    ("application[toolkit]", "#1"),
    ("application[toolkit-version^=3.]", "#1"),
    ("application[source^=sample]", "#20"),
    ("application[health=\"not responding\"]", "#20"),
    ("status[source*=calculator]", "#24"),
  ])
  func applications(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("button:enabled", "#4 #14 #15 #22 #23"),
    ("button:disabled", "#5"),
    ("button:not-enabled", "#5"),
    ("listitem:visible", "#d #e"),
    ("listitem:offscreen", "#f"),
    ("listitem:showing", "#d #e"),
    ("form > :actionable", "#9 #a #b"),
    ("toolbar > :actionable", "#4 #6"),
    (":editable", "#9"),
    (":adjustable", "#a"),
    (":focused", "#9"),
    (":focus-within", "#1 #2 #7 #9"),
    (":selected", "#d"),
    (":checkable", "#6 #b"),
    (":checked", ""),
    (":pressed", "#6"),
    (":unchecked", "#b"),
    (":modal", "#11"),
    (":header", "#13"),
    (":toggle", "#6"),
    (":updates-frequently", "#24"),
    (":root", "#1 #20"),
    ("list > :empty", "#e #f"),
    ("listitem:first-child", "#d"),
    ("listitem:last-child", "#f"),
    ("listitem:nth-child(2)", "#e"),
    ("listitem:nth-child(-2)", "#e"),
    ("listitem:nth-child(9)", ""),
    ("text:only-child", "#10"),
    (":labelled-by(\"Name\")", "#9"),
    (":labelled-by(name i)", "#9"),
    (":labelled-by(*=\"am\")", "#9"),
    (":labelled-by(\"Other\")", ""),
    (":action(\"Reply\")", "#6"),
    (":action(reply i)", "#6"),
    (":action(^=set)", "#9 #a"),
    (":text(\"save\")", "#4 #5 #14"),
    (":text(ada)", "#9"),
    (":text(=save)", ""),
    (":text(=\"Save\")", "#4 #14"),
  ])
  func pseudoClasses(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("*:has(> heading)", "#12"),
    ("*:has(heading)", "#1 #2 #11 #12"),
    ("dialog:has(button[label=Save])", "#11"),
    ("*:has(> group > heading)", "#11"),
    ("*:has(group heading)", "#1 #2 #11"),
    ("*:has(+ textbox)", "#8"),
    ("form > *:has(~ checkbox)", "#8 #9 #a"),
    ("*:has(> label + textbox)", "#7"),
    ("window:has(:focused)", "#2"),
    ("*:has(> :has(> heading))", "#11"),
    ("window:not(:has(dialog))", "#21"),
    ("*:has(> heading, > textbox)", "#7 #12"),
    ("button:not([label=Save])", "#5 #15 #22 #23"),
    ("button:not([label=Save], :disabled)", "#15 #22 #23"),
    ("button:not(dialog button)", "#4 #5 #22 #23"),
    ("button:is(dialog *, :disabled)", "#5 #14 #15"),
    ("button:within(dialog)", "#14 #15"),
    ("button:within(window[label=Calculator])", "#22 #23"),
    ("button:within(application window > dialog)", "#14 #15"),
    ("button:not(:within(dialog, toolbar))", "#22 #23"),
    (":is(slider, checkbox):actionable", "#a #b"),
  ])
  func nested(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test(arguments: [
    ("button:first", "#4"),
    ("button:last", "#23"),
    ("button:nth(3)", "#14"),
    ("button:nth(-2)", "#22"),
    ("button:nth(7)", ""),
    ("button:nth(-7)", ""),
    ("button:nth(2)[label=Save]", "#14"),
    ("window:nth(2) button:first", "#22"),
    ("window:nth(2) > :nth(2)", "#23"),
    ("window:first button:last", "#15"),
    ("window:nth(3) button", ""),
    ("button:first, button:last", "#4 #23"),
    ("dialog button:nth(2)", "#15"),
  ])
  func places(selector: String, expected: String) throws {
    try expectMatches(selector, expected)
  }

  @Test
  func `a scope holds its element and what is below, and places count within it`() throws {
    let tree = try Desk.tree()
    let dialog = ElementID(rawValue: 0x11)
    func found(_ selector: String) throws -> String {
      written(try Selector(parsing: selector).find(in: tree, scope: dialog).ids)
    }
    #expect(try found("*") == "#11 #12 #13 #14 #15")
    #expect(try found("button:first") == "#14")
    #expect(try found("window button") == "#14 #15")
    #expect(try found("[label=Save]") == "#14")
    #expect(try found("#4") == "")
    let nowhere = try Selector(parsing: "*").find(in: tree, scope: ElementID(rawValue: 0x999))
    #expect(nowhere == SelectorResult(ids: [], total: 0))
    let save = try Selector(parsing: "button:first")
    #expect(save.matches(ElementID(rawValue: 0x14), in: tree, scope: dialog))
    #expect(!save.matches(ElementID(rawValue: 0x14), in: tree))
  }

  @Test
  func `a limit shortens the ids and not the count`() throws {
    let result = try Selector(parsing: "button").find(in: Desk.tree(), limit: 2)
    #expect(written(result.ids) == "#4 #5")
    #expect(result.total == 6)
    #expect(!result.isBudgetExceeded)
  }

  /// Checks `find` against the table, and `matches` of every element against `find`.
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
