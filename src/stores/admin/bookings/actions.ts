import { atom } from 'nanostores'
import type { BookingDetail, confirmBooking, previewMove } from '#contract/admin/booking-detail.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Failure, type Outcome, succeed } from '#contract/failure.ts'
import { getTransactionMessages } from '#contract/validation-messages.ts'
import { isValidReason } from '#domain/audit.ts'
import { parseIsoDate } from '#domain/calendar.ts'
import { type ContactInfo, normaliseContact } from '#domain/contact.ts'
import type { Paisa } from '#domain/money.ts'
import { ACCOUNT_METHODS } from '#domain/payment.ts'
import { isTransactionId } from '#domain/receipt/receipt.ts'
import { withIdempotencyKey } from '../../idempotency-key.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { $bookingAction, runBookingAction } from './edit.ts'

type Method = Input<typeof confirmBooking>['method']

export const confirmWithPayment = (method: Method, transactionId: string, reason: string): Promise<boolean> =>
  sendPaymentAction(
    { method, transactionId, reason },
    (id, payment) => staffLedger.confirmBooking(id, payment),
    ({ state }) => state === 'confirmed',
  )

/** Records the payment of a price difference; the server computes the amount. */
export const recordDifference: typeof confirmWithPayment = (method, transactionId, reason) =>
  sendPaymentAction(
    { method, transactionId, reason },
    (id, payment) => staffLedger.recordDifference(id, payment),
    ({ difference }) => difference === 0,
  )

/** Sells room hours at the shown price. */
export const sellHours = (
  { totals }: BookingDetail,
  purchase: { hours: number; expectedAmount: Paisa },
  ...[method, transactionId, reason]: Parameters<typeof confirmWithPayment>
): Promise<boolean> =>
  sendPaymentAction(
    { method, transactionId, reason },
    (id, payment) => staffLedger.sellHours(id, { ...payment, ...purchase }),
    (current) => current.totals.hours > totals.hours,
  )

function sendPaymentAction(
  { method, transactionId, reason }: { method: Method; transactionId: string; reason: string },
  send: (id: string, payment: Input<typeof confirmBooking>) => Promise<Outcome<BookingDetail>>,
  isApplied: Parameters<typeof runBookingAction>[1],
): Promise<boolean> {
  const isNumbered = ACCOUNT_METHODS.includes(method)
  if (isNumbered && !isTransactionId(transactionId))
    return showFieldErrors({ transactionId: getTransactionMessages(method).missing })
  const payment = isNumbered ? { method, transactionId } : { method }
  return requireReason(reason, ({ bookingId, version }) => send(bookingId, { version, reason, ...payment }), isApplied)
}

export const rejectSelected = (reason: string): Promise<boolean> => endBooking('rejectBooking', reason)
export const cancelSelected = (reason: string): Promise<boolean> => endBooking('cancelBooking', reason)

const endBooking = (call: 'rejectBooking' | 'cancelBooking', reason: string): Promise<boolean> =>
  requireReason(
    reason,
    ({ bookingId, version }) => staffLedger[call](bookingId, { version, reason }),
    ({ state }) => state === 'cancelled',
  )

/** The key contains the version, because the address or the dates may have changed since. */
export const resendConfirmation = (): Promise<boolean> =>
  runBookingAction(({ bookingId, version }) =>
    withIdempotencyKey(['resend', bookingId, version], (key) => staffLedger.resendConfirmation(bookingId, {}, key)),
  )

export const replaceLink = (): Promise<boolean> =>
  runBookingAction(({ bookingId, version }) =>
    withIdempotencyKey(['replace_link', bookingId, version], (key) =>
      staffLedger.replaceLink(bookingId, { version }, key),
    ),
  )

/** Resolves to undefined after a failure. */
export async function createPaymentLink(delivery: 'copy' | 'email'): Promise<string | undefined> {
  let link: string | undefined
  const isCreated = await runBookingAction(async ({ bookingId, version }) => {
    const outcome = await withIdempotencyKey(['link', bookingId, version, delivery], (key) =>
      staffLedger.paymentLink(bookingId, { delivery }, key),
    )
    if (!outcome.ok) return outcome
    link = outcome.value.link
    return succeed(outcome.value.booking)
  })
  return isCreated ? link : undefined
}

export function addNote(text: string): Promise<boolean> {
  const body = text.trim()
  if (body === '') return showFieldErrors({ body: 'Enter a note' })
  return runBookingAction(({ bookingId }) =>
    withIdempotencyKey(['note', bookingId, body], (key) => staffLedger.addNote(bookingId, { body }, key)),
  )
}

/** By seat; an empty name is a seat without one. */
export const savePeople = (people: string[]): Promise<boolean> =>
  runBookingAction(({ bookingId }) =>
    withIdempotencyKey(['people', bookingId, people], (key) => staffLedger.namePeople(bookingId, { people }, key)),
  )

export const announceGuest = ({ date, name }: { date: string; name: string }): Promise<boolean> => {
  const guest = { date, ...(name.trim() && { name }) }
  return runBookingAction(({ bookingId }) =>
    withIdempotencyKey(['guest', bookingId, guest], (key) => staffLedger.addGuest(bookingId, guest, key)),
  )
}

export const cancelGuest = (guestId: string): Promise<boolean> =>
  runBookingAction(({ bookingId }) =>
    withIdempotencyKey(['cancel guest', bookingId, guestId], (key) => staffLedger.removeGuest(bookingId, guestId, key)),
  )

export function updateCustomer(contactInfo: ContactInfo): Promise<boolean> {
  const requested = Object.entries(normaliseContact(contactInfo)) as [keyof ContactInfo, string][]
  return runBookingAction(
    ({ bookingId, version }) => staffLedger.changeCustomer(bookingId, { version, contactInfo }),
    (current) => requested.every(([name, value]) => current[name] === value),
  )
}

interface MovePreview {
  startDate: string
  move?: Output<typeof previewMove>
  failure?: Failure
}

export const $movePreview = atom<MovePreview>({ startDate: '' })

let latestRequest = 0

export async function loadMovePreview(bookingId: string, startDate: string): Promise<void> {
  const request = ++latestRequest
  $movePreview.set({ startDate })
  if (!parseIsoDate(startDate)) return
  const outcome = await requireSession(staffLedger.previewMove(bookingId, { startDate }))
  if (request === latestRequest)
    $movePreview.set({ startDate, ...(outcome.ok ? { move: outcome.value } : { failure: outcome.failure }) })
}

export function moveSelected(): Promise<boolean> {
  const { startDate } = $movePreview.get()
  if (!parseIsoDate(startDate)) return showFieldErrors({ startDate: 'Choose a new first day' })
  return runBookingAction(
    ({ bookingId, version }) => staffLedger.moveDates(bookingId, { version, startDate }),
    (current) => current.startDate === startDate,
  )
}

function requireReason(reason: string, ...action: Parameters<typeof runBookingAction>): Promise<boolean> {
  return isValidReason(reason)
    ? runBookingAction(...action)
    : showFieldErrors({ reason: 'Enter a reason. It is stored with the booking.' })
}

async function showFieldErrors(fields: Record<string, string>): Promise<false> {
  const { problem: _, ...action } = $bookingAction.get()
  $bookingAction.set({ ...action, fields })
  return false
}
