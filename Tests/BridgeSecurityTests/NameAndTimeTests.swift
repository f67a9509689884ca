import BridgeSecurity
import Testing

@Suite struct NameAndTimeTests {
  @Test(arguments: ["a", "laptop", "My-Laptop_2.local", "0", String(repeating: "x", count: 64)])
  func `names of files that mean nothing else are names`(_ text: String) {
    #expect(CredentialName(text)?.text == text)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "-n", "a/b", "a b", "ä", "a\n", "a\u{0}",
    String(repeating: "x", count: 65),
  ])
  func `other texts are not`(_ text: String) throws {
    #expect(CredentialName(text) == nil)
    let fallback = try #require(CredentialName("server"))
    #expect(CredentialName(CredentialName(making: text, or: fallback).text) != nil)
  }

  @Test func `times are written in UTC`() {
    #expect("\(WallTime(seconds: 0))" == "1970-01-01 00:00:00 UTC")
    #expect("\(WallTime(seconds: 951_782_399))" == "2000-02-28 23:59:59 UTC")
    #expect("\(WallTime(seconds: 951_782_400))" == "2000-02-29 00:00:00 UTC")
    #expect("\(WallTime(seconds: 1_795_364_400))" == "2026-11-22 16:20:00 UTC")
    #expect("\(WallTime(seconds: 253_402_300_799))" == "9999-12-31 23:59:59 UTC")
    #expect("\(WallTime(seconds: .max))" == "\(Int64.max) s")
    #expect(WallTime(seconds: .max).adding(seconds: 5) == WallTime(seconds: .max))
  }

  @Test func `to act includes to observe, not the other way round`() {
    #expect(Scope.act.includes(.observe) && Scope.act.includes(.act))
    #expect(Scope.observe.includes(.observe) && !Scope.observe.includes(.act))
  }
}
