#!/usr/bin/env bash
# Installs the official SDK of the Model Context Protocol from PyPI, for the tests, and prints the Python that has it.
#
# usage: scripts/mcp-sdk.sh
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
version=2.3.0
tool=$root/.tools/mcp-$version
mkdir -p "$root/.tools"
exec 9>"$root/.tools/mcp.lock"
flock 9
if [[ ! -e $tool/complete ]]; then
  rm -rf "$tool"
  /usr/bin/python3 -m venv "$tool"
  "$tool/bin/pip" install --quiet --disable-pip-version-check "mcp==$version"
  touch "$tool/complete"
fi
printf '%s\n' "$tool/bin/python3"
