# What the wheel is built with stays in the first stage. EXTRAS names optional extras whose libraries are wanted, e.g.
#   docker build --build-arg EXTRAS="mail bots" --tag yalta .
#
# The server listens beyond the container once it has a director. Make him first, then publish the port:
#   docker run -it --volume yalta-records:/var/lib/yalta yalta director NAME
#   docker run --publish 8000:8000 --volume yalta-records:/var/lib/yalta yalta
FROM debian:12-slim AS build
RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
 && rm -rf /var/lib/apt/lists/*
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
COPY requirements requirements
RUN python3 -m venv /opt/build \
 && /opt/build/bin/pip install --require-hashes --only-binary :all: --requirement requirements/build.txt
ARG EXTRAS=""
RUN python3 -m venv --without-pip /opt/yalta \
 && for list in run $EXTRAS; do \
      /opt/build/bin/pip --python /opt/yalta/bin/python install --require-hashes --only-binary :all: \
        --requirement "requirements/$list.txt" || exit; \
    done
COPY . .
RUN /opt/build/bin/python -m build --wheel --no-isolation --outdir /tmp/dist . \
 && /opt/build/bin/pip --python /opt/yalta/bin/python install --no-deps /tmp/dist/*.whl

FROM debian:12-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends python3 \
 && rm -rf /var/lib/apt/lists/* \
 && useradd --system --create-home --home-dir /var/lib/yalta --groups dialout yalta
COPY --from=build /opt/yalta /opt/yalta
USER yalta
WORKDIR /var/lib/yalta
VOLUME /var/lib/yalta
# Podman and Buildah keep this line only with --format docker: OCI images have no health check.
HEALTHCHECK --interval=15s --timeout=3s --start-period=10s CMD ["/opt/yalta/bin/python", "-c", \
  "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/healthz', timeout=2)"]
ENTRYPOINT ["/opt/yalta/bin/yalta"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8000"]
