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
