import {
  changeName,
  changePassword,
  confirmTwoFactor,
  disableTwoFactor,
  endSession,
  endSessions,
  readAccount,
  regenerateBackupCodes,
  startTwoFactor,
} from '#contract/admin/account.ts'
import { markArrival } from '#contract/admin/arrivals.ts'
import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import type { BookingDetail } from '#contract/admin/booking-detail.ts'
import * as booking from '#contract/admin/booking-detail.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { listEmails, retryEmail, sendTestEmail } from '#contract/admin/emails.ts'
import { acceptInvitation, readInvitation } from '#contract/admin/invitations.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage } from '#contract/admin/messages.ts'
import { removeSubscriber } from '#contract/admin/newsletter.ts'
import { decidePayment, listPayments, listReviewQueue, readPayment, recheckPayment } from '#contract/admin/payments.ts'
import {
  changePerson,
  createPasswordLink,
  invite,
  listPeople,
  resetTwoFactor,
  withdrawInvitation,
} from '#contract/admin/people.ts'
import { readPriceHistory, readPriceList, savePrices, undoPrices } from '#contract/admin/prices.ts'
import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { decideRefund, requestRefund } from '#contract/admin/refunds.ts'
import { searchAll } from '#contract/admin/search.ts'
import {
  checkPasswordConfirmation,
  readSession,
  readSignInStatus,
  signIn,
  signOut,
  staySignedIn,
} from '#contract/admin/session.ts'
import { readStats } from '#contract/admin/stats.ts'
import { readDay, readToday } from '#contract/admin/today.ts'
import { findCustomers, placeWalkInBooking, quoteWalkIn, readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Endpoint, Input, Output } from '#contract/endpoint.ts'
import type { Outcome } from '#contract/failure.ts'
import { call as request } from '../api.ts'
import { withRecentPassword } from './session/password-confirmation.ts'

type Call<Contract extends Endpoint> = (input: Input<Contract>) => Promise<Outcome<Output<Contract>>>
type CallWithId<Contract extends Endpoint> = (id: string, input: Input<Contract>) => Promise<Outcome<Output<Contract>>>
/** The same key is the same press, however often it is sent. */
type IdempotentCall<Contract extends Endpoint> = (
  id: string,
  input: Input<Contract>,
  key: string,
) => Promise<Outcome<Output<Contract>>>

/** Calls that hurt ask for the password where it was not given lately; no screen has to know. */
const call: typeof request = (contract, input, options) =>
  contract.fresh ? withRecentPassword(() => request(contract, input, options)) : request(contract, input, options)

