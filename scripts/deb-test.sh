#!/usr/bin/env bash
# Installs the package of `make deb` on a clean Debian 12, made by debootstrap, and uses it there as a user would: by
# hand, with the manual pages and completion, and as a service of a real systemd --user. Needs root.
#
# The base system is kept in .build-deb for the next time. Everything runs in namespaces of its own and ends with them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
((EUID == 0)) || die "only root can make a root directory and mount: run it as root"
scripts/install-dependencies.sh deb
package=$(find dist -name 'a11y-bridge_*.deb' -printf '%T@ %p\n' 2>/dev/null | sort -n | tail -n 1 | cut -d ' ' -f 2)
[[ -n $package ]] || die "there is no package: run 'make deb' first"

base=.build-deb/bookworm.tar
if [[ ! -f $base ]]; then
  step "debootstrap bookworm"
  mkdir -p .build-deb
  debootstrap --variant=minbase bookworm .build-deb/base http://deb.debian.org/debian >.build-deb/debootstrap.log ||
    die "debootstrap failed: see .build-deb/debootstrap.log"
  tar -C .build-deb/base -cf "$base.new" .
  mv "$base.new" "$base"
  rm -rf --one-file-system .build-deb/base
fi
system=$(mktemp -d /var/tmp/a11y-bridge-deb.XXXXXX)
# The control groups of the manager: one of version 2, or one of each version.
groups=()
for top in /sys/fs/cgroup /sys/fs/cgroup/unified /sys/fs/cgroup/systemd; do
  if [[ -f $top/cgroup.procs ]]; then groups+=("$top/a11y-bridge-deb-test-$$"); fi
done
cleanup() {
  rm -rf --one-file-system "$system"
  for group in "${groups[@]}"; do
    find "$group" -depth -type d -exec rmdir {} + 2>/dev/null || true
  done
}
trap cleanup EXIT
tar -C "$system" -xf "$base"
cp "$package" "$system/tmp/a11y-bridge.deb"
cp packaging/test-installed.sh "$system/tmp/test-installed.sh"
cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
mkdir -p "${groups[@]}"

step "on a clean $(chroot "$system" sh -c '. /etc/os-release; echo "$PRETTY_NAME"')"
# shellcheck disable=SC2016 # expanded by the inner shell
timeout 900 unshare --mount --pid --fork --kill-child --propagation private bash -c '
  set -e
  for group in "${@:2}"; do echo $BASHPID >"$group/cgroup.procs"; done
  mount -t proc proc "$1/proc"
  mount --rbind /sys "$1/sys"
  mount -t tmpfs tmpfs "$1/run"
  exec chroot "$1" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 bash /tmp/test-installed.sh "${@:2}"
' bash "$system" "${groups[@]}"
