import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { Ledger } from '#stores/ledger/index.ts'
import type { Edition, SharedStaffLedger } from './editions.ts'
import { dayPass, granted, newKey, type Order, order } from './orders.ts'
import type { Started } from './payments.ts'

export const DAY = '2026-12-10'

/** Opens an edition for each test of a block; returns it, its ledgers and calls that are expected to succeed. */
export function useEdition(open: (use: (edition: Edition) => void) => void) {
  let edition: Edition
  open((opened) => {
    edition = opened
  })
  const forward = <Target extends object>(target: () => Target) =>
    new Proxy({} as Target, { get: (_, key) => Reflect.get(target(), key) })
  const ledger: Ledger = forward(() => edition.ledger)
  const staff: SharedStaffLedger = forward(() => edition.staff)
  const place = async (changes: Partial<Order> = {}) => granted(await ledger.place(order(changes), newKey()))
  return {
    edition: forward(() => edition),
    ledger,
    staff,
    place,
    start: async (method: string, changes: Partial<Order> = {}) => {
      const booking = await place(changes)
      return { booking, ...granted(await ledger.startPayment(booking, method)) }
    },
    read: async (booking: { bookingId: string; secret: string }) => granted(await ledger.read(booking)),
    /** Pays or cancels at the gateway, and verifies the payment with the parameters of the return URL. */
    complete: async (started: Started, choice: 'pay' | 'cancel' = 'pay') => {
      await edition.arrive(started)
      const parameters = await edition.decide(started, choice)
      return { parameters, ...granted(await ledger.verify(started.paymentId, parameters)) }
    },
    memberships: async () => granted(await staff.memberships({})).items,
    /** Books this many day passes. */
    fill: async (count: number) => {
      for (let at = 0; at < count; at++) granted(await ledger.place(dayPass({ startDate: DAY }), newKey()))
    },
    /** Returns the seats taken on each day of a range. */
    taken: async (location = 'dhobighat-hub', from = DAY, to = from) =>
      granted(await ledger.availability({ location, from, to })).days.map((day) => day.taken),
  }
}

/** Announces the transfer for a month that starts tomorrow. */
export async function announceTransfer(
  ledger: Ledger,
  today: IsoDate,
  firstName = 'Maya',
  locationId = 'dhobighat-hub',
) {
  const booking = granted(
    await ledger.place(
      {
        locationId,
        planId: 'professional',
        startDate: addDays(today, 1),
        addOns: [],
        meetingRoomHours: 0,
        guestPasses: 0,
        contactInfo: { firstName, lastName: 'Gurung', email: 'maya@example.com', phone: '9800000000' },
      },
      newKey(),
    ),
  )
  granted(await ledger.startPayment(booking, 'bank_transfer'))
  return booking
}

/** A membership as the browser edition stores it, under an older name of its location. */
export const membershipRecord = (over: object = {}) => ({
  id: 'm-1',
  customerName: 'Asha Rai',
  email: 'asha@example.com',
  phone: '+9779841234567',
  membershipType: 'professional',
  status: 'active',
  startDate: '2026-12-10',
  endDate: '2027-01-10',
  amount: 800_000,
  billingCycle: 'monthly',
  locationId: 'kausimaa-coworking',
  autoRenew: false,
  createdAt: '2026-12-01T04:15:00.000Z',
  updatedAt: '2026-12-01T04:15:00.000Z',
  ...over,
})
