import { computed } from 'nanostores'
import { formatLineItem } from '#domain/line-item.ts'
import { type Paisa, paisa, sum } from '#domain/money.ts'
import { methodFee } from '#domain/payment.ts'
import { $booking, $method } from './booking.ts'

export interface Summary {
  lines: { label: string; amount: Paisa }[]
  fee: Paisa
  total: Paisa
}

/** What is charged with the chosen method: the booking's frozen lines, and the method's fee on top. */
export const $summary = computed([$booking, $method], (booking, method): Summary | null => {
  if (!booking) return null
  const lines = booking.lines
    .filter(({ kind }) => kind !== 'fee')
    .map((line) => ({
      label: formatLineItem({ ...line, unitAmount: paisa(line.unitAmount) }, booking.billing),
      amount: paisa(line.amount),
    }))
  const price = paisa(booking.totalAmount)
  const fee = methodFee(method, price)
  return { lines, fee, total: sum([price, fee]) }
})
