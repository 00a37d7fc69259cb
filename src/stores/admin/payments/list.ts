import { atom } from 'nanostores'
import type { PaymentRow } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { type LocationId, locationId } from '#domain/location.ts'
import { ATTEMPT_STATES, type AttemptState, RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

/** What is looked for; kept in the address, so that it survives a reload and can be sent to a colleague. */
export interface PaymentFilter {
  q: string
  location: LocationId | ''
  method: RecordedMethod | ''
  state: AttemptState | ''
  from: string
  to: string
}

export interface PaymentList {
  rows?: readonly PaymentRow[]
  next: string | null
  busy: 'reading' | 'reading_more' | 'no'
  failure?: Failure
}

const NOTHING: PaymentFilter = { q: '', location: '', method: '', state: '', from: '', to: '' }
const TYPING_MS = 250

export const $payments = atom<PaymentList>({ next: null, busy: 'reading' })
export const $paymentFilter = atom<PaymentFilter>(NOTHING)

let asked = 0
let callOff = () => {}

export function openPayments(): Promise<void> {
  const { searchParams } = environment().address()
  const said = (name: keyof PaymentFilter) => searchParams.get(name) ?? ''
  $paymentFilter.set({
    q: said('q'),
    location: locationId(said('location')) ?? '',
    method: RECORDED_METHODS.find((known) => known === said('method')) ?? '',
    state: ATTEMPT_STATES.find((known) => known === said('state')) ?? '',
    from: said('from'),
    to: said('to'),
  })
  $payments.set({ next: null, busy: 'reading' })
  return readPayments()
}

/** `typing` waits until it stops. */
export function filterPayments(change: Partial<PaymentFilter>, typing = false): void {
  $paymentFilter.set({ ...$paymentFilter.get(), ...change })
  callOff()
  callOff = environment().later(
    () => {
      const address = environment().address()
      for (const [name, value] of Object.entries($paymentFilter.get()))
        if (value.trim()) address.searchParams.set(name, value.trim())
        else address.searchParams.delete(name)
      environment().showAddress(address, 'replace')
      void readPayments()
    },
    typing ? TYPING_MS : 0,
  )
}

export const clearFilter = (): void => filterPayments(NOTHING)

export async function readPayments(): Promise<void> {
  const mine = ++asked
  const { failure: _, ...before } = $payments.get()
  $payments.set({ ...before, busy: 'reading' })
  const answer = await admitted(staffLedger.payments(wanted()))
  if (mine !== asked) return
  if (!answer.ok) return $payments.set({ ...before, busy: 'no', failure: answer.failure })
  $payments.set({ rows: answer.value.items, next: answer.value.next, busy: 'no' })
}

export async function showMorePayments(): Promise<void> {
  const { rows, next, busy } = $payments.get()
  if (!rows || !next || busy !== 'no') return
  const mine = ++asked
  $payments.set({ rows, next, busy: 'reading_more' })
  const answer = await admitted(staffLedger.payments({ ...wanted(), cursor: next }))
  if (mine !== asked) return
  if (!answer.ok) return $payments.set({ rows, next, busy: 'no', failure: answer.failure })
  $payments.set({ rows: [...rows, ...answer.value.items], next: answer.value.next, busy: 'no' })
}

/** What the filter asks for, as the table's address says it too. */
export function wanted() {
  const { q, location, method, state, from, to } = $paymentFilter.get()
  return {
    ...(q.trim() && { q: q.trim() }),
    ...(location && { location }),
    ...(method && { method }),
    ...(state && { state }),
    ...(from && { from }),
    ...(to && { to }),
  }
}
