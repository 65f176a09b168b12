@echo off
rem Makes the rule of Windows' firewall that lets phones reach Yalta; it lasts. Asks for an administrator.
net session >nul 2>&1
if errorlevel 1 (
    powershell -NoProfile -Command "Start-Process -Verb RunAs -FilePath '%~f0'"
    exit /b
)
netsh advfirewall firewall delete rule name="Yalta" >nul 2>&1
netsh advfirewall firewall add rule name="Yalta" dir=in action=allow protocol=TCP localport=8000-8019
pause
