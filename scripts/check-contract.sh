#!/usr/bin/env bash
# Fails when proto/ breaks a rule of proto/buf.yaml, or when a client of the contract that was accepted last
# would not get along with it.
#
# usage: scripts/check-contract.sh [--accept]
#
# `--accept` makes proto/ as it is the contract that later changes are compared with: proto/contract.binpb. A
# change that adds something needs it no sooner than the next release; one that breaks something is decided on, and
# commits it together with the change.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
version=1.75.0
tool=.tools/buf-$version

if [[ ! -x $tool/bin/buf ]]; then
  rm -rf "$tool"
  /usr/bin/python3 -m venv "$tool"
  "$tool/bin/pip" install --quiet --disable-pip-version-check "buf-bin==$version"
fi

cd proto
"../$tool/bin/buf" lint
case "${1:-}" in
  --accept) "../$tool/bin/buf" build --exclude-source-info --output contract.binpb ;;
  "") "../$tool/bin/buf" breaking --against contract.binpb ;;
  *) die "unknown option '$1': say --accept, or nothing" ;;
esac
