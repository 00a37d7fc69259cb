import type { BookingView } from '#contract/bookings.ts'
import { type Failure, fail, formatFailure, type Outcome } from '#contract/failure.ts'
import { changeDetails, readBookingCalendar, resendOwnConfirmation } from '#contract/own-details.ts'
import { getValidationMessages } from '#contract/validation-messages.ts'
import { diffFields } from '#domain/audit.ts'
import { type BookingDetails, changedDetailsProblems, normaliseDetails } from '#domain/booking-draft.ts'
import { call } from '../api.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { getYourCredentials, reloadYourBooking, showYourBooking } from './your-booking.ts'

/** Why an action failed: messages of fields, or one text. */
export interface ActionProblem {
  fields?: Record<string, string>
  problem?: string
}

export const getDetails = ({ contact: { phone, company, pan }, notes }: BookingView): BookingDetails => ({
  phone,
  company,
  pan,
  notes,
})

/** Sends the changed values. Returns undefined once they are saved. */
export async function saveDetails(booking: BookingView, typed: BookingDetails): Promise<ActionProblem | undefined> {
  const before = getDetails(booking)
  const after = normaliseDetails(typed)
  const problems = changedDetailsProblems(before, after)
  if (Object.keys(problems).length > 0) return { fields: getValidationMessages(problems) }
  const changes = diffFields({ ...before }, { ...after }).after
  if (Object.keys(changes).length === 0) return undefined
  const response = await sendAction(['details', changes], (options) => call(changeDetails, changes, options))
  if (!response.ok) return toProblem(response.failure)
  showYourBooking(response.value)
  return undefined
}

/** Returns undefined once it is sent. */
export async function resendConfirmation(): Promise<ActionProblem | undefined> {
  const response = await sendAction(['resend'], (options) => call(resendOwnConfirmation, {}, options))
  return response.ok ? undefined : toProblem(response.failure)
}

/** Reads the calendar file. The secret is sent as a header, so that no address contains it. */
export async function readCalendar(): Promise<{ file: File } | ActionProblem> {
  const credentials = getYourCredentials()
  if (!credentials) return toProblem({ code: 'not_found' })
  const { bookingId, secret } = credentials
  const response = await call(readBookingCalendar, {}, { params: { id: bookingId }, secret, as: 'text' })
  if (!response.ok) return toProblem(response.failure)
  return { file: new File([response.value], `${bookingId}.ics`, { type: 'text/calendar' }) }
}

interface ActionOptions {
  params: { id: string }
  secret: string
  idempotencyKey: string
}

/** Sends an action on the shown booking with its secret. */
export async function sendAction<Value>(
  action: readonly unknown[],
  send: (options: ActionOptions) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const credentials = getYourCredentials()
  if (!credentials) return fail('not_found')
  const { bookingId, secret } = credentials
  return withIdempotencyKey([bookingId, ...action], (idempotencyKey) =>
    send({ params: { id: bookingId }, secret, idempotencyKey }),
  )
}

/** A link that has ended is shown by the page. */
export function toProblem(failure: Failure): ActionProblem {
  if (failure.code === 'not_found') reloadYourBooking()
  return failure.fields ? { fields: failure.fields } : { problem: formatFailure(failure) }
}
