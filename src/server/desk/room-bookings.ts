import type { findRoomBookings } from '#contract/admin/rooms.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import { INVALID_DATE } from '#contract/validation-messages.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import type { App, Result } from '../app.ts'
import { getCustomerName } from '../bookings/booking.ts'
import { readBookingList } from '../bookings/list.ts'
import { readMinutesOn } from '../rooms/balances.ts'
import type { Staff } from '../staff/sessions.ts'

const MAX_FOUND = 6

/** The latest bookings that match; those without minutes come last. */
export async function findBookingsForRoom(
  app: App,
  staff: Pick<Staff, 'workplaces'>,
  { location, date, q }: Input<typeof findRoomBookings>,
): Result<typeof findRoomBookings> {
  const day = parseIsoDate(date)
  if (!day) return fail('invalid', { fields: { date: INVALID_DATE } })
  const filter = { q, state: 'confirmed', location, dates: 'covered', from: day, to: day } as const
  const list = await readBookingList(app, { ...filter, limit: String(MAX_FOUND) }, staff)
  if (!list.ok) return list
  const bookings: Output<typeof findRoomBookings>['bookings'] = []
  for (const { bookingId } of list.value.items) {
    const booking = await app.db.read
      .selectFrom('bookings')
      .selectAll()
      .where('id', '=', bookingId)
      .executeTakeFirstOrThrow()
    bookings.push({
      bookingId,
      customerName: getCustomerName(booking),
      planName: booking.plan_name,
      minutes: await readMinutesOn(app.db.read, booking, day),
    })
  }
  return succeed({
    bookings: bookings.toSorted((one, other) => Number(one.minutes === 0) - Number(other.minutes === 0)),
  })
}
