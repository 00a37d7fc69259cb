import type { listPayments, PaymentRow } from '#contract/admin/payments.ts'
import type { Input, Output } from '#contract/endpoint.ts'
import { LOCATION_IDS, type LocationId } from '#domain/location.ts'
import { ATTEMPT_STATES, type AttemptState, RECORDED_METHODS, type RecordedMethod } from '#domain/payment.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'

export type PaymentFilter = {
  q: string
  location: LocationId | ''
  method: RecordedMethod | ''
  state: AttemptState | ''
  from: string
  to: string
}

/** Every payment that ever was, newest first. */
export const payments = createList<PaymentRow, PaymentFilter, Output<typeof listPayments>>({
  load: (wanted) => staffLedger.payments(wanted as Input<typeof listPayments>),
  filter: {
    q: 'text',
    location: LOCATION_IDS,
    method: RECORDED_METHODS,
    state: ATTEMPT_STATES,
    from: 'text',
    to: 'text',
  },
  idOf: ({ paymentId }) => paymentId,
})
