#!/bin/sh
# Unpacks a Debian package somewhere, asks whether it could be installed, and runs what is in it.
set -eu
package=$(realpath "$1")
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
dpkg-deb --info "$package" > /dev/null
apt-get install --simulate -qq "$package" > /dev/null
dpkg-deb --extract "$package" "$place"
cd /
env -i HACKTRICK_DATA_DIR="$place/data" "$place/usr/bin/hacktrick" --self-test
