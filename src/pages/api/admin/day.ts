import { readDay } from '#contract/admin/today.ts'
import { loadDayVisitors } from '#server/desk/day.ts'
import { handleStaff, resource } from '#server/endpoint.ts'

export const ALL = resource(handleStaff(readDay, ({ app, staff, input }) => loadDayVisitors(app, staff, input)))
