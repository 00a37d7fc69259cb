import { readStats } from '#contract/admin/stats.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { statsOf } from '#server/reports/stats.ts'

export const prerender = false

export const ALL = resource(onStaff(readStats, ({ app, staff, input }) => statsOf(app, staff, input)))
