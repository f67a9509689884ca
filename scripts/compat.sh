#!/usr/bin/env bash
# Tests the bridge with some forty applications of Debian and writes docs/compatibility.md.
#
# usage: scripts/compat.sh [APPLICATION…]
#
# With names, tests only these applications and leaves the page unchanged.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh test # python3, which reads the table
scripts/install-dependencies.sh compat
scripts/build.sh
if (($#)); then
  bench/compat/run "$@"
else
  rm -rf .build/compat
  bench/compat/run --report docs/compatibility.md
fi
