import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'

/** Most walk-ins give no email address, and the browser edition sends no email. */
export function getNotificationText(
  { email, phone }: Pick<BookingDetail, 'email' | 'phone'>,
  emailText: string,
): string {
  if (HAS_SERVER_FEATURES && email) return emailText
  if (!email && !phone) return 'There is no email address or phone number: tell the customer when they come.'
  const reason = email ? 'No email is sent' : 'There is no email address'
  return `${reason}: ${phone ? `call the customer at ${phone}` : `write to the customer at ${email}`}.`
}
