import { sendTestEmail } from '#contract/admin/emails.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { deliverTestEmail } from '#server/mail/test-email.ts'

export const ALL = resource(handleStaff(sendTestEmail, ({ app, staff }) => deliverTestEmail(app, staff)))
