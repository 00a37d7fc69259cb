import { markArrival } from '#contract/admin/arrivals.ts'
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
  replaceBookingLink,
  requestPaymentLink,
  resendConfirmation,
  sellRoomHours,
} from '#contract/admin/booking-detail.ts'
import { exportBookings, exportMemberships, exportPayments } from '#contract/admin/exports.ts'
import { findCustomers, placeWalkInBooking, quoteWalkIn, readDaySheet } from '#contract/admin/walk-ins.ts'
import { bookingRow, dayPass, placed } from '../../support/orders.ts'
import { paidBooking } from '../../support/payments.ts'
import { movedAtHigherPrice } from '../../support/price-difference.ts'
import { HOUR_PRICE } from '../../support/room-hours.ts'
import { someStaff } from '../../support/staff-accounts.ts'
import { onHeld, type ValidCall, validCall } from './valid-call.ts'

const reason = 'The customer asked for it'

const walkIn = {
  ...dayPass({ locationId: 'kausimaa', startDate: '2026-12-01' }),
  contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
  paid: 'cash',
  totalAmount: 40_000,
}

export const VALID_CALLS: readonly ValidCall[] = [
  onHeld(readBookingDetail),
  onHeld(changeCustomer, {
    body: {
      version: 1,
      contactInfo: { firstName: 'Nisha', lastName: 'Karki', email: 'n@example.com', phone: '', company: '' },
    },
  }),
  onHeld(confirmBooking, { body: { version: 1, method: 'cash', reason } }),
  onHeld(rejectBooking, { body: { version: 1, reason } }),
  onHeld(replaceBookingLink, { body: { version: 1 } }),
  onHeld(requestPaymentLink, { body: { delivery: 'copy' } }),
  validCall(markArrival, async (app) => {
    const { bookingId: id } = await placed(app, dayPass({ startDate: '2026-12-01' }))
    return { id, body: { date: '2026-12-01', arrived: true, expectedArrivedAt: null } }
  }),
  onHeld(cancelBooking, { body: { version: 1, reason } }),
  onHeld(previewMove, { query: { startDate: '2026-12-20' } }),
  onHeld(moveBookingDates, { body: { version: 1, startDate: '2026-12-20' } }),
  validCall(recordPriceDifference, async (app) => {
    const { bookingId: id } = await movedAtHigherPrice(app, await someStaff(app))
    return { id, body: { version: 3, method: 'cash', reason } }
  }),
  validCall(sellRoomHours, async (app) => {
    const { bookingId: id } = await paidBooking(app)
    const { version } = await bookingRow(app, id)
    return { id, body: { version, method: 'cash', reason, hours: 1, expectedAmount: HOUR_PRICE } }
  }),
  onHeld(addBookingNote, { body: { body: 'Comes at noon' } }),
  validCall(resendConfirmation, async (app) => ({ id: (await paidBooking(app)).bookingId, body: {} })),
  validCall(placeWalkInBooking, { body: walkIn }),
  onHeld(quoteWalkIn, { query: { locationId: 'kausimaa', planId: 'explorer', startDate: '2026-12-10' } }),
  onHeld(findCustomers, { query: { q: 'aarati' } }),
  onHeld(readDaySheet, { query: { location: 'kausimaa', date: '2026-12-10' } }),
  onHeld(exportBookings),
  onHeld(exportMemberships),
  onHeld(exportPayments),
]
