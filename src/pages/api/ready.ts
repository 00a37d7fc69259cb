import { readReady } from '#contract/health.ts'
import { handle, resource } from '#server/endpoint.ts'
import { checkReadiness } from '#server/http/readiness.ts'

export const ALL = resource(handle(readReady, ({ app }) => checkReadiness(app)))
