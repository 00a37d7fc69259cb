import type { BookingDetail } from '#contract/admin/booking.ts'
import { OFFICE } from '#stores/admin/office.ts'

/** How a customer hears of what is done to their booking: most walk-ins leave no address, and a browser sends no mail. */
export function told({ email, phone }: Pick<BookingDetail, 'email' | 'phone'>, byMail: string): string {
  if (OFFICE && email) return byMail
  return `${email ? 'No mail goes out from here' : 'There is no email address'}: call the customer at ${phone}.`
}
