import {
  beginTwoFactor,
  changeName,
  changePassword,
  confirmTwoFactor,
  endSession,
  endSessions,
  endTwoFactor,
  readAccount,
  renewBackupCodes,
} from '#contract/admin/account.ts'
import { markArrival } from '#contract/admin/arrivals.ts'
import { checkDeeds, listDeeds } from '#contract/admin/audit.ts'
import type { BookingDetail } from '#contract/admin/booking.ts'
import * as booking from '#contract/admin/booking.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { findCustomers, placeAtDesk, quoteAtDesk, readDaySheet } from '#contract/admin/desk.ts'
import { join, readInvitation } from '#contract/admin/join.ts'
import { listMails, retryMail, sendTestMail } from '#contract/admin/mails.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage } from '#contract/admin/messages.ts'
import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { askAgain, decidePayment, listPayments, listWaiting, readPayment } from '#contract/admin/payments.ts'
import {
  changePerson,
  invite,
  linkPassword,
  listPeople,
  resetTwoFactor,
  withdrawInvitation,
} from '#contract/admin/people.ts'
import { readPriceHistory, readPriceList, savePrices, undoPrices } from '#contract/admin/prices.ts'
import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { decideRefund, makeRefund } from '#contract/admin/refunds.ts'
import { searchAll } from '#contract/admin/search.ts'
import { checkProof, readDoor, readSession, signIn, signOut, staySignedIn } from '#contract/admin/session.ts'
import { readStats } from '#contract/admin/stats.ts'
import { readDay, readToday } from '#contract/admin/today.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { call as request } from '../api.ts'
import { withProof } from './proof.ts'

type Ask<Contract extends Endpoint> = (input: Input<Contract>) => Promise<Outcome<Output<Contract>>>
type AskOf<Contract extends Endpoint> = (id: string, input: Input<Contract>) => Promise<Outcome<Output<Contract>>>
/** The same key is the same press, however often it is sent. */
type AskKeyed<Contract extends Endpoint> = (
  id: string,
  input: Input<Contract>,
  key: string,
) => Promise<Outcome<Output<Contract>>>

/** Calls that hurt ask for the password where it was not given lately; no screen has to know. */
const call: typeof request = (contract, input, options) =>
  contract.fresh ? withProof(() => request(contract, input, options)) : request(contract, input, options)

