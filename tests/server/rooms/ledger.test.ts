import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { IsoDate } from '#domain/calendar.ts'
import { readBooking } from '#server/bookings/placement.ts'
import { MINUTE, useApp } from '../../support/app.ts'
import { granted, order, type Placed } from '../../support/orders.ts'
import { codeOf } from '../../support/outcomes.ts'
import { paidBooking } from '../../support/payments.ts'
import { cancelRoom, findRoomMistakes, ROOMS, type RoomInput, reserve, WALNUT, WINDOW } from '../../support/rooms.ts'

const app = useApp('sqlite')

const toTime = (slot: number) => `${String(slot >> 1).padStart(2, '0')}:${slot % 2 ? '30' : '00'}`

/** Reserves at a place of a random order, or cancels one of the active reservations. */
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      booking: fc.nat(2),
      roomId: fc.constantFrom(WALNUT.id, WINDOW.id),
      day: fc.constantFrom('2026-12-10', '2026-12-11'),
      first: fc.integer({ min: 16, max: 24 }),
      slots: fc.integer({ min: 1, max: 8 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ booking: fc.nat(2), cancelled: fc.nat(20) }) },
)

interface Reserved {
  room: string
  day: string
  slots: number[]
  buffer: number
}

test('the ledger of rooms equals the slots in use in any order of reservations', { tags: 'long' }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      await app.empty()
      app.rooms = ROOMS
      const bookings: Placed[] = []
      for (const meetingRoomHours of [0, 1, 4]) bookings.push(await paidBooking(app, order({ meetingRoomHours })))
      const limits = [480, 540, 720]
      const active: Map<string, Reserved>[] = [new Map(), new Map(), new Map()]
      for (const taken of steps) {
        // A customer may act sixty times an hour.
        app.clock.advance(MINUTE)
        const { bookingId, secret } = bookings[taken.booking] as Placed
        const own = active[taken.booking] as Map<string, Reserved>
        if ('cancelled' in taken) {
          const id = [...own.keys()][taken.cancelled % Math.max(1, own.size)]
          if (id === undefined) continue
          granted(await cancelRoom(app, { bookingId, secret }, id))
          own.delete(id)
          continue
        }
        const wanted = toReserved(taken)
        const input = { roomId: taken.roomId, date: taken.day as IsoDate, ...toInput(taken) }
        const outcome = await reserve(app, { bookingId, secret }, input)
        const isFree = active.every((list) => [...list.values()].every((reserved) => !overlaps(reserved, wanted)))
        const used = [...own.values()].reduce((sum, { slots }) => sum + 30 * slots.length, 0)
        const fits = used + 30 * wanted.slots.length <= (limits[taken.booking] ?? 0)
        expect(codeOf(outcome)).toBe(isFree ? (fits ? 'ok' : 'invalid') : 'sold_out')
        if (!outcome.ok) continue
        const added = outcome.value.rooms?.list.find(({ reservationId }) => !own.has(reservationId))
        own.set(added?.reservationId ?? '', wanted)
      }
      expect(await findRoomMistakes(app)).toEqual([])
      for (const [index, { bookingId, secret }] of bookings.entries()) {
        const { rooms } = granted(await readBooking(app, bookingId, secret))
        const used = [...(active[index]?.values() ?? [])].reduce((sum, { slots }) => sum + 30 * slots.length, 0)
        const left = (rooms?.balance.included[0]?.left ?? 0) + (rooms?.balance.bought ?? 0)
        expect(left).toBe((limits[index] ?? 0) - used)
      }
    }),
    { numRuns: 8 },
  )
})

const toInput = ({ first, slots }: { first: number; slots: number }): Pick<RoomInput, 'start' | 'end'> => ({
  start: toTime(first),
  end: toTime(first + slots),
})

const toReserved = ({
  roomId,
  day,
  first,
  slots,
}: {
  roomId: string
  day: string
  first: number
  slots: number
}): Reserved => ({
  room: roomId,
  day,
  slots: Array.from({ length: slots }, (_, index) => first + index),
  buffer: roomId === WALNUT.id ? 1 : 0,
})

/** Whether one starts before the other and its buffer have ended. */
function overlaps(one: Reserved, other: Reserved): boolean {
  if (one.room !== other.room || one.day !== other.day) return false
  const start = ({ slots }: Reserved) => slots[0] ?? 0
  const end = ({ slots, buffer }: Reserved) => start({ slots } as Reserved) + slots.length + buffer
  return start(one) < end(other) && start(other) < end(one)
}
