import type { Input } from '#contract/endpoint.ts'
import { fail, succeed } from '#contract/failure.ts'
import type { changePeople } from '#contract/own-people.ts'
import { formatMaxPeople, getPeopleMessages } from '#contract/validation-messages.ts'
import { kathmanduDate } from '#domain/calendar.ts'
import { toSingleLine } from '#domain/contact.ts'
import { isCustomerActionAllowed } from '#domain/customer-actions.ts'
import { findPeopleProblems } from '#domain/team.ts'
import type { App } from '../app.ts'
import { toIdempotentRequest } from '../db/idempotency.ts'
import { recordEvent } from '../events/staff-events.ts'
import { type OwnBooking, runCustomerAction } from './own-action.ts'

/** Replaces the names. The audit entry has their number only, because it is stored longer than they are. */
export function changeOwnPeople(app: App, own: OwnBooking, { people }: Input<typeof changePeople>, key: string) {
  return runCustomerAction(app, own, toIdempotentRequest(key, ['people', own.id, people]), async (db, booking) => {
    const { id, state, seats, end_date } = booking
    if (!isCustomerActionAllowed('people', state) || end_date < kathmanduDate(app.now())) return fail('wrong_state')
    if (people.length > seats) return fail('invalid', { fields: { people: formatMaxPeople(seats) } })
    const fields = getPeopleMessages(findPeopleProblems(people))
    if (Object.keys(fields).length > 0) return fail('invalid', { fields })
    const named = people.flatMap((name, index) => {
      const text = toSingleLine(name)
      return text === '' ? [] : [{ booking_id: id, seat: index + 1, name: text }]
    })
    await db.deleteFrom('booking_people').where('booking_id', '=', id).execute()
    if (named.length > 0) await db.insertInto('booking_people').values(named).execute()
    await recordEvent(db, 'booking_update', id, app.now())
    return succeed({ action: 'people_named', after: { people: named.length } })
  })
}
