; The installer for Windows, made by NSIS 3.08 or newer on Windows or Linux:
;
;   makensis -DVERSION=0.1.0 -DVERSION_NUMBERS=0.1.0.0 -DFOLDER=dist/tagwright -DICON=build/icons/tagwright.ico \
;       -DOUT=dist/tagwright-0.1.0-windows-x64.exe packaging/windows/tagwright.nsi
;
; FOLDER is PyInstaller's folder with tagwright.exe (commands) and tagwrightw.exe (the window).
; -DDOCUMENT_ICON=… names another icon for project files. packaging/windows/installer.py calls it.
;
; It installs for one person, below %LOCALAPPDATA%\Programs, without asking for an administrator.
; /S is silent, /D=C:\Some folder (last, without quotes) chooses the folder. The uninstaller removes
; what was installed and nothing else: projects, preferences, the log and the cache stay.

Unicode true
!ifdef TARGET
  Target ${TARGET} ; such as amd64-unicode, to try it under Wine without 32-bit libraries
!endif
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
SetCompressor /SOLID lzma

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!ifndef DOCUMENT_ICON
  !define DOCUMENT_ICON "${ICON}"
!endif
!define ID "io.github.tagwright.Tagwright"
!define TYPE "Tagwright.Project"
!define UNINSTALL "Software\Microsoft\Windows\CurrentVersion\Uninstall\${ID}"
!define APPLICATION "Software\Classes\Applications\tagwrightw.exe"
; What Explorer is told after a change of file types: SHCNE_ASSOCCHANGED.
!define TELL_EXPLORER 'System::Call "shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)"'

Name "Tagwright"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Tagwright"
InstallDirRegKey HKCU "${UNINSTALL}" "InstallLocation"
BrandingText "Tagwright ${VERSION}"

VIProductVersion "${VERSION_NUMBERS}"
VIFileVersion "${VERSION_NUMBERS}"
VIAddVersionKey "ProductName" "Tagwright"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "FileDescription" "Installer of Tagwright"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "CompanyName" "The Tagwright developers"
VIAddVersionKey "LegalCopyright" "© 2026, the Tagwright developers; BSD-3-Clause"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\tagwrightw.exe"
!define MUI_FINISHPAGE_RUN_TEXT "Open Tagwright"

!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString TOO_OLD ${LANG_ENGLISH} "Tagwright needs Windows 10 or 11 for 64 bits, and this is another version; install it on a newer system."
LangString TOO_OLD ${LANG_GERMAN} "Tagwright braucht Windows 10 oder 11 in 64 Bit, und dies ist eine andere Version; installieren Sie es auf einem neueren System."
LangString RUNNING ${LANG_ENGLISH} "Tagwright is open. Close its windows, and try again."
LangString RUNNING ${LANG_GERMAN} "Tagwright ist geöffnet. Schließen Sie seine Fenster, und versuchen Sie es noch einmal."
LangString OTHER_PROGRAM ${LANG_ENGLISH} "This folder holds another program; choose an empty or a new folder."
LangString OTHER_PROGRAM ${LANG_GERMAN} "In diesem Ordner liegt ein anderes Programm; wählen Sie einen leeren oder neuen Ordner."
LangString PROJECT_FILE ${LANG_ENGLISH} "Tagwright project"
LangString PROJECT_FILE ${LANG_GERMAN} "Tagwright-Projekt"

; Refuses: a message, or in silent mode the exit status 2.
!macro Refuse text
  MessageBox MB_OK|MB_ICONSTOP "${text}" /SD IDOK
  SetErrorLevel 2
  Abort
!macroend

; A program that runs cannot be replaced: opening its file to append fails.
!macro RefuseWhileRunning program
  ${If} ${FileExists} "$INSTDIR\${program}"
    ClearErrors
    FileOpen $0 "$INSTDIR\${program}" a
    ${If} ${Errors}
      !insertmacro Refuse "$(RUNNING)"
    ${EndIf}
    FileClose $0
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${AtLeastWin10}
  ${OrIfNot} ${RunningX64}
    !insertmacro Refuse "$(TOO_OLD)"
  ${EndIf}
