#!/bin/sh
# Starts Yalta by a double-click on macOS and Linux: with what lies beside this file, else from the internet.
set -eu
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)
uv=$here/uv
if [ ! -x "$uv" ]; then
    uv=$(command -v uv || echo "$HOME/.local/bin/uv")
fi
if [ ! -x "$uv" ]; then
    echo "Yalta is started by the program uv, which is fetched once, from the internet."
    curl --location --silent --show-error --fail https://astral.sh/uv/install.sh | sh
fi
if [ -d "$here/wheels" ]; then
    set -- --offline --no-index --find-links "$here/wheels"
fi
if [ -d "$here/python" ]; then
    export UV_PYTHON_INSTALL_DIR="$here/python"
fi
for wheel in "$here"/yalta-*.whl; do :; done
exec "$uv" tool run "$@" --python '>=3.11' --from "$wheel" yalta
