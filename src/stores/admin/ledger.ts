import { listBookings } from '#contract/admin/bookings.ts'
import { decidePayment } from '#contract/admin/payments.ts'
import { readSession, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { call } from '../api.ts'

type Ask<Contract extends Endpoint> = (input: Input<Contract>) => Promise<Outcome<Output<Contract>>>

/** What staff ask of the place where bookings are kept. The stores know this and nothing of what stands behind it. */
export interface StaffLedger {
  session: Ask<typeof readSession>
  signIn: Ask<typeof signIn>
  stay: Ask<typeof staySignedIn>
  signOut: Ask<typeof signOut>
  bookings: Ask<typeof listBookings>
  decide(paymentId: string, decision: Input<typeof decidePayment>): Promise<Outcome<Output<typeof decidePayment>>>
  /** Address of a receipt's picture. */
  receipt(receiptId: string): string
  /** Address of the event stream, from an event on. */
  events(after: string): string
}

export const staffLedger: StaffLedger = {
  session: (input) => call(readSession, input),
  signIn: (input) => call(signIn, input),
  stay: (input) => call(staySignedIn, input),
  signOut: (input) => call(signOut, input),
  bookings: (input) => call(listBookings, input),
  decide: (id, decision) => call(decidePayment, decision, { params: { id } }),
  receipt: (receiptId) => `/api/admin/receipts/${encodeURIComponent(receiptId)}`,
  events: (after) => `/api/admin/events?after=${encodeURIComponent(after)}`,
}
