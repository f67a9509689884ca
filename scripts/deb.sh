#!/usr/bin/env bash
# Builds dist/a11y-bridge_VERSION-1_ARCHITECTURE.deb from the programs of `make dist`.
#
# Its manual pages and completion are what the programs print. Enables nothing: each user decides, by
# `systemctl --user enable --now a11y-bridge.socket`.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root"
scripts/install-dependencies.sh deb
scripts/dist.sh

version=$(dist/a11y-bridge --version | cut -d ' ' -f 2)-1
architecture=$(dpkg --print-architecture)
maintainer="the a11y-bridge maintainers <maintainers@a11y-bridge.invalid>"
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
# Where dpkg-shlibdeps looks for a package's files.
tree=$work/debian/a11y-bridge
doc=$tree/usr/share/doc/a11y-bridge

step "files"
for program in a11y-bridge bridge-client; do
  install -D -m 755 "dist/$program" "$tree/usr/bin/$program"
  # Libraries are the system's; none is beside the programs.
  chrpath --delete "$tree/usr/bin/$program" >/dev/null
  install -d "$tree/usr/share/man/man1" "$tree/usr/share/bash-completion/completions" \
    "$tree/usr/share/zsh/vendor-completions" "$tree/usr/share/fish/vendor_completions.d"
  "dist/$program" --man | gzip -9n >"$tree/usr/share/man/man1/$program.1.gz"
  "dist/$program" --completion bash >"$tree/usr/share/bash-completion/completions/$program"
  "dist/$program" --completion zsh >"$tree/usr/share/zsh/vendor-completions/_$program"
  "dist/$program" --completion fish >"$tree/usr/share/fish/vendor_completions.d/$program.fish"
done
for file in proto/a11y/bridge/v1/*.proto; do
  install -D -m 644 "$file" "$tree/usr/share/a11y-bridge/$file"
done
install -D -m 644 -t "$tree/usr/lib/systemd/user" packaging/systemd/*
install -D -m 644 packaging/copyright "$doc/copyright"
install -m 644 -t "$doc" README.md SECURITY.md docs/*.md
gzip -9n <CHANGELOG.md >"$doc/changelog.gz"
gzip -9n >"$doc/changelog.Debian.gz" <<END
a11y-bridge ($version) unstable; urgency=medium

  * Release ${version%-1}: see changelog.gz.

 -- $maintainer  $(date -R -u -d "@$SOURCE_DATE_EPOCH")
END
chmod -R u=rwX,go=rX "$tree"

step "dependencies"
mkdir "$tree/DEBIAN"
printf 'Source: a11y-bridge\n\nPackage: a11y-bridge\nArchitecture: any\n' >"$work/debian/control"
depends=$(cd "$work" && dpkg-shlibdeps -O -e"$tree/usr/bin/a11y-bridge" -e"$tree/usr/bin/bridge-client" |
  sed -n 's/^shlibs:Depends=//p')
# Which glibc the short form of relocations needs, dpkg-shlibdeps does not know.
depends=$(sed -E 's/libc6 \(>= 2\.([0-2]?[0-9]|3[0-5])\)/libc6 (>= 2.36)/' <<<"$depends")
[[ -n $depends ]] || die "dpkg-shlibdeps found no dependencies"

step "package"
cat >"$tree/DEBIAN/control" <<END
Package: a11y-bridge
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Installed-Size: $(du -k -s "$tree" | cut -f 1)
Depends: $depends
Recommends: at-spi2-core, dbus-user-session
Suggests: bash-completion
Section: utils
Priority: optional
Description: live mirror of a desktop's accessibility trees
 a11y-bridge reads the accessibility trees of a desktop's applications
 (AT-SPI), keeps a copy current, and serves it to programs: searching by
 selectors, waiting, acting, subscribing. It serves the user who runs it, and
 machines that were paired with it, over TLS.
 .
 bridge-client does all of this from a command line.
END
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum) >"$tree/DEBIAN/md5sums"
package=dist/a11y-bridge_${version}_${architecture}.deb
dpkg-deb --root-owner-group -Zxz --build "$tree" "$package" >/dev/null
printf '%s: %s bytes, depends on %s\n' "$package" "$(stat -c %s "$package")" "$depends"