/** What staff ask of the place where bookings are kept. The stores know this and nothing of what stands behind it. */
export interface StaffLedger {
  readSignInStatus: Call<typeof readSignInStatus>
  session: Call<typeof readSession>
  signIn: Call<typeof signIn>
  staySignedIn: Call<typeof staySignedIn>
  checkRecentPassword: Call<typeof checkPasswordConfirmation>
  signOut: Call<typeof signOut>
  today: Call<typeof readToday>
  day: Call<typeof readDay>
  stats: Call<typeof readStats>
  search: Call<typeof searchAll>
  bookings: Call<typeof listBookings>
  booking(id: string): Promise<Outcome<BookingDetail>>
  changeCustomer: CallWithId<typeof booking.changeCustomer>
  confirmBooking: CallWithId<typeof booking.confirmBooking>
  rejectBooking: CallWithId<typeof booking.rejectBooking>
  cancelBooking: CallWithId<typeof booking.cancelBooking>
  previewMove: CallWithId<typeof booking.previewMove>
  moveDates: CallWithId<typeof booking.moveBookingDates>
  recordDifference: CallWithId<typeof booking.recordPriceDifference>
  resendConfirmation: IdempotentCall<typeof booking.resendConfirmation>
  paymentLink: IdempotentCall<typeof booking.requestPaymentLink>
  markArrival: CallWithId<typeof markArrival>
  writeNote: IdempotentCall<typeof booking.addBookingNote>
  quoteWalkIn: Call<typeof quoteWalkIn>
  customers: Call<typeof findCustomers>
  placeWalkIn(order: Input<typeof placeWalkInBooking>, key: string): Promise<Outcome<Output<typeof placeWalkInBooking>>>
  daySheet: Call<typeof readDaySheet>
  /** Address of the table of what a filter finds; `filter` is a query with its `?`, or nothing. */
  bookingsExportUrl(filter: string): string
  waiting: Call<typeof listReviewQueue>
  payments: Call<typeof listPayments>
  /** As `bookingsTable`. */
  paymentsExportUrl(filter: string): string
  payment(paymentId: string): Promise<Outcome<Output<typeof readPayment>>>
  recheckPayment(paymentId: string): Promise<Outcome<Output<typeof recheckPayment>>>
  decidePayment(
    paymentId: string,
    decision: Input<typeof decidePayment>,
  ): Promise<Outcome<Output<typeof decidePayment>>>
  memberships: Call<typeof listMemberships>
  membership(id: string): Promise<Outcome<Output<typeof readMembership>>>
  changeMembership(
    id: string,
    change: Input<typeof changeMembership>,
  ): Promise<Outcome<Output<typeof changeMembership>>>
  messages: Call<typeof listMessages>
  markMessage(id: string, done: boolean): Promise<Outcome<Output<typeof markMessage>>>
  emails: Call<typeof listEmails>
  retryEmail: CallWithId<typeof retryEmail>
  sendTestEmail: Call<typeof sendTestEmail>
  removeSubscriber: Call<typeof removeSubscriber>
  auditEntries: Call<typeof listAuditEntries>
  checkAuditLog: Call<typeof checkAuditLog>
  account: Call<typeof readAccount>
  changeName: Call<typeof changeName>
  changePassword: Call<typeof changePassword>
  endSession(sessionId: string): Promise<Outcome<unknown>>
  endSessions: Call<typeof endSessions>
  startTwoFactor: Call<typeof startTwoFactor>
  confirmTwoFactor: Call<typeof confirmTwoFactor>
  disableTwoFactor: Call<typeof disableTwoFactor>
  renewBackupCodes: Call<typeof regenerateBackupCodes>
  people: Call<typeof listPeople>
  invite: Call<typeof invite>
  changePerson(staffId: string, change: Input<typeof changePerson>): Promise<Outcome<Output<typeof changePerson>>>
  resetTwoFactor(staffId: string): Promise<Outcome<Output<typeof resetTwoFactor>>>
  createPasswordLink(staffId: string): Promise<Outcome<Output<typeof createPasswordLink>>>
  withdrawInvitation(invitationId: string): Promise<Outcome<unknown>>
  invitation: Call<typeof readInvitation>
  join: Call<typeof acceptInvitation>
  prices: Call<typeof readPriceList>
  savePrices: Call<typeof savePrices>
  undoPrices: Call<typeof undoPrices>
  priceHistory: Call<typeof readPriceHistory>
  publishing: Call<typeof readPublishing>
  publish: Call<typeof publish>
  refund: IdempotentCall<typeof requestRefund>
  decideRefund(refundId: string, said: Input<typeof decideRefund>): Promise<Outcome<Output<typeof decideRefund>>>
  /** Address of the table of what a filter of the audit finds, and of all memberships. */
  auditExportUrl(filter: string): string
  membershipsExportUrl: string
  /** Address of a receipt's picture. */
  receiptUrl(receiptId: string): string
  /** Address of the event stream, from an event on. */
  eventsUrl(after: string): string
}

