import { atom } from 'nanostores'
import type { PaymentView } from '#contract/admin/payments.ts'
import type { Failure } from '#contract/failure.ts'
import { environment } from '../../environment.ts'
import { staffLedger } from '../ledger.ts'
import { admitted } from '../session.ts'

/** The payment that is looked at. */
export type Case =
  | { state: 'none' }
  | { state: 'reading'; id: string }
  | { state: 'shown'; id: string; view: PaymentView }
  | { state: 'failed'; id: string; failure: Failure }

export const $case = atom<Case>({ state: 'none' })

/** Id of the payment in sight, whether it could be read or not. */
export function idInSight(): string | undefined {
  const current = $case.get()
  return current.state === 'none' ? undefined : current.id
}

let asked = 0

/**
 * Shows a payment, and names it in the address; `push` lets Back lead to what was there without it. What is in sight
 * already stays there, and is read again.
 */
export function openCase(id: string, entry: 'push' | 'replace' = 'replace'): Promise<void> {
  const address = environment().address()
  address.searchParams.set('open', id)
  environment().showAddress(address, entry)
  if (entry === 'push') environment().remember(OVER_THE_LIST)
  const current = $case.get()
  if (current.state !== 'shown' || current.id !== id) $case.set({ state: 'reading', id })
  return readCase()
}

/** What an entry of the browser's history remembers that has the list it was opened from before it. */
const OVER_THE_LIST = 'over the list'

/** Goes back to the list where it was opened from there, so that Back does not lead to the same twice. */
export function closeCase(): void {
  dropCase()
  if (environment().remembered() === OVER_THE_LIST) environment().goBack()
  else {
    const address = environment().address()
    address.searchParams.delete('open')
    environment().showAddress(address, 'replace')
  }
}

/** Out of sight, whatever the address says. */
export function dropCase(): void {
  asked++
  $case.set({ state: 'none' })
}

/** Reads it again; what is in sight stays until the answer is here. */
export async function readCase(): Promise<void> {
  const current = $case.get()
  if (current.state === 'none') return
  const mine = ++asked
  const answer = await admitted(staffLedger.payment(current.id))
  if (mine !== asked) return
  if (answer.ok) return $case.set({ state: 'shown', id: current.id, view: answer.value })
  if (current.state !== 'shown') $case.set({ state: 'failed', id: current.id, failure: answer.failure })
}
