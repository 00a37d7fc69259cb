import { readStats } from '#contract/admin/stats.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { computeStats } from '#server/reports/stats.ts'

export const ALL = resource(handleStaff(readStats, ({ app, staff, input }) => computeStats(app, staff, input)))
