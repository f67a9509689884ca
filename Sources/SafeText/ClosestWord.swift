/// Returns the word that was probably meant; `nil` when none is similar.
package func closest(to word: String, among words: [String]) -> String? {
  guard word.utf8.count <= 64 else { return nil }
  let near = words.map { (word: $0, distance: editDistance(Array(word.utf8), Array($0.utf8))) }
    .filter { $0.distance <= mistakes(in: $0.word, writtenAs: word) }
  if let best = near.min(by: { $0.distance < $1.distance }) { return best.word }
  return word.utf8.count >= 3 ? words.first { $0.hasPrefix(word) } : nil
}

/// The number of mistakes that a word may have: more in a long one, and in a short one that begins as it should.
private func mistakes(in word: String, writtenAs written: String) -> Int {
  let length = word.utf8.count
  let beginsAlike = length == 4 && written.utf8.count >= 4 && written.hasPrefix(word.prefix(2))
  return max(beginsAlike ? 2 : 1, min(3, length / 3))
}

/// Returns the number of bytes to insert, delete, replace or swap with a neighbour that turn one word into the other.
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
  guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
  var beforeLast: [Int] = []
  var last = Array(0...right.count)
  for (row, letter) in left.enumerated() {
    var next = [row + 1]
    for (column, other) in right.enumerated() {
      var cost = min(
        last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
      if row > 0, column > 0, letter == right[column - 1], left[row - 1] == other {
        cost = min(cost, beforeLast[column - 1] + 1)
      }
      next.append(cost)
    }
    (beforeLast, last) = (last, next)
  }
  return last[right.count]
}
