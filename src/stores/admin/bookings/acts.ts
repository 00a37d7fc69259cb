import { atom } from 'nanostores'
import type { changeCustomer, confirmBooking, previewMove } from '#contract/admin/booking.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { type Failure, succeed } from '#contract/failure.ts'
import { TRANSACTION_SENTENCES } from '#contract/sentences.ts'
import { isReason } from '#domain/audit.ts'
import { isoDate } from '#domain/calendar.ts'
import { type ContactInfo, tidy } from '#domain/contact.ts'
import { isTransaction } from '#domain/receipt.ts'
import { staffLedger } from '../ledger.ts'
import { pressed } from '../pressed.ts'
import { admitted } from '../session.ts'
import { $acting, act } from './acting.ts'
import type { IsSo } from './tried.ts'

type Method = Input<typeof confirmBooking>['method']

/** The money is there, in the till or in the account. */
export function confirm(method: Method, transactionId: string, reason: string): Promise<boolean> {
  const isSo: IsSo = ({ state }) => state === 'confirmed'
  return withMoney(method, transactionId, reason, (id, input) => staffLedger.confirmBooking(id, input), isSo)
}

/** What the dearer days cost more is there; how much that is, the server says. */
export const takeDifference: typeof confirm = (method, transactionId, reason) =>
  withMoney(
    method,
    transactionId,
    reason,
    (id, input) => staffLedger.takeDifference(id, input),
    ({ difference }) => difference === 0,
  )

function withMoney(
  method: Method,
  transactionId: string,
  reason: string,
  send: typeof staffLedger.confirmBooking,
  isSo: IsSo,
): Promise<boolean> {
  if (method !== 'cash' && !isTransaction(transactionId))
    return refuse({ transactionId: TRANSACTION_SENTENCES.missing })
  const money = method === 'cash' ? { method } : { method, transactionId }
  return withReason(reason, () => act(({ bookingId, version }) => send(bookingId, { version, reason, ...money }), isSo))
}

const isCancelled: IsSo = ({ state }) => state === 'cancelled'

export const reject = (reason: string): Promise<boolean> =>
  withReason(reason, () =>
    act(({ bookingId, version }) => staffLedger.rejectBooking(bookingId, { version, reason }), isCancelled),
  )

export const cancel = (reason: string): Promise<boolean> =>
  withReason(reason, () =>
    act(({ bookingId, version }) => staffLedger.cancelBooking(bookingId, { version, reason }), isCancelled),
  )

/** Of another version it is another mail: to another address, or about other days. */
export const resend = (): Promise<boolean> =>
  act(({ bookingId, version }) =>
    pressed(['resend', bookingId, version], (key) => staffLedger.resendConfirmation(bookingId, {}, key)),
  )

/** Gives the link once it is in the audit; undefined where it was refused. */
export async function givePaymentLink(by: 'copy' | 'mail'): Promise<string | undefined> {
  let link: string | undefined
  const isGiven = await act(async ({ bookingId, version }) => {
    const ask = (key: string) => staffLedger.paymentLink(bookingId, { by }, key)
    const answer = await pressed(['link', bookingId, version, by], ask)
    if (!answer.ok) return answer
    link = answer.value.link
    return succeed(answer.value.booking)
  })
  return isGiven ? link : undefined
}

export function note(typed: string): Promise<boolean> {
  const body = typed.trim()
  if (body === '') return refuse({ body: 'Write the note first' })
  return act(({ bookingId }) =>
    pressed(['note', bookingId, body], (key) => staffLedger.writeNote(bookingId, { body }, key)),
  )
}

export function setCustomer(contactInfo: Input<typeof changeCustomer>['contactInfo']): Promise<boolean> {
  const wanted = Object.entries(tidy(contactInfo)) as [keyof ContactInfo, string][]
  return act(
    ({ bookingId, version }) => staffLedger.changeCustomer(bookingId, { version, contactInfo }),
    (now) => wanted.every(([name, value]) => now[name] === value),
  )
}

/** What the move to a first day would be, once it is a date. */
export interface Preview {
  startDate: string
  move?: Output<typeof previewMove>
  failure?: Failure
}

export const $preview = atom<Preview>({ startDate: '' })

let asked = 0

export async function preview(bookingId: string, startDate: string): Promise<void> {
  const mine = ++asked
  $preview.set({ startDate })
  if (!isoDate(startDate)) return
  const answer = await admitted(staffLedger.previewMove(bookingId, { startDate }))
  if (mine === asked) $preview.set({ startDate, ...(answer.ok ? { move: answer.value } : { failure: answer.failure }) })
}

export function move(): Promise<boolean> {
  const { startDate } = $preview.get()
  if (!isoDate(startDate)) return refuse({ startDate: 'Choose a start date' })
  return act(
    ({ bookingId, version }) => staffLedger.moveDates(bookingId, { version, startDate }),
    (now) => now.startDate === startDate,
  )
}

function withReason(reason: string, run: () => Promise<boolean>): Promise<boolean> {
  return isReason(reason) ? run() : refuse({ reason: 'Say why: it stays with the booking' })
}

async function refuse(fields: Record<string, string>): Promise<false> {
  const { problem: _, ...acting } = $acting.get()
  $acting.set({ ...acting, fields })
  return false
}