export const staffLedger: StaffLedger = {
  readSignInStatus: (input) => call(readSignInStatus, input),
  session: (input) => call(readSession, input),
  signIn: (input) => call(signIn, input),
  staySignedIn: (input) => call(staySignedIn, input),
  checkRecentPassword: (input) => call(checkPasswordConfirmation, input),
  signOut: (input) => call(signOut, input),
  today: (input) => call(readToday, input),
  day: (input) => call(readDay, input),
  stats: (input) => call(readStats, input),
  search: (input) => call(searchAll, input),
  bookings: (input) => call(listBookings, input),
  booking: (id) => call(booking.readBookingDetail, {}, { params: { id } }),
  changeCustomer: (id, input) => call(booking.changeCustomer, input, { params: { id } }),
  confirmBooking: (id, input) => withRecentPassword(() => call(booking.confirmBooking, input, { params: { id } })),
  rejectBooking: (id, input) => call(booking.rejectBooking, input, { params: { id } }),
  cancelBooking: (id, input) => call(booking.cancelBooking, input, { params: { id } }),
  previewMove: (id, input) => call(booking.previewMove, input, { params: { id } }),
  moveDates: (id, input) => call(booking.moveBookingDates, input, { params: { id } }),
  recordDifference: (id, input) =>
    withRecentPassword(() => call(booking.recordPriceDifference, input, { params: { id } })),
  resendConfirmation: (id, input, idempotencyKey) =>
    call(booking.resendConfirmation, input, { params: { id }, idempotencyKey }),
  paymentLink: (id, input, idempotencyKey) =>
    call(booking.requestPaymentLink, input, { params: { id }, idempotencyKey }),
  markArrival: (id, input) => call(markArrival, input, { params: { id } }),
  writeNote: (id, input, idempotencyKey) => call(booking.addBookingNote, input, { params: { id }, idempotencyKey }),
  quoteWalkIn: (input) => call(quoteWalkIn, input),
  customers: (input) => call(findCustomers, input),
  placeWalkIn: (order, idempotencyKey) => call(placeWalkInBooking, order, { idempotencyKey }),
  daySheet: (input) => call(readDaySheet, input),
  bookingsExportUrl: (filter) => `/api/admin/export/bookings.csv${filter}`,
  waiting: (input) => call(listReviewQueue, input),
  payments: (input) => call(listPayments, input),
  paymentsExportUrl: (filter) => `/api/admin/export/payments.csv${filter}`,
  payment: (id) => call(readPayment, {}, { params: { id } }),
  recheckPayment: (id) => call(recheckPayment, {}, { params: { id } }),
  refund: (id, wanted, idempotencyKey) => call(requestRefund, wanted, { params: { id }, idempotencyKey }),
  decideRefund: (id, said) => call(decideRefund, said, { params: { id } }),
  decidePayment: (id, decision) => call(decidePayment, decision, { params: { id } }),
  memberships: (input) => call(listMemberships, input),
  membership: (id) => call(readMembership, {}, { params: { id } }),
  changeMembership: (id, change) => call(changeMembership, change, { params: { id } }),
  messages: (input) => call(listMessages, input),
  markMessage: (id, done) => call(markMessage, { done }, { params: { id } }),
  emails: (input) => call(listEmails, input),
  retryEmail: (id, input) => call(retryEmail, input, { params: { id } }),
  sendTestEmail: (input) => call(sendTestEmail, input),
  removeSubscriber: (input) => call(removeSubscriber, input),
  auditEntries: (input) => call(listAuditEntries, input),
  checkAuditLog: (input) => call(checkAuditLog, input),
  account: (input) => call(readAccount, input),
  changeName: (input) => call(changeName, input),
  changePassword: (input) => call(changePassword, input),
  endSession: (id) => call(endSession, {}, { params: { id } }),
  endSessions: (input) => call(endSessions, input),
  startTwoFactor: (input) => call(startTwoFactor, input),
  confirmTwoFactor: (input) => call(confirmTwoFactor, input),
  disableTwoFactor: (input) => call(disableTwoFactor, input),
  renewBackupCodes: (input) => call(regenerateBackupCodes, input),
  people: (input) => call(listPeople, input),
  invite: (input) => call(invite, input),
  changePerson: (id, change) => call(changePerson, change, { params: { id } }),
  resetTwoFactor: (id) => call(resetTwoFactor, {}, { params: { id } }),
  createPasswordLink: (id) => call(createPasswordLink, {}, { params: { id } }),
  withdrawInvitation: (id) => call(withdrawInvitation, {}, { params: { id } }),
  invitation: (input) => call(readInvitation, input),
  join: (input) => call(acceptInvitation, input),
  prices: (input) => call(readPriceList, input),
  savePrices: (input) => call(savePrices, input),
  undoPrices: (input) => call(undoPrices, input),
  priceHistory: (input) => call(readPriceHistory, input),
  publishing: (input) => call(readPublishing, input),
  publish: (input) => call(publish, input),
  auditExportUrl: (filter) => `/api/admin/export/audit.csv${filter}`,
  membershipsExportUrl: '/api/admin/export/memberships.csv',
  receiptUrl: (receiptId) => `/api/admin/receipts/${encodeURIComponent(receiptId)}`,
  eventsUrl: (after) => `/api/admin/events?after=${encodeURIComponent(after)}`,
}
