# The steps are those of ./dev: hashed requirements into a virtual environment, then the wheel.
#
# The server listens beyond the container once it has a director. Make him first, then publish the port:
#   docker run -it --volume yalta-records:/var/lib/yalta yalta director NAME
#   docker run --publish 8000:8000 --volume yalta-records:/var/lib/yalta yalta
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
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["/opt/yalta/bin/yalta"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
