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
  requestPaymentLink,
  resendConfirmation,
} from '#contract/admin/booking-detail.ts'
import { exportBookings, exportMemberships, exportPayments } from '#contract/admin/exports.ts'
import { findCustomers, placeWalkInBooking, quoteWalkIn, readDaySheet } from '#contract/admin/walk-ins.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { paisa } from '#domain/money.ts'
import { settle } from '#server/payments/settlement.ts'
import { owner, someStaff } from '../../support/desk.ts'
import { dearer } from '../../support/difference.ts'
import { dayPass, newKey, placed } from '../../support/orders.ts'
import { started } from '../../support/payments.ts'
import type { Sent } from '../../support/requests.ts'
import type { Good } from './good.ts'

const reason = 'The customer asked for it'

export const GOOD: readonly Good[] = [
  onHeld(readBookingDetail, {}),
  onHeld(changeCustomer, {
    body: {
      version: 1,
      contactInfo: { firstName: 'Nisha', lastName: 'Karki', email: 'n@example.com', phone: '', company: '' },
    },
  }),
  onHeld(confirmBooking, { body: { version: 1, method: 'cash', reason } }),
  onHeld(rejectBooking, { body: { version: 1, reason } }),
  keyed(onHeld(requestPaymentLink, { body: { by: 'copy' } })),
  [
    markArrival,
    async (app) => {
      const { bookingId: id } = await placed(app, dayPass({ startDate: '2026-12-01' }))
      return { id, body: { date: '2026-12-01', here: true, seen: null }, ...(await owner(app)).sent }
    },
  ],
  onHeld(cancelBooking, { body: { version: 1, reason } }),
  onHeld(previewMove, { query: { startDate: '2026-12-20' } }),
  onHeld(moveBookingDates, { body: { version: 1, startDate: '2026-12-20' } }),
  [
    recordPriceDifference,
    async (app) => {
      const { sent } = await owner(app)
      const { bookingId: id } = await dearer(app, await someStaff(app))
      return { id, body: { version: 3, method: 'cash', reason }, ...sent }
    },
  ],
  keyed(onHeld(addBookingNote, { body: { body: 'Comes at noon' } })),
  keyed([
    resendConfirmation,
    async (app) => {
      const { bookingId: id, paymentId, amount } = await started(app)
      await settle(app, paymentId, { kind: 'paid', amount: paisa(amount), providerReference: 'R' }, 'lookup')
      return { id, body: {}, ...(await owner(app)).sent }
    },
  ]),
  keyed([placeWalkInBooking, async (app) => ({ body: walkIn, ...(await owner(app)).sent })]),
  signedIn(quoteWalkIn, { locationId: 'kausimaa', planId: 'explorer', startDate: '2026-12-10' }),
  signedIn(findCustomers, { q: 'aarati' }),
  signedIn(readDaySheet, { location: 'kausimaa', date: '2026-12-10' }),
  signedIn(exportBookings, {}),
  signedIn(exportMemberships, {}),
  signedIn(exportPayments, {}),
]

const walkIn = {
  locationId: 'kausimaa',
  planId: 'explorer',
  startDate: '2026-12-01',
  addOns: [],
  meetingRoomHours: 0,
  guestPasses: 0,
  contactInfo: { firstName: 'Nisha', lastName: '', email: '', phone: '9841234567' },
  paid: 'cash',
  totalAmount: 40_000,
}

function keyed([contract, make]: Good): Good {
  return [
    contract,
    async (app) => {
      const { headers, ...sent } = await make(app)
      return { ...sent, headers: { ...headers, 'idempotency-key': newKey() } }
    },
  ]
}

function onHeld(contract: Endpoint, sent: Sent): Good {
  return [
    contract,
    async (app) => {
      const { bookingId: id } = await placed(app)
      return { id, ...sent, ...(await owner(app)).sent }
    },
  ]
}

function signedIn(contract: Endpoint, query: Record<string, string>): Good {
  return [
    contract,
    async (app) => {
      await placed(app)
      return { query, ...(await owner(app)).sent }
    },
  ]
}
