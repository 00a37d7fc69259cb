import { addDays, type IsoDate } from '#domain/calendar.ts'
import type { Ledger } from '#stores/ledger/ledger.ts'
import { dayPass, granted, newKey, type Order, order } from './orders.ts'

/** The day from which the orders of tests run. */
export const DAY = '2026-12-10'

/** A visitor at the ledger of the running test, whom nothing stands against. */
export const visitorOf = (ledger: () => Ledger) => {
  const place = async (changes: Partial<Order> = {}) => granted(await ledger().place(order(changes), newKey()))
  return {
    place,
    begin: async (method: string, changes: Partial<Order> = {}) => {
      const booking = await place(changes)
      return { booking, ...granted(await ledger().startPayment(booking, method)) }
    },
    read: async (booking: { bookingId: string; secret: string }) => granted(await ledger().read(booking)),
    /** Day passes of so many people. */
    fill: async (count: number) => {
      for (let at = 0; at < count; at++) granted(await ledger().place(dayPass({ startDate: DAY }), newKey()))
    },
    /** Seats taken on each day of a range. */
    taken: async (location = 'dhobighat-hub', from = DAY, to = from) =>
      granted(await ledger().availability({ location, from, to })).days.map((day) => day.taken),
  }
}

/** A month from tomorrow on, announced as a transfer: what staff find first. */
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
