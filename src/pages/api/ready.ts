import { readReady } from '#contract/health.ts'
import { on, resource } from '#server/endpoint.ts'
import { ready } from '#server/http/ready.ts'

export const prerender = false

export const ALL = resource(on(readReady, ({ app }) => ready(app)))
