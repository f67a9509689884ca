#!/usr/bin/env bash
# Writes the manual pages, docs/man, from what the built programs say of themselves.
#
# usage: scripts/man-pages.sh [--check]
#
# `--check` only fails when a page is not what the program says.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
require_swift
for program in a11y-bridge bridge-client; do
  swift build --quiet --product "$program"
done
built=$(swift build --show-bin-path)
new=$(mktemp -d)
trap 'rm -rf "$new"' EXIT
for program in a11y-bridge bridge-client; do
  "$built/$program" --man >"$new/$program.1"
done
case "${1:-}" in
  --check)
    diff -u docs/man "$new" || die "docs/man is stale: run scripts/man-pages.sh"
    ;;
  "")
    mkdir -p docs/man
    cp "$new"/*.1 docs/man/
    ;;
  *) die "unknown option '$1': the only option is --check" ;;
esac
