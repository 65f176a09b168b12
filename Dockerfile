# The steps are those of ./dev: hashed requirements into a virtual environment, then the wheel.
#
# Until operators have accounts the server listens on loopback only, here the container's own: a published
# port would reach nobody. Run it with `--network host` and open it on the machine itself.
FROM debian:12-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN ./dev wheel
RUN python3 -m venv /opt/yalta \
 && /opt/yalta/bin/python -m pip install --no-cache-dir --require-hashes --only-binary :all: \
      --requirement requirements/run.txt \
 && /opt/yalta/bin/python -m pip install --no-cache-dir --no-deps dist/*.whl

FROM debian:12-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --home-dir /var/lib/yalta --groups dialout yalta
COPY --from=build /opt/yalta /opt/yalta
USER yalta
WORKDIR /var/lib/yalta
VOLUME /var/lib/yalta
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/opt/yalta/bin/python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/health', timeout=2)"]
ENTRYPOINT ["/opt/yalta/bin/yalta"]
CMD ["serve", "--port", "8000"]
