import type { findRoomBookings } from '#contract/admin/rooms.ts'
import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { MAX_PAGE_SIZE } from '#contract/paging.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import { readBookingList } from '../bookings/list.ts'
import { readMinutesOn } from '../rooms/balances.ts'
import type { Staff } from '../staff/sessions.ts'

const MAX_SHOWN = 6

/** The latest bookings that match, first those with minutes left: most bookings of a busy day have none. */
export async function findBookingsForRoom(
  app: App,
  staff: Pick<Staff, 'workplaces'>,
  { location, date, q }: Input<typeof findRoomBookings>,
): Result<typeof findRoomBookings> {
  const day = parseIsoDate(date)
  if (!day) return fail('invalid', { fields: { date: INVALID_DATE } })
  const filter = { q, state: 'confirmed', location, dates: 'covered', from: day, to: day } as const
  const list = await readBookingList(app, { ...filter, limit: String(MAX_PAGE_SIZE) }, staff)
  if (!list.ok) return list
  const minutes = await readMinutesOn(
    app.db.read,
    list.value.items.map(({ bookingId }) => bookingId),
    day,
  )
  const bookings = list.value.items.map(({ bookingId, customerName, planName }) => ({
    bookingId,
    customerName,
    planName,
    minutes: minutes.get(bookingId) ?? 0,
  }))
  return succeed({
    bookings: bookings
      .toSorted((one, other) => Number(one.minutes === 0) - Number(other.minutes === 0))
      .slice(0, MAX_SHOWN),
  })
}
