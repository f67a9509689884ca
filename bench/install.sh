#!/usr/bin/env bash
# Installs the programs that bench/run compares the bridge with: Debian packages, a Python environment and small C
# programs below .tools/. Does only what is missing.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/common.sh"
cd "$root"
scripts/install-dependencies.sh bench

readonly python_packages=(grpcio==1.85.1 xa11y==0.15.4)
if [[ "$(cat .tools/venv/installed 2>/dev/null)" != "${python_packages[*]}" ]]; then
  step "installing ${python_packages[*]}"
  rm -rf .tools/venv
  /usr/bin/python3 -m venv .tools/venv
  .tools/venv/bin/pip install --quiet --disable-pip-version-check "${python_packages[@]}"
  echo "${python_packages[*]}" >.tools/venv/installed
fi

readonly agents_packages=(bpe-openai==0.1.4 playwright==1.65.2)
if [[ "$(cat .tools/agents/installed 2>/dev/null)" != "${agents_packages[*]}" ]]; then
  step "installing ${agents_packages[*]}"
  rm -rf .tools/agents
  # Both need Python 3.9 or later. Playwright drives Debian's Chromium and downloads no browser.
  /usr/bin/python3 -m venv .tools/agents
  .tools/agents/bin/pip install --quiet --disable-pip-version-check "${agents_packages[@]}"
  echo "${agents_packages[*]}" >.tools/agents/installed
fi

# compile SOURCE PACKAGE…: compiles a program into .tools/bin, if the source is newer.
compile() {
  local source=$1 program
  program=.tools/bin/$(basename "$source" .c)
  shift
  [[ $program -nt $source ]] && return
  local flags=()
  if (($#)); then read -r -a flags <<<"$(pkg-config --cflags --libs "$@")"; fi
  mkdir -p .tools/bin
  gcc -O2 -Wall -Wextra -o "$program" "$source" "${flags[@]}"
}
compile bench/floor/echo.c
compile bench/peers/nghttp2_floor.c libnghttp2
compile bench/peers/getitems.c libsystemd
compile bench/peers/tls_floor.c libssl libcrypto
compile bench/peers/libatspi_walk.c atspi-2 gobject-2.0
