import { readToday } from '#contract/admin/today.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { todayOf } from '#server/reports/today.ts'

export const prerender = false

export const ALL = resource(onStaff(readToday, ({ app, staff }) => todayOf(app, staff)))
