package import AccessibilityRendering
internal import AccessibilityTree
package import BridgeProtocol

extension StepResult: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("failure", failure)
    switch answer {
    case .perform(let response)?: writer.field("receipt", response.receipt)
    case .wait(let response)?: writer.field("wait", response)
    case .find(let response)?:
      ChangesSince(response).writeFields(to: &writer)
      if response.result == .whole { writer.field("total", response.total) }
      writer.field("elements", response.elements)
    case .get(let response)?:
      ChangesSince(revision: response.revision, result: response.result).writeFields(to: &writer)
      if response.result != .unchanged { writer.field("element", response.element) }
    case .outline(let response)?: writer.field("outline", response)
    case nil: break
    }
    writer.field("until", until)
    if until != nil { writer.field("held_before", heldBefore) }
    writer.field("elapsed_us", elapsedUs)
  }
}

extension GetOutlineResponse: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("revision", revision: revision)
    writer.field("result", result.name)
    writer.field("text", text)
    writer.field("tokens", tokens)
    writer.field("shown", shown)
    writer.field("left_out", leftOut)
  }
}

extension RunStepsResponse: JSONRepresentable {
  package func writeFields(to writer: inout JSONWriter) {
    writer.field("revision_before", revision: revisionBefore)
    writer.field("revision", revision: revision)
    writer.field("outline", outline)
    writer.field("outline_failure", outlineFailure)
  }
}
