import { type listPayments, PAYMENT_LIST_STATES } from '#contract/admin/payments.ts'
import { LOCATION_IDS } from '#domain/location.ts'
import { RECORDED_METHODS } from '#domain/payment.ts'
import { normaliseDateRange } from '../date-range.ts'
import { staffLedger } from '../ledger.ts'
import { createList } from '../list.ts'

export const payments = createList<typeof listPayments>({
  load: (input) => staffLedger.payments(input),
  filter: {
    q: 'text',
    location: LOCATION_IDS,
    method: RECORDED_METHODS,
    state: PAYMENT_LIST_STATES,
    receivedFrom: 'text',
    receivedTo: 'text',
  },
  derive: ({ receivedFrom, receivedTo }) => {
    const { from, to } = normaliseDateRange({ from: receivedFrom, to: receivedTo })
    return { receivedFrom: from, receivedTo: to }
  },
  idOf: ({ paymentId }) => paymentId,
  reloadsSummary: true,
})
