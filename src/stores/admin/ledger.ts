import * as account from '#contract/admin/account.ts'
import * as accounts from '#contract/admin/accounts.ts'
import { markArrival } from '#contract/admin/arrivals.ts'
import { checkAuditLog, listAuditEntries } from '#contract/admin/audit.ts'
import * as bills from '#contract/admin/bills.ts'
import * as booking from '#contract/admin/booking-detail.ts'
import { listBookings } from '#contract/admin/bookings.ts'
import { changeSeats, createBlock, readCapacity, removeBlock } from '#contract/admin/capacity.ts'
import { markClosureBooking, readClosureList, saveClosures } from '#contract/admin/closures.ts'
import { listEmails, retryEmail, sendTestEmail } from '#contract/admin/emails.ts'
import { workbookExport } from '#contract/admin/exports.ts'
import { saveHandover } from '#contract/admin/handover.ts'
import { acceptInvitation, readInvitation } from '#contract/admin/invitations.ts'
import { previewMailing, sendMailing, undoMailing } from '#contract/admin/mailings.ts'
import { changeMembership, listMemberships, readMembership } from '#contract/admin/memberships.ts'
import { listMessages, markMessage, removeSubscriber } from '#contract/admin/messages.ts'
import {
  decidePayment,
  listPayments,
  listReviewQueue,
  readPayment,
  recheckPayment,
  reconcilePayment,
} from '#contract/admin/payments.ts'
import * as people from '#contract/admin/people.ts'
import { readPriceHistory, readPriceList, savePrices, undoPrices } from '#contract/admin/prices.ts'
import { publish, readPublishing } from '#contract/admin/publishing.ts'
import { decideRefund, payOutRefund, readRefundAccount, requestRefund } from '#contract/admin/refunds.ts'
import {
  findRoomBookings,
  moveRoomReservation,
  readRooms,
  releaseRoomBlock,
  releaseRoomReservation,
  reserveRoom,
} from '#contract/admin/rooms.ts'
import { searchAll } from '#contract/admin/search.ts'
import * as session from '#contract/admin/session.ts'
import { readStats } from '#contract/admin/stats.ts'
import { approveCashUp, readCashUps, saveCashUp } from '#contract/admin/till.ts'
import { readDay, readToday } from '#contract/admin/today.ts'
import * as tours from '#contract/admin/tours.ts'
import { listWaiting, removeWaiting } from '#contract/admin/waiting.ts'
import { findCustomers, placeWalkInBooking, quoteWalkIn, readDaySheet } from '#contract/admin/walk-ins.ts'
import { type Endpoint, type Input, staffEndpoint } from '#contract/endpoint.ts'
import { listTourSlots } from '#contract/tours.ts'
import { call as request } from '../api.ts'
import { withRecentPassword } from './session/password-confirmation.ts'

/** Prompts for the password where the server requires a recent one. */
const call: typeof request = (contract, input, options) => withRecentPassword(() => request(contract, input, options))

// @__NO_SIDE_EFFECTS__
const bind =
  <Contract extends Endpoint>(contract: Contract) =>
  (input: Input<Contract>) =>
    call(contract, input)

// @__NO_SIDE_EFFECTS__
const bindId =
  <Contract extends Endpoint>(contract: Contract) =>
  (id: string, input: Input<Contract>) =>
    call(contract, input, { params: { id } })

// @__NO_SIDE_EFFECTS__
const bindIdempotent =
  <Contract extends Endpoint>(contract: Contract) =>
  (id: string, input: Input<Contract>, idempotencyKey: string) =>
    call(contract, input, { params: { id }, idempotencyKey })

/** `table` is the file name without its type. */
function getTableUrl(table: string, type: 'csv' | 'xlsx', query: Record<string, string>): `/api/${string}` {
  const search = String(new URLSearchParams(query))
  return `/api/admin/export/${table}.${type}${search && `?${search}`}`
}

