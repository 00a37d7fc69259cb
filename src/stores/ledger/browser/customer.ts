import { fail } from '#contract/failure.ts'
import type { CustomerLedger } from '../customer.ts'
import { cancel, changeRefundAccount } from './cancel-booking.ts'
import { move, previewMove } from './move-booking.ts'

export const customerLedger: CustomerLedger = {
  // Nothing here sends email.
  find: async () => fail('unavailable'),
  cancel,
  changeRefundAccount,
  previewMove,
  move,
  // No move waits for a payment.
  dropMove: async () => fail('wrong_state'),
}