/** What staff ask of the place where bookings are kept. The stores know this and nothing of what stands behind it. */
export interface StaffLedger {
  door: Ask<typeof readDoor>
  session: Ask<typeof readSession>
  signIn: Ask<typeof signIn>
  stay: Ask<typeof staySignedIn>
  checkProof: Ask<typeof checkProof>
  signOut: Ask<typeof signOut>
  today: Ask<typeof readToday>
  day: Ask<typeof readDay>
  stats: Ask<typeof readStats>
  search: Ask<typeof searchAll>
  bookings: Ask<typeof listBookings>
  booking(id: string): Promise<Outcome<BookingDetail>>
  changeCustomer: AskOf<typeof booking.changeCustomer>
  confirmBooking: AskOf<typeof booking.confirmBooking>
  rejectBooking: AskOf<typeof booking.rejectBooking>
  cancelBooking: AskOf<typeof booking.cancelBooking>
  previewMove: AskOf<typeof booking.previewMove>
  moveDates: AskOf<typeof booking.moveDates>
  takeDifference: AskOf<typeof booking.takeDifference>
  resendConfirmation: AskKeyed<typeof booking.resendConfirmation>
  paymentLink: AskKeyed<typeof booking.givePaymentLink>
  markArrival: AskOf<typeof markArrival>
  writeNote: AskKeyed<typeof booking.writeNote>
  quoteAtDesk: Ask<typeof quoteAtDesk>
  customers: Ask<typeof findCustomers>
  placeAtDesk(order: Input<typeof placeAtDesk>, key: string): Promise<Outcome<Output<typeof placeAtDesk>>>
  daySheet: Ask<typeof readDaySheet>
  /** Address of the table of what a filter finds; `filter` is a query with its `?`, or nothing. */
  bookingsTable(filter: string): string
  waiting: Ask<typeof listWaiting>
  payments: Ask<typeof listPayments>
  /** As `bookingsTable`. */
  paymentsTable(filter: string): string
  payment(paymentId: string): Promise<Outcome<Output<typeof readPayment>>>
  ask(paymentId: string): Promise<Outcome<Output<typeof askAgain>>>
  decide(paymentId: string, decision: Input<typeof decidePayment>): Promise<Outcome<Output<typeof decidePayment>>>
  memberships: Ask<typeof listMemberships>
  membership(id: string): Promise<Outcome<Output<typeof readMembership>>>
  changeMembership(
    id: string,
    change: Input<typeof changeMembership>,
  ): Promise<Outcome<Output<typeof changeMembership>>>
  messages: Ask<typeof listMessages>
  markMessage(id: string, done: boolean): Promise<Outcome<Output<typeof markMessage>>>
  mails: Ask<typeof listMails>
  retryMail: AskOf<typeof retryMail>
  sendTestMail: Ask<typeof sendTestMail>
  removeSubscriber: Ask<typeof removeSubscriber>
  deeds: Ask<typeof listDeeds>
  checkDeeds: Ask<typeof checkDeeds>
  account: Ask<typeof readAccount>
  changeName: Ask<typeof changeName>
  changePassword: Ask<typeof changePassword>
  endSession(sessionId: string): Promise<Outcome<unknown>>
  endSessions: Ask<typeof endSessions>
  beginTwoFactor: Ask<typeof beginTwoFactor>
  confirmTwoFactor: Ask<typeof confirmTwoFactor>
  endTwoFactor: Ask<typeof endTwoFactor>
  renewBackupCodes: Ask<typeof renewBackupCodes>
  people: Ask<typeof listPeople>
  invite: Ask<typeof invite>
  changePerson(staffId: string, change: Input<typeof changePerson>): Promise<Outcome<Output<typeof changePerson>>>
  resetTwoFactor(staffId: string): Promise<Outcome<Output<typeof resetTwoFactor>>>
  linkPassword(staffId: string): Promise<Outcome<Output<typeof linkPassword>>>
  withdrawInvitation(invitationId: string): Promise<Outcome<unknown>>
  invitation: Ask<typeof readInvitation>
  join: Ask<typeof join>
  prices: Ask<typeof readPriceList>
  savePrices: Ask<typeof savePrices>
  undoPrices: Ask<typeof undoPrices>
  priceHistory: Ask<typeof readPriceHistory>
  publishing: Ask<typeof readPublishing>
  publish: Ask<typeof publish>
  refund: AskKeyed<typeof makeRefund>
  refundEnded(refundId: string, said: Input<typeof decideRefund>): Promise<Outcome<Output<typeof decideRefund>>>
  /** Address of the table of what a filter of the audit finds, and of all memberships. */
  deedsTable(filter: string): string
  membershipsTable: string
  /** Address of a receipt's picture. */
  receipt(receiptId: string): string
  /** Address of the event stream, from an event on. */
  events(after: string): string
}

