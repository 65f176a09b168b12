@echo off
rem Starts Yalta by a double-click on Windows: with what lies beside this file, else from the internet.
setlocal
chcp 65001 >nul
set "HERE=%~dp0"
set "UV=%HERE%uv.exe"
if exist "%UV%" goto found
for %%U in (uv.exe) do set "UV=%%~$PATH:U"
if not "%UV%"=="" goto found
set "UV=%USERPROFILE%\.local\bin\uv.exe"
if exist "%UV%" goto found
echo Yalta is started by the program uv, which is fetched once, from the internet.
powershell -NoProfile -ExecutionPolicy Bypass -Command "irm https://astral.sh/uv/install.ps1 | iex"
:found
set "FROM="
if exist "%HERE%wheels" set FROM=--offline --no-index --find-links "%HERE%wheels"
if exist "%HERE%python" set "UV_PYTHON_INSTALL_DIR=%HERE%python"
for %%W in ("%HERE%yalta-*.whl") do set "WHEEL=%%~fW"
"%UV%" tool run %FROM% --python ">=3.11" --from "%WHEEL%" yalta
if errorlevel 1 pause
