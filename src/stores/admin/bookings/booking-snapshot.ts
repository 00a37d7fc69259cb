import type { BookingDetail } from '#contract/admin/booking-detail.ts'

/** The fields that somebody may have changed meanwhile. */
export type ComparedFields = Pick<
  BookingDetail,
  'state' | 'customerName' | 'email' | 'phone' | 'company' | 'startDate' | 'endDate'
>

/** A booking as it was when the form that is open was opened: what is sent from it says so. */
export type BookingSnapshot = Pick<BookingDetail, 'bookingId' | 'version'> & ComparedFields

export const takeSnapshot = (detail: BookingDetail): BookingSnapshot => ({
  bookingId: detail.bookingId,
  version: detail.version,
  ...pickComparedFields(detail),
})

export const pickComparedFields = ({
  state,
  customerName,
  email,
  phone,
  company,
  startDate,
  endDate,
}: ComparedFields): ComparedFields => ({
  state,
  customerName,
  email,
  phone,
  company,
  startDate,
  endDate,
})
