import type { Input } from '#contract/endpoint.ts'
import type { addOwnGuest as addOwnGuestCall } from '#contract/guests.ts'
import type { App } from '../app.ts'
import { addGuest, removeGuest } from '../bookings/guests.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export const addOwnGuest = (app: App, own: OwnBooking, input: Input<typeof addOwnGuestCall>, key: string) =>
  runCustomerAction(app, own, toIdempotentRequest(key, ['add guest', own.id, input]), (db, booking) =>
    addGuest(app, db, booking, input, null),
  )

export const removeOwnGuest = (app: App, own: OwnBooking, guestId: string, key: string) =>
  runCustomerAction(app, own, toIdempotentRequest(key, ['remove guest', own.id, guestId]), (db, booking) =>
    removeGuest(app, db, booking, guestId),
  )
