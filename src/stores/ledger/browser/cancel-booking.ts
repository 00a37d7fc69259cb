import { fail, succeed } from '#contract/failure.ts'
import { getRefundAccountMessages } from '#contract/validation-messages.ts'
import {
  maskAccount,
  normaliseRefundAccount,
  REFUND_ACCOUNT_CHANGE_MS,
  refundAccountProblems,
} from '#domain/refund-account.ts'
import { environment } from '../../environment.ts'
import type { CustomerLedger } from '../customer.ts'
import type { BookingRecord } from './booking-record.ts'
import { getCancelAction, isRefundAccountNeeded, promiseRefunds } from './cancellation-terms.ts'
import { findOwnBooking, toBookingView } from './own-booking.ts'
import { withStorageLock } from './record-storage.ts'
import { changeBooking, endBookingToday, toInstant, transitionBooking } from './transitions.ts'

/** Refunds are simulated: those of a manager stay due. */
export const cancel: CustomerLedger['cancel'] = (credentials, { refundTo, expectedRefund }) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    if (!booking) return fail('not_found')
    const action = getCancelAction(booking)
    if (!action) return fail('wrong_state')
    if (expectedRefund !== undefined && expectedRefund !== action.refund)
      return fail('changed_meanwhile', { current: toBookingView(booking) })
    if (action.from === 'tomorrow') return succeed(toBookingView(endBookingToday(booking)))
    const account = refundTo && action.needsAccount ? readAccount(refundTo) : succeed(null)
    if (!account.ok) return account
    const now = toInstant(environment().now())
    const cancelled = transitionBooking(booking, 'cancelled', {
      cancelledByCustomer: true,
      payments: action.refund > 0 ? promiseRefunds(booking.payments, now) : booking.payments,
      refundAccount: account.value,
    })
    return succeed(toBookingView(cancelled))
  })

export const changeRefundAccount: CustomerLedger['changeRefundAccount'] = (credentials, { refundTo }) =>
  withStorageLock(() => {
    const booking = findOwnBooking(credentials)
    if (!booking) return fail('not_found')
    const stored = booking.refundAccount
    const isFixed = stored !== null && stored.changeableUntil < toInstant(environment().now())
    if (isFixed || !isRefundAccountNeeded(booking)) return fail('wrong_state')
    const account = readAccount(refundTo)
    if (!account.ok) return account
    const changeableUntil = stored?.changeableUntil ?? account.value.changeableUntil
    return succeed(toBookingView(changeBooking(booking, { refundAccount: { ...account.value, changeableUntil } })))
  })

function readAccount({
  bank = '',
  wallet = '',
  ...given
}: Parameters<CustomerLedger['changeRefundAccount']>[1]['refundTo']) {
  const account = normaliseRefundAccount({ bank, wallet, ...given })
  const problems = refundAccountProblems(account)
  if (Object.keys(problems).length > 0) return fail('invalid', { fields: getRefundAccountMessages(problems) })
  return succeed({
    masked: `${account.bank || account.wallet}, ${maskAccount(account.account)}`,
    name: account.name,
    changeableUntil: toInstant(environment().now() + REFUND_ACCOUNT_CHANGE_MS),
  } satisfies BookingRecord['refundAccount'])
}
