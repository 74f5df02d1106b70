# An image with the moult of this checkout: docker build -t moult . && docker run --rm -v "$PWD:/project" moult
FROM swift:6.3-bookworm AS build
RUN apt-get update -q \
  && apt-get install -q -y --no-install-recommends libprotobuf-dev libprotoc-dev pkg-config python3 zlib1g-dev
COPY . /moult
WORKDIR /moult
RUN .ci/release.sh && mv release/moult-*/bin/moult /usr/local/bin/moult

FROM debian:bookworm-slim
# git tells which files are modified, and what --since and --staged mean.
RUN apt-get update -q && apt-get install -q -y --no-install-recommends git \
  && rm -rf /var/lib/apt/lists/* && git config --system --add safe.directory '*'
COPY --from=build /usr/local/bin/moult /usr/local/bin/moult
WORKDIR /project
ENTRYPOINT ["moult"]
CMD ["lint"]
