import { atom } from 'nanostores'
import type { changeCustomer, confirmBooking, previewMove } from '#contract/admin/booking-detail.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Failure, succeed } from '#contract/failure.ts'
import { TRANSACTION_MESSAGES } from '#contract/validation-messages.ts'
import { isValidReason } from '#domain/audit.ts'
import { isoDate } from '#domain/calendar.ts'
import { type ContactInfo, normaliseContact } from '#domain/contact.ts'
import { isTransactionId } from '#domain/receipt/receipt.ts'
import { withIdempotencyKey } from '../idempotency-keys.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'
import { $action, runAction } from './edit.ts'
import type { IsApplied } from './unknown-outcomes.ts'

type Method = Input<typeof confirmBooking>['method']

/** The money is there, in the till or in the account. */
export function confirmWithPayment(method: Method, transactionId: string, reason: string): Promise<boolean> {
  const isSo: IsApplied = ({ state }) => state === 'confirmed'
  return sendPaymentAction(method, transactionId, reason, (id, input) => staffLedger.confirmBooking(id, input), isSo)
}

/** What the dearer days cost more is there; how much that is, the server says. */
export const recordDifference: typeof confirmWithPayment = (method, transactionId, reason) =>
  sendPaymentAction(
    method,
    transactionId,
    reason,
    (id, input) => staffLedger.recordDifference(id, input),
    ({ difference }) => difference === 0,
  )

function sendPaymentAction(
  method: Method,
  transactionId: string,
  reason: string,
  send: typeof staffLedger.confirmBooking,
  isSo: IsApplied,
): Promise<boolean> {
  if (method !== 'cash' && !isTransactionId(transactionId))
    return showFieldErrors({ transactionId: TRANSACTION_MESSAGES.missing })
  const money = method === 'cash' ? { method } : { method, transactionId }
  return requireReason(reason, () =>
    runAction(({ bookingId, version }) => send(bookingId, { version, reason, ...money }), isSo),
  )
}

const isCancelled: IsApplied = ({ state }) => state === 'cancelled'

export const rejectSelected = (reason: string): Promise<boolean> =>
  requireReason(reason, () =>
    runAction(({ bookingId, version }) => staffLedger.rejectBooking(bookingId, { version, reason }), isCancelled),
  )

export const cancelSelected = (reason: string): Promise<boolean> =>
  requireReason(reason, () =>
    runAction(({ bookingId, version }) => staffLedger.cancelBooking(bookingId, { version, reason }), isCancelled),
  )

/** Of another version it is another mail: to another address, or about other days. */
export const resendConfirmation = (): Promise<boolean> =>
  runAction(({ bookingId, version }) =>
    withIdempotencyKey(['resend', bookingId, version], (key) => staffLedger.resendConfirmation(bookingId, {}, key)),
  )

/** Gives the link once it is in the audit; undefined where it was refused. */
export async function createPaymentLink(by: 'copy' | 'mail'): Promise<string | undefined> {
  let link: string | undefined
  const isGiven = await runAction(async ({ bookingId, version }) => {
    const ask = (key: string) => staffLedger.paymentLink(bookingId, { by }, key)
    const answer = await withIdempotencyKey(['link', bookingId, version, by], ask)
    if (!answer.ok) return answer
    link = answer.value.link
    return succeed(answer.value.booking)
  })
  return isGiven ? link : undefined
}

export function addNote(typed: string): Promise<boolean> {
  const body = typed.trim()
  if (body === '') return showFieldErrors({ body: 'Write the note first' })
  return runAction(({ bookingId }) =>
    withIdempotencyKey(['note', bookingId, body], (key) => staffLedger.writeNote(bookingId, { body }, key)),
  )
}

export function updateCustomer(contactInfo: Input<typeof changeCustomer>['contactInfo']): Promise<boolean> {
  const wanted = Object.entries(normaliseContact(contactInfo)) as [keyof ContactInfo, string][]
  return runAction(
    ({ bookingId, version }) => staffLedger.changeCustomer(bookingId, { version, contactInfo }),
    (now) => wanted.every(([name, value]) => now[name] === value),
  )
}

/** What the move to a first day would be, once it is a date. */
export interface MovePreview {
  startDate: string
  move?: Output<typeof previewMove>
  failure?: Failure
}

export const $movePreview = atom<MovePreview>({ startDate: '' })

let latestRequest = 0

export async function loadMovePreview(bookingId: string, startDate: string): Promise<void> {
  const mine = ++latestRequest
  $movePreview.set({ startDate })
  if (!isoDate(startDate)) return
  const answer = await requireSession(staffLedger.previewMove(bookingId, { startDate }))
  if (mine === latestRequest)
    $movePreview.set({ startDate, ...(answer.ok ? { move: answer.value } : { failure: answer.failure }) })
}

export function moveSelected(): Promise<boolean> {
  const { startDate } = $movePreview.get()
  if (!isoDate(startDate)) return showFieldErrors({ startDate: 'Choose a start date' })
  return runAction(
    ({ bookingId, version }) => staffLedger.moveDates(bookingId, { version, startDate }),
    (now) => now.startDate === startDate,
  )
}

function requireReason(reason: string, run: () => Promise<boolean>): Promise<boolean> {
  return isValidReason(reason) ? run() : showFieldErrors({ reason: 'Say why: it stays with the booking' })
}

async function showFieldErrors(fields: Record<string, string>): Promise<false> {
  const { problem: _, ...acting } = $action.get()
  $action.set({ ...acting, fields })
  return false
}
