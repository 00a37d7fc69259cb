import { succeed } from '#contract/failure.ts'
import { readSite } from '#contract/site.ts'
import { on, resource } from '#server/endpoint.ts'
import { site } from '#server/reports/site.ts'

export const prerender = false

export const ALL = resource(on(readSite, async ({ app }) => succeed(site(app))))
