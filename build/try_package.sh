#!/bin/sh
# Checks that a Debian package can be installed, unpacks it, and runs its self-test.
set -eu
package=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
dpkg-deb --info "$package" > /dev/null
apt-get install --simulate -qq "$package" > /dev/null
dpkg-deb --extract "$package" "$place"
cd /
env -i HACKTRICK_DATA_DIR="$place/data" "$place/usr/bin/hacktrick" --self-test
