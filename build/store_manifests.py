#!/usr/bin/env python3
"""Writes manifests for winget, Homebrew and Flathub from the files of a release.

python build/store_manifests.py URL FOLDER

URL is where the files of `dist` can be downloaded. FOLDER gets `winget/` (three manifests),
`homebrew/hack-trick.rb` (a cask) and `flatpak/` (a manifest for Flathub, which builds the package).
A manifest is left out if `dist` lacks its file.
"""

from __future__ import annotations

import argparse
import hashlib
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import packing

WINGET = "HackTrick.HackTrick"
APP_NAME = "HackTrick"  # name of the folders with the player's data and the logs
APP_ID = "io.github.hacktrick.HackTrick"
SCHEMA = "1.6.0"
SUMMARY = "Card and keypad game against the computer or friends"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("url", help="download address of the files, without a slash at the end")
    parser.add_argument("folder", type=Path)
    arguments = parser.parse_args()
    for name, text in release_manifests(packing.DIST, arguments.url):
        path = arguments.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
        print(path)
    return 0


def release_manifests(dist: Path, url: str) -> Iterator[tuple[str, str]]:
    """Yield the path and the text of each manifest for which the release has the files."""
    version = packing.game_version()
    setup = dist / f"{packing.NAME}-{version}-windows-setup.exe"
    if setup.exists():
        yield from _winget_manifests(version, url, setup)
    images = {
        machine: dist / f"{packing.NAME}-{version}-macos-{machine}.dmg"
        for machine in ("arm64", "x86_64")
    }
    if all(image.exists() for image in images.values()):
        yield "homebrew/hack-trick.rb", _homebrew_cask_text(version, url, images)
    program = dist / f"{packing.NAME}-{version}-linux-x86_64.tar.gz"
    if program.exists():
        yield f"flatpak/{APP_ID}.yml", _flatpak_manifest_text(url, program)


def _sha256(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _winget_manifests(version: str, url: str, setup: Path) -> Iterator[tuple[str, str]]:
    folder = "winget/" + "/".join(("h", *WINGET.split("."), version))
    head = f"PackageIdentifier: {WINGET}\nPackageVersion: {version}\n"
    tail = f"ManifestVersion: {SCHEMA}\n"
    day = datetime.fromtimestamp(packing.source_date_epoch(), UTC).date()
    yield (
        f"{folder}/{WINGET}.yaml",
        f"{head}DefaultLocale: en-US\nManifestType: version\n{tail}",
    )
    yield (
        f"{folder}/{WINGET}.installer.yaml",
        f"{head}InstallerType: nullsoft\nScope: user\nReleaseDate: {day}\n"
        "FileExtensions:\n- json\nProductCode: Hack Trick\n"
        f"Installers:\n- Architecture: x64\n  InstallerUrl: {url}/{setup.name}\n"
        f"  InstallerSha256: {_sha256(setup).upper()}\nManifestType: installer\n{tail}",
    )
    yield (
        f"{folder}/{WINGET}.locale.en-US.yaml",
        f"{head}PackageLocale: en-US\nPublisher: Hack Trick contributors\n"
        f"PackageName: Hack Trick\nLicense: MIT\nShortDescription: {SUMMARY}\n"
        f"ManifestType: defaultLocale\n{tail}",
    )


def _homebrew_cask_text(version: str, url: str, images: dict[str, Path]) -> str:
    sums = [
        f'{arch}: "{_sha256(images[machine])}"'
        for arch, machine in (("arm", "arm64"), ("intel", "x86_64"))
    ]
    return f'''cask "hack-trick" do
  arch arm: "arm64", intel: "x86_64"

  version "{version}"
  sha256 {sums[0]},
         {sums[1]}

  url "{url}/{packing.NAME}-#{{version}}-macos-#{{arch}}.dmg"
  name "Hack Trick"
  desc "{SUMMARY}"
  homepage "https://github.com/hacktrick/hacktrick"

  depends_on macos: ">= :sonoma"

  app "Hack Trick.app"

  zap trash: ["~/Library/Application Support/{APP_NAME}", "~/Library/Logs/{APP_NAME}"]
end
'''


def _flatpak_manifest_text(url: str, program: Path) -> str:
    return f"""\
id: {APP_ID}
runtime: org.freedesktop.Platform
runtime-version: "24.08"
sdk: org.freedesktop.Sdk
command: hacktrick
finish-args:
  - --share=ipc
  - --share=network # tables with friends
  - --socket=fallback-x11
  - --socket=wayland
  - --socket=pulseaudio
  - --device=all # gamepads
modules:
  - name: hacktrick
    buildsystem: simple
    build-commands:
      - mkdir -p /app/bin /app/lib
      - cp -r . /app/lib/hacktrick
      - ln -s ../lib/hacktrick/hacktrick /app/bin/hacktrick
      - install -Dm644 {APP_ID}.desktop -t /app/share/applications
      - install -Dm644 {APP_ID}.metainfo.xml -t /app/share/metainfo
      - install -Dm644 hacktrick-mime.xml /app/share/mime/packages/{APP_ID}.xml
      - install -Dm644 hacktrick.png /app/share/icons/hicolor/512x512/apps/{APP_ID}.png
      - desktop-file-edit --set-icon={APP_ID} /app/share/applications/{APP_ID}.desktop
    sources:
      - type: archive
        url: {url}/{program.name}
        sha256: {_sha256(program)}
"""


if __name__ == "__main__":
    sys.exit(main())
