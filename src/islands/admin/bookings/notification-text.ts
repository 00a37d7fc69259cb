import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import { HAS_SERVER_FEATURES } from '#stores/admin/capabilities.ts'

/** How a customer hears of what is done to their booking: most walk-ins leave no address, and a browser sends no mail. */
export function getNotificationText({ email, phone }: Pick<BookingDetail, 'email' | 'phone'>, byMail: string): string {
  if (HAS_SERVER_FEATURES && email) return byMail
  return `${email ? 'No mail goes out from here' : 'There is no email address'}: call the customer at ${phone}.`
}
