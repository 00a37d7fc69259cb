import type { PaymentView } from '#contract/admin/payments.ts'
import { environment } from '../../environment.ts'
import { writeIdToUrl } from '../id-in-url.ts'
import { staffLedger } from '../ledger.ts'
import { createSelectedRecord } from '../selected-record.ts'

const selectedPayment = createSelectedRecord<PaymentView>((id) => staffLedger.payment(id))
export const { $selected: $selectedPayment, getSelectedId, reload: reloadPayment } = selectedPayment

/** Selects a payment and names it in the URL; `push` adds a history entry, so that Back returns to the list. */
export function openPayment(id: string, entry: 'push' | 'replace' = 'replace'): Promise<void> {
  writeIdToUrl(id, entry)
  if (entry === 'push') environment().writeHistoryState(OPENED_FROM_LIST)
  return selectedPayment.select(id)
}

/** The history state of an entry that has its list before it. */
const OPENED_FROM_LIST = 'over the list'

/** Goes back to the list if the payment was opened from there, else removes it from the URL. */
export function closePayment(): void {
  deselectPayment()
  if (environment().readHistoryState() === OPENED_FROM_LIST) environment().goBack()
  else writeIdToUrl(undefined)
}

/** Leaves the URL as it is. */
export const deselectPayment = (): void => void selectedPayment.select(undefined)
