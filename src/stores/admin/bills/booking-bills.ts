import type { listBills } from '#contract/admin/bills.ts'
import type { Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

export type BookingBills = Outcome<Output<typeof listBills>>

/** A search for the id of a booking finds its bills only. */
export const readBookingBills = (bookingId: string): Promise<BookingBills> =>
  requireSession(staffLedger.bills({ q: bookingId }))