FunctionEnd

Section "Tagwright"
  ; The uninstaller and the next version remove this folder of libraries whole.
  ${If} ${FileExists} "$INSTDIR\_internal\*.*"
  ${AndIfNot} ${FileExists} "$INSTDIR\tagwrightw.exe"
    !insertmacro Refuse "$(OTHER_PROGRAM)"
  ${EndIf}
  !insertmacro RefuseWhileRunning "tagwrightw.exe"
  !insertmacro RefuseWhileRunning "tagwright.exe"
  ; Libraries of an older version must not stay beside those of this one.
  RMDir /r "$INSTDIR\_internal"

  SetOutPath "$INSTDIR"
  File /r "${FOLDER}/*"
  File "/oname=tagwright-project.ico" "${DOCUMENT_ICON}"
  WriteUninstaller "$INSTDIR\uninstall.exe"

  CreateShortCut "$SMPROGRAMS\Tagwright.lnk" "$INSTDIR\tagwrightw.exe"

  ; The type of project files, for this person only.
  WriteRegStr HKCU "Software\Classes\${TYPE}" "" "$(PROJECT_FILE)"
  WriteRegStr HKCU "Software\Classes\${TYPE}\DefaultIcon" "" "$INSTDIR\tagwright-project.ico"
  WriteRegStr HKCU "Software\Classes\${TYPE}\shell\open\command" "" '"$INSTDIR\tagwrightw.exe" "%1"'
  WriteRegStr HKCU "Software\Classes\.tagwright" "" "${TYPE}"
  WriteRegStr HKCU "Software\Classes\.tagwright" "Content Type" "application/x-tagwright"
  WriteRegStr HKCU "Software\Classes\.tagwright\OpenWithProgids" "${TYPE}" ""
  WriteRegStr HKCU "${APPLICATION}" "FriendlyAppName" "Tagwright"
  WriteRegStr HKCU "${APPLICATION}\shell\open\command" "" '"$INSTDIR\tagwrightw.exe" "%1"'
  WriteRegStr HKCU "${APPLICATION}\SupportedTypes" ".tagwright" ""
  ${TELL_EXPLORER}

  ; The entry in the list of installed programs.
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegStr HKCU "${UNINSTALL}" "DisplayName" "Tagwright"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL}" "DisplayIcon" "$INSTDIR\tagwrightw.exe"
  WriteRegStr HKCU "${UNINSTALL}" "Publisher" "The Tagwright developers"
  WriteRegStr HKCU "${UNINSTALL}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL}" "EstimatedSize" $0
  WriteRegDWORD HKCU "${UNINSTALL}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL}" "NoRepair" 1
SectionEnd

Section "Uninstall"
  !insertmacro RefuseWhileRunning "tagwrightw.exe"
  !insertmacro RefuseWhileRunning "tagwright.exe"
  Delete "$SMPROGRAMS\Tagwright.lnk"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\tagwrightw.exe"
  Delete "$INSTDIR\tagwright.exe"
  Delete "$INSTDIR\tagwright-project.ico"
  ; What else the folder was made with, by name: files that somebody put here since then stay.
  !include "${REMOVALS}"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"

  DeleteRegKey HKCU "${UNINSTALL}"
  DeleteRegKey HKCU "${APPLICATION}"
  DeleteRegKey HKCU "Software\Classes\${TYPE}"
  DeleteRegValue HKCU "Software\Classes\.tagwright\OpenWithProgids" "${TYPE}"
  ReadRegStr $0 HKCU "Software\Classes\.tagwright" ""
  ${If} $0 == "${TYPE}"
    DeleteRegKey HKCU "Software\Classes\.tagwright"
  ${EndIf}
  ${TELL_EXPLORER}
SectionEnd
