import type { ReadableAtom } from 'nanostores'
import type { readAvailability } from '#contract/availability.ts'
import type { BookingView, extendHold, placeBooking, requestEmailConfirmation } from '#contract/bookings.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import type { startPayment, verifyPayment } from '#contract/payments.ts'
import type { reportReceiptReading, sendReceipt } from '#contract/receipts.ts'
import type { readSite } from '#contract/site.ts'
import type { PriceTable } from '#domain/price.ts'

/**
 * Where bookings and payments are kept. The stores know this interface and nothing of what stands behind it: the
 * API's database, or, in an edition without a server, the visitor's own browser.
 */
export interface Ledger {
  /** Names of what will be gone when this tab is closed; always empty where a server keeps it. */
  unsavedKeys: ReadableAtom<readonly string[]>
  prices(): Promise<Outcome<PriceTable[]>>
  availability(input: Input<typeof readAvailability>): Promise<Outcome<Output<typeof readAvailability>>>
  site(): Promise<Outcome<Output<typeof readSite>>>
  /** The same key gives the same booking, however often it is sent. */
  place(booking: Input<typeof placeBooking>, key: string): Promise<Outcome<Output<typeof placeBooking>>>
  read(booking: BookingCredentials): Promise<Outcome<BookingView>>
  /** What opens it as it stands now, also from a page that finds nothing of what this one keeps. */
  getPortableCredentials(booking: BookingCredentials): BookingCredentials
  extend(booking: BookingCredentials): Promise<Outcome<Output<typeof extendHold>>>
  /** Mails the link that confirms the customer's email. */
  requestEmailConfirmation(booking: BookingCredentials): Promise<Outcome<Output<typeof requestEmailConfirmation>>>
  /** Starts a trial payment without a booking; undefined if this edition has none. */
  startTrial(): Promise<BookingCredentials | undefined>
  startPayment(booking: BookingCredentials, method: string): Promise<Outcome<Output<typeof startPayment>>>
  sendReceipt(booking: BookingCredentials, paymentId: string, file: Blob): Promise<Outcome<Output<typeof sendReceipt>>>
  reportReading(
    booking: BookingCredentials,
    paymentId: string,
    told: Input<typeof reportReceiptReading>,
  ): Promise<Outcome<Output<typeof reportReceiptReading>>>
  verify(paymentId: string, hints: Record<string, string>): Promise<Outcome<Output<typeof verifyPayment>>>
}

/** What opens a booking to the one who made it. */
export interface BookingCredentials {
  bookingId: string
  secret: string
}
