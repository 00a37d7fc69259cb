import { listEmails } from '#contract/admin/emails.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { readUndeliveredEmails } from '#server/mail/undelivered.ts'

export const ALL = resource(handleStaff(listEmails, ({ app }) => readUndeliveredEmails(app)))
