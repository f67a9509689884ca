import AccessibilityTree
import AssistiveClients
import Testing

/// Values that are set more finely than increment and decrement do.
@Suite
struct `A3 A8: fine values` {
  private func stage(
    _ range: NumericRange, role: Role = .slider, sets: Bool = true
  ) throws -> Stage {
    var stage = try Stage()
    let kinds: [ActionKind] = [.increment, .decrement] + (sets ? [.setValue] : [])
    try stage.add(role, "Coffee", actions: kinds.map { Action($0) }, traits: [.adjustable]) {
      $0.range = range
    }
    return stage
  }

  private let cup = NumericRange(current: 6, minimum: 0, maximum: 12, step: 1)

  @Test
  func `V4: a switch user takes fine steps in the menu, which stays open`() throws {
    var switches = Driver(SwitchControl(), try stage(cup))
    _ = switches.begin()
    #expect(switches("select") == ["Increment"])
    #expect(switches("next") == ["Decrement"])
    #expect(switches("next") == ["Increase by 0.1"])
    let slider = try #require(switches.client.highlighted)
    for (value, percent) in [(6.1, 51), (6.2, 52), (6.3, 53)] {
      _ = switches("select")
      #expect(switches.performed.last?.command == .setValue(value))
      _ = try switches.happens { try $0.change(slider) { $0.range?.current = value } }
      #expect(switches.finish() == ["\(percent) percent"])
    }
    #expect(switches("next") == ["Decrease by 0.1"])
    _ = switches("select")
    #expect(switches.performed.last?.command == .setValue(6.2))
  }

  @Test
  func `V3: keys change by an amount, or in fine steps`() throws {
    var keys = Driver(KeyboardAccess(), try stage(cup))
    _ = keys.begin()
    _ = keys("increment 3.5")
    #expect(keys.performed.last?.command == .setValue(9.5))
    _ = keys("decrement 0.1")
    #expect(keys.performed.last?.command == .setValue(5.9))
    #expect(keys("increment 7") == ["Coffee goes from 0 to 12."])
    #expect(keys("increment a lot") == ["Say by how much: a number."])
    #expect(
      keys("actions") == ["1 Increment", "2 Decrement", "3 Increase by 0.1", "4 Decrease by 0.1"])
    _ = keys("3")
    #expect(keys.performed.last?.command == .setValue(6.1))
    #expect(keys.performed.count == 3)
  }

  @Test
  func `V2: a value is changed by an amount, and fine steps are listed`() throws {
    var voice = Driver(VoiceControl(), try stage(cup))
    _ = voice.begin()
    _ = voice("increment coffee by 3.5")
    #expect(voice.performed.last?.command == .setValue(9.5))
    #expect(voice.finish().first == "increment Coffee by 3.5")
    _ = voice("decrement coffee")
    #expect(voice.performed.last?.command == .decrement)
    _ = voice("show actions for coffee")
    let slider = try #require(voice.performed.last?.element)
    _ = voice("3")
    _ = try voice.happens { try $0.change(slider) { $0.range?.current = 6.1 } }
    _ = voice.finish()
    _ = voice("3")
    #expect(voice.performed.last?.command == .setValue(6.2))
  }

  @Test
  func `a value that cannot be set, or is fine enough, has no fine steps`() throws {
    let ranges = [
      NumericRange(current: 6, minimum: 0, maximum: 12, step: 0.1), NumericRange(current: 6),
      NumericRange(current: .nan, minimum: 0, maximum: 12),
      NumericRange(current: 6, minimum: .nan, maximum: 12),
      NumericRange(current: 6, minimum: -.infinity, maximum: .infinity),
      NumericRange(current: 6, minimum: 12, maximum: 0), NumericRange(current: 0, maximum: 0),
    ]
    var stages = try ranges.map { try stage($0) }
    stages.append(try stage(cup, sets: false))
    stages.append(try stage(cup, role: .spinButton))
    for stage in stages {
      var keys = Driver(KeyboardAccess(), stage)
      _ = keys.begin()
      #expect(keys("actions") == ["1 Increment", "2 Decrement"])
    }
  }

  @Test(arguments: [
    (255.0, 76.0, "1", 77.0), (1, 0.5, "0.01", 0.51), (12, 0.25, "0.1", 0.4),
    (1e5, 1, "1000", 1000),
  ])
  func `a step is a power of ten, at most a hundredth of the range`(
    maximum: Double, current: Double, size: String, next: Double
  ) throws {
    let range = NumericRange(current: current, minimum: 0, maximum: maximum)
    var keys = Driver(KeyboardAccess(), try stage(range))
    _ = keys.begin()
    #expect(keys("actions")[2] == "3 Increase by \(size)")
    _ = keys("3")
    #expect(keys.performed.last?.command == .setValue(next))
  }

  @Test
  func `an amount that is not a number, or too large, does nothing`() throws {
    var keys = Driver(KeyboardAccess(), try stage(NumericRange(current: 6)))
    _ = keys.begin()
    for amount in ["nan", "-1", "1e999", "1 2"] {
      #expect(keys("increment \(amount)") == ["Say by how much: a number."])
    }
    #expect(keys.performed.isEmpty)
    var fixed = Driver(KeyboardAccess(), try stage(cup, sets: false))
    _ = fixed.begin()
    #expect(fixed("increment 2") == ["Coffee only changes by its own steps."])
  }
}
