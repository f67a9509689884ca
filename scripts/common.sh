# Shared by the scripts of this directory; sourced, not run.
# shellcheck shell=bash

# The top of the work tree, wherever the script was called from.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # for the scripts that source this
readonly root

# The options of release builds. The check of exclusive access to memory is left to debug builds, and so to all tests:
# it takes a sixth of a stream's time.
# With Swift's libraries inside, a program starts in two thirds of the time.
# shellcheck disable=SC2034 # for the scripts that source this
readonly release=(-c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked)

# Prints what is wrong and what to do, and exits with 1.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints the heading of a step in a long log.
step() {
  printf '==> %s\n' "$*"
}

require_swift() {
  command -v swift >/dev/null ||
    die "swift is not on PATH: install Swift 6.3 from swift.org, then try again"
}
