#!/bin/sh
# Adds the game to this user's menu; with --remove, removes it again. Run it again after moving the folder.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
data=${XDG_DATA_HOME:-$HOME/.local/share}
entry=$data/applications/io.github.hacktrick.HackTrick.desktop
mime=$data/mime/packages/hacktrick.xml
icon=$data/icons/hicolor/512x512/apps/hacktrick.png
if [ "${1:-}" = --remove ]; then
    rm -f "$entry" "$mime" "$icon"
else
    mkdir -p "$(dirname "$entry")" "$(dirname "$mime")" "$(dirname "$icon")"
    sed "s|^Exec=hacktrick|Exec=\"$here/hacktrick\"|" "$here/io.github.hacktrick.HackTrick.desktop" > "$entry"
    cp "$here/hacktrick-mime.xml" "$mime"
    if [ -f "$here/hacktrick.png" ]; then cp "$here/hacktrick.png" "$icon"; fi
fi
if command -v update-mime-database > /dev/null && [ -d "$data/mime/packages" ]; then update-mime-database "$data/mime"; fi
if command -v update-desktop-database > /dev/null && [ -d "$data/applications" ]; then update-desktop-database "$data/applications"; fi
if [ -f "$entry" ]; then echo "Hack Trick is in the menu."; else echo "Hack Trick is no longer in the menu."; fi
