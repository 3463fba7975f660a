; `vitrine` on the person's PATH, and off it again. PowerShell, because NSIS itself cuts a long PATH; taking away a variable
; that is not there tells running programs of the change.
!macro changePath command
  nsExec::Exec `powershell -NoProfile -Command "$$bin = '$INSTDIR\resources\bin'; $$key = (Get-Item HKCU:\).OpenSubKey('Environment', $$true); $$kept = @($$key.GetValue('Path', '', 'DoNotExpandEnvironmentNames') -split ';' | Where-Object { $$_ -and $$_ -ne $$bin }); $$key.SetValue('Path', (($$kept ${command}) -join ';'), 'ExpandString'); [Environment]::SetEnvironmentVariable('VitrineTold', $$null, 'User')"`
  Pop $0
!macroend

!macro customInstall
  !insertmacro changePath "+ $$bin"
!macroend

!macro customUnInstall
  !insertmacro changePath ""
!macroend
