internal import BridgePolicy
internal import BridgeTransport

/// SIGHUP.
extension ServerSecurity {
  /// Reads certificates, keys, the policy, pairings and tokens again. New connections get what is new; those that are open
  /// go on.
  func reload() {
    var problems = reloadPolicy()
    if let following { following.begin() } else { access.reload() }
    if let acceptances {
      do throws(ProgramError) {
        let context = try makeContext()
        acceptances.required.context = context
        acceptances.optional.context = context
      } catch {
        problems.append("the old certificates: \(error.message)")
      }
    } else if !servesEveryone {
      problems.append(
        "no pairings and tokens: there was no place for them at the start; start the server again")
    }
    reloadProblems = problems
    problems = self.problems
    for problem in problems { log.error("SIGHUP: going on with \(problem)") }
    if problems.isEmpty {
      log.info(
        acceptances == nil
          ? "SIGHUP: read the policy again"
          : "SIGHUP: read certificates, keys and credentials again")
    }
  }

  /// Reads the policy again. One that is not correct changes nothing, and neither does one that is gone: that
  /// would allow more than before. Returns what is wrong with it.
  private func reloadPolicy() -> [String] {
    do throws(ProgramError) {
      if let policy = try policyFile.read() {
        access.use(policy)
        Self.report(policy, policyFile, log)
      } else if access.hasPolicy {
        return [
          "the old policy: \(policyFile.path) is gone; start the server again to go on without one"
        ]
      }
      return []
    } catch {
      return error.lines.map { "the old policy: \($0)" }
    }
  }
}
