import { succeed } from '#contract/failure.ts'
import { readSite } from '#contract/site.ts'
import { handle, resource } from '#server/endpoint.ts'
import { describeSite } from '#server/reports/site.ts'

export const ALL = resource(handle(readSite, async ({ app }) => succeed(describeSite(app))))
