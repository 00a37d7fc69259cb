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
} from './admin/account.ts'
import { markArrival } from './admin/arrivals.ts'
import { checkAuditLog, listAuditEntries } from './admin/audit.ts'
import {
  addBookingNote,
  cancelBooking,
  changeCustomer,
  confirmBooking,
  moveBookingDates,
  previewMove,
  readBookingDetail,
  recordPriceDifference,
  rejectBooking,
  requestPaymentLink,
  resendConfirmation,
} from './admin/booking-detail.ts'
import { listBookings } from './admin/bookings.ts'
import { listEmails, retryEmail, sendTestEmail } from './admin/emails.ts'
import { streamEvents } from './admin/events.ts'
import { exportAuditLog, exportBookings, exportMemberships, exportPayments } from './admin/exports.ts'
import { acceptInvitation, readInvitation } from './admin/invitations.ts'
import { changeMembership, listMemberships, readMembership } from './admin/memberships.ts'
import { listMessages, markMessage } from './admin/messages.ts'
import { removeSubscriber } from './admin/newsletter.ts'
import { decidePayment, listPayments, listReviewQueue, readPayment, recheckPayment } from './admin/payments.ts'
import {
  changePerson,
  createPasswordLink,
  invite,
  listPeople,
  resetTwoFactor,
  withdrawInvitation,
} from './admin/people.ts'
import { readPriceHistory, readPriceList, savePrices, undoPrices } from './admin/prices.ts'
import { publish, readPublishing } from './admin/publishing.ts'
import { downloadReceiptImage } from './admin/receipts.ts'
import { decideRefund, listRefunds, requestRefund } from './admin/refunds.ts'
import { searchAll } from './admin/search.ts'
import {
  checkPasswordConfirmation,
  confirmCurrentPassword,
  readSession,
  readSignInStatus,
  signIn,
  signOut,
  staySignedIn,
} from './admin/session.ts'
import { readStats } from './admin/stats.ts'
import { readDay, readToday } from './admin/today.ts'
import { findCustomers, placeWalkInBooking, quoteWalkIn, readDaySheet } from './admin/walk-ins.ts'
import { readAvailability } from './availability.ts'
import { confirmEmail, extendHold, placeBooking, readBooking, requestEmailConfirmation } from './bookings.ts'
import { createPaymentIntent, receiveStripeWebhook } from './card.ts'
import { sendChatMessage } from './chat.ts'
import { sendContactMessage } from './contact.ts'
import type { Endpoint } from './endpoint.ts'
import { readHealth, readReady } from './health.ts'
import { verifyKhalti } from './khalti.ts'
import { subscribe } from './newsletter.ts'
import { startPayment, verifyPayment } from './payments.ts'
import { readPrices, readShownPrices } from './prices.ts'
import { reportReceiptReading, sendReceipt } from './receipts.ts'
import { readSite } from './site.ts'

/** Every call of the API. Tests walk this list, so that a new one cannot be forgotten. */
export const ENDPOINTS: readonly Endpoint[] = [
  readHealth,
  readReady,
  readPrices,
  readShownPrices,
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
  reportReceiptReading,
  createPaymentIntent,
  receiveStripeWebhook,
  sendContactMessage,
  subscribe,
  sendChatMessage,
  signIn,
  readSignInStatus,
  readSession,
  staySignedIn,
  signOut,
  checkPasswordConfirmation,
  confirmCurrentPassword,
  readAccount,
  changeName,
  changePassword,
  endSession,
  endSessions,
  startTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  regenerateBackupCodes,
  listPeople,
  invite,
  changePerson,
  resetTwoFactor,
  createPasswordLink,
  withdrawInvitation,
  readInvitation,
  acceptInvitation,
  readToday,
  readDay,
  readStats,
  searchAll,
  listBookings,
  placeWalkInBooking,
  readBookingDetail,
  changeCustomer,
  markArrival,
  requestPaymentLink,
  confirmBooking,
  rejectBooking,
  cancelBooking,
  previewMove,
  moveBookingDates,
  recordPriceDifference,
  resendConfirmation,
  addBookingNote,
  quoteWalkIn,
  findCustomers,
  readDaySheet,
  exportBookings,
  exportMemberships,
  exportPayments,
  listReviewQueue,
  listPayments,
  readPayment,
  recheckPayment,
  exportAuditLog,
  listRefunds,
  requestRefund,
  decideRefund,
  decidePayment,
  downloadReceiptImage,
  streamEvents,
  listMemberships,
  readMembership,
  changeMembership,
  listMessages,
  markMessage,
  listEmails,
  retryEmail,
  sendTestEmail,
  removeSubscriber,
  listAuditEntries,
  checkAuditLog,
  readPriceList,
  savePrices,
  undoPrices,
  readPriceHistory,
  readPublishing,
  publish,
]
