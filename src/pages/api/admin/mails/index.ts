import { listMails } from '#contract/admin/mails.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { readUndelivered } from '#server/mail/undelivered.ts'

export const prerender = false

export const ALL = resource(onStaff(listMails, ({ app }) => readUndelivered(app)))
