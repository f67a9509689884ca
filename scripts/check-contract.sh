#!/usr/bin/env bash
# Fails when proto/ breaks a rule of proto/buf.yaml, or is not compatible with clients of the contract that was
# accepted last.
#
# usage: scripts/check-contract.sh [--accept]
#
# `--accept` writes proto/ to proto/contract.binpb, the contract that later changes are compared with. Additions need
# it at the next release at the latest. A breaking change needs a decision, and commits the new contract with it.
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
  *) die "unknown option '$1': the only option is --accept" ;;
esac