export const staffLedger: StaffLedger = {
  door: (input) => call(readDoor, input),
  session: (input) => call(readSession, input),
  signIn: (input) => call(signIn, input),
  stay: (input) => call(staySignedIn, input),
  checkProof: (input) => call(checkProof, input),
  signOut: (input) => call(signOut, input),
  today: (input) => call(readToday, input),
  day: (input) => call(readDay, input),
  stats: (input) => call(readStats, input),
  search: (input) => call(searchAll, input),
  bookings: (input) => call(listBookings, input),
  booking: (id) => call(booking.readBookingDetail, {}, { params: { id } }),
  changeCustomer: (id, input) => call(booking.changeCustomer, input, { params: { id } }),
  confirmBooking: (id, input) => withProof(() => call(booking.confirmBooking, input, { params: { id } })),
  rejectBooking: (id, input) => call(booking.rejectBooking, input, { params: { id } }),
  cancelBooking: (id, input) => call(booking.cancelBooking, input, { params: { id } }),
  previewMove: (id, input) => call(booking.previewMove, input, { params: { id } }),
  moveDates: (id, input) => call(booking.moveDates, input, { params: { id } }),
  takeDifference: (id, input) => withProof(() => call(booking.takeDifference, input, { params: { id } })),
  resendConfirmation: (id, input, idempotencyKey) =>
    call(booking.resendConfirmation, input, { params: { id }, idempotencyKey }),
  paymentLink: (id, input, idempotencyKey) => call(booking.givePaymentLink, input, { params: { id }, idempotencyKey }),
  markArrival: (id, input) => call(markArrival, input, { params: { id } }),
  writeNote: (id, input, idempotencyKey) => call(booking.writeNote, input, { params: { id }, idempotencyKey }),
  quoteAtDesk: (input) => call(quoteAtDesk, input),
  customers: (input) => call(findCustomers, input),
  placeAtDesk: (order, idempotencyKey) => call(placeAtDesk, order, { idempotencyKey }),
  daySheet: (input) => call(readDaySheet, input),
  bookingsTable: (filter) => `/api/admin/export/bookings.csv${filter}`,
  waiting: (input) => call(listWaiting, input),
  payments: (input) => call(listPayments, input),
  paymentsTable: (filter) => `/api/admin/export/payments.csv${filter}`,
  payment: (id) => call(readPayment, {}, { params: { id } }),
  ask: (id) => call(askAgain, {}, { params: { id } }),
  refund: (id, wanted, idempotencyKey) => call(makeRefund, wanted, { params: { id }, idempotencyKey }),
  refundEnded: (id, said) => call(decideRefund, said, { params: { id } }),
  decide: (id, decision) => call(decidePayment, decision, { params: { id } }),
  memberships: (input) => call(listMemberships, input),
  membership: (id) => call(readMembership, {}, { params: { id } }),
  changeMembership: (id, change) => call(changeMembership, change, { params: { id } }),
  messages: (input) => call(listMessages, input),
  markMessage: (id, done) => call(markMessage, { done }, { params: { id } }),
  mails: (input) => call(listMails, input),
  retryMail: (id, input) => call(retryMail, input, { params: { id } }),
  sendTestMail: (input) => call(sendTestMail, input),
  removeSubscriber: (input) => call(removeSubscriber, input),
  deeds: (input) => call(listDeeds, input),
  checkDeeds: (input) => call(checkDeeds, input),
  account: (input) => call(readAccount, input),
  changeName: (input) => call(changeName, input),
  changePassword: (input) => call(changePassword, input),
  endSession: (id) => call(endSession, {}, { params: { id } }),
  endSessions: (input) => call(endSessions, input),
  beginTwoFactor: (input) => call(beginTwoFactor, input),
  confirmTwoFactor: (input) => call(confirmTwoFactor, input),
  endTwoFactor: (input) => call(endTwoFactor, input),
  renewBackupCodes: (input) => call(renewBackupCodes, input),
  people: (input) => call(listPeople, input),
  invite: (input) => call(invite, input),
  changePerson: (id, change) => call(changePerson, change, { params: { id } }),
  resetTwoFactor: (id) => call(resetTwoFactor, {}, { params: { id } }),
  linkPassword: (id) => call(linkPassword, {}, { params: { id } }),
  withdrawInvitation: (id) => call(withdrawInvitation, {}, { params: { id } }),
  invitation: (input) => call(readInvitation, input),
  join: (input) => call(join, input),
  prices: (input) => call(readPriceList, input),
  savePrices: (input) => call(savePrices, input),
  undoPrices: (input) => call(undoPrices, input),
  priceHistory: (input) => call(readPriceHistory, input),
  publishing: (input) => call(readPublishing, input),
  publish: (input) => call(publish, input),
  deedsTable: (filter) => `/api/admin/export/audit.csv${filter}`,
  membershipsTable: '/api/admin/export/memberships.csv',
  receipt: (receiptId) => `/api/admin/receipts/${encodeURIComponent(receiptId)}`,
  events: (after) => `/api/admin/events?after=${encodeURIComponent(after)}`,
}
