#!/usr/bin/env bash
# Installs the Debian packages that a task needs and that are missing on this machine.
#
# usage: scripts/install-dependencies.sh [build|proto|test|bench|compat|deb]
#
# `build` compiles, `proto` generates code from proto/, `test` adds the desktop and its applications to both. To `test`,
# `bench` adds the libraries of the programs that are compared, and `compat` the applications of
# bench/compat/applications (some 2 GB). `deb` adds the tools that make and test a Debian package to `build`. Prints
# nothing when nothing is missing; otherwise needs root, or sudo without a password.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build_packages=(
  make git binutils pkg-config libc6-dev libstdc++-12-dev
  libsystemd-dev                      # sd-bus
  libprotobuf-c-dev                   # messages at run time
  libssl-dev                          # TLS
  libqrencode-dev                     # QR codes
  libnghttp2-dev                      # gRPC
)
proto_packages=(
  protobuf-compiler protobuf-c-compiler python3-protobuf
)
test_packages=(
  xvfb openbox dbus dbus-bin at-spi2-core libatspi2.0-dev
  gnome-calculator mousepad gtk-3-examples gtk-4-examples chromium
  firefox-esr libreoffice-calc libreoffice-writer libreoffice-gtk3 featherpad focuswriter
  adwaita-icon-theme fonts-dejavu-core
  python3 python3-gi python3-venv shellcheck tmux procps openssl man-db zbar-tools
  gir1.2-gtk-3.0 gir1.2-gtk-4.0 python3-pyqt5 python3-pyqt6 # the programs of Tests/Fixtures/programs
  iproute2 util-linux                 # scripts/two-hosts
  nghttp2-client ruby-grpc            # gRPC clients; others by scripts/install-grpc-clients.sh
)
deb_packages=(
  dpkg-dev chrpath debootstrap
)
bench_packages=(
  gcc python3-venv python3-gi python3-pyatspi python3-dogtail gir1.2-atspi-2.0
  openssh-server openssh-client       # bench/network
)

# Reads the packages from the table of applications. `--list` itself needs no package.
compat_packages() {
  "$root/bench/compat/run" --list | cut -s -d ' ' -f 2- | tr ' ' '\n' | sort -u
}

case "${1:-build}" in
  build) wanted=("${build_packages[@]}") ;;
  proto) wanted=("${proto_packages[@]}") ;;
  test) wanted=("${build_packages[@]}" "${proto_packages[@]}" "${test_packages[@]}") ;;
  deb) wanted=("${build_packages[@]}" "${deb_packages[@]}") ;;
  bench)
    wanted=("${build_packages[@]}" "${proto_packages[@]}" "${test_packages[@]}" "${bench_packages[@]}")
    ;;
  compat)
    mapfile -t applications < <(compat_packages)
    wanted=("${build_packages[@]}" "${proto_packages[@]}" "${test_packages[@]}" "${applications[@]}")
    ;;
  *) die "unknown set '$1': use build, proto, test, bench, compat or deb" ;;
esac

# Prints the packages of the arguments that are not installed, one per line.
missing_of() {
  local installed
  # dpkg-query fails if a name is unknown, but prints the others.
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null || true)
  comm -23 <(printf '%s\n' "$@" | sort -u) \
    <(sed -n 's/^installed //p' <<<"$installed" | sort -u)
}

command -v dpkg-query >/dev/null ||
  die "this is not Debian: install the equivalents of: ${wanted[*]}"
mapfile -t missing < <(missing_of "${wanted[@]}")
((${#missing[@]})) || exit 0

as_root=()
if ((EUID != 0)); then
  sudo -n true 2>/dev/null ||
    die "these packages are missing and only root can install them:
  sudo apt-get install --no-install-recommends ${missing[*]}"
  as_root=(sudo -n)
fi

step "installing ${missing[*]}"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y \
    -o Acquire::Retries=3 -o DPkg::Lock::Timeout=300 "$@" </dev/null >>"$log" 2>&1
}
if ! { apt update && apt install --no-install-recommends "${missing[@]}"; }; then
  tail -n 40 "$log" >&2
  die "apt-get could not install: ${missing[*]}"
fi
