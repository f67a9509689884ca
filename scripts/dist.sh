#!/usr/bin/env bash
# Builds dist/a11y-bridge and dist/bridge-client: stripped, and linked statically with the Swift runtime,
# libprotobuf-c and libnghttp2, so that a Debian machine without Swift runs them. libsystemd and libc stay shared.
#
# Then lists the shared libraries of each program, runs it with nothing but these, and checks its size.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh build
require_swift

readonly limit_mib=15
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The linker uses the first library of a name that it finds, so a directory with only the archives comes first.
readonly archives="$root/.build-dist/archives"
mkdir -p "$archives"
for library in libprotobuf-c libnghttp2; do
  archive=$(pkg-config --variable=libdir "$library")/$library.a
  [[ -f $archive ]] || die "$archive is missing: install $library-dev"
  ln -sf "$archive" "$archives/"
done
# Without their -L options, which name the system's directory and would come before that of the archives.
for library in libsystemd libqrencode; do
  sed 's/ -L[^ ]*//' "$(pkg-config --variable=pcfiledir "$library")/$library.pc" >"$archives/$library.pc"
done
export PKG_CONFIG_PATH=$archives
# Equal functions once (Swift compares none), relocations in the short form, no names for other programs, and no tables for
# exceptions: 4 MB less.
options=(
  "${release[@]}" --scratch-path .build-dist -Xswiftc -L"$archives"
  -Xswiftc -use-ld=lld -Xlinker --icf=all -Xlinker -z -Xlinker pack-relative-relocs
  -Xlinker --no-export-dynamic -Xlinker --no-eh-frame-hdr
  -Xlinker "$root/scripts/without-unwind-tables.ld"
)

# Fails unless a program runs in a root directory that contains only its shared libraries. Without the right to
# change the root directory and to mount, runs it with an empty environment instead.
run_alone() {
  local program=$1 jail="$work/jail" library
  if ! unshare --mount mount -t proc proc /proc 2>/dev/null; then
    timeout 20 env -i "$program" --version
    return
  fi
  rm -rf "$jail"
  mkdir -p "$jail"
  while IFS= read -r library; do
    install -D "$library" "$jail$library"
  done < <(ldd "$program" | grep -o '/[^ ]*')
  install "$program" "$jail/program"
  # Swift reads a program's arguments from /proc. The mount ends with the namespace.
  mkdir -p "$jail/proc"
  # shellcheck disable=SC2016 # expanded by the inner shell
  timeout 20 unshare --mount sh -c \
    'mount -t proc proc "$1/proc" && exec env -i /usr/sbin/chroot "$1" /program --version' sh "$jail"
}

mkdir -p dist
for program in a11y-bridge bridge-client; do
  step "$program"
  swift build "${options[@]}" --product "$program"
  built=$(swift build "${options[@]}" --show-bin-path)
  strip --strip-all -o "dist/$program" "$built/$program"

  needed=$(readelf -d "dist/$program" | sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p')
  if grep -E '^lib(swift|Foundation|dispatch|BlocksRuntime|protobuf-c|nghttp2)' <<<"$needed"; then
    die "dist/$program still needs the libraries above at run time"
  fi
  run_alone "dist/$program"
  bytes=$(stat -c %s "dist/$program")
  printf 'dist/%s: %d.%d MiB, needs %s\n' "$program" \
    $((bytes / 1048576)) $((bytes % 1048576 * 10 / 1048576)) "$(paste -sd ' ' <<<"$needed")"
  ((bytes <= limit_mib * 1048576)) || die "dist/$program is $bytes bytes, limit $limit_mib MiB"
done
