import { retryMail } from '#contract/admin/mails.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { retry } from '#server/mail/undelivered.ts'

export const prerender = false

export const ALL = resource(onStaff(retryMail, ({ app, staff, params, input }) => retry(app, staff, params.id, input)))
