import { listWaiting } from '#contract/admin/payments.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readWaiting } from '#server/payments/waiting.ts'

export const prerender = false

export const ALL = resource(onStaff(listWaiting, ({ app, staff, input }) => readWaiting(app, staff, input)))
