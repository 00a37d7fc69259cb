import { readToday } from '#contract/admin/today.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { loadToday } from '#server/reports/today.ts'

export const ALL = resource(handleStaff(readToday, ({ app, staff }) => loadToday(app, staff)))
