import type { Input } from '#contract/endpoint.ts'
import { fail, type Outcome, succeed } from '#contract/failure.ts'
import { CONTACT_FORM_MESSAGES, formatClosedDay, getValidationMessage } from '#contract/validation-messages.ts'
import type { joinWaitingList } from '#contract/waiting.ts'
import { type IsoDate, parseIsoDate } from '#domain/calendar.ts'
import { findClosedReason } from '#domain/closure.ts'
import { isEmail, normalisePhone } from '#domain/contact.ts'
import { type LocationId, parseLocationId } from '#domain/location.ts'
import { datesProblem } from '#domain/period.ts'
import { parsePlanId } from '#domain/plan.ts'
import { earliestStart, salesAt } from '#domain/same-day.ts'
import { isBookable, type WaitingSubject } from '#domain/waiting-list.ts'
import type { App } from '../app.ts'
import { countFreeSeats } from '../bookings/seats.ts'
import { readLocations } from '../closures/current.ts'

export interface NewEntry extends WaitingSubject {
  email: string
  phone: string
}

/** Fails with `unavailable` for what can be booked, or a day of a location that cannot. */
export async function readWaitingInput(app: App, input: Input<typeof joinWaitingList>): Promise<Outcome<NewEntry>> {
  const email = input.email.trim().toLowerCase()
  const phone = input.phone?.trim() ? normalisePhone(input.phone) : ''
  const locationId = parseLocationId(input.locationId)
  const planId = input.planId ? parsePlanId(input.planId) : null
  const fields = {
    ...(!locationId && { locationId: CONTACT_FORM_MESSAGES.location }),
    // A day is offered with a day pass.
    ...((planId === undefined || (planId !== null && input.day !== undefined)) && {
      planId: getValidationMessage('planId', 'missing'),
    }),
    ...(!isEmail(email) && { email: CONTACT_FORM_MESSAGES.email }),
    ...(phone === undefined && { phone: CONTACT_FORM_MESSAGES.phone }),
  }
  if (Object.keys(fields).length > 0 || phone === undefined || !locationId || planId === undefined)
    return fail('invalid', { fields })
  if (input.day !== undefined) {
    const day = await readFullDay(app, locationId, input.day)
    return day.ok ? succeed({ email, phone, locationId, planId, day: day.value }) : day
  }
  if (isBookable(app.catalogue, { locationId, planId }))
    return fail('unavailable', { message: 'This can be booked now, so there is no waiting list.' })
  return succeed({ email, phone, locationId, planId, day: null })
}

/** A day on which a day pass could start if a seat were free. */
async function readFullDay(app: App, locationId: LocationId, text: string): Promise<Outcome<IsoDate>> {
  const failAt = (message: string) => fail('invalid', { fields: { day: message } })
  const day = parseIsoDate(text)
  if (!day) return failAt(getValidationMessage('startDate', 'not_a_date'))
  const locations = await readLocations(app, app.db.read)
  const sales = salesAt(locations, app.now(), app.env.sameDayCutoffMinutes)
  const problem =
    datesProblem(day, undefined, 'daily', sales.today) ??
    (day < earliestStart(sales, locationId) ? 'sales_ended' : undefined)
  if (problem) return failAt(getValidationMessage('startDate', problem))
  const location = locations.find(({ id }) => id === locationId)
  if (!location?.available) return fail('unavailable')
  const closedReason = findClosedReason(location, day)
  if (closedReason !== undefined) return failAt(formatClosedDay(day, closedReason))
  if ((await countFreeSeats(app, { locationId, from: day, to: day })) > 0)
    return fail('unavailable', { message: 'A seat is free on this day. Book it now.' })
  return succeed(day)
}
