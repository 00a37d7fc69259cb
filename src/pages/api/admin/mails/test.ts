import { sendTestMail } from '#contract/admin/mails.ts'
import { onStaff, resource } from '#server/endpoint.ts'
import { testMail } from '#server/mail/test-mail.ts'

export const prerender = false

export const ALL = resource(onStaff(sendTestMail, ({ app, staff }) => testMail(app, staff)))
