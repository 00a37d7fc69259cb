import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { requireSession } from '../session/session.ts'

/** The payment that is looked at. */
export type SelectedPayment =
  | { state: 'none' }
  | { state: 'reading'; id: string }
  | { state: 'shown'; id: string; view: PaymentView }
  | { state: 'failed'; id: string; failure: Failure }

export const $selectedPayment = atom<SelectedPayment>({ state: 'none' })

/** Id of the payment in sight, whether it could be read or not. */
export function getSelectedId(): string | undefined {
  const current = $selectedPayment.get()
  return current.state === 'none' ? undefined : current.id
}

let latestRequest = 0

/**
 * Shows a payment, and names it in the address; `push` lets Back lead to what was there without it. What is in sight
 * already stays there, and is read again.
 */
export function openPayment(id: string, entry: 'push' | 'replace' = 'replace'): Promise<void> {
  const address = environment().address()
  address.searchParams.set('open', id)
  environment().showAddress(address, entry)
  if (entry === 'push') environment().remember(OPENED_FROM_LIST)
  const current = $selectedPayment.get()
  if (current.state !== 'shown' || current.id !== id) $selectedPayment.set({ state: 'reading', id })
  return reloadPayment()
}

/** What an entry of the browser's history remembers that has the list it was opened from before it. */
const OPENED_FROM_LIST = 'over the list'

/** Goes back to the list where it was opened from there, so that Back does not lead to the same twice. */
export function closePayment(): void {
  deselectPayment()
  if (environment().remembered() === OPENED_FROM_LIST) environment().goBack()
  else {
    const address = environment().address()
    address.searchParams.delete('open')
    environment().showAddress(address, 'replace')
  }
}

/** Out of sight, whatever the address says. */
export function deselectPayment(): void {
  latestRequest++
  $selectedPayment.set({ state: 'none' })
}

/** Reads it again; what is in sight stays until the answer is here. */
export async function reloadPayment(): Promise<void> {
  const current = $selectedPayment.get()
  if (current.state === 'none') return
  const mine = ++latestRequest
  const answer = await requireSession(staffLedger.payment(current.id))
  if (mine !== latestRequest) return
  if (answer.ok) return $selectedPayment.set({ state: 'shown', id: current.id, view: answer.value })
  if (current.state !== 'shown') $selectedPayment.set({ state: 'failed', id: current.id, failure: answer.failure })
}