/** The staff API as the stores use it. */
export const staffLedger = {
  readSignInStatus: bind(session.readSignInStatus),
  session: bind(session.readSession),
  signIn: bind(session.signIn),
  staySignedIn: bind(session.staySignedIn),
  checkRecentPassword: bind(session.checkPasswordConfirmation),
  signOut: bind(session.signOut),
  today: bind(readToday),
  day: bind(readDay),
  stats: bind(readStats),
  search: bind(searchAll),
  bookings: bind(listBookings),
  booking: (id: string) => call(booking.readBookingDetail, {}, { params: { id } }),
  changeCustomer: bindId(booking.changeCustomer),
  confirmBooking: bindId(booking.confirmBooking),
  rejectBooking: bindId(booking.rejectBooking),
  cancelBooking: bindId(booking.cancelBooking),
  previewMove: bindId(booking.previewMove),
  moveDates: bindId(booking.moveBookingDates),
  recordDifference: bindId(booking.recordPriceDifference),
  sellHours: bindId(booking.sellRoomHours),
  resendConfirmation: bindIdempotent(booking.resendConfirmation),
  paymentLink: bindIdempotent(booking.requestPaymentLink),
  replaceLink: bindIdempotent(booking.replaceBookingLink),
  markArrival: bindId(markArrival),
  addNote: bindIdempotent(booking.addBookingNote),
  namePeople: bindIdempotent(booking.namePeople),
  addGuest: bindIdempotent(booking.addGuest),
  removeGuest: (id: string, child: string, idempotencyKey: string) =>
    call(booking.removeGuest, {}, { params: { id, child }, idempotencyKey }),
  quoteWalkIn: bind(quoteWalkIn),
  customers: bind(findCustomers),
  placeWalkIn: (order: Input<typeof placeWalkInBooking>, idempotencyKey: string) =>
    call(placeWalkInBooking, order, { idempotencyKey }),
  daySheet: bind(readDaySheet),
  previewMailing: bind(previewMailing),
  sendMailing: (mailing: Input<typeof sendMailing>, idempotencyKey: string) =>
    call(sendMailing, mailing, { idempotencyKey }),
  undoMailing: (id: string) => call(undoMailing, {}, { params: { id } }),
  tours: bind(tours.listTours),
  tour: (id: string) => call(tours.readTourByStaff, {}, { params: { id } }),
  tourSlots: bind(listTourSlots),
  moveTour: bindId(tours.moveTourByStaff),
  cancelTour: bindId(tours.cancelTourByStaff),
  replaceTourLink: bindIdempotent(tours.replaceTourLink),
  recordTourOutcome: bindId(tours.recordTourOutcome),
  waiting: bind(listWaiting),
  removeWaiting: (id: string) => call(removeWaiting, {}, { params: { id } }),
  rooms: bind(readRooms),
  roomBookings: bind(findRoomBookings),
  reserveRoom: (reservation: Input<typeof reserveRoom>, idempotencyKey: string) =>
    call(reserveRoom, reservation, { idempotencyKey }),
  moveRoomReservation: bindId(moveRoomReservation),
  releaseRoomBlock: bindId(releaseRoomBlock),
  releaseRoomReservation: (id: string) => call(releaseRoomReservation, {}, { params: { id } }),
  /** `filter` is a query with its `?`, or empty. */
  bookingsExportUrl: (filter: string) => `/api/admin/export/bookings.csv${filter}`,
  reviewQueue: bind(listReviewQueue),
  payments: bind(listPayments),
  paymentsExportUrl: (filter: string) => `/api/admin/export/payments.csv${filter}`,
  payment: (id: string) => call(readPayment, {}, { params: { id } }),
  recheckPayment: (id: string) => call(recheckPayment, {}, { params: { id } }),
  reconcilePayment: bindId(reconcilePayment),
  refund: bindIdempotent(requestRefund),
  decideRefund: bindId(decideRefund),
  payOutRefund: bindId(payOutRefund),
  refundAccount: (bookingId: string) => call(readRefundAccount, {}, { params: { id: bookingId } }),
  decidePayment: bindId(decidePayment),
  bills: bind(bills.listBills),
  bill: (id: string) => call(bills.readBill, {}, { params: { id } }),
  copyBill: bindIdempotent(bills.copyBill),
  correctBill: bindIdempotent(bills.correctBill),
  /** `copy` is the number of a counted copy. */
  billFile: (id: string, copy: number) =>
    call(bills.downloadBill, { copy: String(copy) }, { params: { id }, as: 'bytes' }),
  billsOfDay: (day: Input<typeof bills.printBillsOfDay>) => call(bills.printBillsOfDay, day, { as: 'bytes' }),
  billSettings: bind(bills.readBillSettings),
  confirmTaxInvoices: bind(bills.confirmTaxInvoices),
  saveHandover: bind(saveHandover),
  cashUps: bind(readCashUps),
  saveCashUp: bind(saveCashUp),
  approveCashUp: bind(approveCashUp),
  memberships: bind(listMemberships),
  membership: (id: string) => call(readMembership, {}, { params: { id } }),
  changeMembership: bindId(changeMembership),
  messages: bind(listMessages),
  markMessage: (id: string, done: boolean) => call(markMessage, { done }, { params: { id } }),
  emails: bind(listEmails),
  retryEmail: bindId(retryEmail),
  sendTestEmail: bind(sendTestEmail),
  removeSubscriber: bind(removeSubscriber),
  auditEntries: bind(listAuditEntries),
  checkAuditLog: bind(checkAuditLog),
  account: bind(account.readAccount),
  changeName: bind(account.changeName),
  changePassword: bind(account.changePassword),
  endSession: (id: string) => call(account.endSession, {}, { params: { id } }),
  endSessions: bind(account.endSessions),
  startTwoFactor: bind(account.startTwoFactor),
  confirmTwoFactor: bind(account.confirmTwoFactor),
  disableTwoFactor: bind(account.disableTwoFactor),
  regenerateBackupCodes: bind(account.regenerateBackupCodes),
  people: bind(people.listPeople),
  invite: bind(people.invite),
  changePerson: bindId(people.changePerson),
  resetTwoFactor: (id: string) => call(people.resetTwoFactor, {}, { params: { id } }),
  createPasswordLink: (id: string) => call(people.createPasswordLink, {}, { params: { id } }),
  withdrawInvitation: (id: string) => call(people.withdrawInvitation, {}, { params: { id } }),
  invitation: bind(readInvitation),
  join: bind(acceptInvitation),
  prices: bind(readPriceList),
  savePrices: bind(savePrices),
  undoPrices: bind(undoPrices),
  priceHistory: bind(readPriceHistory),
  closures: bind(readClosureList),
  saveClosures: bind(saveClosures),
  markClosureBooking: bindId(markClosureBooking),
  capacity: bind(readCapacity),
  changeSeats: bind(changeSeats),
  createBlock: (block: Input<typeof createBlock>, idempotencyKey: string) =>
    call(createBlock, block, { idempotencyKey }),
  removeBlock: (id: string) => call(removeBlock, {}, { params: { id } }),
  accounts: bind(accounts.readAccounts),
  monthArchives: bind(accounts.listMonthArchives),
  startMonthArchive: bind(accounts.startMonthArchive),
  cancelMonthArchive: (id: string) => call(accounts.cancelMonthArchive, {}, { params: { id } }),
  monthArchiveUrl: (id: string) => `/api/admin/months/${encodeURIComponent(id)}/file`,
  tableUrl: (table: string, query: Record<string, string>) => getTableUrl(table, 'csv', query),
  workbook: (table: string, query: Record<string, string>) =>
    call(staffEndpoint({ ...workbookExport, path: getTableUrl(table, 'xlsx', query) }), {}, { as: 'bytes' }),
  publishing: bind(readPublishing),
  publish: bind(publish),
  auditExportUrl: (filter: string) => `/api/admin/export/audit.csv${filter}`,
  membershipsExportUrl: '/api/admin/export/memberships.csv',
  receiptUrl: (receiptId: string) => `/api/admin/receipts/${encodeURIComponent(receiptId)}`,
  eventsUrl: (after: string) => `/api/admin/events?after=${encodeURIComponent(after)}`,
}

export type StaffLedger = typeof staffLedger
