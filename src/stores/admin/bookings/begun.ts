import type { BookingDetail } from '#contract/admin/booking.ts'

/** The fields that somebody may have changed meanwhile. */
export type Told = Pick<
  BookingDetail,
  'state' | 'customerName' | 'email' | 'phone' | 'company' | 'startDate' | 'endDate'
>

/** A booking as it was when the form that is open was opened: what is sent from it says so. */
export type Begun = Pick<BookingDetail, 'bookingId' | 'version'> & Told

export const seenOf = (detail: BookingDetail): Begun => ({
  bookingId: detail.bookingId,
  version: detail.version,
  ...told(detail),
})

export const told = ({ state, customerName, email, phone, company, startDate, endDate }: Told): Told => ({
  state,
  customerName,
  email,
  phone,
  company,
  startDate,
  endDate,
})
