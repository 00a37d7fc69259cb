import type { namePeople } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import { replacePeople } from '../bookings/people.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

export function namePeopleByStaff(
  app: App,
  staff: Staff,
  id: string,
  { people }: Input<typeof namePeople>,
  key: string,
) {
  const request = toIdempotentRequest(key, ['staff people', id, people])
  return runBookingAction(app, staff, id, { request }, (db, booking) => replacePeople(app, db, booking, people))
}
