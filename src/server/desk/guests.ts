import type { addGuest as addGuestCall } from '#contract/admin/booking-detail.ts'
import type { Input } from '#contract/endpoint.ts'
import type { App } from '../app.ts'
import { addGuest, removeGuest } from '../bookings/guests.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import type { Staff } from '../staff/sessions.ts'
import { runBookingAction } from './booking-action.ts'

export function addGuestByStaff(app: App, staff: Staff, id: string, input: Input<typeof addGuestCall>, key: string) {
  const request = toIdempotentRequest(key, ['staff add guest', id, input])
  return runBookingAction(app, staff, id, { request }, (db, booking) => addGuest(app, db, booking, input, staff.id))
}

export function removeGuestByStaff(app: App, staff: Staff, id: string, guestId: string, key: string) {
  const request = toIdempotentRequest(key, ['staff remove guest', id, guestId])
  return runBookingAction(app, staff, id, { request }, (db, booking) => removeGuest(app, db, booking, guestId))
}
