import { atom, type WritableAtom } from 'nanostores'
import type { BookingView } from '#contract/bookings.ts'
import { type Failure, formatFailure, type Outcome } from '#contract/failure.ts'
import { isRefundable } from '#domain/refund.ts'
import { withIdempotencyKey } from '../idempotency-key.ts'
import { type CustomerLedger, customerLedger } from '../ledger/customer.ts'
import type { BookingCredentials } from '../ledger/index.ts'
import { getYourCredentials, refreshYourBooking, reloadYourBooking, showYourBooking } from './your-booking.ts'

interface FormState {
  sending: boolean
  /** Messages by field. */
  fields: Readonly<Record<string, string>>
  problem?: string
}

const IDLE: FormState = { sending: false, fields: {} }

export const $cancellation = atom(IDLE)
export const $refundAccountForm = atom(IDLE)

/** Where to send a refund, as typed. `later`: the customer enters it after the cancellation. */
export interface RefundAccountDraft {
  kind: 'bank' | 'wallet' | 'later'
  /** The bank's name. */
  bank: string
  /** The wallet's name. */
  wallet: string
  account: string
  name: string
}

const WALLETS: Partial<Record<string, string>> = { esewa: 'eSewa', khalti: 'Khalti' }

/** Starts with the wallet that paid, else with a bank account. */
export function draftRefundAccount({ history }: BookingView): RefundAccountDraft {
  const paid = history.find((entry) => entry.kind === 'payment' && isRefundable(entry.state))
  const wallet = WALLETS[paid?.method ?? ''] ?? ''
  return { kind: wallet ? 'wallet' : 'bank', bank: '', wallet, account: '', name: '' }
}

type RefundTo = Parameters<CustomerLedger['changeRefundAccount']>[1]['refundTo']

const toRefundTo = ({ kind, bank, wallet, account, name }: RefundAccountDraft): RefundTo => ({
  ...(kind === 'wallet' ? { wallet } : { bank }),
  account,
  name,
})

const MISSING = {
  bank: { provider: 'Enter the name of the bank', account: 'Enter the account number' },
  wallet: { provider: 'Enter the name of the wallet', account: 'Enter the wallet’s phone number or email' },
}

/** Messages by field of the API. Without a bank or a wallet the server does not know which was chosen. */
function findMissing({ kind, account, name, ...providers }: RefundAccountDraft): FormState['fields'] {
  if (kind === 'later') return {}
  return {
    ...(providers[kind].trim() === '' && { [kind]: MISSING[kind].provider }),
    ...(account.trim() === '' && { account: MISSING[kind].account }),
    ...(name.trim() === '' && { name: 'Enter the name of the account holder' }),
  }
}

/** Shows what is missing. Returns whether anything is. */
function rejectMissing($form: WritableAtom<FormState>, account: RefundAccountDraft): boolean {
  const fields = findMissing(account)
  const isMissing = Object.keys(fields).length > 0
  if (isMissing) $form.set({ sending: false, fields })
  return isMissing
}

/** Cancels for the refund that is shown. `account` is undefined if none is needed. */
export async function cancelYourBooking(
  expectedRefund: number,
  account: RefundAccountDraft | undefined,
): Promise<boolean> {
  if (account && rejectMissing($cancellation, account)) return false
  const refundTo = account && account.kind !== 'later' ? toRefundTo(account) : undefined
  const input = { expectedRefund, ...(refundTo && { refundTo }) }
  return send($cancellation, ['cancel', input], (booking, key) => customerLedger.cancel(booking, input, key))
}

export async function saveRefundAccount(account: RefundAccountDraft): Promise<boolean> {
  if (rejectMissing($refundAccountForm, account)) return false
  const input = { refundTo: toRefundTo(account) }
  return send($refundAccountForm, ['refund-account', input], (booking, key) =>
    customerLedger.changeRefundAccount(booking, input, key),
  )
}

export const resetForm = ($form: WritableAtom<FormState>): void => $form.set(IDLE)

const REFUND_CHANGED = 'The refund has changed since you opened this page. Check it, then cancel again.'

async function send(
  $form: WritableAtom<FormState>,
  action: readonly unknown[],
  request: (booking: BookingCredentials, key: string) => Promise<Outcome<BookingView>>,
): Promise<boolean> {
  const credentials = getYourCredentials()
  if (!credentials || $form.get().sending) return false
  $form.set({ sending: true, fields: {} })
  const response = await withIdempotencyKey([credentials.bookingId, ...action], (key) => request(credentials, key))
  // Another link may have been opened.
  const isShown = getYourCredentials()?.bookingId === credentials.bookingId
  $form.set(response.ok || !isShown ? IDLE : toFormState(response.failure))
  if (!isShown) return false
  if (response.ok) showYourBooking(response.value)
  else if (response.failure.code === 'changed_meanwhile') showYourBooking(response.failure.current as BookingView)
  else if (response.failure.code === 'not_found') reloadYourBooking()
  else if (response.failure.code === 'wrong_state') void refreshYourBooking()
  return response.ok
}

function toFormState(failure: Failure): FormState {
  if (failure.fields) return { sending: false, fields: failure.fields }
  const problem = failure.code === 'changed_meanwhile' ? REFUND_CHANGED : formatFailure(failure)
  return { sending: false, fields: {}, problem }
}
