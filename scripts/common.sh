# Shared by the scripts of this directory; sourced, never run.
# shellcheck shell=bash

# The top of the work tree, wherever the script was called from.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck disable=SC2034 # for the scripts that source this
readonly root

# How programs for use are built. That no two parts of the code have hold of the same value at once is
# checked by every debug build, and so by all tests; the check costs a sixth of a stream's time.
# shellcheck disable=SC2034 # for the scripts that source this
readonly release=(-c release -Xswiftc -enforce-exclusivity=unchecked)

# Says what is wrong and what to do, then ends the script.
die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Announces a step, so that a long log can be found one's way in.
step() {
  printf '==> %s\n' "$*"
}

require_swift() {
  command -v swift >/dev/null ||
    die "swift is not on PATH: install Swift 6.3 from swift.org, then try again"
}
