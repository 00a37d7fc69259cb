import { checkDeeds, listDeeds } from '#contract/admin/audit.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage } from '#contract/admin/messages.ts'
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
  memberships: Ask<typeof listMemberships>
  membership(id: string): Promise<Outcome<Output<typeof readMembership>>>
  changeMembership(
    id: string,
    change: Input<typeof changeMembership>,
  ): Promise<Outcome<Output<typeof changeMembership>>>
  messages: Ask<typeof listMessages>
  markMessage(id: string, done: boolean): Promise<Outcome<Output<typeof markMessage>>>
  deeds: Ask<typeof listDeeds>
  checkDeeds: Ask<typeof checkDeeds>
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
  memberships: (input) => call(listMemberships, input),
  membership: (id) => call(readMembership, {}, { params: { id } }),
  changeMembership: (id, change) => call(changeMembership, change, { params: { id } }),
  messages: (input) => call(listMessages, input),
  markMessage: (id, done) => call(markMessage, { done }, { params: { id } }),
  deeds: (input) => call(listDeeds, input),
  checkDeeds: (input) => call(checkDeeds, input),
  receipt: (receiptId) => `/api/admin/receipts/${encodeURIComponent(receiptId)}`,
  events: (after) => `/api/admin/events?after=${encodeURIComponent(after)}`,
}
