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
} from './admin/account.ts'
import { markArrival } from './admin/arrivals.ts'
import { checkDeeds, listDeeds } from './admin/audit.ts'
import {
  cancelBooking,
  changeCustomer,
  confirmBooking,
  givePaymentLink,
  moveDates,
  previewMove,
  readBookingDetail,
  rejectBooking,
  resendConfirmation,
  takeDifference,
  writeNote,
} from './admin/booking.ts'
import { listBookings } from './admin/bookings.ts'
import { findCustomers, placeAtDesk, quoteAtDesk, readDaySheet } from './admin/desk.ts'
import { streamEvents } from './admin/events.ts'
import { exportBookings, exportDeeds, exportMemberships, exportPayments } from './admin/exports.ts'
import { join, readInvitation } from './admin/join.ts'
import { listMails, retryMail, sendTestMail } from './admin/mails.ts'
import { changeMembership, listMemberships, readMembership } from './admin/memberships.ts'
import { listMessages, markMessage } from './admin/messages.ts'
import { removeSubscriber } from './admin/newsletter.ts'
import { askAgain, decidePayment, listPayments, listWaiting, readPayment } from './admin/payments.ts'
import { changePerson, invite, linkPassword, listPeople, resetTwoFactor, withdrawInvitation } from './admin/people.ts'
import { readPriceHistory, readPriceList, savePrices, undoPrices } from './admin/prices.ts'
import { publish, readPublishing } from './admin/publishing.ts'
import { openReceipt } from './admin/receipts.ts'
import { decideRefund, listRefunds, makeRefund } from './admin/refunds.ts'
import { searchAll } from './admin/search.ts'
import { checkProof, provePassword, readDoor, readSession, signIn, signOut, staySignedIn } from './admin/session.ts'
import { readStats } from './admin/stats.ts'
import { readDay, readToday } from './admin/today.ts'
import { readAvailability } from './availability.ts'
import { confirmEmail, extendHold, placeBooking, readBooking, requestEmailConfirmation } from './bookings.ts'
import { createPaymentIntent, takeStripeNotice } from './card.ts'
import { askAssistant } from './chat.ts'
import { sendMessage } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import { readHealth, readReady } from './health.ts'
import { verifyKhalti } from './khalti.ts'
import { subscribe } from './newsletter.ts'
import { startPayment, verifyPayment } from './payments.ts'
import { readFigures, readPrices } from './prices.ts'
import { sendReceipt, tellReading } from './receipts.ts'
import { readSite } from './site.ts'

/** Every call of the API. Tests walk this list, so that a new one cannot be forgotten. */
export const ENDPOINTS: readonly Endpoint[] = [
  readHealth,
  readReady,
  readPrices,
  readFigures,
  readAvailability,
  readSite,
  placeBooking,
  readBooking,
  extendHold,
  requestEmailConfirmation,
  confirmEmail,
  startPayment,
  verifyPayment,
  verifyKhalti,
  sendReceipt,
  tellReading,
  createPaymentIntent,
  takeStripeNotice,
  sendMessage,
  subscribe,
  askAssistant,
  signIn,
  readDoor,
  readSession,
  staySignedIn,
  signOut,
  checkProof,
  provePassword,
  readAccount,
  changeName,
  changePassword,
  endSession,
  endSessions,
  beginTwoFactor,
  confirmTwoFactor,
  endTwoFactor,
  renewBackupCodes,
  listPeople,
  invite,
  changePerson,
  resetTwoFactor,
  linkPassword,
  withdrawInvitation,
  readInvitation,
  join,
  readToday,
  readDay,
  readStats,
  searchAll,
  listBookings,
  placeAtDesk,
  readBookingDetail,
  changeCustomer,
  markArrival,
  givePaymentLink,
  confirmBooking,
  rejectBooking,
  cancelBooking,
  previewMove,
  moveDates,
  takeDifference,
  resendConfirmation,
  writeNote,
  quoteAtDesk,
  findCustomers,
  readDaySheet,
  exportBookings,
  exportMemberships,
  exportPayments,
  listWaiting,
  listPayments,
  readPayment,
  askAgain,
  exportDeeds,
  listRefunds,
  makeRefund,
  decideRefund,
  decidePayment,
  openReceipt,
  streamEvents,
  listMemberships,
  readMembership,
  changeMembership,
  listMessages,
  markMessage,
  listMails,
  retryMail,
  sendTestMail,
  removeSubscriber,
  listDeeds,
  checkDeeds,
  readPriceList,
  savePrices,
  undoPrices,
  readPriceHistory,
  readPublishing,
  publish,
]
