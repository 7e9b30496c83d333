# The program, built in one image and run in a small one. tests/image does all of it without a
# container engine.

FROM rust:1.95-slim-trixie AS build
# `dev` builds faster and runs slower.
ARG PROFILE=release
WORKDIR /kosti

# First the dependencies alone, from the manifests and empty sources: this layer stays as it is
# until one of these files changes.
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY render/Cargo.toml render/Cargo.toml
COPY tests/oracle/Cargo.toml tests/oracle/Cargo.toml
RUN set -e; for package in . render tests/oracle; do \
        mkdir -p "$package/src" "$package/benches"; \
        : >"$package/src/lib.rs"; \
        sed -n '/^\[\[bench\]\]/{n;s/^name = "\(.*\)"/\1/p}' "$package/Cargo.toml" | \
            while read -r bench; do : >"$package/benches/$bench.rs"; done; \
    done; \
    : >tests/main.rs; \
    echo 'fn main() {}' >src/main.rs; \
    cargo build --locked --profile "$PROFILE" --package kosti --bin kosti

COPY LICENSE-MIT LICENSE-APACHE ./
COPY .sqlx .sqlx
COPY migrations migrations
COPY config config
COPY render render
COPY src src
# What was copied is older than what was built of the empty sources.
RUN touch src/lib.rs src/main.rs render/src/lib.rs && \
    cargo build --locked --profile "$PROFILE" --package kosti --bin kosti && \
    cp target/*/kosti ./kosti

FROM debian:trixie-slim
# Numbers that nobody else has, so that files outside can belong to them.
RUN groupadd --gid 10001 kosti && \
    useradd --uid 10001 --gid 10001 --home-dir /var/lib/kosti --create-home \
        --shell /usr/sbin/nologin kosti
COPY --from=build /kosti/kosti /usr/local/bin/kosti
COPY --from=build /kosti/LICENSE-MIT /kosti/LICENSE-APACHE /usr/share/doc/kosti/
ENV KOSTI_OPS_LISTEN=127.0.0.1:9464
USER 10001:10001
WORKDIR /var/lib/kosti
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 CMD ["kosti", "health"]
ENTRYPOINT ["kosti"]
CMD ["run"]
