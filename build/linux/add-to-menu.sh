#!/bin/sh
# Adds the game to this user's menu. Run it again after moving the folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
mkdir -p "$data/applications" "$data/mime/packages" "$data/icons/hicolor/512x512/apps"
sed "s|^Exec=hacktrick|Exec=\"$here/hacktrick\"|" "$here/io.github.hacktrick.HackTrick.desktop" > "$data/applications/io.github.hacktrick.HackTrick.desktop"
cp "$here/hacktrick-mime.xml" "$data/mime/packages/hacktrick.xml"
if [ -f "$here/hacktrick.png" ]; then
    cp "$here/hacktrick.png" "$data/icons/hicolor/512x512/apps/hacktrick.png"
fi
if command -v update-mime-database > /dev/null; then update-mime-database "$data/mime"; fi
if command -v update-desktop-database > /dev/null; then update-desktop-database "$data/applications"; fi
echo "Hack Trick is in the menu."
