# An image with one static program and nothing else:
#
#   docker build --target lrp -t lrp .      and: docker run -v "$PWD:/data" -p 8080:8080 lrp
#   docker build --target luna -t luna .    and: docker run -v luna:/data -p 8080:8080 luna
#
# The first serves the model /data/model.lrp, the second the rating system in /data/luna.db; other
# commands work too: docker run -v "$PWD:/data" lrp eval. Both run as user 65532, who must be able to
# write to /data.
ARG GO_VERSION=1.26

FROM golang:${GO_VERSION} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ENV CGO_ENABLED=0
RUN go build -trimpath -ldflags "-s -w" -o /out/ ./cmd/lrp ./cmd/luna && \
    go run ./internal/thirdparty licenses ./cmd/lrp ./cmd/luna > /out/THIRD_PARTY_LICENSES.txt && \
    cp LICENSE NOTICE /out/ && mkdir -p /out/data /out/tmp && chmod 1777 /out/tmp

FROM scratch AS base
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/LICENSE /out/NOTICE /out/THIRD_PARTY_LICENSES.txt /licenses/
COPY --from=build /out/tmp /tmp
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
EXPOSE 8080
STOPSIGNAL SIGTERM

FROM base AS luna
COPY --from=build /out/luna /luna
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/luna", "healthcheck"]
ENTRYPOINT ["/luna"]
CMD ["serve", "--db", "luna.db", "--addr", "0.0.0.0:8080"]

FROM base AS lrp
COPY --from=build /out/lrp /lrp
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/lrp", "healthcheck"]
ENTRYPOINT ["/lrp"]
CMD ["serve", "-m", "model.lrp", "--addr", "0.0.0.0:8080"]
