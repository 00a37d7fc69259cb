import { readDaySheet } from '#contract/admin/desk.ts'
import { readSheet } from '#server/desk/day-sheet.ts'
import { onStaff, resource } from '#server/endpoint.ts'

export const prerender = false

export const ALL = resource(onStaff(readDaySheet, ({ app, staff, input }) => readSheet(app, staff, input)))
