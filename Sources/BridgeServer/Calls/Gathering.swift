/// Waits for several answers and hands them over in order.
final class Gathering<Answer> {
  private var answers: [Answer?]
  private var missing: Int
  private let completion: ([Answer]) -> Void

  init(count: Int, completion: @escaping ([Answer]) -> Void) {
    answers = Array(repeating: nil, count: count)
    missing = count
    self.completion = completion
    if count == 0 { completion([]) }
  }

  func put(_ answer: Answer, at place: Int) {
    guard answers[place] == nil else { return }
    answers[place] = answer
    missing -= 1
    if missing == 0 { completion(answers.compactMap { $0 }) }
  }
}
