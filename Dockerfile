# Images with one static program and nothing else:
#
#   docker build --target lrp -t lrp .        and: docker run -v "$PWD:/data" -p 8080:8080 lrp
#   docker build --target luna -t luna .      and: docker run -v luna:/data -p 8080:8080 luna
#   docker build --target turing -t turing .  and: docker run -v "$PWD:/data" -p 8080:8080 turing
#
# The first serves the model /data/model.lrp, the second the rating system in /data/luna.db, the third
# holds the contest in /data/contest, whose entries must be parts of turing or talk through folders:
# there are no other programs. Other commands work too: docker run -v "$PWD:/data" lrp eval. All run
# as user 65532, who must be able to write to /data. Without -v, /data is a volume without a name, which
# docker run --rm removes.
#
# Behind a proxy in another container, name both, or all players count as one:
#
#   docker run -v luna:/data --network web luna serve --db luna.db --addr 0.0.0.0:8080 \
#     --base-url https://luna.example.org --trust-proxy 172.16.0.0/12
#   docker run -v "$PWD:/data" --network web turing loebner run contest --addr 0.0.0.0:8080 \
#     --public https://contest.example.org
#
# 172.16.0.0/12 has Docker's own networks; the address of the proxy alone is better.
#
# For a build that can be repeated, name the compiler's image by its digest, which
# "docker buildx imagetools inspect golang:1.26" prints: --build-arg GO_IMAGE=golang@sha256:…
ARG GO_IMAGE=golang:1.26

FROM ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
ENV CGO_ENABLED=0
RUN go build -trimpath -ldflags "-s -w" -o /out/ ./cmd/lrp ./cmd/luna ./cmd/turing && \
    go run ./internal/thirdparty licenses ./cmd/lrp ./cmd/luna ./cmd/turing > /out/THIRD_PARTY_LICENSES.txt && \
    cp LICENSE NOTICE /out/ && mkdir -p /out/data /out/tmp && chmod 1777 /out/tmp

FROM scratch AS base
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/
COPY --from=build /out/LICENSE /out/NOTICE /out/THIRD_PARTY_LICENSES.txt /licenses/
COPY --from=build /out/tmp /tmp
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM

FROM base AS luna
COPY --from=build /out/luna /luna
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD ["/luna", "healthcheck"]
ENTRYPOINT ["/luna"]
CMD ["serve", "--db", "luna.db", "--addr", "0.0.0.0:8080"]

FROM base AS turing
COPY --from=build /out/turing /turing
ENTRYPOINT ["/turing"]
CMD ["loebner", "run", "contest", "--addr", "0.0.0.0:8080"]

FROM base AS lrp
COPY --from=build /out/lrp /lrp
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/lrp", "healthcheck"]
ENTRYPOINT ["/lrp"]
CMD ["serve", "-m", "model.lrp", "--addr", "0.0.0.0:8080"]
