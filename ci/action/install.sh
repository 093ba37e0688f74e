#!/usr/bin/env bash
# Puts a released podium into $PODIUM_DIR/podium. An archive that is there already, from a cache, is used if it is the right one.
#   PODIUM_VERSION   the release, for example v1.2.0
#   PODIUM_RELEASES  where releases are: <this>/<version>/podium_<os>_<arch>.tar.gz and checksums.txt; https:// or file://
#   PODIUM_SHA256    the archive's digest, to trust neither the release nor its checksums.txt; may be empty
#   PODIUM_DIR       where to put archive and program
# Ends with 3 if that is not possible: nobody's answers are to blame.
set -euo pipefail

fail() {
	echo "::error title=Podium::$1"
	exit 3
}

fetch() { # URL FILE
	curl --fail --silent --show-error --location --proto '=https,file' --retry 3 --max-time 300 --output "$2" "$1" ||
		fail "cannot fetch $1"
}

digest() { sha256sum "$1" | cut -d ' ' -f 1; }

case $(uname -s)/$(uname -m) in
Linux/x86_64) archive=podium_linux_amd64.tar.gz ;;
Linux/aarch64 | Linux/arm64) archive=podium_linux_arm64.tar.gz ;;
*) fail "there is no release for $(uname -s) on $(uname -m)" ;;
esac
[ -n "${PODIUM_VERSION:-}" ] || fail "no version: set the input 'version', or use the action at a tag"

mkdir -p "$PODIUM_DIR"
cd "$PODIUM_DIR"
want=${PODIUM_SHA256:-}
if [ -z "$want" ]; then
	fetch "$PODIUM_RELEASES/$PODIUM_VERSION/checksums.txt" checksums.txt
	want=$(awk -v name="$archive" '$2 == name { print $1; exit }' checksums.txt)
	[ -n "$want" ] || fail "checksums.txt of $PODIUM_VERSION does not name $archive"
fi
# A cache can be written by whoever can run a workflow here, so what comes from it is checked like a download.
if [ ! -f "$archive" ] || [ "$(digest "$archive")" != "$want" ]; then
	fetch "$PODIUM_RELEASES/$PODIUM_VERSION/$archive" "$archive"
fi
[ "$(digest "$archive")" = "$want" ] || { rm -f "$archive"; fail "$archive of $PODIUM_VERSION has another checksum than it should"; }
rm -f podium
tar --extract --gzip --file "$archive" podium
chmod 755 podium
[ -z "${GITHUB_OUTPUT:-}" ] || echo "podium=$PODIUM_DIR/podium" >>"$GITHUB_OUTPUT"
