@echo off
rem The commands of the packaged program on Windows. A batch file waits for a program with windows, a prompt does not.
if "%~1"=="" (start "" "%~dp0..\..\Vitrine.exe" & exit /b)
"%~dp0..\..\Vitrine.exe" --disable-gpu --in-process-gpu --log-level=3 -- %*
exit /b %ERRORLEVEL%
