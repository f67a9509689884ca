import BridgeTestSupport
import BridgeTransport
import Glibc
import Testing

@testable import BridgeServer

/// Work proceeds in slices, in turn, and no work starves.
@Suite(.timeLimit(.minutes(10)), .ownThread)
struct SchedulerTests {
  private final class Diary {
    var lines: [String] = []
  }

  /// Works for a number of milliseconds, one at a time.
  private final class Burner: SlicedWork {
    let name: String
    let diary: Diary
    var left: Int

    init(_ name: String, _ diary: Diary, milliseconds: Int) {
      (self.name, self.diary, left) = (name, diary, milliseconds)
    }

    override func proceed(_ slice: Slice) -> Bool {
      diary.lines.append(name)
      repeat {
        usleep(1_000)
        left -= 1
      } while left > 0 && !slice.isExpired
      return left > 0
    }
  }

  @Test func `Long work takes turns, and light work comes first`() throws {
    let loop = try EventLoop()
    let scheduler = Scheduler(loop)
    let diary = Diary()
    let works = ["a", "b", "c"].map { Burner($0, diary, milliseconds: 12) }
    for work in works { scheduler.add(work, .heavy) }
    scheduler.add(Burner("light", diary, milliseconds: 1), .light)
    while works.contains(where: { $0.left > 0 }) { loop.runOnce(timeout: .seconds(5)) }
    #expect(diary.lines.first == "light")
    #expect(Array(diary.lines.dropFirst().prefix(6)) == ["a", "b", "c", "a", "b", "c"])
    #expect(diary.lines.filter { $0 == "a" }.count >= 4, "a slice each time")
  }

  @Test func `Work that is added while others work waits for few slices`() throws {
    let loop = try EventLoop()
    let scheduler = Scheduler(loop)
    let diary = Diary()
    let works = (0..<64).map { Burner("\($0)", diary, milliseconds: 6) }
    for work in works { scheduler.add(work, .heavy) }
    loop.runOnce(timeout: .seconds(5))
    let begun = diary.lines.count
    #expect(begun < 64, "a turn does not go through all of them")
    scheduler.add(Burner("light", diary, milliseconds: 1), .light)
    loop.runOnce(timeout: .seconds(5))
    #expect(diary.lines.count > begun && diary.lines[begun] == "light")
  }

  @Test func `Background work rests as long as it works, and does not starve`() throws {
    let loop = try EventLoop()
    let scheduler = Scheduler(loop)
    let diary = Diary()
    let heavy = Burner("heavy", diary, milliseconds: 60)
    let background = Burner("background", diary, milliseconds: 30)
    scheduler.add(heavy, .heavy)
    scheduler.add(background, .background)
    while heavy.left > 0 { loop.runOnce(timeout: .seconds(5)) }
    #expect(diary.lines.contains("background"), "not even while heavy work goes on")
    let began = MonotonicTime.now()
    let left = background.left
    while background.left > 0 { loop.runOnce(timeout: .seconds(5)) }
    #expect(MonotonicTime.now().since(began) >= .milliseconds(left), "at least as long as it takes")
  }

  @Test func `Light work gets a slice of every turn, even if handlers use the whole turn`() throws {
    let loop = try EventLoop()
    let scheduler = Scheduler(loop)
    let diary = Diary()
    // The handlers of descriptors and timers take longer than a turn should.
    func keepBusy() {
      usleep(20_000)
      loop.schedule(after: .zero) { keepBusy() }
    }
    loop.schedule(after: .zero) { keepBusy() }
    for name in ["a", "b", "c"] { scheduler.add(Burner(name, diary, milliseconds: 1), .light) }
    scheduler.add(Burner("heavy", diary, milliseconds: 1), .heavy)
    for _ in 0..<3 { loop.runOnce(timeout: .zero) }
    #expect(Set(diary.lines) == ["a", "b", "c", "heavy"])
  }

  @Test func `Work is scheduled once, however often it is added`() throws {
    let loop = try EventLoop()
    let scheduler = Scheduler(loop)
    let diary = Diary()
    let work = Burner("a", diary, milliseconds: 1)
    for _ in 0..<10 { scheduler.add(work, .light) }
    loop.runOnce(timeout: .zero)
    loop.runOnce(timeout: .zero)
    #expect(diary.lines == ["a"])
  }
}
