import type { Input } from '#contract/endpoint.ts'
import type { changePeople } from '#contract/own-people.ts'
import type { App } from '../app.ts'
import { replacePeople } from '../bookings/people.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

export const changeOwnPeople = (app: App, own: OwnBooking, { people }: Input<typeof changePeople>, key: string) =>
  runCustomerAction(app, own, toIdempotentRequest(key, ['people', own.id, people]), (db, booking) =>
    replacePeople(app, db, booking, people),
  )
