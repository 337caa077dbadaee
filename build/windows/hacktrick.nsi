; The installer for Windows: for one user, without an administrator. build/windows/installer.py
; calls makensis with VERSION, FILES (what puts the frozen folder in), KILOBYTES (its size), TARGET (the
; file to write) and ICON.
Target amd64-unicode ; 64 bits, as the program
Name "Hack Trick"
OutFile "${TARGET}"
InstallDir "$LOCALAPPDATA\Programs\Hack Trick"
InstallDirRegKey HKCU "Software\Hack Trick" "Folder"
RequestExecutionLevel user
SetCompressor /SOLID lzma
SetDateSave off ; dates of files would differ between two builds
Icon "${ICON}"
UninstallIcon "${ICON}"
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Hack Trick"
VIAddVersionKey "FileDescription" "Hack Trick (unofficial desktop edition), installer"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT License"

!include "MUI2.nsh"
!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\hacktrick.exe"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "Hungarian"
!insertmacro MUI_LANGUAGE "Italian"
!insertmacro MUI_LANGUAGE "Polish"

!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\Hack Trick"
!define CLASSES "Software\Classes"

Section
    SetOutPath "$INSTDIR"
    RMDir /r "$INSTDIR\_internal" ; what an earlier version needed
    !include "${FILES}"
    SetOutPath "$INSTDIR"
    WriteUninstaller "$INSTDIR\uninstall.exe"
    CreateShortcut "$SMPROGRAMS\Hack Trick.lnk" "$INSTDIR\hacktrick.exe"
    WriteRegStr HKCU "Software\Hack Trick" "Folder" "$INSTDIR"

    ; Windows considers only what follows the last dot. The game is offered for all .json files, but
    ; does not take them away from other programs.
    WriteRegStr HKCU "${CLASSES}\.json\OpenWithProgids" "HackTrick.Match" ""
    WriteRegStr HKCU "${CLASSES}\HackTrick.Match" "" "Hack Trick match"
    WriteRegStr HKCU "${CLASSES}\HackTrick.Match\DefaultIcon" "" "$INSTDIR\hacktrick.exe,0"
    WriteRegStr HKCU "${CLASSES}\HackTrick.Match\shell\open\command" "" '"$INSTDIR\hacktrick.exe" --open "%1"'

    WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Hack Trick"
    WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
    WriteRegStr HKCU "${UNINSTALL}" "Publisher" "Hack Trick contributors"
    WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" ${KILOBYTES}
    WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\hacktrick.exe"
    WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
    WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
    WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
    WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

; Matches, settings and profiles stay, in %LOCALAPPDATA%\HackTrick.
Section "Uninstall"
    RMDir /r "$INSTDIR\_internal"
    Delete "$INSTDIR\hacktrick.exe"
    Delete "$INSTDIR\hacktrick-console.exe"
    Delete "$INSTDIR\uninstall.exe"
    RMDir "$INSTDIR"
    Delete "$SMPROGRAMS\Hack Trick.lnk"
    DeleteRegValue HKCU "${CLASSES}\.json\OpenWithProgids" "HackTrick.Match"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.json\OpenWithProgids"
    DeleteRegKey /ifempty HKCU "${CLASSES}\.json"
    DeleteRegKey HKCU "${CLASSES}\HackTrick.Match"
    DeleteRegKey HKCU "${UNINSTALL}"
    DeleteRegKey HKCU "Software\Hack Trick"
SectionEnd
