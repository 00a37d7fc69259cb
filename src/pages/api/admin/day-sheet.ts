import { readDaySheet } from '#contract/admin/walk-ins.ts'
import { loadDaySheet } from '#server/desk/day.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readDaySheet, ({ app, staff, input }) => loadDaySheet(app, staff, input)))
