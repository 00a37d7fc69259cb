import { retryEmail } from '#contract/admin/emails.ts'
import { handleStaff, resource } from '#server/endpoint.ts'
import { retryDelivery } from '#server/mail/undelivered.ts'

export const ALL = resource(
  handleStaff(retryEmail, ({ app, staff, params, input }) => retryDelivery(app, staff, params.id, input)),
)
