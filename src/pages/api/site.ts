import { succeed } from '#contract/failure.ts'
import { readSite } from '#contract/site.ts'
import { on, resource } from '#server/http/handle.ts'
import { site } from '#server/site.ts'

export const prerender = false

export const ALL = resource(on(readSite, async ({ app }) => succeed(site(app))))
