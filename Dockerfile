# The API and the pages in one image, without build tools, run by an unprivileged user.
FROM node:26-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# Settings that the build reads; .env is not copied into the image.
ARG SITE_URL
ARG PUBLIC_CONTACT_FORM_URL
ARG KHALTI_API
ARG PUBLIC_PAYMENT_DEBUG
ARG PRICES_URL
RUN npm run build

FROM node:26-bookworm-slim AS modules
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base image has its own Node.
RUN npm ci --omit=dev && rm -rf node_modules/node node_modules/node-bin-*

FROM node:26-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4321 DATA_DIR=/data MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY content ./content
COPY src ./src
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4321
HEALTHCHECK --interval=30s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4321/api/health').then((response) => process.exit(response.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=128", "--max-semi-space-size=4", "src/server/main.ts"]
